import { describe, expect, test } from 'vitest'
import { createVoiceList, firstWaitMs } from '../../../src/core/api/voice-list.ts'
import type { Choice } from '../../../src/core/command/field.ts'
import type { VoiceCopy, VoicesAt } from '../../../src/core/command/voices.ts'
import { AppError } from '../../../src/core/errors.ts'
import { createTestClock } from '../../support/clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const ada: Choice = { value: 'id-ada', label: 'Ada' }
const bob: Choice = { value: 'id-bob', label: 'Bob' }
const down = new AppError('service_unreachable', 'voices: ECONNREFUSED', { retryable: true })
const away = new AppError('store_unavailable', 'Redis: ECONNREFUSED')

const freshMs = 10 * 60_000
const forever = (): Promise<never> => new Promise(() => undefined)

const world = (overrides: Partial<VoiceCopy> = {}, wait: (spanMs: number) => Promise<void> = forever) => {
  const clock = createTestClock()
  const log = createRecordingLog()
  const kept: VoicesAt[] = []
  const asked: PromiseWithResolvers<readonly Choice[]>[] = []
  const waiting: PromiseWithResolvers<PromiseWithResolvers<readonly Choice[]>>[] = []
  const service = {
    voices: () => {
      const asking = Promise.withResolvers<readonly Choice[]>()
      asked.push(asking)
      waiting.shift()?.resolve(asking)
      return asking.promise
    },
  }
  /** The next question to the service, once it is asked. */
  const question = () => {
    const next = Promise.withResolvers<PromiseWithResolvers<readonly Choice[]>>()
    waiting.push(next)
    return next.promise
  }
  const copy: VoiceCopy = {
    read: () => Promise.resolve(undefined),
    keep: async (voices) => void kept.push(voices),
    ...overrides,
  }
  const list = createVoiceList({ service, copy, now: clock.now, wait, log })
  return { clock, log, kept, asked, question, read: list.read }
}

/** What a list is that the service has told. */
const told = async (at: ReturnType<typeof world>, voices: readonly Choice[]) => {
  const question = at.question()
  const reading = at.read()
  const asking = await question
  asking.resolve(voices)
  return reading
}

describe('the list of voices', () => {
  test('is fetched once for all who ask at first', async () => {
    const at = world()
    const question = at.question()
    const reading = [at.read(), at.read(), at.read()]
    const asking = await question
    asking.resolve([ada])
    const atMs = at.clock.now()
    const known = { voices: [ada], atMs }
    expect(await Promise.all(reading)).toEqual(
      reading.map(() => ({ known, isOld: false, nextTryMs: atMs + freshMs })),
    )
    expect(at.asked).toHaveLength(1)
    expect(at.kept).toEqual([known])
  })

  test('is fetched anew after ten minutes, while the old one is handed out at once', async () => {
    const at = world()
    await told(at, [ada])
    at.clock.advance(freshMs - 1)
    expect((await at.read()).known?.voices).toEqual([ada])
    expect(at.asked).toHaveLength(1)
    at.clock.advance(1)
    expect((await at.read()).known?.voices).toEqual([ada])
    expect(at.asked).toHaveLength(2)
    at.asked[1]?.resolve([ada, bob])
    await at.asked[1]?.promise
    expect((await at.read()).known?.voices).toEqual([ada, bob])
  })

  test('is not known while the service is down, asked for again after half a minute, and no error', async () => {
    const at = world()
    const question = at.question()
    const reading = at.read()
    const asking = await question
    asking.reject(down)
    const nextTryMs = at.clock.now() + 30_000
    expect(await reading).toEqual({ known: undefined, isOld: true, nextTryMs })
    expect(at.log.warnings()).toEqual(['the list of voices could not be read'])
    expect(await at.read()).toEqual({ known: undefined, isOld: true, nextTryMs })
    expect(at.asked).toHaveLength(1)
    at.clock.advance(30_000)
    expect((await told(at, [bob])).known?.voices).toEqual([bob])
  })

  test('outlives a service that goes down later, and says that it is old', async () => {
    const at = world()
    const { known } = await told(at, [ada])
    at.clock.advance(freshMs)
    await at.read()
    at.asked[1]?.reject(down)
    await at.asked[1]?.promise.catch(() => undefined)
    expect(await at.read()).toEqual({ known, isOld: true, nextTryMs: at.clock.now() + 30_000 })
  })

  test('is waited for only for a moment, and there for whoever asks next', async () => {
    const passed = Promise.withResolvers<void>()
    const spans: number[] = []
    const at = world({}, (spanMs) => {
      spans.push(spanMs)
      return passed.promise
    })
    const question = at.question()
    const reading = at.read()
    const asking = await question
    passed.resolve()
    expect(await reading).toEqual({ known: undefined, isOld: false, nextTryMs: undefined })
    expect(spans).toEqual([firstWaitMs])
    asking.resolve([ada])
    await asking.promise
    expect((await at.read()).known?.voices).toEqual([ada])
  })
})

describe('the copy of a process before this one', () => {
  test('is as good as asking the service while it is fresh', async () => {
    const kept = { voices: [ada], atMs: createTestClock().now() - 60_000 }
    const at = world({ read: () => Promise.resolve(kept) })
    expect(await at.read()).toMatchObject({ known: kept, isOld: false, nextTryMs: kept.atMs + freshMs })
    expect(at.asked).toEqual([])
  })

  test('is handed out at once while the service is asked, when it is not fresh any more', async () => {
    const kept = { voices: [ada], atMs: createTestClock().now() - freshMs }
    const at = world({ read: () => Promise.resolve(kept) })
    expect((await at.read()).known).toEqual(kept)
    at.asked[0]?.reject(down)
    await at.asked[0]?.promise.catch(() => undefined)
    expect(await at.read()).toMatchObject({ known: kept, isOld: true })
  })

  test('that cannot be read is looked for again until there is a list', async () => {
    let reads = 0
    const kept = { voices: [ada], atMs: createTestClock().now() }
    const read = () => {
      reads += 1
      return reads === 1 ? Promise.reject(away) : Promise.resolve(kept)
    }
    const at = world({ read })
    const question = at.question()
    const reading = at.read()
    const asking = await question
    asking.reject(down)
    expect((await reading).known).toBeUndefined()
    expect((await at.read()).known).toEqual(kept)
    expect(at.log.warnings()[0]).toBe('the copy of the list of voices could not be read')
  })

  test('that cannot be kept keeps nobody from the list', async () => {
    const at = world({ keep: () => Promise.reject(away) })
    expect((await told(at, [ada])).known?.voices).toEqual([ada])
    expect(at.log.warnings()).toEqual(['the list of voices could not be kept'])
  })
})
