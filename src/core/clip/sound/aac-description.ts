import { type Reader, readBits, readerOf } from './aac-channels.ts'
import { aacFrameSamples, aacSampleRates } from './aac-frames.ts'
import type { AacStream } from './aac-packets.ts'
import { isRate } from './plain-samples.ts'

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

/**
 * A stream of AAC by its description (AudioSpecificConfig, 1.6.2.1); undefined for other kinds of AAC, and for frames of 960
 * samples, whose tables are others.
 */
export const describedAac = (file: Buffer, position: number): AacStream | undefined => {
  const reader = readerOf(file)
  reader.at = position * 8
  const stated = readBits(reader, 5)
  const core = readRate(reader)
  reader.at += 4
  if (wideningKinds.includes(stated)) readRate(reader)
  const kind = wideningKinds.includes(stated) ? readBits(reader, 5) : stated
  const isShorter = readBits(reader, 1) === 1
  if (core === undefined || !coreKinds.includes(kind) || isShorter) return undefined
  return { kind, rateIndex: core.rateIndex, secondsEach: aacFrameSamples / core.rate }
}

/** LTP, whose blocks are read like those of all kinds but Main. */
const otherKind = 4

/** A stream without a description: decoders go by the rate that the container says. Undefined if that can't be. */
export const undescribedAac = (rate: number, kind = otherKind): AacStream | undefined =>
  isRate(rate) ? { kind, rateIndex: aacRateIndex(rate), secondsEach: aacFrameSamples / rate } : undefined

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
