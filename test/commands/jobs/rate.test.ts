import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { resultButtons } from '../../../src/core/job/job-buttons.ts'
import { target } from '../../support/commands/invocation.ts'
import { jobsCommandOf } from '../../support/commands/jobs-command.ts'
import { runUtility } from '../../support/commands/run-utility.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld
let job: string

beforeEach(async () => {
  world = await openJobWorld()
  job = await song({ prompt: 'a sea shanty', model: 'v7' })
})
afterEach(() => world.close())

const song = async (values: RawValues) => {
  const jobId = await world.start({ values })
  await world.queue.run()
  return jobId
}

const member = (id: string) => ({ target: target({ member: id }) })
const admin = { ...member('admin-1'), isAdmin: true }

const run = (action: string, values: RawValues = {}, who: Partial<Invocation> = {}) =>
  runUtility(jobsCommandOf(world), action, values, who)
const rate = (rating: string, take?: number, who: Partial<Invocation> = {}) =>
  run('rate', { job, rating, ...(take !== undefined && { take }) }, who)
const ratings = async () =>
  (await run('ratings', {}, admin)).facts.map(({ label, value }) => `${label}: ${value}`)

describe('/jobs rate', () => {
  test('counts one vote per member and take, and answers in private', async () => {
    const { text, isPrivate } = await rate('good', 2)
    expect(text).toBe('You liked take 2. Admins see ratings by model and voice.')
    expect(isPrivate).toBe(true)
    await rate('good', 2)
    await rate('good', 2, member('member-2'))
    expect(await ratings()).toEqual(['/music with v7: 2 likes, 0 dislikes'])
  })

  test('lets a member change their mind', async () => {
    await rate('good')
    expect((await rate('bad')).text).toContain('You disliked take 1.')
    expect(await ratings()).toEqual(['/music with v7: 0 likes, 1 dislike'])
  })

  test('is what the buttons in the menu below a result ask for', async () => {
    const { more = [] } = resultButtons(await world.job(job), [music])
    const links = more.filter(({ commandLink }) => commandLink.action === 'rate')
    expect(links.map(({ label }) => label)).toEqual(['Like 1', 'Dislike 1', 'Like 2', 'Dislike 2'])
    for (const { commandLink } of links)
      await run('rate', { ...commandLink.values, take: Number(commandLink.values.take) })
    expect(await ratings()).toEqual(['/music with v7: 0 likes, 2 dislikes'])
  })

  test('counts nothing where there is no such take', async () => {
    const { text, tone } = await rate('good', 7)
    expect([text, tone]).toEqual(['That job has no take 7 to rate.', 'failed'])
    expect(await ratings()).toEqual([])
  })
})

describe('/jobs ratings', () => {
  test('is shown to admins by model and voice, the most rated first', async () => {
    await rate('good', 1)
    await rate('good', 1, member('member-2'))
    world.service.sing([{ value: 'voice-7', label: 'Grandma Ada' }])
    job = await song({ prompt: 'a lullaby', voice: 'voice-7' })
    await rate('bad')
    expect(await ratings()).toEqual([
      '/music with v7: 2 likes, 0 dislikes',
      ...['/music: 0 likes, 1 dislike', 'Voice Grandma Ada: 0 likes, 1 dislike'].toSorted(),
    ])
  })

  test('says how to rate where nothing is rated', async () => {
    expect((await run('ratings', {}, admin)).text).toContain('No ratings here yet.')
  })
})
