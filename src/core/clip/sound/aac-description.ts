import { aacFrameBytesMax, aacFrameSamples, aacSampleRates } from './aac-frames.ts'
import { numberAt } from './sound-length.ts'

/**
 * Main, LC, SSR, LTP, and explicit SBR and PS: all have frames of 1024 samples, or slightly fewer (ISO/IEC 14496-3,
 * 1.5.1.1).
 */
const kinds: readonly number[] = [1, 2, 3, 4, 5, 29]
const statedRate = 15

/** Properties of each frame by the description: its duration, and its maximum size in bytes. */
interface AacFrame {
  seconds: number
  bytesMax: number
}

/** The frames of AAC by their description (AudioSpecificConfig, 1.6.2.1); undefined for other kinds of AAC. */
export const describedFrame = (file: Buffer, position: number): AacFrame | undefined => {
  const bits = numberAt(file, position, 2)
  if (bits === undefined || !kinds.includes(bits >>> 11)) return undefined
  const index = (bits >>> 7) & 15
  const stated = ((numberAt(file, position + 1, 4) ?? 0) & 0x7fff_ff80) >>> 7
  const rate = index === statedRate ? stated : aacSampleRates[index]
  const channels = ((index === statedRate ? (file[position + 4] ?? 0) : bits) >>> 3) & 15
  return rate === undefined || rate === 0
    ? undefined
    : { seconds: aacFrameSamples / rate, bytesMax: aacFrameBytesMax(channels) }
}

/** Where a descriptor's body begins if a tag is at a position (ISO/IEC 14496-1, 8.3.3). */
const bodyOf = (file: Buffer, position: number, tag: number): number | undefined => {
  if (file[position] !== tag) return undefined
  let at = position + 1
  while (((file[at] ?? 0) & 0x80) !== 0 && at < position + 4) at += 1
  return at + 1
}

/** What the `esds` box whose name is at a position describes: its kind, and where its own description is. */
export const describedStream = (
  file: Buffer,
  nameAt: number,
): { kind: number; specific: number | undefined } | undefined => {
  const stream = bodyOf(file, nameAt + 8, 3)
  if (stream === undefined || file[stream + 2] !== 0) return undefined
  const decoder = bodyOf(file, stream + 3, 4)
  if (decoder === undefined) return undefined
  return { kind: file[decoder] ?? 0, specific: bodyOf(file, decoder + 13, 5) }
}
