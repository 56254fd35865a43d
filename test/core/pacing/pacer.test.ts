import { beforeEach, describe, expect, test } from 'vitest'
import { ratesOf } from '../../../src/bots/slack/outgoing/rates.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { Turn, Urgency } from '../../../src/core/pacing/pacer.ts'
import { createPacer, type Pacer } from '../../../src/core/pacing/pacer.ts'
import { type AlarmClock, createAlarmClock } from '../../support/alarm-clock.ts'

class TooFast extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('429')
    this.retryAfterMs = retryAfterMs
  }
}

let clock: AlarmClock
let pacer: Pacer<string>
/** What was called, and when. */
let made: [string, number][]

beforeEach(() => {
  clock = createAlarmClock(0, settle)
  made = []
  pacer = createPacer({
    now: clock.now,
    wait: clock.sleep,
    retryAfterMsOf: (error) => (error instanceof TooFast ? error.retryAfterMs : undefined),
  })
})

/** Lets everything run that can without time passing. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const pass = (spanMs: number) => clock.pass(spanMs)

const turn = (method: string, changes: Partial<Turn> = {}): Turn => ({
  rates: ratesOf(method, 'C1', 1),
  urgency: 'result',
  untilMs: Number.POSITIVE_INFINITY,
  subject: undefined,
  ...changes,
})

/** Asks for a call that succeeds, unless it is told otherwise. */
const ask = (name: string, what: Turn, work: () => Promise<string> = async () => name) => {
  const call = () => {
    made.push([name, clock.now()])
    return work()
  }
  return pacer.run(what, call).catch((error: unknown) => error)
}
const names = () => made.map(([name]) => name)
const counted = (count: number, start: (index: number) => void) => {
  for (let index = 0; index < count; index += 1) start(index)
}
/** A call that a test ends by hand. */
const slow = () => Promise.withResolvers<string>()

// https://docs.slack.dev/apis/web-api/rate-limits
describe('calls wait for their rate', () => {
  test('a channel gets one message a second, after a burst of two', async () => {
    counted(5, (index) => void ask(`post ${index}`, turn('chat.postMessage')))
    await pass(10_000)
    expect(made.map(([, atMs]) => atMs)).toEqual([0, 0, 1_000, 2_000, 3_000])
  })

  test('a call of a process that stood still beyond its last moment is not made', async () => {
    counted(2, (index) => void ask(`post ${index}`, turn('chat.postMessage')))
    const late = ask('late', turn('chat.postMessage', { untilMs: clock.now() + 10_000 }))
    clock.oversleep(90_000)
    await settle()
    expect(await late).toMatchObject({ code: 'platform_unavailable', retryAfterMs: 1 })
    expect(names()).toEqual(['post 0', 'post 1'])
  })

  test('another channel does not wait for it', async () => {
    counted(3, (index) => void ask(`here ${index}`, turn('chat.postMessage')))
    void ask('there', turn('chat.postMessage', { rates: ratesOf('chat.postMessage', 'C2', 1) }))
    await settle()
    expect(names()).toEqual(['here 0', 'here 1', 'there'])
  })

  test.each([
    ['chat.update', 50],
    ['conversations.open', 50],
    ['files.delete', 50],
    ['files.info', 100],
    ['users.conversations', 50],
    ['users.info', 100],
    ['a method that nobody looked up', 20],
  ])('%s is called no more than %i times in any minute', async (method, perMinute) => {
    counted(300, (index) => void ask(String(index), turn(method)))
    await pass(4 * 60_000)
    const inMinuteFrom = (startMs: number) =>
      made.filter(([, atMs]) => atMs >= startMs && atMs < startMs + 60_000).length
    const most = Math.max(...made.map(([, atMs]) => inMinuteFrom(atMs)))
    expect(most).toBeLessThanOrEqual(perMinute)
    expect(most).toBeGreaterThan(perMinute * 0.9)
  })

  test.each([2, 3, 60])(
    'in one of %i processes a method is called its part as often, or now and then',
    async (among) => {
      counted(
        60,
        (index) =>
          void ask(String(index), turn('chat.update', { rates: ratesOf('chat.update', 'C1', among) })),
      )
      await pass(59_999)
      expect(made.length).toBeLessThanOrEqual(Math.max(50 / among, 2))
      expect(made.length).toBeGreaterThan(0)
    },
  )

  test('all channels together get no more than three hundred messages in any minute', async () => {
    counted(
      600,
      (index) =>
        void ask('post', turn('chat.postMessage', { rates: ratesOf('chat.postMessage', `C${index}`, 1) })),
    )
    await pass(59_999)
    expect(made).toHaveLength(299)
  })

  test('one that cannot come in time fails at once, is not made, and says when it could be', async () => {
    counted(2, (index) => void ask(`post ${index}`, turn('chat.postMessage')))
    void ask('in time', turn('chat.postMessage', { untilMs: 1_000 }))
    expect(await ask('too late', turn('chat.postMessage', { untilMs: 1_999 }))).toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
      retryAfterMs: 2_000,
    })
    await pass(10_000)
    expect(names()).toEqual(['post 0', 'post 1', 'in time'])
  })

  test('what goes wrong is told, and not tried again', async () => {
    const broken = new Error('no answer')
    expect(await ask('post', turn('chat.postMessage'), () => Promise.reject(broken))).toBe(broken)
    await pass(10_000)
    expect(names()).toEqual(['post'])
  })
})

describe('who waits', () => {
  test('goes after what is more urgent, and in the order of asking among its like', async () => {
    const urgencies: readonly Urgency[] = ['progress', 'result', 'progress', 'answer', 'result']
    counted(10, () => void ask('first', turn('chat.update')))
    for (const [index, urgency] of urgencies.entries())
      void ask(`${urgency} ${index}`, turn('chat.update', { urgency }))
    await pass(60_000)
    expect(names().slice(10)).toEqual(['answer 3', 'result 1', 'result 4', 'progress 0', 'progress 2'])
  })

  test('is dropped when more urgent ones leave it no room in time', async () => {
    counted(10, () => void ask('first', turn('chat.update')))
    const progress = ask('progress', turn('chat.update', { urgency: 'progress', untilMs: 2_000 }))
    void ask('result', turn('chat.update'))
    expect(await progress).toMatchObject({ code: 'platform_unavailable' })
    await pass(60_000)
    expect(names()).not.toContain('progress')
  })

  test('fails when it is closed, while what has room still goes', async () => {
    counted(2, (index) => void ask(`post ${index}`, turn('chat.postMessage')))
    const waiting = ask('waiting', turn('chat.postMessage'))
    pacer.close()
    expect(await waiting).toMatchObject({ code: 'platform_unavailable', retryable: true })
    expect(await ask('edit', turn('chat.update'))).toBe('edit')
  })
})

describe('calls that are sent away until their turn', () => {
  const post = (changes: Partial<Turn> = {}) =>
    turn('chat.postMessage', { untilMs: clock.now() + 500, ...changes })
  /** Asks again when it was told to, like a job. Returns how often it had to ask. */
  const askUntilMade = async (name: string, what: () => Turn = post): Promise<number> => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await ask(name, what())
      if (!(outcome instanceof AppError)) return tries
      const againMs = outcome.retryAfterMs ?? 0
      await clock.sleep(againMs)
    }
  }

  test('come back one by one, in their order, and find room', async () => {
    const tries = Array.from({ length: 30 }, (_, index) => askUntilMade(`post ${index}`))
    await pass(60_000)
    expect(await Promise.all(tries)).toEqual([1, 1, ...Array.from({ length: 28 }, () => 2)])
    expect(names()).toEqual(Array.from({ length: 30 }, (_, index) => `post ${index}`))
    expect(made.at(-1)?.[1]).toBe(28_000)
  })

  test('are not overtaken by a result or by news that came later', async () => {
    const early = Array.from({ length: 5 }, (_, index) => askUntilMade(`early ${index}`))
    await pass(1_500)
    const late = askUntilMade('late')
    const news = ask('news', post({ urgency: 'progress', untilMs: clock.now() + 2_000 }))
    await pass(60_000)
    await Promise.all([...early, late])
    expect(await news).toBeInstanceOf(AppError)
    expect(names()).toEqual(['early 0', 'early 1', 'early 2', 'early 3', 'early 4', 'late'])
  })

  test.each(['answer', 'begun'] as const)('let a call go first that is "%s"', async (urgency) => {
    const sent = Array.from({ length: 4 }, (_, index) => askUntilMade(`sent ${index}`))
    void ask('first', post({ urgency, untilMs: clock.now() + 1_000 }))
    await pass(60_000)
    await Promise.all(sent)
    expect(names().slice(0, 3)).toEqual(['sent 0', 'sent 1', 'first'])
  })

  test('keep nobody from a lane that has room, but the one that has not', async () => {
    const here = Array.from({ length: 30 }, (_, index) => askUntilMade(`here ${index}`))
    const there = turn('chat.postMessage', {
      rates: ratesOf('chat.postMessage', 'C2', 1),
      untilMs: clock.now(),
    })
    expect([await ask('there', there), clock.now()]).toEqual(['there', 0])
    await pass(60_000)
    await Promise.all(here)
  })

  test('and do not come back make room for the others', async () => {
    const gone = Array.from({ length: 5 }, () => ask('gone', post()))
    expect((await Promise.all(gone)).filter((outcome) => outcome instanceof AppError)).toHaveLength(3)
    await pass(3_000)
    expect(await ask('here', post())).toBe('here')
  })
})

describe('edits of one message', () => {
  const edit = (changes: Partial<Turn> = {}) => turn('chat.update', { subject: 'C1 1.1', ...changes })

  test('that wait are one: the newest, for everybody who asked', async () => {
    counted(10, () => void ask('others', turn('chat.update')))
    const asked = ['queued', 'working', 'done'].map((name) => ask(name, edit()))
    await pass(60_000)
    expect(await Promise.all(asked)).toEqual(['done', 'done', 'done'])
    expect(names().slice(10)).toEqual(['done'])
  })

  test('are as urgent as the most urgent of them, and wait as long as the one that waits longest', async () => {
    counted(10, () => void ask('others', turn('chat.update')))
    const old = ask('old', edit({ urgency: 'answer', untilMs: 60_000 }))
    void ask('another', turn('chat.update'))
    void ask('new', edit({ urgency: 'progress', untilMs: 3_000 }))
    await pass(60_000)
    expect([await old, names().slice(10)]).toEqual(['new', ['new', 'another']])
  })

  test('go one at a time, so that an old one cannot arrive last', async () => {
    const first = slow()
    void ask('first', edit(), () => first.promise)
    void ask('second', edit())
    void ask('another message', edit({ subject: 'C1 2.2' }))
    await settle()
    expect(names()).toEqual(['first', 'another message'])
    first.resolve('done')
    await settle()
    expect(names()).toEqual(['first', 'another message', 'second'])
  })

  test('that wait for one without an end fail in their time', async () => {
    void ask('first', edit(), () => slow().promise)
    const second = ask('second', edit({ untilMs: 5_000 }))
    await pass(5_001)
    expect(await second).toMatchObject({ code: 'platform_unavailable' })
  })
})

// What is answered with 429 was not carried out. https://docs.slack.dev/apis/web-api/rate-limits
describe('a call that Slack sends away', () => {
  /** Is sent away so many times, then goes through. */
  const limitedFor = (count: number, retryAfterMs: number) => {
    let left = count
    return async () => {
      left -= 1
      if (left >= 0) throw new TooFast(retryAfterMs)
      return 'done'
    }
  }

  test('is made again when Slack says, alone, before those that came after it', async () => {
    const first = ask('first', turn('chat.postMessage'), limitedFor(1, 7_000))
    await settle()
    void ask('second', turn('chat.postMessage'))
    await pass(60_000)
    expect(await first).toBe('done')
    expect(made).toEqual([
      ['first', 0],
      ['first', 7_000],
      ['second', 8_000],
    ])
  })

  test('fails with Slack’s own words when that is too late, and the next ones are not even made', async () => {
    const what = turn('chat.postMessage', { untilMs: 10_000 })
    expect(await ask('first', what, limitedFor(1, 30_000))).toBeInstanceOf(TooFast)
    expect(await ask('second', what)).toMatchObject({ retryAfterMs: 31_000 })
    expect(names()).toEqual(['first'])
  })

  test('does not hold up other methods', async () => {
    void ask('post', turn('chat.postMessage'), limitedFor(1, 30_000))
    await settle()
    expect(await ask('edit', turn('chat.update'))).toBe('edit')
  })

  test('gives way to a newer edit of its message', async () => {
    const first = slow()
    const edit = turn('chat.update', { subject: 'C1 1.1' })
    const older = ask('older', edit, () => first.promise)
    const newer = ask('newer', edit)
    first.reject(new TooFast(5_000))
    await pass(60_000)
    expect([await older, await newer, names()]).toEqual(['newer', 'newer', ['older', 'newer']])
  })

  test('is not kept once everything closes', async () => {
    const first = slow()
    const post = ask('post', turn('chat.postMessage'), () => first.promise)
    pacer.close()
    first.reject(new TooFast(1_000))
    expect(await post).toBeInstanceOf(TooFast)
  })
})
