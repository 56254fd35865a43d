import { aacSampleRates } from './aac-frames.ts'
import { numberAt } from './sound-length.ts'

/** How the AAC of an MP4 is to be read. */
export interface AacDescription {
  /** Samples in a second before any doubling. */
  rate: number
}

/**
 * AAC LC, and with the doubling of its rate told beforehand: all have frames of 1024
 * samples (ISO/IEC 14496-3, 1.5.1.1).
 */
const kinds: readonly number[] = [2, 5, 29]
const aacObject = 0x40

/** Where the body of a descriptor begins whose tag is expected at a position (ISO/IEC 14496-1, 8.3.3). */
const bodyOf = (file: Buffer, position: number, tag: number): number | undefined => {
  if (file[position] !== tag) return undefined
  let at = position + 1
  while (((file[at] ?? 0) & 0x80) !== 0 && at < position + 4) at += 1
  return at + 1
}

/**
 * The description of a sample entry `mp4a`, whose box begins at `start`; undefined where it is another codec,
 * or written in another way than ISO/IEC 14496-14 has it.
 */
export const aacDescription = (file: Buffer, start: number): AacDescription | undefined => {
  if (numberAt(file, start + 8, 2) !== 0 || file.toString('latin1', start + 32, start + 36) !== 'esds')
    return undefined
  const stream = bodyOf(file, start + 40, 3)
  if (stream === undefined || file[stream + 2] !== 0) return undefined
  const decoder = bodyOf(file, stream + 3, 4)
  if (decoder === undefined || file[decoder] !== aacObject) return undefined
  const specific = bodyOf(file, decoder + 13, 5)
  const bits = specific === undefined ? undefined : numberAt(file, specific, 2)
  if (bits === undefined || !kinds.includes(bits >>> 11)) return undefined
  const rate = aacSampleRates[(bits >>> 7) & 15]
  return rate === undefined ? undefined : { rate }
}
