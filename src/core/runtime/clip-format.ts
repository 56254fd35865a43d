import { readFile } from 'node:fs/promises'
import { type IFormat, parseBuffer, TrackType } from 'music-metadata'
import { refusedByContents } from '../clip/refused-contents.ts'
import { soundLength } from '../clip/sound/count-sound.ts'
import type { ClipProbe } from './clip-probe.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  MPEG: 'audio/mpeg',
  'ADTS/MPEG-4': 'audio/aac',
  WAVE: 'audio/wav',
  FLAC: 'audio/flac',
  AIFF: 'audio/aiff',
  'AIFF-C': 'audio/aiff',
}

/** Containers that hold pictures as well as sound. */
const mixedMediaTypes: Readonly<Record<string, string>> = {
  Ogg: 'ogg',
  MP4: 'mp4',
  'EBML/webm': 'webm',
  'EBML/matroska': 'x-matroska',
}

/** MP4 files begin with this box, whatever brands they list: phones write 3gp4, 3gp5, 3g2a and many more. */
const isMp4 = (bytes: Buffer): boolean => bytes.toString('latin1', 4, 8) === 'ftyp'

/** The parser names an MP4 by its brands, in any number and order. */
const containerOf = (bytes: Buffer, { container = '' }: IFormat): string => (isMp4(bytes) ? 'MP4' : container)

const hasPictures = ({ hasVideo, trackInfo }: IFormat): boolean =>
  hasVideo ?? trackInfo.some(({ type }) => type === TrackType.video)

const hasSound = ({ hasAudio = false, codec, sampleRate }: IFormat): boolean =>
  hasAudio && codec !== undefined && sampleRate !== 0

const mediaTypeOf = (bytes: Buffer, format: IFormat): string | undefined => {
  const container = containerOf(bytes, format)
  const subtype = mixedMediaTypes[container]
  if (subtype === undefined) return mediaTypes[container]
  return `${hasPictures(format) ? 'video' : 'audio'}/${subtype}`
}

/**
 * Stays undefined where the head was written before the end was known and the parser does
 * not add up what follows: WebM out of a browser, some MP4 in fragments, FLAC out of a pipe; and
 * for an Ogg Vorbis that breaks off.
 */
const secondsOf = ({ duration = 0 }: IFormat): number | undefined =>
  Number.isFinite(duration) && duration > 0 ? duration : undefined

/**
 * The parser gives up at a cluster of unknown size, as every browser writes
 * them; the tracks are known by then.
 */
const isLiveWebm = (format: IFormat | undefined): format is IFormat =>
  format?.container?.startsWith('EBML/') ?? false

const readFormat = async (bytes: Buffer): Promise<IFormat | undefined> => {
  let seen: IFormat | undefined
  const observer = ({ metadata }: { metadata: { format: IFormat } }): void => {
    seen = metadata.format
  }
  try {
    // On its own, the parser recognises only about a dozen brands as MP4.
    const type = isMp4(bytes) ? { mimeType: 'audio/mp4' } : undefined
    const { format } = await parseBuffer(bytes, type, { duration: true, skipCovers: true, observer })
    return format
  } catch {
    return isLiveWebm(seen) ? seen : undefined
  }
}

/** Reads a file's format, without limits on memory or time; `probeClip` runs it with both. */
export const readClipFormat = async (path: string): Promise<ClipProbe> => {
  const bytes = await readFile(path)
  const called = refusedByContents(bytes)
  if (called !== undefined) return { kind: 'refused', called }
  const format = await readFormat(bytes)
  const contentType = format === undefined ? undefined : mediaTypeOf(bytes, format)
  if (format === undefined || contentType === undefined) return { kind: 'foreign' }
  if (!hasSound(format)) return { kind: hasPictures(format) ? 'silent' : 'foreign' }
  return { kind: 'audio', contentType, ...soundLength(bytes, contentType, secondsOf(format)) }
}
