import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createVoiceList, firstWaitMs, foundMax } from '../../src/audio-api/voice-list.ts'
import type { VoiceCopy, VoicesAt } from '../../src/core/command/voices.ts'
import { AppError } from '../../src/core/errors.ts'
import type { Choice } from '../../src/core/fields/field.ts'
import type { VoicePage } from '../../src/core/job/audio-service.ts'
import { createTestClock } from '../support/clock.ts'
import { createRecordingLog } from '../support/recording-log.ts'

const ada: Choice = { value: 'id-ada', label: 'Ada' }
const bob: Choice = { value: 'id-bob', label: 'Bob' }
const down = new AppError('service_unreachable', 'voices: ECONNREFUSED', { retryable: true })
const away = new AppError('store_unavailable', 'Redis: ECONNREFUSED')

const freshMs = 10 * 60_000
const forever = (): Promise<never> => new Promise(() => undefined)

const whole = (voices: readonly Choice[]): VoicePage => ({ voices, unreadable: 0, total: voices.length })

const world = (overrides: Partial<VoiceCopy> = {}, wait: (spanMs: number) => Promise<void> = forever) => {
  const clock = createTestClock()
  const log = createRecordingLog()
  const kept: VoicesAt[] = []
  const asked: PromiseWithResolvers<VoicePage>[] = []
  const waiting: PromiseWithResolvers<PromiseWithResolvers<VoicePage>>[] = []
  const service = {
    voices: () => {
      const asking = Promise.withResolvers<VoicePage>()
      asked.push(asking)
      waiting.shift()?.resolve(asking)
      return asking.promise
    },
    findVoices: () => Promise.reject(down),
  }
  /** The next question to the service, once it is asked. */
  const question = () => {
    const next = Promise.withResolvers<PromiseWithResolvers<VoicePage>>()
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
  asking.resolve(whole(voices))
  return reading
}

describe('the list of voices', () => {
  test('is fetched once for all who ask at first', async () => {
    const at = world()
    const question = at.question()
    const reading = [at.read(), at.read(), at.read()]
    const asking = await question
    asking.resolve(whole([ada]))
    const atMs = at.clock.now()
    const known = { voices: [ada], atMs }
    expect(await Promise.all(reading)).toEqual(
      reading.map(() => ({ known, isOld: false, nextTryMs: atMs + freshMs })),
    )
    expect(at.asked).toHaveLength(1)
    expect(at.kept).toEqual([known])
  })

  test('is fetched again after ten minutes, while the old one is handed out at once', async () => {
    const at = world()
    await told(at, [ada])
    at.clock.advance(freshMs - 1)
    expect((await at.read()).known?.voices).toEqual([ada])
    expect(at.asked).toHaveLength(1)
    at.clock.advance(1)
    expect((await at.read()).known?.voices).toEqual([ada])
    await nextTick()
    expect(at.asked).toHaveLength(2)
    at.asked[1]?.resolve(whole([ada, bob]))
    await nextTick()
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
    await nextTick()
    at.asked[1]?.reject(down)
    await nextTick()
    expect(await at.read()).toEqual({ known, isOld: true, nextTryMs: at.clock.now() + 30_000 })
  })

  test('is waited for only for a moment, and there for the member who asks next', async () => {
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
    asking.resolve(whole([ada]))
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

const voicesFrom = (first: number, count: number): readonly Choice[] =>
  Array.from({ length: count }, (_, index) => ({
    value: `id-${first + index}`,
    label: `Voice ${first + index}`,
  }))

/** A list whose pages come at once, or as the test has them; a whole one resolves `whole`. */
const longList = (
  pageOf: (page: number) => VoicePage | Promise<VoicePage>,
  { find = () => Promise.reject(down), kept }: { find?: () => Promise<VoicePage>; kept?: VoicesAt } = {},
) => {
  const clock = createTestClock()
  const log = createRecordingLog()
  const [pages, names]: [number[], string[]] = [[], []]
  const allRead = Promise.withResolvers<VoicesAt>()
  const list = createVoiceList({
    service: {
      voices: async (page) => {
        pages.push(page)
        return pageOf(page)
      },
      findVoices: (name) => {
        names.push(name)
        return find()
      },
    },
    copy: {
      read: () => Promise.resolve(kept),
      keep: async (voices) => allRead.resolve(voices),
    },
    now: clock.now,
    wait: forever,
    log,
  })
  return { clock, log, list, pages, names, allRead: allRead.promise }
}

/** The pages of a service with so many voices, which never has more than `pageMax` on one, and its total. */
const paged =
  (count: number, pageMax = 100, total = count) =>
  (page: number): VoicePage => {
    const first = page * pageMax
    const here = Math.max(0, Math.min(pageMax, count - first))
    return { voices: voicesFrom(first, here), unreadable: 0, total }
  }

const uuid = '3f2c9a1e-5b7d-4a6f-9c8e-1d2b3a4f5e6d'

describe('a list of many pages', () => {
  test.each([
    [3, 100, 1],
    [100, 100, 2],
    [101, 100, 2],
    [45, 20, 3],
    [40, 20, 2],
    [3_108, 100, 32],
    [3_108, 20, 156],
  ])('with %d voices, at most %d on a page, is read page by page: %d', async (total, pageMax, count) => {
    const at = longList(paged(total, pageMax))
    await at.list.read()
    expect(await at.allRead).toEqual({ voices: voicesFrom(0, total), atMs: at.clock.now() })
    expect(at.pages).toEqual(Array.from({ length: count }, (_, page) => page))
    expect(at.log.warnings()).toEqual([])
  })

  test.each([100, 99, 0, -1])(
    'has all of its full pages, whatever total (%d) the service tells',
    async (total) => {
      const at = longList(paged(520, 100, total))
      await at.list.read()
      expect((await at.allRead).voices).toEqual(voicesFrom(0, 520))
      expect(at.log.warnings()).toEqual([])
    },
  )

  test('stays fresh for longer, for each page costs a look-up', async () => {
    const at = longList(paged(250))
    await at.list.read()
    await at.allRead
    at.clock.advance(3 * freshMs - 1)
    await at.list.read()
    expect(at.pages).toHaveLength(3)
    at.clock.advance(1)
    await at.list.read()
    await nextTick()
    expect(at.pages.length).toBeGreaterThan(3)
  })

  test.each<[string, (page: number) => VoicePage]>([
    ['repeats itself', () => ({ voices: voicesFrom(0, 100), unreadable: 0, total: undefined })],
    ['repeats itself and names no end', () => ({ voices: voicesFrom(0, 100), unreadable: 0, total: 5_000 })],
  ])('ends where the service %s', async (_, pageOf) => {
    const at = longList(pageOf)
    await at.list.read()
    expect((await at.allRead).voices).toHaveLength(100)
    expect(at.pages).toEqual([0, 1])
  })

  test('has 20,000 voices at most, and says that there are more', async () => {
    const at = longList((page) => ({ voices: voicesFrom(page * 100, 100), unreadable: 0, total: undefined }))
    await at.list.read()
    expect(await at.allRead).toMatchObject({ voices: { length: 20_000 }, isPart: true })
    expect(at.log.warnings()).toEqual(['not every voice of the service can be chosen'])
  })

  test('leaves out what has no name or id, and says how many', async () => {
    const at = longList((page) => ({
      voices: voicesFrom(page * 100, page < 2 ? 99 : 0),
      unreadable: page < 2 ? 1 : 0,
      total: 150,
    }))
    await at.list.read()
    expect((await at.allRead).voices).toHaveLength(198)
    expect(at.pages).toEqual([0, 1, 2])
    expect(at.log.lines).toMatchObject([{ level: 'warn', details: { known: 198, unreadable: 2 } }])
  })

  test('shows its first pages while the rest is read', async () => {
    const rest = Promise.withResolvers<VoicePage>()
    const at = longList((page) => (page === 0 ? paged(150)(page) : rest.promise))
    const { known, nextTryMs } = await at.list.read()
    expect(known).toEqual({ voices: voicesFrom(0, 100), atMs: at.clock.now(), isPart: true })
    expect(nextTryMs).toBeUndefined()
    rest.resolve(paged(150)(1))
    await at.allRead
    expect((await at.list.read()).known).toEqual({ voices: voicesFrom(0, 150), atMs: at.clock.now() })
  })

  test('goes on where it was interrupted', async () => {
    let isDown = true
    const at = longList((page) => (page === 1 && isDown ? Promise.reject(down) : paged(250)(page)))
    await at.list.read()
    await nextTick()
    expect(await at.list.read()).toMatchObject({ known: { isPart: true }, isOld: true })
    isDown = false
    at.clock.advance(30_000)
    await at.list.read()
    expect((await at.allRead).voices).toEqual(voicesFrom(0, 250))
    expect(at.pages).toEqual([0, 1, 1, 2])
  })
})

describe('a name that is being typed', () => {
  const named = (label: string): Choice => ({ value: `id-${label}`, label })
  const [anna, annabel] = [named('Anna'), named('Annabel')]
  const firstPage = (page: number) =>
    page === 0 ? paged(150)(page) : new Promise<VoicePage>(() => undefined)
  const answers = (voices: readonly Choice[], total = voices.length) => ({
    find: () => Promise.resolve({ voices, unreadable: 0, total }),
  })

  test('is looked for at the service while the list is incomplete, from its third letter on', async () => {
    const at = longList(firstPage, answers([anna]))
    for (const typed of ['', 'a', 'an ', uuid]) {
      const { choices } = await at.list.suggest(typed)
      expect(choices).toHaveLength(100)
    }
    expect(at.names).toEqual([])
    expect((await at.list.suggest('ann')).choices).toContainEqual(anna)
    expect(at.names).toEqual(['ann'])
  })

  test('is looked for once, if all that begin so were found', async () => {
    const at = longList(firstPage, answers([anna, annabel]))
    await at.list.suggest('ann')
    for (const typed of ['anna', 'Annab', 'ann'])
      expect((await at.list.suggest(typed)).choices).toContainEqual(annabel)
    expect(at.names).toEqual(['ann'])
    at.clock.advance(freshMs)
    await at.list.suggest('anna')
    expect(at.names).toEqual(['ann', 'anna'])
  })

  test('is looked for again, if so many others were since that it is forgotten that none begin so', async () => {
    const at = longList(firstPage, answers([]))
    const others = Array.from({ length: foundMax - 1 }, (_, index) => `other ${index}.`)
    await at.list.suggest('zoe')
    for (const other of others) await at.list.suggest(other)
    await at.list.suggest('zoe a')
    expect(at.names).toEqual(['zoe', ...others])
    await at.list.suggest('one more')
    await at.list.suggest('zoe b')
    expect(at.names.slice(foundMax)).toEqual(['one more', 'zoe b'])
    for (const other of others.slice(1)) await at.list.suggest(`${other} and more`)
    expect(at.names).toHaveLength(foundMax + 2)
  })

  test('is looked for again, if the service had more than it showed', async () => {
    const at = longList(firstPage, answers([anna], 400))
    await at.list.suggest('ann')
    await at.list.suggest('annab')
    expect(at.names).toEqual(['ann', 'annab'])
  })

  test('costs nothing while a whole menu matches, or once the list is whole', async () => {
    const many = longList(firstPage, answers([anna]))
    await many.list.suggest('voice')
    expect(many.names).toEqual([])
    const whole = longList(paged(3), answers([anna]))
    await whole.list.read()
    await whole.allRead
    expect(await whole.list.suggest('ann')).toEqual({ choices: voicesFrom(0, 3), isPart: false })
    expect(whole.names).toEqual([])
  })

  test('has what is known if the service does not answer', async () => {
    const at = longList(firstPage)
    expect((await at.list.suggest('ann')).choices).toHaveLength(100)
    expect(at.log.warnings()).toEqual([])
  })
})

describe('a name', () => {
  const elvis: Choice = { value: 'id-elvis', label: 'Elvis' }
  const found = (...voices: readonly Choice[]) => ({
    find: () => Promise.resolve({ voices, unreadable: 0, total: voices.length }),
  })
  /** The first page of a list whose second one takes its time. */
  const firstPage = (page: number) =>
    page === 0 ? paged(150)(page) : new Promise<VoicePage>(() => undefined)

  const part = voicesFrom(0, 100)

  test('is not looked for at the service once the list is whole', async () => {
    const at = longList(paged(3), found(elvis))
    await at.list.read()
    expect(await at.list.find('Elvis')).toEqual({ choices: voicesFrom(0, 3), isPart: false })
    expect(at.names).toEqual([])
  })

  test('that is not among the first pages is looked for at the service, once in ten minutes', async () => {
    const at = longList(firstPage, found(elvis))
    expect(await at.list.find(' Elvis ')).toEqual({ choices: [...part, elvis], isPart: false })
    expect((await at.list.find('elvis')).choices).toContainEqual(elvis)
    expect(at.names).toEqual(['Elvis'])
    at.clock.advance(freshMs)
    expect((await at.list.find('Elvis')).choices).toContainEqual(elvis)
    expect(at.names).toHaveLength(2)
  })

  test('that was found is on the list from then on, and others may be', async () => {
    const at = longList(firstPage, found(elvis))
    expect(await at.list.find()).toEqual({ choices: part, isPart: true })
    await at.list.find('Elvis')
    expect(await at.list.find()).toEqual({ choices: [...part, elvis], isPart: true })
  })

  test.each(['Voice 7', 'voice 7', 'id-7', ' ', uuid])(
    '%j is not looked for where it is among them or can be none',
    async (name) => {
      const at = longList(firstPage, found(elvis))
      expect(await at.list.find(name)).toEqual({ choices: part, isPart: true })
      expect(at.names).toEqual([])
    },
  )

  test.each<[string, string, { find?: () => Promise<VoicePage> }, boolean]>([
    ['that the service does not know is none', 'Nobody', found(), false],
    ['of one long word that the service does not know is none', 'Bartholomew-Featherstone', found(), false],
    ['that cannot be looked for may be one', 'Elvis', {}, true],
    ['that may be an id may be one', '3f2c9a1e5b7d4a6f9c8e', found(), true],
  ])('%s', async (_, name, service, isPart) => {
    const { list } = longList(firstPage, service)
    expect(await list.find(name)).toEqual({ choices: part, isPart })
  })

  test.each<[string, (page: number) => VoicePage | Promise<VoicePage>]>([
    ['has never been told', () => Promise.reject(down)],
    ['is empty', paged(0)],
  ])('is looked for at the service where the list %s', async (_, pageOf) => {
    const { list } = longList(pageOf, found(elvis))
    await list.read()
    await nextTick()
    expect(await list.find()).toEqual({ choices: [], isPart: true })
    expect(await list.find('Elvis')).toEqual({ choices: [elvis], isPart: false })
  })
})

test('a fresh list of another process is taken over instead of asking the service', async () => {
  const kept: { voices: VoicesAt } = { voices: { voices: [ada], atMs: createTestClock().now() } }
  const at = world({ read: () => Promise.resolve(kept.voices) })
  expect((await at.read()).known?.voices).toEqual([ada])
  at.clock.advance(freshMs)
  kept.voices = { voices: [bob], atMs: at.clock.now() - 1_000 }
  await at.read()
  await nextTick()
  expect(await at.read()).toMatchObject({ known: kept.voices, isOld: false })
  expect(at.asked).toEqual([])
})
