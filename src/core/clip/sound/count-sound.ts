import { countAacFrames } from './aac-frames.ts'
import { countFlacFrames } from './flac-frames.ts'
import { countMp4Samples } from './mp4-samples.ts'
import { countMpegFrames } from './mpeg-frames.ts'
import { countOggPackets } from './ogg-packets.ts'
import { countAiffBytes, countWavBytes } from './pcm-chunks.ts'
import type { CountedSound, CountSound } from './sound-length.ts'
import { countWebmBlocks } from './webm-blocks.ts'

/**
 * By the media type that a file's contents have. Of films, who knows whether the
 * pictures or the sound are charged.
 */
const counters: Readonly<Record<string, CountSound>> = {
  'audio/mpeg': countMpegFrames,
  'audio/aac': countAacFrames,
  'audio/flac': countFlacFrames,
  'audio/wav': countWavBytes,
  'audio/aiff': countAiffBytes,
  'audio/ogg': countOggPackets,
  'audio/mp4': countMp4Samples,
  'audio/webm': countWebmBlocks,
  'audio/x-matroska': countWebmBlocks,
}

/**
 * What a length came to: `seconds` as far as it can be told, and what it is at most, where that is certain.
 */
export interface SoundLength {
  seconds: number | undefined
  secondsMost: number | undefined
}

const combined = (counted: CountedSound | undefined, stated: number | undefined): SoundLength => {
  if (counted === undefined) return { seconds: stated, secondsMost: undefined }
  const secondsMost = Math.max(counted.seconds, stated ?? 0)
  return { seconds: counted.exact ? secondsMost : stated, secondsMost }
}

/**
 * How long the sound of a whole file lasts. Whoever writes a head can write any length into it, so the sound
 * is counted; `stated` is what the head says, and counts where it is more, because the service may go by it.
 */
export const soundLength = (file: Buffer, contentType: string, stated: number | undefined): SoundLength =>
  combined(counters[contentType]?.(file), stated)
