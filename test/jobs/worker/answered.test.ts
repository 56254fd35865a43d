import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { callbackPath } from '../../../src/core/job/callbacks.ts'
import type { JobStore } from '../../../src/core/job/job-store.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import {
  crashPointsOf,
  createMortalWorker,
  effectsOfAJob,
  type NamedCrashPoint,
} from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectPeace } from '../../support/jobs/verdict.ts'
import { written } from '../../support/service/scripted-audio-service.ts'
import { addresses } from '../../support/simulation/simulated-ports.ts'
import { isLong } from '../../support/suite/runs.ts'

const request = { command: 'lyrics', values: { theme: 'the sea' } }
// The built-in price of lyrics.
const bound = 10_000
const estimate = 8_000

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const run = async (): Promise<string> => {
  const jobId = await world.start(request)
  await world.queue.run()
  return jobId
}

/** Asked once at most, nothing looked up, nothing left, and the books agree. */
const expectAsked = async (asked: number): Promise<void> => {
  expect(world.service.questions).toHaveLength(asked)
  expect(world.service.lookUps).toEqual([])
  expect(world.service.submissions).toEqual([])
  await expectPeace(world)
}

describe('words that are written at once', () => {
  test('are shown, and cost what the service estimates', async () => {
    const jobId = await run()
    expect(world.service.questions).toEqual([{ path: '/v1/prompt_to_lyrics', query: { prompt: 'the sea' } }])
    expect(await world.job(jobId)).toMatchObject({
      state: 'posted',
      held: bound,
      settled: estimate,
      settledBy: 'estimate',
      taskId: undefined,
      outcome: { outputs: [{ lyrics: written.lyrics }] },
    })
    expect(world.texts()).toEqual(['Your lyrics are ready.'])
    expect(JSON.stringify(world.platform.messages[0])).toContain('"0.008 credits')
    expect(await world.balances()).toEqual({ spent: estimate, held: 0 })
    expect(await world.redis.lrange(world.keys.prices('key-1', 'lyrics'), 0, -1)).toEqual([
      `8000 ${jobId} x1`,
    ])
    await expectAsked(1)
  })

  test('cost what was held where the service does not say', async () => {
    world.service.answerWith({ ...written, estimate: undefined })
    expect(await world.job(await run())).toMatchObject({ state: 'posted', settled: bound, settledBy: 'hold' })
    await expectAsked(1)
  })

  test('are asked for without an address to call back', async () => {
    world.close()
    world = await openJobWorld({ callbacks: addresses })
    const job = await world.job(await run())
    expect(job).toMatchObject({ state: 'posted', callback: false })
    expect(JSON.stringify(world.service.questions)).not.toContain(callbackPath)
  })

  test('take a place at the service for as long as they are written, and give it to the next', async () => {
    world.close()
    world = await openJobWorld({ parallel: 1 })
    const busy = Promise.withResolvers<typeof written>()
    const asked = Promise.withResolvers<void>()
    world.service.answerWith(() => {
      asked.resolve()
      return busy.promise
    })
    const [first, second] = [await world.start(request), await world.start(request)]
    const running = world.queue.run(world.clock.now() + 1_000)
    await asked.promise
    expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(1)
    busy.resolve(written)
    await running
    await world.runWithSweeps(world.clock.now() + 60_000)
    expect(await world.statesOf([first, second])).toEqual(['posted', 'posted'])
    await expectAsked(2)
  })
})

describe('where no words came', () => {
  test.each([
    ['refused', { status: 'refused', why: 'request', said: 'Not this theme' }, 'service_refused'],
    ['unsound', { status: 'refused', why: 'unsound', said: 'prompt is empty.' }, 'request_unsound'],
    ['without balance', { status: 'refused', why: 'balance', said: undefined }, 'no_balance'],
  ] as const)('for the request was %s, nothing is charged', async (_, outcome, ending) => {
    world.service.answerWith(outcome)
    const jobId = await run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending, settled: 0 })
    expect(world.texts()[0]).toMatch(/Nothing was charged\.$/)
    await expectAsked(1)
  })

  test('for the service was busy or away, they are asked for again', async () => {
    world.service.answerWith({ status: 'busy' }, { status: 'not_sent', reason: 'ECONNREFUSED' })
    const jobId = await world.start(request)
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', submitTries: 3 })
    await expectAsked(3)
  })

  test('for it stays away, nothing is charged', async () => {
    const away = { status: 'not_sent', reason: 'ECONNREFUSED' } as const
    world.service.answerWith(away, away, away, away, away)
    const jobId = await world.start(request)
    await world.runWithSweeps(world.clock.now() + 20 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'service_unreachable' })
    await expectAsked(5)
  })

  test.each([false, true])(
    'and nobody knows why, what was held is booked at once, whether there are callbacks (%s) or not',
    async (hasCallbacks) => {
      world.close()
      world = await openJobWorld(hasCallbacks ? { callbacks: addresses } : {})
      world.service.answerWith({ status: 'uncertain', reason: 'HTTP 502' })
      const jobId = await world.start(request)
      await world.runWithSweeps(world.clock.now() + 60_000)
      expect(await world.job(jobId)).toMatchObject({ state: 'booked', settled: bound, toldState: 'booked' })
      expect(world.texts()[0]).toContain('0.01 credits will still count as used')
      await expectAsked(1)
    },
  )

  test.each([false, true])(
    'in an answer, that is told, and what was held is booked at once, cancelled meanwhile (%s) or not',
    async (isCancelled) => {
      const jobId = await world.start(request)
      world.service.answerWith(async () => {
        if (isCancelled) await world.control.cancel(await world.job(jobId), 'member-1')
        return { status: 'empty' }
      })
      await world.runWithSweeps(world.clock.now() + 60_000)
      expect(await world.job(jobId)).toMatchObject({
        state: 'booked',
        ending: 'answer_empty',
        settled: bound,
        toldState: 'booked',
      })
      expect(world.texts()).toEqual([
        'Your lyrics failed. The audio service sent no text. It may still be billed, so about 0.01 credits will still count as used. Nothing more will be charged.',
      ])
      const message = JSON.stringify(world.platform.messages[0])
      expect(message).toContain('Running it again uses more credits.')
      expect(message).not.toContain('If a result still arrives')
      await expectAsked(1)
    },
  )

  test.each([
    ['without words are clear, so they pause nothing', ['empty', 'empty', 'empty'], undefined],
    ['that are unclear pause the key', ['unclear', 'unclear', 'unclear'], 'unclear'],
    [
      'that are unclear start counting again once words came',
      ['unclear', 'unclear', 'written', 'unclear'],
      undefined,
    ],
  ] as const)('and several answers %s', async (_, answers, paused) => {
    const outcomes = {
      empty: { status: 'empty' },
      unclear: { status: 'uncertain', reason: 'HTTP 502' },
      written,
    } as const
    for (const answer of answers) {
      world.service.answerWith(outcomes[answer])
      await world.start(request)
      await world.queue.run(world.clock.now())
    }
    expect(await world.places.pausedFor()).toBe(paused)
  })

  test('for it was cancelled before, they are never asked for', async () => {
    const jobId = await world.start(request)
    await world.control.cancel(await world.job(jobId), 'member-1')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'cancelled' })
    await expectAsked(0)
  })
})

test('words that come when their request was booked are shown after all, for what they cost', async () => {
  const jobId = await world.start(request)
  const ready: JobStore['ready'] = async (...args) => {
    world.clock.advance(world.deps.deadlines.submitMs)
    await world.runWithSweeps(world.clock.now() + 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', settled: bound })
    return world.store.ready(...args)
  }
  await createWakeHandler({ ...world.deps, store: { ...world.store, ready } })(jobId, 1)
  await world.queue.run()
  expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: estimate })
  expect(world.texts()).toEqual(['Your lyrics are ready.'])
  await expectAsked(1)
})

test('words that Redis did not take at first are kept as soon as it is back', async () => {
  let left = 20
  const away = new AppError('store_unavailable', 'Redis: away', { retryable: true })
  const ready: JobStore['ready'] = (...args) => {
    left -= 1
    return left >= 0 ? Promise.reject(away) : world.store.ready(...args)
  }
  await world.queue.work(createWakeHandler({ ...world.deps, store: { ...world.store, ready } }), 1)
  expect(await world.job(await run())).toMatchObject({ state: 'posted', settled: estimate })
  await expectAsked(1)
})

describe('a worker that dies', async () => {
  const effects = await effectsOfAJob(await openJobWorld(), request)
  // What it has as any other job is tried with a song, in dead-workers.test.ts.
  const own = crashPointsOf(effects, effects.indexOf('store.beginSubmit'), effects.indexOf('store.ready'))

  const isInDoubt = ({ effect, when }: NamedCrashPoint): boolean => {
    const at = effect * 2 + (when === 'after' ? 1 : 0)
    return at >= effects.indexOf('store.beginSubmit') * 2 + 1 && at <= effects.indexOf('store.ready') * 2
  }

  test('has effects enough to die at', () => {
    expect(effects).toEqual(
      expect.arrayContaining(['store.beginSubmit', 'service.answer', 'store.ready', 'discord.edit']),
    )
  })

  test.each(isLong ? crashPointsOf(effects) : own)(
    '$when effect $effect, $name: nothing is bought or said twice',
    async (point) => {
      const worker = createMortalWorker(world.deps, point)
      await world.queue.work(worker.handler, 10)
      const jobId = await run()
      expect(worker.isDead()).toBe(true)
      world.queue.lose()
      await world.queue.work(createWakeHandler(world.deps), 10)
      await world.runWithSweeps(world.clock.now() + 10 * 60_000)
      const state = isInDoubt(point) ? 'booked' : 'posted'
      expect(await world.job(jobId)).toMatchObject({ state, toldState: state })
      expect(world.platform.messages).toHaveLength(1)
      expect(world.texts()[0]).toMatch(isInDoubt(point) ? /still count as used/ : /^Your lyrics are ready/)
      expect(world.service.questions.length).toBeLessThanOrEqual(1)
      await expectAsked(world.service.questions.length)
    },
  )
})
