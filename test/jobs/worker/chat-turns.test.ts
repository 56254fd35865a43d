import { afterEach, beforeEach, expect, test } from 'vitest'
import { effectKey } from '../../../src/core/job-id.ts'
import type { Rate } from '../../../src/core/pacing/lanes.ts'
import { createPacer, turnWaitMs } from '../../../src/core/pacing/pacer.ts'
import type { PostingPlatform } from '../../../src/jobs/job-deps.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

// A channel that takes a message a second, after a burst of two, as Slack has it:
// https://docs.slack.dev/apis/web-api/rate-limits

let world: JobWorld
let alarms: { atMs: number; ring: () => void }[]
const channelOf = new Map<string, string>()

const rateOf = (key: string): Rate => ({ lane: channelOf.get(key) ?? '', burst: 2, perMinute: 60 })

/** The platform, whose edits wait for their turns as both bots' do. */
const paced = ({ platform, clock }: JobWorld): PostingPlatform => {
  const pacer = createPacer<Awaited<ReturnType<PostingPlatform['edit']>>>({
    now: clock.now,
    wait: (spanMs) => new Promise((ring) => alarms.push({ atMs: clock.now() + spanMs, ring })),
    retryAfterMsOf: () => undefined,
  })
  const edit: PostingPlatform['edit'] = (ref, message, attempt, home) => {
    const urgency = message.tone === 'working' ? 'progress' : 'result'
    const untilMs = clock.now() + turnWaitMs[urgency]
    const turn = { rates: [rateOf(attempt.key)], urgency, untilMs, subject: undefined } as const
    return pacer.run(turn, () => platform.port.edit(ref, message, attempt, home))
  }
  return { ...platform.port, edit }
}

/** Time passes, alarm by alarm, until a run of the queue has come to its end. */
const passUntil = async (run: Promise<void>): Promise<void> => {
  let isOver = false
  const end = run.then(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    const next = alarms.toSorted((one, other) => one.atMs - other.atMs)[0]
    if (next === undefined) continue
    alarms = alarms.filter((alarm) => alarm !== next)
    world.clock.advanceTo(Math.max(next.atMs, world.clock.now()))
    next.ring()
  }
  await end
}

const startIn = async (channel: string): Promise<string> => {
  const jobId = await world.start()
  channelOf.set(effectKey(jobId), channel)
  return jobId
}

beforeEach(async () => {
  alarms = []
  world = await openJobWorld({ parallel: 100 })
  Object.assign(world.deps, { platforms: new Map([['discord', paced(world)]]) })
})
afterEach(() => world.close())

test('a channel in which many results wait for their turn keeps no worker from other jobs', async () => {
  world.service.alwaysFind({ status: 'pending' })
  const crowd: string[] = []
  for (let song = 0; song < 30; song += 1) crowd.push(await startIn('crowded'))
  const elsewhere = await startIn('quiet')
  await passUntil(world.queue.run(world.clock.now()))
  world.service.alwaysFind(finished)
  const next = await startIn('quiet')
  world.clock.advanceTo(Math.max(...world.queue.waiting().map(({ dueMs }) => dueMs)))
  const beganMs = world.clock.now()

  const run = world.queue.run()
  await expect.poll(() => world.statesOf([elsewhere, next])).toEqual(['posted', 'submitted'])
  expect(world.clock.now()).toBe(beganMs)

  await passUntil(run)
  expect(new Set(await world.statesOf([...crowd, next]))).toEqual(new Set(['posted']))
  const ends = world.platform.messages.map(({ texts }) =>
    texts.filter((text) => text.startsWith('“Title 1”')),
  )
  expect(ends.map(({ length }) => length)).toEqual(Array.from({ length: 32 }, () => 1))
  expect(world.log.warnings()).toEqual([])
})

test('a result that its place refuses is only told of from then on, however long that waits for its turn', async () => {
  const jobId = await startIn('quiet')
  await passUntil(world.queue.run(world.clock.now()))
  const waits = Array.from({ length: 20 }, () => ({ retryAfterMs: 60_000 }))
  world.platform.failNext('edit', 'cannot_post', ...waits)
  await passUntil(world.queue.run())
  expect(await world.job(jobId)).toMatchObject({ state: 'withheld', deliverTries: 0 })
  expect(world.platform.calls.filter(({ message }) => message.tone === 'done')).toHaveLength(1)
  expect(world.texts()).toEqual([
    expect.stringMatching(/^Your song was made, but I couldn't show it where you asked/),
  ])
})
