import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { LookupOutcome, TaskStatus } from '../../../src/core/job/audio-service.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { cancelBlock } from '../../../src/jobs/messages/messages.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import {
  addresses,
  type CallbackWorld,
  findTasks,
  openCallbackWorld,
  ownedBy,
} from '../../support/jobs/callback-world.ts'
import { openJobWorld } from '../../support/jobs/job-world.ts'
import { expectSettled } from '../../support/jobs/verdict.ts'
import { accepted, finished, usualCost } from '../../support/service/scripted-audio-service.ts'

let world: CallbackWorld

beforeEach(async () => {
  world = await openCallbackWorld()
})
afterEach(() => world.close())

const minuteMs = 60_000
const lost = { status: 'uncertain', reason: 'ECONNRESET' } as const
const hold = 200_000
const unsure =
  "The audio service hasn't confirmed your song yet. I won't send it again, so you're never charged twice."
const booked =
  'Your song failed. The audio service never confirmed the request. It may still be billed, so about 0.20 credits will still count as used. Nothing more will be charged.'

/** A job whose paid request was sent and never answered. */
const startUncertain = async (): Promise<string> => {
  world.service.submitWith(lost)
  const jobId = await world.start()
  await world.runFor(0)
  expect(await world.job(jobId)).toMatchObject({ state: 'uncertain', callback: true })
  return jobId
}

const find = (taskStatus: LookupOutcome) => findTasks(world, () => taskStatus)

describe('a request whose answer was lost', () => {
  test('and that asked for no callback is booked at once: nothing else could tell', async () => {
    const polling = await openJobWorld()
    polling.service.submitWith(lost)
    const jobId = await polling.start()
    await polling.queue.run(polling.clock.now())
    expect(await polling.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked', callback: false })
    expect(polling.texts()).toEqual([booked])
    expect(polling.platform.messages[0]?.texts).not.toContain(unsure)
    expect(await polling.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
    polling.close()
  })

  test('and that was cancelled before holds up the line no longer than any other, though Redis is away for a moment', async () => {
    let jobId = ''
    world.service.submitWith(async () => {
      await world.control.cancel(await world.job(jobId), 'member-1')
      return lost
    })
    const { keep } = world.places
    let calls = 0
    world.deps.places.keep = (...args) => {
      calls += 1
      const isAway = calls === 2
      return isAway
        ? Promise.reject(new AppError('store_unavailable', 'away', { retryable: true }))
        : keep(...args)
    }
    jobId = await world.start()
    const startMs = world.clock.now()
    await world.runWithSweeps(startMs + minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'uncertain', cancelledBy: 'member-1' })
    const [, untilMs] = await world.redis.zrange(world.keys.leases('key-1'), '0', '-1', 'WITHSCORES')
    expect(Number(untilMs) - startMs).toBe(2 * music.usualSeconds * 1000)
  })

  test('that is cancelled says what may come of that, is not sent again, and is booked', async () => {
    const jobId = await startUncertain()
    expect(await world.control.cancel(await world.job(jobId), 'member-1')).toBe('flagged')
    await world.queue.run(world.clock.now())
    expect(world.texts()).toEqual([
      'Your song will stay hidden. The audio service may still make and bill it.',
    ])
    expect(await world.job(jobId)).toMatchObject({ state: 'uncertain' })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'booked' })
    expect(world.service.submissions).toHaveLength(1)
  })

  test('waits half an hour for a callback, which the member is told, then is booked', async () => {
    const sinceMs = world.clock.now()
    const jobId = await startUncertain()
    expect(world.texts()).toEqual([unsure])
    expect(world.platform.messages[0]?.message.blocks).toEqual([
      {
        kind: 'line',
        facts: [
          { label: '', value: '“a sea shanty”' },
          { label: 'Job', value: jobName(jobId) },
          { label: 'Next update', value: { atMs: sinceMs + 30 * minuteMs } },
        ],
      },
      cancelBlock({ id: jobId, state: 'uncertain' }),
    ])
    await world.queue.run(sinceMs + 30 * minuteMs - 1)
    expect(await world.job(jobId)).toMatchObject({ state: 'uncertain' })
    await world.runFor(1)
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
    expect(world.texts()).toEqual([booked])
    expect(world.service.lookUps).toEqual([])
    await expectSettled(world, hold)
  })

  test('waits so long from when it became so, also where its worker died, and tells it once', async () => {
    const jobId = await world.start()
    const { submitMs, overdueMs, uncertainMs } = world.deps.deadlines
    world.service.submitWith(() => new Promise(() => undefined))
    void createWakeHandler(world.deps)(jobId, 1)
    await expect.poll(() => world.service.submissions.length).toBe(1)
    await world.runWithSweeps(world.clock.now() + submitMs + 2 * overdueMs)
    const { state, changedAtMs } = await world.job(jobId)
    expect(state).toBe('uncertain')
    await world.runWithSweeps(changedAtMs + uncertainMs - 1, minuteMs)
    expect(world.platform.messages[0]?.texts.filter((text) => text === unsure)).toHaveLength(1)
    await world.runFor(1)
    expect(await world.job(jobId)).toMatchObject({ state: 'booked' })
  })
})

test('others wait for its place only as long as its task would usually take, and twice at most', async () => {
  world.close()
  world = await openCallbackWorld({ parallel: 1 })
  world.service.alwaysFind({ status: 'pending' })
  const jobId = await startUncertain()
  const { changedAtMs } = await world.job(jobId)
  const next = await world.start()
  const placeEndMs = changedAtMs + 2 * music.usualSeconds * 1000
  await world.runWithSweeps(placeEndMs - 1)
  expect(await world.job(next)).toMatchObject({ state: 'accepted' })
  await world.runWithSweeps(placeEndMs + 60_000)
  expect(await world.job(next)).toMatchObject({ state: 'submitted' })
  expect(await world.job(jobId)).toMatchObject({ state: 'uncertain' })
})

describe('a callback that names its task', () => {
  test('brings it back: it is waited for like any other, and sent no second time', async () => {
    const jobId = await startUncertain()
    find(ownedBy(jobId, { status: 'pending' }))
    await world.callBack(jobId, 'task-1')
    await world.runFor(0)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted', taskId: 'task-1' })
    expect(world.texts()).toEqual(['Working on your song.'])
    find(ownedBy(jobId, finished))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settledBy: 'final' })
    await expectSettled(world, usualCost)
  })

  test('whose record says it has ended, delivers at once', async () => {
    const jobId = await startUncertain()
    find(ownedBy(jobId, finished))
    await world.callBack(jobId, 'task-1')
    await world.runFor(0)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectSettled(world, usualCost)
  })

  test('whose record says that it failed, gives everything back', async () => {
    const jobId = await startUncertain()
    find(ownedBy(jobId, { status: 'failed', said: 'out of tune' }))
    await world.callBack(jobId, 'task-1')
    await world.runFor(0)
    expect(await world.job(jobId)).toMatchObject({ state: 'failed' })
    await expectSettled(world, 0)
  })

  test('while the request was on its way counts as soon as its answer is given up', async () => {
    const jobId = await world.start()
    find(ownedBy(jobId, finished))
    world.service.submitWith(async () => {
      await world.callBack(jobId, 'task-1')
      return lost
    })
    await world.runFor(0)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', taskId: 'task-1' })
    expect(world.platform.messages[0]?.texts).not.toContain(unsure)
    await expectSettled(world, usualCost)
  })

  test('is looked up again where its record is not there yet', async () => {
    const jobId = await startUncertain()
    let looks = 0
    findTasks(world, () => {
      looks += 1
      return looks < 3 ? { status: 'unreadable', reason: 'HTTP 404' } : ownedBy(jobId, finished)
    })
    await world.callBack(jobId, 'task-1')
    await world.runFor(minuteMs)
    expect(looks).toBe(4)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectSettled(world, usualCost)
  })

  test('is found behind a stranger’s also where look-ups come free one at a time', async () => {
    const jobId = await startUncertain()
    let asked = 0
    world.deps.service = {
      ...world.deps.service,
      lookUp(_, task) {
        asked += 1
        if (asked % 2 === 0) return Promise.resolve({ status: 'later', waitMs: 1_000 })
        return Promise.resolve(task === 'task-2' ? ownedBy(jobId, finished) : finished)
      },
    }
    await world.callBack(jobId, 'task-1')
    await world.callBack(jobId, 'task-2')
    await world.runFor(minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', taskId: 'task-2' })
    await expectSettled(world, usualCost)
  })

  test('and then the very answer that was late, are one task', async () => {
    const jobId = await world.start()
    const late = Promise.withResolvers<void>()
    world.service.submitWith(async () => {
      await late.promise
      return accepted('task-1')
    })
    const slow = createWakeHandler(world.deps)(jobId, 1)
    await expect.poll(() => world.service.submissions.length).toBe(1)
    world.clock.advance(world.deps.deadlines.submitMs)
    await world.runWithSweeps(world.clock.now() + 20_000)
    find(ownedBy(jobId, { status: 'pending' }))
    await world.callBack(jobId, 'task-1')
    await world.runFor(0)
    const before = await world.job(jobId)
    expect(before).toMatchObject({ state: 'submitted', taskId: 'task-1' })
    late.resolve()
    await slow
    expect(await world.job(jobId)).toEqual(before)
    expect(world.log.warnings()).not.toContain('the service took a request whose job has ended without it')
  })
})

describe('a task that a callback names and that is not the job’s', () => {
  const otherId = `b07x${'a'.repeat(25)}`

  test.each<[string, TaskStatus]>([
    ['has no address', finished],
    ['has another job’s', { ...finished, webhookUrl: addresses.addressOf(otherId) }],
    ['has somebody else’s', { ...finished, webhookUrl: 'https://elsewhere.example/hook' }],
    ['has one without the mac', { ...finished, webhookUrl: 'https://tunes.example/webhooks/audio/x' }],
  ])('and %s, changes nothing: what is held is booked in the end', async (_, taskStatus) => {
    const jobId = await startUncertain()
    find(taskStatus)
    await world.callBack(jobId, 'task-of-another')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', taskId: undefined })
    expect(world.platform.messages[0]?.texts.filter((text) => text === unsure)).toHaveLength(1)
    expect(world.texts()).toEqual([booked])
    expect(world.service.lookUps.length).toBeLessThan(12)
    await expectSettled(world, hold)
  })

  test('does not keep its own from being found', async () => {
    const jobId = await startUncertain()
    findTasks(world, (taskId) =>
      taskId === 'task-1' ? ownedBy(jobId, finished) : { status: 'unreadable', reason: 'HTTP 404' },
    )
    for (let stranger = 0; stranger < 6; stranger += 1) await world.callBack(jobId, `stranger-${stranger}`)
    await world.callBack(jobId, 'task-1')
    await world.runFor(10_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', taskId: 'task-1' })
    await expectSettled(world, usualCost)
  })

  test('is not looked up for ever, however often it is named', async () => {
    const jobId = await startUncertain()
    find(finished)
    for (let call = 0; call < 200; call += 1) {
      await world.callBack(jobId, 'task-of-another')
      await world.runFor(5_000)
    }
    expect(world.service.lookUps).toHaveLength(40)
  })
})

test('where look-ups are used up, it is looked up as soon as there are some', async () => {
  world.close()
  world = await openCallbackWorld({ lookupsPerMinute: 1 })
  const jobId = await startUncertain()
  await world.places.spendLookup({ for: 'list' })
  find(ownedBy(jobId, finished))
  await world.callBack(jobId, 'task-1')
  await world.runFor(0)
  expect(await world.job(jobId)).toMatchObject({ state: 'uncertain' })
  await world.redis.del(world.keys.lookups('key-1')) // as the minute's end does, which is real time
  await world.runFor(62_000)
  expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
})

test('without the addresses of before, nothing that a callback says can be verified, and the hold is booked', async () => {
  const jobId = await startUncertain()
  find(ownedBy(jobId, finished))
  await world.queue.work(createWakeHandler({ ...world.deps, callbacks: undefined }), 10)
  await world.callBack(jobId, 'task-1')
  await world.queue.run()
  expect(await world.job(jobId)).toMatchObject({ state: 'booked' })
})
