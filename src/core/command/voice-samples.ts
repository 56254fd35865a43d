import type { Microcredits } from '../credits.ts'
import type { RawValues } from '../fields/field.ts'
import type { Asks } from './answer.ts'
import { onlyMe, seenByName } from './seen-by.ts'

/** A short speech by one of the service's voices, for members who choose one. It says nothing about anybody. */
export interface VoiceSample {
  /** The file's extension, such as "mp3". */
  extension: string
  data: Uint8Array
}

/** Largest sample that is kept, in bytes. */
export const sampleBytesMax = 200_000

/** The read sentence; a request for exactly this is a sample. */
export const sampleText = 'Hello! This is how I sound when I read your words aloud.'

const sampleCommand = 'tts'

/**
 * The note of a job that has the voice whose sample it is: the service listed it when the sample was requested. A worker
 * whose own list is still loading can't tell.
 */
export const listedVoiceNote = 'listed_voice'

/** The paid request for the sample of a listed voice, for at most this much; the result is for its requester alone. */
export const sampleRequest = (voice: string, boundMax: Microcredits): Asks => ({
  kind: 'asks',
  asked: { command: sampleCommand, values: { text: sampleText, voice, [seenByName]: onlyMe } },
  edit: false,
  withoutDefaults: true,
  boundMax,
  notes: { [listedVoiceNote]: voice },
})

/** The voice that a request takes a sample of; undefined for other requests, and for imitations of a clip. */
export const sampledVoice = (feature: string, { text, voice, sample }: RawValues): string | undefined =>
  feature === sampleCommand && text === sampleText && typeof voice === 'string' && sample === undefined
    ? voice
    : undefined

/** Samples that were paid for once, so that everyone can hear them for free. Throws AppError `store_unavailable`. */
export interface VoiceSamples {
  read(voice: string): Promise<VoiceSample | undefined>
  /** The voices that have a sample. */
  sampled(): Promise<ReadonlySet<string>>
  /** Keeps a sample of at most `sampleBytesMax`; beyond the store's limit, the oldest is dropped. */
  keep(voice: string, sample: VoiceSample): Promise<void>
}
