import { refusedByContents } from '../refused-contents.ts'
import { readAdts } from './aac-frames.ts'
import { readFlac } from './flac-frames.ts'
import type { RowKind } from './frame-rows.ts'
import { readMatroska } from './matroska-blocks.ts'
import { isMp4, readMp4 } from './mp4-films.ts'
import { readMpeg } from './mpeg-frames.ts'
import { readOgg } from './ogg-streams.ts'
import { type FoundSound, wordAt } from './sound-length.ts'
import { afterTags } from './tags.ts'
import { readAiff, readWav } from './wave-chunks.ts'

const containerMarks: ReadonlySet<string> = new Set([
  ...['\x1aE\xdf\xa3', 'OggS', 'RIFF', 'RF64', 'BW64', 'FORM', 'fLaC'],
])

/** Frames within a container are not its sound, even if the container is too damaged to read. */
const isContainer = (file: Buffer, start: number): boolean =>
  containerMarks.has(wordAt(file, start)) || isMp4(file, start)

/**
 * The kind of a file by its contents, and the length of its sound. A header can state any length, so the sound
 * itself is counted. Undefined for anything but a known kind of sound. Takes linear time.
 */
export const readSound = (file: Buffer): FoundSound | undefined => {
  const start = afterTags(file)
  const called = refusedByContents(file.subarray(start))
  if (called !== undefined) return { kind: 'refused', called }
  const containers = [readMp4, readMatroska, readOgg, readWav, readAiff]
  for (const read of containers) {
    const found = read(file, start)
    if (found !== undefined) return found
  }
  const inFlac = readFlac(file, start)
  if (inFlac !== undefined || isContainer(file, start)) return inFlac
  const inFrames = (rows: RowKind) => readAdts(file, start, rows) ?? readMpeg(file, start, rows)
  return inFrames('whole') ?? inFrames('cut')
}
