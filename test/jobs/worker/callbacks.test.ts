import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import type { JobState } from '../../../src/core/job/job.ts'
import { createCallbackHearing } from '../../../src/jobs/worker/callbacks.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import {
  addresses,
  type CallbackWorld,
  codeOf,
  findTasks,
  openCallbackWorld,
  ownedBy,
} from '../../support/jobs/callback-world.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { expectPeace } from '../../support/jobs/verdict.ts'
import { dump } from '../../support/redis/store-world.ts'
import { accepted, finished, usualCost } from '../../support/service/scripted-audio-service.ts'
import { runs } from '../../support/suite/runs.ts'

let world: CallbackWorld

beforeEach(async () => {
  world = await openCallbackWorld()
})
afterEach(() => world.close())

const minuteMs = 60_000

describe('a paid request', () => {
  test('carries the address of its own job, and no other field more', async () => {
    const jobId = await world.start()
    const otherId = await world.start()
    await world.runFor(0)
    const [first, second] = world.service.submissions.map(({ body }) => body)
    expect(first).toEqual({ prompt: 'a sea shanty', webhook_url: addresses.addressOf(jobId) })
    expect(second?.webhook_url).toBe(addresses.addressOf(otherId))
    expect(await world.job(jobId)).toMatchObject({ callback: true })
  })

  test('whose refusal quotes the address is not quoted so far', async () => {
    const jobId = await world.start()
    const said = `webhook_url ${addresses.addressOf(jobId)} is not reachable`
    world.service.submitWith({ status: 'refused', why: 'request', said })
    await world.runFor(minuteMs)
    const [text = ''] = world.texts()
    expect(text).toContain(`${jobId}.[secret] is not reachable`)
    expect(text).not.toContain(codeOf(jobId))
  })
})

describe('a callback on a task that runs', () => {
  test('has it looked up at once, and its result is there long before the first poll', async () => {
    world.service.submitWith(accepted('task-1', { etaSeconds: 600 }))
    const jobId = await world.start()
    await world.runFor(20_000)
    expect(world.service.lookUps).toEqual([])
    await world.callBack(jobId, 'task-1')
    await world.runFor(0)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.service.lookUps).toHaveLength(1)
  })

  test('is not believed: the files are those of the look-up, and a failure that it tells of is none', async () => {
    const jobId = await world.start()
    await world.runFor(0)
    await world.callBack(jobId, 'task-1', {
      success: false,
      status: 'FAILED',
      reason: 'no',
      conversion_cost: 1_000,
      conversion_path: 'http://198.51.100.7/not-ours.mp3',
    })
    await world.runFor(0)
    const job = await world.job(jobId)
    expect(job).toMatchObject({ state: 'posted', settled: usualCost, outcome: finished.outcome })
    expect(JSON.stringify(world.platform.messages)).not.toContain('198.51.100.7')
  })

  test('before the answer of the paid request has it looked up as soon as that is there', async () => {
    const jobId = await world.start()
    world.service.submitWith(async () => {
      await world.callBack(jobId, 'task-1')
      return accepted('task-1', { etaSeconds: 600 })
    })
    await world.runFor(0)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.service.lookUps).toHaveLength(1)
  })
})

describe('row 30, a body that is none of the service’s', () => {
  test.each([
    ['no JSON', 'task_id=task-1'],
    ['a page', '<html>task-1</html>'],
    ['nothing', ''],
    ['no task', '{"success":true}'],
    ['a task of another type', '{"task_id":["task-1"]}'],
    ['a task in the prototype', '{"__proto__":{"task_id":"task-1"}}'],
    ['much of it', `{"task_id":"${'x'.repeat(256 * 1024)}"}`],
    ['great depth', '['.repeat(200_000)],
    ['another job’s task', '{"task_id":"task-of-another"}'],
  ])('(%s) changes nothing and is not logged', async (_, body) => {
    const job = await jobIn(world, 'submitted')
    const before = await dump(world)
    await world.hear(codeOf(job.id), body)
    expect(await dump(world)).toEqual(before)
    expect(world.queue.waiting()).toEqual([])
    expect(world.log.lines).toEqual([])
  })
})

describe('row 30, a code that is none', () => {
  test.each([
    ['nothing', () => ''],
    ['the job alone', (jobId: string) => jobId],
    ['another mac', (jobId: string) => `${jobId}.${'A'.repeat(22)}`],
    ['a path', () => '../../health/live'],
    ['one letter more', (jobId: string) => `${codeOf(jobId)}A`],
  ])('(%s) changes nothing and is not logged', async (_, code) => {
    const job = await jobIn(world, 'submitted')
    const before = await dump(world)
    await world.hear(code(job.id), `{"task_id":"${job.taskId}"}`)
    expect(await dump(world)).toEqual(before)
    expect(world.log.lines).toEqual([])
  })

  test('of a job that is gone makes none', async () => {
    const before = await dump(world)
    await world.callBack(`b07x${'a'.repeat(25)}`, 'task-1')
    expect(await dump(world)).toEqual(before)
  })
})

describe('row 30, a callback that is played again', () => {
  test.each<JobState>(['posted', 'withheld', 'voided', 'failed'])(
    'when its job is %s changes nothing',
    async (state) => {
      const job = await jobIn(world, state)
      const before = await dump(world)
      await world.callBack(job.id, job.taskId ?? 'task-1')
      expect(await dump(world)).toEqual(before)
    },
  )

  test('a thousand times within two seconds is looked up twice', async () => {
    world.service.alwaysFind({ status: 'pending' })
    world.service.submitWith(accepted('task-1', { etaSeconds: 600 }))
    const jobId = await world.start()
    await world.runFor(0)
    for (let call = 0; call < 1_000; call += 1) {
      if (call === 1) await world.runFor(0)
      await world.callBack(jobId, 'task-1')
    }
    await world.runFor(2_000)
    expect(world.service.lookUps).toHaveLength(2)
  })
})

describe('while Redis is away', () => {
  const away = () => Promise.reject(new AppError('store_unavailable', 'Redis: away', { retryable: true }))

  test('a callback is lost, which the log tells without the mac, and polling delivers', async () => {
    const jobId = await world.start()
    await world.runFor(0)
    const deaf = { ...world.deps.store, hint: away }
    await createCallbackHearing({ ...world.deps, addresses, store: deaf })(
      codeOf(jobId),
      '{"task_id":"task-1"}',
    )
    expect(world.log.lines).toMatchObject([
      {
        level: 'warn',
        message: 'a callback was lost; a look-up will replace it',
        details: { job: jobId },
      },
    ])
    expect(JSON.stringify(world.log.lines)).not.toContain(codeOf(jobId))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  })

  test('so many are in hand at once, and not more', async () => {
    const jobId = await world.start()
    const { promise, resolve } = Promise.withResolvers<{ status: 'ignored' }>()
    let hints = 0
    const slow = {
      ...world.deps.store,
      hint: () => {
        hints += 1
        return promise
      },
    }
    const hear = createCallbackHearing({ ...world.deps, addresses, store: slow })
    const calls = Array.from({ length: 500 }, () => hear(codeOf(jobId), '{"task_id":"task-1"}'))
    expect(hints).toBe(100)
    resolve({ status: 'ignored' })
    await Promise.all(calls)
    await hear(codeOf(jobId), '{"task_id":"task-1"}')
    expect(hints).toBe(101)
  })
})

type Kind = 'own' | 'unknown task' | 'other job' | 'forged code'
interface Call {
  kind: Kind
  /** Milliseconds after the paid request left. */
  afterMs: number
}

/**
 * Up to seven true ones, as for two takes with words, streams and a cover, in any order
 * and repeated, among forged ones.
 */
const anyCalls: fc.Arbitrary<readonly Call[]> = fc.array(
  fc.record({
    kind: fc.oneof(
      { arbitrary: fc.constant<Kind>('own'), weight: 3 },
      fc.constantFrom<Kind>('unknown task', 'other job', 'forged code'),
    ),
    afterMs: fc.nat(60_000),
  }),
  { maxLength: 12 },
)

const anyDay = fc.record({
  calls: anyCalls,
  /** When the paid request is answered, and when the task is over. */
  answeredMs: fc.nat(20_000),
  endsMs: fc.nat(50_000),
  answer: fc.constantFrom('accepted' as const, 'uncertain' as const),
})

/** Polls come so late that callbacks alone can have delivered. */
const etaSeconds = 1_800

const playDay = async (
  day: CallbackWorld,
  { calls, answeredMs, endsMs, answer }: typeof anyDay extends fc.Arbitrary<infer T> ? T : never,
) => {
  const { clock, queue, service } = day
  const jobId = await day.start()
  const sentMs = clock.now()
  const said = [...calls, { kind: 'own' as const, afterMs: endsMs + 1 }].sort((a, b) => a.afterMs - b.afterMs)
  const say = async ({ kind }: Call) => {
    if (kind === 'own') await day.callBack(jobId, 'task-1')
    if (kind === 'unknown task') await day.callBack(jobId, 'task-9')
    if (kind === 'other job') await day.callBack(jobId, 'task-other')
    if (kind === 'forged code') await day.hear(`${jobId}.${'A'.repeat(22)}`, '{"task_id":"task-1"}')
  }
  findTasks(day, (taskId) => {
    if (taskId === 'task-9') return { status: 'unreadable', reason: 'HTTP 404' }
    if (taskId === 'task-other') return { ...finished, webhookUrl: 'https://elsewhere.example/hook' }
    return ownedBy(jobId, clock.now() - sentMs < endsMs ? { status: 'pending' } : finished)
  })
  service.submitWith(async () => {
    while ((said[0]?.afterMs ?? Number.POSITIVE_INFINITY) <= answeredMs) {
      const next = said.shift()
      if (next === undefined) break
      clock.advanceTo(sentMs + next.afterMs)
      await say(next)
    }
    clock.advanceTo(sentMs + answeredMs)
    return answer === 'accepted'
      ? accepted('task-1', { etaSeconds })
      : { status: 'uncertain', reason: 'ECONNRESET' }
  })
  await queue.run(sentMs)
  for (const call of said) {
    await queue.run(sentMs + call.afterMs)
    await say(call)
  }
  await day.runFor(10 * minuteMs)
  return jobId
}

test(
  'row 29, whatever is called, in any order, before the answer, repeated or forged: one result, one charge',
  async () => {
    const property = fc.asyncProperty(anyDay, async (told) => {
      const day = await openCallbackWorld()
      try {
        const jobId = await playDay(day, told)
        expect(await day.job(jobId)).toMatchObject({ state: 'posted', taskId: 'task-1', settled: usualCost })
        expect(day.service.submissions).toHaveLength(1)
        expect(day.platform.messages).toHaveLength(1)
        expect(day.texts()).toEqual([expect.stringContaining('“Title 1” and “Title 2”')])
        expect(day.platform.messages[0]?.texts.filter((text) => text.startsWith('“Title 1”'))).toHaveLength(1)
        expect(await day.balances()).toEqual({ spent: usualCost, held: 0 })
        await expectPeace(day)
      } finally {
        day.close()
      }
    })
    await fc.assert(property, { numRuns: runs(20, 300, 1_000) })
  },
  5 * minuteMs, // a thousand days in the long form
)

test('a result that old news covered is shown again, even if there is no turn for that at once', async () => {
  const { port } = world.platform
  let refusals = 0
  const edit: typeof port.edit = async (ref, message, attempt, home) => {
    if (message.tone !== 'working' && refusals < 2) {
      refusals += 1
      throw new AppError('platform_unavailable', 'no turn', { retryable: true, retryAfterMs: 1_000 })
    }
    if (message.text.startsWith('Working')) {
      await world.callBack(jobId, 'task-1')
      while (!world.texts()[0]?.startsWith('“Title 1” and “Title 2”'))
        await createWakeHandler(world.deps)(jobId, (await world.job(jobId)).wake)
    }
    return port.edit(ref, message, attempt, home)
  }
  const platforms = new Map([['discord', { ...port, edit }]] as const)
  await world.queue.work(createWakeHandler({ ...world.deps, platforms }), 1)
  const jobId = await world.start()
  await world.runWithSweeps(world.clock.now() + minuteMs)
  expect(refusals).toBe(2)
  const ready = expect.stringMatching(/^“Title 1” and “Title 2”/)
  const working = expect.stringMatching(/^Working/)
  expect(world.platform.messages[0]?.texts.slice(-3)).toEqual([ready, working, ready])
})

describe('old news of a worker that dies with it', () => {
  const endings = [
    {
      end: 'a result',
      prepare: () => world.service.lookUpWith(finished),
      says: /^“Title 1” and “Title 2”/,
    },
    {
      end: 'a failure',
      prepare: () => world.service.lookUpWith({ status: 'failed', said: 'no voice' }),
      says: /^Your song failed/,
    },
    {
      end: 'a result that is hidden',
      prepare: async (jobId: string) => world.control.cancel(await world.job(jobId), 'member-1'),
      says: /^Your song is done, but hidden/,
    },
  ] as const

  test.each(endings)('does not cover $end for good', async ({ prepare, says }) => {
    const { port } = world.platform
    const covered = Promise.withResolvers<void>()
    const edit: typeof port.edit = async (ref, message, attempt, home) => {
      await prepare(jobId)
      await world.callBack(jobId, 'task-1')
      for (let job = await world.job(jobId); job.toldState !== job.state; job = await world.job(jobId))
        await createWakeHandler(world.deps)(jobId, job.wake)
      await port.edit(ref, message, attempt, home)
      covered.resolve()
      return new Promise(() => undefined)
    }
    const jobId = await world.start()
    const platforms = new Map([['discord', { ...port, edit }]] as const)
    void createWakeHandler({ ...world.deps, platforms })(jobId, (await world.job(jobId)).wake)
    await covered.promise
    expect(world.texts()).toEqual([expect.stringMatching(/^Working/)])
    await world.runWithSweeps(world.clock.now() + minuteMs)
    expect(world.texts()).toEqual([expect.stringMatching(says)])
    await expectPeace(world)
  })

  test('is still followed by a repeat if the job is looked at before it can arrive', async () => {
    const job = await jobIn(world, 'booked')
    await world.store.news(job, 'begins')
    await world.store.told(job, { againAtMs: world.clock.now() })
    const first = await world.store.read(job.id)
    const step = first && (await world.store.take(job.id, first.wake, world.clock.now() + minuteMs))
    if (step === undefined) throw new Error('not open')
    await world.store.wakeAt(step, world.clock.now() + 10 * minuteMs)
    expect(await world.store.read(job.id)).toMatchObject({ repeatDueMs: first?.repeatDueMs })
  })
})
