import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createJobsCommand } from '../../../src/commands/jobs/jobs.ts'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { doneJob } from '../../support/jobs/job-stages.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const run = async (action: string, job: string, who: Partial<Invocation> = {}, more: RawValues = {}) => {
  const { jobList, control, places, ratings, records, deps, clock } = world
  const ports = { jobList, jobControl: control, places, ratings, records, lists: deps.lists, now: clock.now }
  const jobs = readyUtility(createJobsCommand([]), { ...ports, canSee: () => Promise.resolve(true) })
  const asking = invocation({ command: 'jobs', action, values: { job, ...more }, ...who })
  const answer = await actionNamed(jobs, action)?.run(asking)
  if (answer?.kind !== 'message') throw new Error('no message')
  const { text, blocks } = answer.message
  return {
    text,
    notes: blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : [])),
    buttons: blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : [])),
  }
}

const done = () => doneJob(world)

describe('/jobs cancel', () => {
  test.each(['submitting', 'uncertain'] as const)('promises nothing about what is %s', async (state) => {
    const { id } = await jobIn(world, state)
    expect((await run('cancel', id)).text).toBe(
      "It may be too late to cancel, so it may still be billed. I'll keep the result hidden.",
    )
    expect((await run('cancel', id)).text).toBe('That result is already hidden. It may still be billed.')
  })

  const leftAlone = [
    {
      state: 'submitting',
      says: "Too late to cancel: it's already being sent and may be billed.",
    },
    {
      state: 'uncertain',
      says: 'Too late to cancel: the audio service may already have it and bill it.',
    },
    {
      state: 'submitted',
      says: "Too late to cancel: it's already being made, so it's billed either way.",
    },
  ] as const

  test.each(leftAlone)('only if free says of what is $state no more than is known', async (row) => {
    const { id } = await jobIn(world, row.state)
    const { text, buttons } = await run('cancel', id, {}, { if_free: true })
    expect(text).toBe(row.says)
    expect(buttons).toMatchObject([{ label: 'Hide result', commandLink: { values: { job: id } } }])
    expect(await world.job(id)).toMatchObject({ state: row.state, cancelledBy: undefined })
  })
})

describe('what was kept back, and deleted', () => {
  const keptAndDeleted = async (): Promise<string> => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    await world.control.cancel(await world.job(jobId), 'member-1')
    await world.queue.run()
    await run('delete', jobId)
    await world.queue.run()
    return jobId
  }

  test.each(['show', 'cancel'])('is not promised to be shown after all by /jobs %s', async (action) => {
    const { text, notes, buttons } = await run(action, await keptAndDeleted())
    expect([text, ...notes].join(' ')).not.toContain('/jobs recover')
    expect(buttons).not.toContainEqual(expect.objectContaining({ label: 'Show it anyway' }))
  })

  test('can be shown by another message, as /jobs recover says', async () => {
    const jobId = await keptAndDeleted()
    const { text, buttons } = await run('recover', jobId)
    expect(text).toBe('Its message was deleted. You can show the result again for free.')
    expect(buttons).toMatchObject([
      { label: 'Show it again', commandLink: { command: 'result', values: { job: jobId } } },
    ])
  })
})

describe('/jobs delete', () => {
  test('says that the result can be had again, by a button, and what stays', async () => {
    const jobId = await done()
    const { text, buttons } = await run('delete', jobId)
    expect(text).toBe(
      "I'm deleting the message and its files. Other messages with this result stay. You can show it again for free. Its cost isn't refunded. The audio service may keep the files for a while.",
    )
    expect(buttons).toEqual([
      {
        label: 'Show it again',
        style: 'plain',
        commandLink: { command: 'result', action: undefined, values: { job: jobId } },
      },
    ])
    await world.queue.run()
    expect((await run('delete', jobId)).text).toBe('The message is already gone.')
  })

  test('of what came to nothing offers nothing to show', async () => {
    world.service.submitWith({ status: 'refused', said: 'no', why: 'request' })
    const { text, buttons } = await run('delete', await done())
    expect([text, buttons]).toEqual(["I'm deleting the message. Nothing was charged.", []])
  })

  test('of what is booked without a result says that none will be shown any more', async () => {
    world.service.lookUpWith({ status: 'pending' })
    world.service.alwaysFind({ status: 'pending' })
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 61 * 60_000)
    const { text } = await run('delete', jobId)
    expect(text).toBe(
      "I'm deleting the message. If a result still arrives, it stays hidden. Deleting this doesn't refund its cost.",
    )
  })

  test.each([
    ['whose answer was empty', { command: 'lyrics', values: { theme: 'the sea' } }],
    ['of which nothing can tell', {}],
  ])('of what is booked and %s says what stays', async (_, request) => {
    world.service.answerWith({ status: 'empty' })
    world.service.submitWith({ status: 'uncertain', reason: 'HTTP 503' })
    const jobId = await world.start(request)
    await world.queue.run(world.clock.now() + 60_000)
    expect((await run('delete', jobId)).text).toBe(
      "I'm deleting the message. Deleting this doesn't refund its cost.",
    )
  })

  test('of what still runs is refused', async () => {
    expect((await run('delete', await world.start())).text).toMatch(
      /^That job is still running or being posted/,
    )
  })
})
