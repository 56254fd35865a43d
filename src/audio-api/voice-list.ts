import { noteUsed } from '../core/caches.ts'
import { type KnownList, matchingChoices, mayBeId, suggestionsMax } from '../core/command/suggest.ts'
import type { VoiceCopy, VoiceList, VoicesAt } from '../core/command/voices.ts'
import { AppError } from '../core/errors.ts'
import type { Choice } from '../core/fields/field.ts'
import type { AudioService, VoicePage } from '../core/job/audio-service.ts'
import type { Log } from '../core/log.ts'
import { withoutSecrets } from '../core/text/text.ts'
import { type Answer, asAnswer, asFlag, asNumber, asText, readAnswer, statusText } from './answer.ts'
import type { Exchange } from './transport.ts'

const readVoice = (value: unknown): Choice | undefined => {
  const voice: Answer = asAnswer(value) ?? {}
  const [id, name] = [asText(voice.voice_id), withoutSecrets(asText(voice.voice_name))]
  return id === undefined || name === undefined ? undefined : { value: id, label: name }
}

const readPage = (answer: Answer): VoicePage | undefined => {
  const listed = answer.voices
  if (asFlag(answer.success) !== true || !Array.isArray(listed)) return undefined
  const voices = listed.flatMap((voice) => readVoice(voice) ?? [])
  const unreadable = listed.length - voices.length
  if (unreadable > 0 && voices.length === 0) return undefined
  return { voices, unreadable, total: asNumber(answer.total) }
}

/** The voices in an answer. Throws AppError `service_unreachable` or `service_answer_unreadable`. */
export const voicesIn = (exchange: Exchange): VoicePage => {
  if (exchange.kind !== 'answered') {
    throw new AppError('service_unreachable', `voices: ${exchange.reason}`, { retryable: true })
  }
  const answer = readAnswer(exchange.body)
  const page = answer === undefined ? undefined : readPage(answer)
  if (page === undefined)
    throw new AppError('service_answer_unreadable', `voices: ${statusText(exchange)}`, { retryable: true })
  return page
}

/** Requested page size; a page may have fewer. */
export const voicesPerPage = 100

interface VoiceListOptions {
  service: Pick<AudioService, 'voices' | 'findVoices'>
  /** Shares the list with other processes and with later ones. */
  copy: VoiceCopy
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  log: Log
}

const pageFreshMs = 10 * 60_000
const freshMaxMs = 6 * 60 * 60_000
const retryAfterMs = 30_000
const foundFreshMs = 10 * 60_000

/** Names whose searches are remembered: the last. */
export const foundMax = 200

/** Stops reading if the service never ends its list. */
const voicesMax = 20_000

/** How long the first request waits for the list. */
export const firstWaitMs = 700

/** Every page costs a look-up, so long lists are refreshed less often. */
const freshMsOf = (voices: readonly Choice[]): number =>
  Math.min(freshMaxMs, pageFreshMs * Math.max(1, Math.ceil(voices.length / voicesPerPage)))

/** Progress of reading a list. */
interface Reading {
  startedAtMs: number
  pages: number
  records: number
  unreadable: number
  voices: readonly Choice[]
}

const withoutTwins = (voices: readonly Choice[], more: readonly Choice[]): readonly Choice[] => {
  const ids = new Set(voices.map(({ value }) => value))
  return [...voices, ...more.filter(({ value }) => !ids.has(value))]
}

/**
 * Reads page by page and reports after each. A page that is not full ends the list, unless the total says that
 * there are more: pages may be smaller than requested. The total itself may be too small.
 */
const readPages = async (
  service: Pick<AudioService, 'voices'>,
  started: Reading,
  show: (reading: Reading, isWhole: boolean) => void,
): Promise<void> => {
  let reading = started
  for (let isLast = false; !isLast; ) {
    const { voices, unreadable, total } = await service.voices(reading.pages)
    const records = voices.length + unreadable
    const known = reading.voices.length
    reading = {
      startedAtMs: reading.startedAtMs,
      pages: reading.pages + 1,
      records: reading.records + records,
      unreadable: reading.unreadable + unreadable,
      voices: withoutTwins(reading.voices, voices),
    }
    const isAll = records < voicesPerPage && reading.records >= (total ?? 0)
    const bringsNothing = reading.voices.length === known && unreadable === 0
    isLast = isAll || bringsNothing || reading.voices.length >= voicesMax
    show(reading, isLast)
  }
}

/**
 * No voice's name looks like this, so no look-up is spent searching for it. The service decides whether it exists.
 */
const isUuid = (typed: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(typed)

const isNamedIn = (voices: readonly Choice[], typed: string): boolean =>
  voices.some(({ value, label }) => value === typed || label.toLowerCase() === typed.toLowerCase())

/** A shorter beginning matches too many voices to be worth a look-up. */
const typedLengthMin = 3

/** Searches the service for voices by name; undefined if it does not answer in time. */
const createSearch = ({ service, now, wait, log }: VoiceListOptions) => {
  const found = new Map<string, { atMs: number; voices: Promise<readonly Choice[] | undefined> }>()
  const byId = new Map<string, Choice>()
  /** Names of which every voice is known, and since when: the last of them, with the oldest first. */
  const wholeSince = new Map<string, number>()
  const ask = async (typed: string, use: 'search' | 'typing'): Promise<readonly Choice[] | undefined> => {
    try {
      const { voices, unreadable, total } = await service.findVoices(typed, use)
      if (byId.size >= voicesMax) {
        byId.clear()
        wholeSince.clear()
      }
      for (const voice of voices) byId.set(voice.value, voice)
      const isWhole = total !== undefined && total <= voices.length + unreadable
      if (isWhole) noteUsed(wholeSince, typed.toLowerCase(), now(), foundMax)
      return voices
    } catch (error) {
      found.delete(typed.toLowerCase())
      log.info('voices could not be searched by name', { reason: String(error) })
      return undefined
    }
  }
  /** Whether every voice whose name has this was found before: all that match "anna" are among those for "ann". */
  const isCovered = (typed: string): boolean =>
    [...wholeSince].some(([name, sinceMs]) => {
      return typed.toLowerCase().includes(name) && now() - sinceMs < foundFreshMs
    })
  const search = (
    typed: string,
    use: 'search' | 'typing' = 'search',
  ): Promise<readonly Choice[] | undefined> => {
    const name = typed.toLowerCase()
    const before = found.get(name)
    if (before !== undefined && now() - before.atMs < foundFreshMs) return before.voices
    const voices = ask(typed, use)
    noteUsed(found, name, { atMs: now(), voices }, foundMax)
    return Promise.race([voices, wait(firstWaitMs).then(() => undefined)])
  }
  return { search, isCovered, foundSoFar: () => [...byId.values()] }
}

/** Reads the list, keeps it and shares it. */
const createReading = ({ service, copy, now, wait, log }: VoiceListOptions): Pick<VoiceList, 'read'> => {
  let known: VoicesAt | undefined
  let isOld = false
  let nextFetchMs = 0
  let refreshing: Promise<void> | undefined
  let begun: Reading | undefined
  const firstPart = Promise.withResolvers<void>()

  /** A fresh list from another process saves a request to the service. */
  const takeCopy = async (): Promise<void> => {
    try {
      const kept = await copy.read()
      if (kept === undefined || (known !== undefined && kept.atMs <= known.atMs)) return
      known = kept
      firstPart.resolve()
      isOld = false
      nextFetchMs = Math.max(nextFetchMs, kept.atMs + freshMsOf(kept.voices))
    } catch (error) {
      log.warn('the copy of the list of voices could not be read', { error })
    }
  }

  const keepCopy = (voices: VoicesAt): Promise<void> =>
    copy.keep(voices).catch((error: unknown) => log.warn('the list of voices could not be kept', { error }))

  const showRead = (reading: Reading, isWhole: boolean): void => {
    const { voices, unreadable, startedAtMs } = reading
    begun = isWhole ? undefined : reading
    if (!isWhole) {
      const isNews = known === undefined || (known.isPart === true && known.voices.length < voices.length)
      if (isNews) known = { voices, atMs: startedAtMs, isPart: true }
      firstPart.resolve()
      return
    }
    const isCut = voices.length >= voicesMax
    known = isCut ? { voices, atMs: now(), isPart: true } : { voices, atMs: now() }
    if (unreadable > 0 || isCut)
      log.warn('not every voice of the service can be chosen', { known: voices.length, unreadable, isCut })
  }

  const fetchVoices = async (): Promise<void> => {
    const startedAtMs = now()
    const goesOn = begun !== undefined && startedAtMs - begun.startedAtMs < freshMsOf(begun.voices)
    const started = { startedAtMs, pages: 0, records: 0, unreadable: 0, voices: [] }
    try {
      await readPages(service, (goesOn && begun) || started, showRead)
      isOld = false
      nextFetchMs = now() + freshMsOf(known?.voices ?? [])
      if (known !== undefined) void keepCopy(known)
    } catch (error) {
      isOld = true
      nextFetchMs = now() + retryAfterMs
      log.warn('the list of voices could not be read', { error })
    }
  }

  const refresh = async (): Promise<void> => {
    await takeCopy()
    if (now() >= nextFetchMs) await fetchVoices()
    refreshing = undefined
  }

  const read: VoiceList['read'] = async () => {
    if (known === undefined || now() >= nextFetchMs) refreshing ??= refresh()
    if (known === undefined) await Promise.race([refreshing, firstPart.promise, wait(firstWaitMs)])
    return {
      known,
      isOld,
      nextTryMs: refreshing === undefined && now() < nextFetchMs ? nextFetchMs : undefined,
    }
  }

  return { read }
}

/**
 * The service's voices. While a list is being read, the previous list or the first pages are returned at once.
 * While the service is down, the last known list is used, including one that another process read. Voices on
 * pages that have not been read yet are found by name.
 */
export const createVoiceList = (options: VoiceListOptions): VoiceList => {
  const { read } = createReading(options)
  const { search, isCovered, foundSoFar } = createSearch(options)

  /** The voices read so far, and the list with those that were found by name. */
  const knownHere = async (): Promise<{ voices: readonly Choice[]; list: KnownList }> => {
    const { known: here } = await read()
    const voices = here?.voices ?? []
    // A service that suddenly has no voices is more likely having an outage.
    if (here?.isPart === undefined && voices.length > 0)
      return { voices, list: { choices: voices, isPart: false } }
    return { voices, list: { choices: withoutTwins(voices, foundSoFar()), isPart: true } }
  }

  return {
    read,
    async suggest(beginning) {
      const typed = beginning.trim()
      const { list } = await knownHere()
      if (!list.isPart || typed.length < typedLengthMin || isUuid(typed) || isCovered(typed)) return list
      if (matchingChoices(list.choices, typed, suggestionsMax).length >= suggestionsMax) return list
      const found = await search(typed, 'typing')
      return found === undefined ? list : { choices: withoutTwins(list.choices, found), isPart: true }
    },
    async find(name = '') {
      const typed = name.trim()
      const { voices, list: part } = await knownHere()
      if (!part.isPart || typed === '' || isNamedIn(voices, typed) || isUuid(typed)) return part
      const found = await search(typed)
      if (found === undefined) return part
      return { choices: withoutTwins(voices, found), isPart: mayBeId(typed) }
    },
  }
}
