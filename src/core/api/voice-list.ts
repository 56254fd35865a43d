import type { AudioService } from '../audio-service.ts'
import type { VoiceCopy, VoiceList, VoicesAt } from '../command/voices.ts'
import type { Log } from '../log.ts'

interface VoiceListOptions {
  service: Pick<AudioService, 'voices'>
  /** Where the list is kept for the next process. */
  copy: VoiceCopy
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
  log: Log
}

const freshMs = 10 * 60_000
const retryAfterMs = 30_000

/** Whoever asks first waits no longer; there is an answer to give in time. */
export const firstWaitMs = 700

/**
 * The service's voices, asked for at most every ten minutes. An old list is handed out at once
 * while a new one is fetched; while the service is down the last known list serves on, also
 * that of a process before this one.
 */
export const createVoiceList = ({ service, copy, now, wait, log }: VoiceListOptions): VoiceList => {
  let known: VoicesAt | undefined
  let isOld = false
  let nextFetchMs = 0
  let fetching: Promise<void> | undefined
  let copying: Promise<void> | undefined

  const keepCopy = (voices: VoicesAt): Promise<void> =>
    copy.keep(voices).catch((error: unknown) => log.warn('the list of voices could not be kept', { error }))

  const fetchVoices = async () => {
    try {
      known = { voices: await service.voices(), atMs: now() }
      isOld = false
      nextFetchMs = now() + freshMs
      void keepCopy(known)
    } catch (error) {
      isOld = true
      nextFetchMs = now() + retryAfterMs
      log.warn('the list of voices could not be read', { error })
    } finally {
      fetching = undefined
    }
  }

  /** What a process before this one knew; where that is fresh, nobody has to ask the service. */
  const readCopy = async () => {
    try {
      const kept = await copy.read()
      if (kept === undefined) return
      known ??= kept
      nextFetchMs = Math.max(nextFetchMs, kept.atMs + freshMs)
    } catch (error) {
      copying = undefined
      log.warn('the copy of the list of voices could not be read', { error })
    }
  }

  const firstKnown = async () => {
    copying ??= readCopy()
    await copying
    if (now() >= nextFetchMs) fetching ??= fetchVoices()
    if (known === undefined) await fetching
  }

  return {
    async read() {
      if (known === undefined) await Promise.race([firstKnown(), wait(firstWaitMs)])
      else if (now() >= nextFetchMs) fetching ??= fetchVoices()
      return {
        known,
        isOld,
        nextTryMs: fetching === undefined && now() < nextFetchMs ? nextFetchMs : undefined,
      }
    },
  }
}
