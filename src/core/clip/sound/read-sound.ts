import { refusedByContents } from '../refused-contents.ts'
import { firstAdts, readAdts } from './aac-frames.ts'
import { readFlac } from './flac-frames.ts'
import type { RowKind } from './frame-rows.ts'
import { readMatroska } from './matroska-blocks.ts'
import { isMp4, readMp4 } from './mp4-films.ts'
import { firstMpeg, isFreeMpeg, readMpeg } from './mpeg-frames.ts'
import { readOgg } from './ogg-streams.ts'
import { type FoundSound, wordAt } from './sound.ts'
import { afterTags } from './tags.ts'
import { readAiff, readWav } from './wave-chunks.ts'

const containerMarks: ReadonlySet<string> = new Set([
  ...['\x1aE\xdf\xa3', 'OggS', 'RIFF', 'RF64', 'BW64', 'FORM', 'fLaC'],
])

/** Frames within a container are not its sound, even if the container is too damaged to read. */
const isContainer = (file: Buffer, start: number): boolean =>
  containerMarks.has(wordAt(file, start)) || isMp4(file, start)

/** Frames of the kind whose first row comes first: a few of another kind can be a coincidence in them. */
const readFrames = (file: Buffer, start: number, rows: RowKind): FoundSound | undefined => {
  const [adts, mpeg] = [firstAdts(file, start, rows), firstMpeg(file, start, rows)]
  if (adts !== undefined && (mpeg === undefined || adts < mpeg)) return readAdts(file, adts)
  if (isFreeMpeg(file, start)) return { kind: 'refused', called: 'freeformat-MP3' }
  return mpeg === undefined ? undefined : readMpeg(file, mpeg)
}

/**
 * The sound of a file, out of its container: its packets, each of which was counted, as a header can state any length.
 * Undefined for anything but a known kind of sound. Takes linear time.
 */
export const readSound = (file: Buffer): FoundSound | undefined => {
  const start = afterTags(file)
  const called = refusedByContents(file.subarray(start))
  if (called !== undefined) return { kind: 'refused', called }
  const containers = [readMp4, readMatroska, readOgg, readWav, readAiff, readFlac]
  for (const read of containers) {
    const found = read(file, start)
    if (found !== undefined) return found
  }
  if (isContainer(file, start)) return undefined
  return readFrames(file, start, 'whole') ?? readFrames(file, start, 'cut')
}
