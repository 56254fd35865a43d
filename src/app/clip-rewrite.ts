import { open, readFile } from 'node:fs/promises'
import { readSound } from '../core/clip/sound/read-sound.ts'
import type { Sound } from '../core/clip/sound/sound.ts'
import { type WrittenSound, writeSound } from '../core/clip/written/write-sound.ts'

/**
 * What a file's contents were: audio, of which its media type, ending, bytes and length in seconds now tell; sound of an
 * unsupported kind; sound that can't be measured; pictures without sound; or none of these. `unwritten`: this machine could
 * not store the sound.
 */
export type ClipProbe =
  | ({ kind: 'audio'; bytes: number } & Pick<WrittenSound, 'contentType' | 'ending' | 'seconds'>)
  | { kind: 'refused'; called: string }
  | { kind: 'unwritten'; code: string }
  | { kind: 'uncounted' | 'silent' | 'foreign' }

/** Sums of many frames are off by less. */
const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

/** The code of an error of the system; other errors are thrown on. */
const codeOf = (error: unknown): string => {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}

/** Also undefined if a forged number doesn't fit into its field of the file. */
const writtenOf = (sound: Sound): WrittenSound | undefined => {
  try {
    return writeSound(sound)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Replaces a file's contents, for its owner alone as before. */
const replace = async (path: string, parts: readonly Buffer[]): Promise<number> => {
  const handle = await open(path, 'r+')
  try {
    await handle.truncate()
    for (const part of parts) await handle.writeFile(part)
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/**
 * Replaces a file by one that has nothing but its sound, so that nobody plays more than was measured. Files without sound
 * stay as they are. Without limits on memory or time; `probeClip` runs it with both.
 */
export const rewriteClip = async (path: string): Promise<ClipProbe> => {
  const found = readSound(await readFile(path))
  if (found?.kind !== 'audio') return found ?? { kind: 'foreign' }
  const written = writtenOf(found.sound)
  if (written === undefined) return { kind: 'uncounted' }
  const { contentType, ending, seconds, parts } = written
  const bytes = await replace(path, parts).catch(codeOf)
  if (typeof bytes === 'string') return { kind: 'unwritten', code: bytes }
  return {
    kind: 'audio',
    contentType,
    ending,
    seconds: toMicroseconds(seconds),
    bytes,
  }
}
