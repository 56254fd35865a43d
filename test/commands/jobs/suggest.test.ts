import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { createJobLists } from '../../../src/commands/jobs/suggest.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { target } from '../../support/commands/invocation.ts'
import { doneJob, keptBackJob, runningJob } from '../../support/jobs/job-stages.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const other = { target: target({ member: 'member-2' }) }
const done = (who?: Partial<Invocation>) => doneJob(world, who)
const running = (who?: Partial<Invocation>) => runningJob(world, who)
const keptBack = () => keptBackJob(world)

describe('while a member types', () => {
  const lists = () =>
    createJobLists({ jobList: world.jobList, features: [music, remix], now: world.clock.now })
  const labels = async (name: keyof ReturnType<typeof lists>) =>
    (await lists()[name](target())).choices.map(({ label }) => label)
  const named = (jobIds: readonly string[]) => jobIds.map((id) => expect.stringContaining(jobName(id)))

  test('their own jobs are offered, those on their way first', async () => {
    const first = await running()
    world.clock.advance(1_000)
    const kept = await keptBack()
    const finished = await done()
    const still = await running()
    await running(other)
    expect(await labels('jobs')).toEqual([
      expect.stringMatching(`^${jobName(still)} /music “a sea shanty”, just now: working$`),
      ...[finished, kept, first].map((id) => expect.stringMatching(`^${jobName(id)} /music`)),
    ])
    expect(await labels('jobs_to_cancel')).toEqual(named([still]))
    expect(await labels('jobs_to_recover')).toEqual(named([kept]))
    expect(await labels('jobs_to_delete')).toEqual(named([finished, kept, first]))
    expect(await labels('jobs_with_result')).toEqual(named([finished, kept, first]))
  })

  test('each is called by what was requested, be it a single word', async () => {
    await running({ values: { gender: 'female', prompt: 'jazz' } })
    expect(await labels('jobs')).toEqual([expect.stringContaining(' /music “jazz”, ')])
  })

  test('those with words are offered where words are needed', async () => {
    await running()
    await done()
    expect(await labels('jobs_with_words')).toEqual([])
    const outcome = outcomeOf([output(1, { lyrics: 'la la' })])
    world.service.alwaysFind({ status: 'finished', outcome, cost: undefined })
    const sung = await done()
    expect(await labels('jobs_with_words')).toEqual(named([sung]))
    expect(await labels('jobs_to_sing')).toEqual(named([sung]))
  })

  test('the titles that they gave and their results have are offered, each once, the latest first', async () => {
    await done({ values: { prompt: 'x', title: ' Old Song ' } })
    world.clock.advance(1_000)
    await running({ values: { prompt: 'x', title: 'New Song' } })
    await running({ ...other, values: { prompt: 'x', title: 'Somebody Else' } })
    const made = (
      await world.jobList.latest({ account: 'discord:server-1', member: 'member-1' }, 0, 9)
    ).flatMap(({ job }) => (job?.outcome?.outputs ?? []).flatMap(({ title }) => title ?? []))
    expect(made.length).toBeGreaterThan(0)
    expect((await lists().titles(target())).choices.map(({ value }) => value)).toEqual([
      ...new Set(['New Song', 'Old Song', ...made]),
    ])
  })

  test('what they pick is the job itself', async () => {
    const jobId = await running()
    const [choice] = (await lists().jobs(target())).choices
    expect(choice?.value).toBe(jobId)
    expect(choice?.label.length).toBeLessThanOrEqual(100)
  })
})
