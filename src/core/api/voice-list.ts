import type { AudioService } from '../audio-service.ts'
import type { Choice } from '../field.ts'
import type { Log } from '../log.ts'

interface VoiceListOptions {
  service: Pick<AudioService, 'voices'>
  now: () => number
  log: Log
}

const freshMs = 10 * 60_000
const retryAfterMs = 30_000

/**
 * The service's voices, asked for at most every ten minutes. An old list is handed out at once while a new one is
 * fetched; while the service is down the last known list serves on.
 */
export const createVoiceList = ({
  service,
  now,
  log,
}: VoiceListOptions): (() => Promise<readonly Choice[]>) => {
  let known: readonly Choice[] = []
  let nextFetchMs = 0
  let fetching: Promise<void> | undefined
  const fetchVoices = async () => {
    try {
      known = await service.voices()
      nextFetchMs = now() + freshMs
    } catch (error) {
      nextFetchMs = now() + retryAfterMs
      log.warn('the list of voices could not be read', { error })
    } finally {
      fetching = undefined
    }
  }
  return async () => {
    if (now() >= nextFetchMs) fetching ??= fetchVoices()
    if (known.length === 0) await fetching
    return known
  }
}
