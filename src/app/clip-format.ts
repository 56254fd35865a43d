import { readFile } from 'node:fs/promises'
import { parseBuffer } from 'music-metadata'
import { readSound } from '../core/clip/sound/read-sound.ts'
import { type SoundSeconds, soundSeconds } from '../core/clip/sound/sound-seconds.ts'

/**
 * What a file's contents are: audio with its media type and, if known, its length and the upper bound of that;
 * sound of an unsupported kind; pictures without sound; or none of these.
 */
export type ClipProbe =
  | ({ kind: 'audio'; contentType: string } & SoundSeconds)
  | { kind: 'refused'; called: string }
  | { kind: 'silent' }
  | { kind: 'foreign' }

/**
 * The length in a file's headers; undefined if they have none, or an impossible one. Ogg has none: its last
 * page only says when it ends by the stream's clock, which a radio started long ago.
 */
const statedSeconds = async (bytes: Buffer, mimeType: string): Promise<number | undefined> => {
  if (mimeType.endsWith('/ogg')) return undefined
  try {
    const { format } = await parseBuffer(bytes, { mimeType }, { duration: true, skipCovers: true })
    const { duration = 0 } = format
    return Number.isFinite(duration) && duration > 0 ? duration : undefined
  } catch {
    return undefined
  }
}

/** Reads a file's format, without limits on memory or time; `probeClip` runs it with both. */
export const readClipFormat = async (path: string): Promise<ClipProbe> => {
  const bytes = await readFile(path)
  const found = readSound(bytes)
  if (found?.kind !== 'audio') return found ?? { kind: 'foreign' }
  const { contentType, counted } = found
  const stated = await statedSeconds(bytes, contentType)
  return { kind: 'audio', contentType, ...soundSeconds(counted, stated) }
}
