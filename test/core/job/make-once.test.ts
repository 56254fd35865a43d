import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { lookForEarlier, type Making, makeOnce } from '../../../src/core/job/make-once.ts'

const keyKnownMs = 90_000

/** Where one try ends. Whose process is killed learns nothing more; nor does one that is given no answer. */
type End =
  | 'killed before the note'
  | 'killed between note and call'
  | 'killed between call and note'
  | 'refused'
  | 'no answer to what was not made'
  | 'no answer to what was made'
  | 'well'

const killed = new Error('killed')
const refused = new Error('refused')
const lost = new Error('no answer')

interface Chat {
  /** Whether it can be asked for what was made. */
  searches?: true
  /** How long it takes a second try with a key for the first. */
  keyMs?: number
  isWorthTwice?: boolean
}

/** What a chat and a job's record keep between the processes that die with their tries. */
const startStory = ({ searches, keyMs, isWorthTwice = false }: Chat) => {
  const notes: Record<string, string> = {}
  const made: { id: string; atMs: number }[] = []
  const effects: string[] = []
  let nowMs = 1_000_000

  const create = (): string => {
    const latest = made.at(-1)
    if (latest !== undefined && keyMs !== undefined && nowMs < latest.atMs + keyMs) return latest.id
    const id = `id-${made.length + 1}`
    made.push({ id, atMs: nowMs })
    return id
  }

  const makingWith = (end: End): Making<string> => ({
    tried: 'tried',
    ...(!isWorthTwice && { made: 'made', idOf: (id) => id }),
    now: () => nowMs,
    ...(keyMs !== undefined && { keyKnownMs: keyMs }),
    isWorthTwice,
    ...(searches && {
      async find(triedAtMs) {
        effects.push(`find since ${triedAtMs}`)
        return made.find(({ atMs }) => atMs >= triedAtMs)?.id
      },
    }),
    async make() {
      if (end === 'killed between note and call') throw killed
      effects.push('make')
      if (end === 'refused') throw refused
      if (end === 'no answer to what was not made') throw lost
      const id = create()
      if (end === 'no answer to what was made') throw lost
      return id
    },
    wasNotMade: (error) => error === refused,
  })

  return {
    notes,
    effects,
    pass(spanMs: number) {
      nowMs += spanMs
    },
    count: () => made.length,
    /** One try by a process of its own; what it comes to, if anybody hears of it. */
    async attempt(end: End = 'well'): Promise<{ id: string; made?: string } | undefined> {
      const note = async (name: string, value: string): Promise<void> => {
        if (end === 'killed before the note') throw killed
        if (end === 'killed between call and note' && (name === 'made' || value === 'said')) throw killed
        effects.push(`${name}=${value}`)
        notes[name] = value
      }
      return makeOnce({ notes, note }, makingWith(end)).catch((error: unknown) => {
        if (error !== killed && error !== refused && error !== lost) throw error
        return undefined
      })
    },
  }
}

const searches: Chat = { searches: true }
const forgetsKeys: Chat = { keyMs: keyKnownMs }
const tellsNothing: Chat = {}
const worthTwice: Chat = { isWorthTwice: true }

describe('what is tried again after a try that ended', () => {
  // How often it is there then, in a chat that: can be searched, still knows the key, forgot the key, tells nothing,
  // tells nothing of what is worth twice.
  test.each<[End, number, number, number, number, number]>([
    ['killed before the note', 1, 1, 1, 1, 1],
    ['killed between note and call', 1, 1, 0, 0, 1],
    ['killed between call and note', 1, 1, 1, 1, 2],
    ['refused', 1, 1, 1, 1, 1],
    ['no answer to what was not made', 1, 1, 0, 0, 1],
    ['no answer to what was made', 1, 1, 1, 1, 2],
    ['well', 1, 1, 1, 1, 1],
  ])('%s', async (end, ...expected) => {
    const counts: number[] = []
    for (const [chat, delayMs] of [
      [searches, 1],
      [forgetsKeys, 1],
      [forgetsKeys, 2 * keyKnownMs],
      [tellsNothing, 1],
      [worthTwice, 1],
    ] as const) {
      const story = startStory(chat)
      await story.attempt(end)
      story.pass(delayMs)
      await story.attempt()
      counts.push(story.count())
    }
    expect(counts).toEqual(expected)
  })

  const ends: readonly End[] = [
    'killed before the note',
    'killed between note and call',
    'killed between call and note',
    'refused',
    'no answer to what was not made',
    'no answer to what was made',
    'well',
  ]
  test.each<[string, Chat, number, number]>([
    ['can be searched', searches, 1, 1],
    ['forgets keys', forgetsKeys, 0, 1],
    ['tells nothing', tellsNothing, 0, 1],
    ['tells nothing of what is worth twice', worthTwice, 0, 2],
  ])(
    'is there often enough and not too often after any three tries, where the chat %s',
    async (_, chat, min, max) => {
      for (const first of ends)
        for (const second of ends)
          for (const third of ends) {
            const story = startStory(chat)
            for (const end of [first, second, third, 'well' as const]) {
              await story.attempt(end)
              story.pass(keyKnownMs / 2)
            }
            expect(story.count(), `${first}, ${second}, ${third}`).toBeGreaterThanOrEqual(min)
            expect(story.count(), `${first}, ${second}, ${third}`).toBeLessThanOrEqual(max)
          }
    },
  )
})

describe('the notes of something to make once', () => {
  test('are kept before and after it is made', async () => {
    const story = startStory(searches)
    expect(await story.attempt()).toEqual({ id: 'id-1', made: 'id-1' })
    expect(story.effects).toEqual(['tried=1000000', 'make', 'made=id-1'])
  })

  test('name it for a repeat, which looks for nothing and makes nothing', async () => {
    const story = startStory(searches)
    await story.attempt()
    story.effects.length = 0
    expect(await story.attempt()).toEqual({ id: 'id-1' })
    expect(story.effects).toEqual([])
  })

  test('keep the time of the first try for as long as the chat knows its key', async () => {
    const story = startStory({ searches: true, keyMs: keyKnownMs })
    await story.attempt('no answer to what was made')
    story.pass(keyKnownMs - 1)
    await story.attempt('no answer to what was made')
    expect(story.notes.tried).toBe('1000000')
    story.pass(1)
    await story.attempt()
    expect(story.effects).toEqual(['tried=1000000', 'make', 'make', 'find since 1000000'])
  })

  test('are emptied where certainly nothing was made, so nobody looks for it', async () => {
    const story = startStory(searches)
    await story.attempt('refused')
    await story.attempt()
    expect(story.effects).toEqual(['tried=1000000', 'make', 'tried=', 'tried=1000000', 'make', 'made=id-1'])
  })

  test('stay where a repeat is refused, for the first try may have made it', async () => {
    const story = startStory(forgetsKeys)
    await story.attempt('no answer to what was made')
    await story.attempt('refused')
    expect(story.notes.tried).toBe('1000000')
  })

  test('lead to a look where they were written by a clock ahead of ours', async () => {
    const story = startStory(searches)
    await story.attempt('no answer to what was made')
    story.pass(-500)
    expect(await story.attempt()).toEqual({ id: 'id-1' })
  })

  test('are not emptied once more where making it did so', async () => {
    const notes: Record<string, string> = {}
    const noted: string[] = []
    const note = async (name: string, value: string): Promise<void> => {
      noted.push(value)
      notes[name] = value
    }
    const make = async (): Promise<never> => {
      await note('tried', '')
      throw refused
    }
    const making = { tried: 'tried', now: () => 7, make, wasNotMade: () => true }
    await expect(makeOnce({ notes, note }, making)).rejects.toBe(refused)
    expect(noted).toEqual(['7', ''])
  })

  test('stay, and nothing is made, where the search fails', async () => {
    const story = startStory(searches)
    await story.attempt('no answer to what was not made')
    const away = new AppError('platform_unavailable', 'away', { retryable: true })
    const making: Making<string> = {
      tried: 'tried',
      now: () => 1_000_001,
      find: () => Promise.reject(away),
      make: () => Promise.reject(new Error('made')),
      wasNotMade: () => true,
    }
    await expect(
      makeOnce({ notes: story.notes, note: () => Promise.reject(new Error('noted')) }, making),
    ).rejects.toBe(away)
    expect(story.notes).toEqual({ tried: '1000000' })
  })
})

test('what may be there without any note is looked for before it is made', async () => {
  const search = { tried: 'tried', now: () => 1 }
  const found = { ...search, findUnnoted: () => Promise.resolve('id-0') }
  expect(await lookForEarlier({ notes: {} }, found)).toEqual({ status: 'made', id: 'id-0' })
  const missing = { ...search, findUnnoted: () => Promise.resolve(undefined) }
  expect(await lookForEarlier({ notes: {} }, missing)).toEqual({ status: 'not_made' })
  expect(await lookForEarlier({ notes: {} }, search)).toEqual({ status: 'not_made' })
})

test.each<[isWorthTwice: boolean, readonly End[], number]>([
  [false, ['well', 'well'], 1],
  [false, ['no answer to what was made', 'well'], 1],
  [false, ['refused', 'well', 'well'], 1],
  [true, ['well', 'well'], 1],
  [true, ['refused', 'refused', 'well', 'well'], 1],
  [true, ['no answer to what was made', 'well', 'well'], 2],
  [true, [...Array<End>(3).fill('no answer to what was made'), 'well'], 2],
])(
  'a word that nobody can look for (worth twice: %j), tried as %j, is read %i times',
  async (isWorthTwice, ends, expected) => {
    const story = startStory(isWorthTwice ? worthTwice : tellsNothing)
    for (const end of ends) await story.attempt(end)
    expect(story.count()).toBe(expected)
  },
)
