import { type AacSyntax, type Reader, readBits, readerOf } from './aac-channels.ts'
import type { Box } from './mp4-boxes.ts'
import { isRate } from './plain-samples.ts'

/** Samples per second by index (ISO/IEC 14496-3, 1.6.3.4). */
export const aacSampleRates: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]

/** Samples of a frame. A frame that says how to double the rate has twice as many and lasts as long. */
export const aacFrameSamples = 1024

/** A stream of AAC without heads of its own. */
export interface AacStream extends AacSyntax {
  secondsEach: number
  /** Its AudioSpecificConfig. */
  description: Buffer
}

/** Main, LC, SSR and LTP: all have frames of 1024 samples (ISO/IEC 14496-3, 1.5.1.1). */
const coreKinds: readonly number[] = [1, 2, 3, 4]
/** SBR and PS, which widen one of the others and are stated before it; its frames last as long. */
const wideningKinds: readonly number[] = [5, 29]
const statedRate = 15

/** The index of the rates whose tables those with a rate of their own use (4.6.8.2.2, table 4.82). */
const aacRateIndex = (rate: number): number => {
  const index = rateBounds.findIndex((bound) => rate >= bound)
  return index === -1 ? rateBounds.length : index
}
const rateBounds: readonly number[] = [
  92_017, 75_132, 55_426, 46_009, 37_566, 27_713, 23_004, 18_783, 13_856, 11_502, 9_391,
]

/** A rate and its index; undefined for one that is reserved. */
const readRate = (reader: Reader): { rate: number; rateIndex: number } | undefined => {
  const index = readBits(reader, 4)
  const rate = index === statedRate ? readBits(reader, 24) : aacSampleRates[index]
  if (rate === undefined || !isRate(rate)) return undefined
  return { rate, rateIndex: index === statedRate ? aacRateIndex(rate) : index }
}

/** Longer than any real description; the rest is cut off. */
const descriptionBytesMax = 64

/**
 * A stream of AAC by its description (AudioSpecificConfig, 1.6.2.1); undefined for other kinds of AAC, and for frames of 960
 * samples, whose tables are others.
 */
export const describedAac = (all: Buffer): AacStream | undefined => {
  const description = all.subarray(0, descriptionBytesMax)
  const reader = readerOf(description)
  const stated = readBits(reader, 5)
  const core = readRate(reader)
  reader.at += 4
  if (wideningKinds.includes(stated)) readRate(reader)
  const kind = wideningKinds.includes(stated) ? readBits(reader, 5) : stated
  const isShorter = readBits(reader, 1) === 1
  if (core === undefined || !coreKinds.includes(kind) || isShorter) return undefined
  return { kind, rateIndex: core.rateIndex, secondsEach: aacFrameSamples / core.rate, description }
}

/** A description with a kind, a rate and a channel configuration (1.6.2.1 and 4.4.1). Not all decoders read rates without an index. */
const writtenDescription = (kind: number, rate: number, channels: number): Buffer => {
  const index = aacSampleRates.indexOf(rate)
  const [bytes, bits] =
    index === -1
      ? [
          5,
          (BigInt(kind) << 35n) |
            (BigInt(statedRate) << 31n) |
            (BigInt(rate) << 7n) |
            (BigInt(channels) << 3n),
        ]
      : [2, (BigInt(kind) << 11n) | (BigInt(index) << 7n) | (BigInt(channels) << 3n)]
  return Buffer.from(bits.toString(16).padStart(bytes * 2, '0'), 'hex')
}

/** LC, the usual kind. */
const usualKind = 2

const eightChannels = 8

/** The configuration for a number of channels (1.6.3.5); two if nobody has so many. */
const configurationOf = (channels: number): number => {
  if (channels === eightChannels) return 7
  return channels >= 1 && channels < 7 ? channels : 2
}

/** A stream without a description: decoders go by the rate that the container says. Undefined if that can't be. */
export const undescribedAac = (stated: number, kind = usualKind, channels = 2): AacStream | undefined => {
  const rate = Math.round(stated)
  return isRate(rate)
    ? {
        kind,
        rateIndex: aacRateIndex(rate),
        secondsEach: aacFrameSamples / rate,
        description: writtenDescription(kind, rate, configurationOf(channels)),
      }
    : undefined
}

/** Where a descriptor's body begins if a tag is at a position (ISO/IEC 14496-1, 8.3.3). */
const bodyOf = (file: Buffer, position: number, tag: number): number | undefined => {
  if (file[position] !== tag) return undefined
  let at = position + 1
  while (((file[at] ?? 0) & 0x80) !== 0 && at < position + 4) at += 1
  return at + 1
}

/** The size of a descriptor's body: seven bits in each byte. */
const bodyBytes = (file: Buffer, position: number): number => {
  let [at, bytes] = [position + 1, 0]
  for (; ((file[at] ?? 0) & 0x80) !== 0 && at < position + 4; at += 1)
    bytes = bytes * 128 + ((file[at] ?? 0) & 0x7f)
  return bytes * 128 + ((file[at] ?? 0) & 0x7f)
}

/** What an `esds` box describes: its kind, and its own description, if it has one. */
export const describedStream = (
  file: Buffer,
  { start, end }: Pick<Box, 'start' | 'end'>,
): { kind: number; description: Buffer | undefined } | undefined => {
  const stream = bodyOf(file, start + 4, 3)
  if (stream === undefined) return undefined
  const flags = file[stream + 2] ?? 0
  // What the flags announce, which hardly anybody writes (ISO/IEC 14496-1, 7.2.6.5).
  const more =
    (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? 1 + (file[stream + 3 + (flags & 0x80 ? 2 : 0)] ?? 0) : 0)
  const decoder = bodyOf(file, stream + 3 + more + (flags & 0x20 ? 2 : 0), 4)
  if (decoder === undefined) return undefined
  const kind = file[decoder] ?? 0
  const at = bodyOf(file, decoder + 13, 5)
  if (at === undefined) return { kind, description: undefined }
  return { kind, description: file.subarray(at, Math.min(end, at + bodyBytes(file, decoder + 13))) }
}
