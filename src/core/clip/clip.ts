import { z } from 'zod'
import { isWebAddress } from '../fields/field-builders.ts'
import { type DigitalSource, digitalSources, mostGenerated } from '../outcome.ts'
import { type MessageRef, messageRef, type PlatformName, platformNames } from '../target.ts'
import { say } from '../text/say.ts'
import { onOneLine, withoutSecrets } from '../text/text.ts'
import { durationText } from '../time.ts'
import { isDiscordFile, linkName, signedUntilMs } from './link.ts'

const uploadedClip = z.object({
  kind: z.literal('upload'),
  platform: z.enum(platformNames),
  url: z.string(),
  name: z.string(),
  contentType: z.string().optional(),
  bytes: z.number().optional(),
  seconds: z.number().optional(),
  secondsSaid: z.number().optional(),
  message: messageRef.optional(),
  by: z.string().optional(),
  isOwnerLost: z.literal(true).optional(),
  job: z.string().optional(),
  source: z.enum(digitalSources).optional(),
})
const resultClip = z.object({
  kind: z.literal('result'),
  url: z.string(),
  name: z.string(),
  seconds: z.number().optional(),
  take: z.string().optional(),
  by: z.string().optional(),
  source: z.enum(digitalSources).optional(),
})
const linkedClip = z.object({ kind: z.literal('link'), url: z.string() })

/**
 * A file in a chat, as its platform names it; only `Platform.open` reads it. `message` is where it was posted, if
 * known.
 */
export interface UploadedClip {
  kind: 'upload'
  platform: PlatformName
  url: string
  name: string
  /** Its type as the platform says, if its name alone would be refused. */
  contentType?: string | undefined
  /** As the platform says; the file itself decides. */
  bytes: number | undefined
  /** Its length, once it was read. */
  seconds?: number | undefined
  /** Its length as the platform says, for display only: the file itself decides. */
  secondsSaid?: number | undefined
  message: MessageRef | undefined
  /** The member who posted it or had it made, if it did not come with the request itself. */
  by?: string | undefined
  /** We posted it for a member who is not known, so it counts as somebody else's, and nobody can ask them. */
  isOwnerLost?: true | undefined
  /** The job that made it, if we posted it. */
  job?: string | undefined
  /** How it was made, if we posted it; undefined in older records. */
  source?: DigitalSource | undefined
}

/**
 * A file that the audio service made. `take` names it, so that its address can be looked up again; `by` is the member
 * who had it made.
 */
export interface ResultClip {
  kind: 'result'
  url: string
  name: string
  seconds: number | undefined
  take?: string | undefined
  by?: string | undefined
  /** How it was made; undefined in older records. */
  source?: DigitalSource | undefined
}

/** A web address from a member. The audio service reads it; we never do. */
export interface LinkedClip {
  kind: 'link'
  url: string
}

/** A piece of audio that a request works on. Serialisable. */
export type Clip = UploadedClip | ResultClip | LinkedClip

/** The largest clip accepted, in bytes. */
export const clipBytesMax = 50 * 1024 * 1024

/**
 * When a clip's address says that it expires, in milliseconds since 1970; undefined if it does not expire, or if
 * the clip's message gives a new one.
 */
export const clipExpiresAtMs = (clip: Clip): number | undefined => {
  const isSigned =
    clip.kind === 'upload'
      ? clip.platform === 'discord' && clip.message === undefined
      : clip.kind === 'link' && isDiscordFile(clip.url)
  return isSigned ? signedUntilMs(clip.url) : undefined
}

/**
 * Minutes and seconds, such as 12:30. Part of a second is rounded up, so that a clip that is too long never looks
 * just right.
 */
export const minutesText = (seconds: number): string => durationText(Math.ceil(seconds))

/**
 * The most silence that an encoder adds to a sound, mostly at low rates: AAC at 8 kHz begins with 2112 samples and
 * fills its last frame with up to 1023 (Apple, TN2258), LAME at 8 kHz stays below 0.32 s with its first frame,
 * which is a tag (LAME Technical FAQ), and Opus below 0.2 s (RFC 7845, 4.2).
 */
const paddingSecondsMax = 0.4

/** Kinds whose files can hold exactly the samples of the sound. */
const unpaddedTypes: ReadonlySet<string> = new Set(['audio/wav', 'audio/aiff', 'audio/flac'])

/**
 * Whether a clip is longer than the limit even if an encoder added all that it can. Except for unpadded types, the
 * counted length of a sound as long as the limit is a little more.
 */
export const isTooLong = (seconds: number, secondsMax: number, contentType?: string): boolean =>
  seconds - secondsMax > (unpaddedTypes.has(contentType ?? '') ? 0 : paddingSecondsMax)

/** A length above a limit, rounded up: to a tenth if it is less than a second above, otherwise as `minutesText`. */
export const lengthAboveText = (seconds: number, secondsMax: number): string => {
  if (seconds >= secondsMax + 1) return minutesText(seconds)
  const tenths = Math.ceil(seconds * 10)
  return `${durationText(Math.floor(tenths / 10))}.${tenths % 10}`
}

/** Tells a member that a clip is too long: its length, the limit and the fix. */
export const tooLongText = (name: string, seconds: number, secondsMax: number): string =>
  say(
    '{{clip}} is {{length}} long (max {{most}}). Use a shorter one, or ask your bot operator to raise the limit.',
    {
      clip: name,
      length: lengthAboveText(seconds, secondsMax),
      most: minutesText(secondsMax),
    },
  )

/** The longest that a platform may take to hand over a clip; a worker's step is longer. */
export const clipReadMs = 60_000

/** A clip's name as shown to members, on one line whatever the file's name contains. */
export const clipName = (clip: Clip): string => {
  switch (clip.kind) {
    case 'upload':
    case 'result':
      return withoutSecrets(onOneLine(clip.name)).trim() || say('clip')
    case 'link':
      return linkName(clip.url)
  }
}

/** A clip from stored JSON; undefined if it is not one. */
export const readClip = (value: unknown): Clip | undefined => {
  const upload = uploadedClip.safeParse(value).data
  if (upload !== undefined) return { ...upload, bytes: upload.bytes, message: upload.message }
  const result = resultClip.safeParse(value).data
  if (result !== undefined) return { ...result, seconds: result.seconds }
  const link = linkedClip.safeParse(value).data
  return link !== undefined && isWebAddress(link.url) ? link : undefined
}

/** How a clip that Tunesmith posted was made; if that is unknown, it counts as fully generated. Undefined for members' clips. */
const sourceOf = (clip: Clip | undefined): DigitalSource | undefined => {
  if (clip === undefined || clip.kind === 'link') return undefined
  const isOurs = clip.kind === 'result' || clip.job !== undefined
  return clip.source ?? (isOurs ? mostGenerated : undefined)
}

/** How a result that only processes these clips was made: it stays as generated as the most generated of them. */
export const processedSource = (values: readonly unknown[]): DigitalSource => {
  const sources = values.map((value) => sourceOf(readClip(value)))
  return digitalSources.find((source) => sources.includes(source)) ?? 'algorithmicallyEnhanced'
}
