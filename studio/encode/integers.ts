import type { Stereo } from '../music/sound/stereo.ts'

/**
 * How finely a file without loss keeps its samples: in whole numbers of so many bits, or as floating numbers.
 */
export type Depth = 16 | 24 | 'float'

/**
 * The samples of both sides in turn, as whole numbers of so many bits. The lowest stands for -1, as decoders
 * have it, so that decoded samples are the whole numbers again that they were.
 */
export const toIntegers = ({ left, right }: Stereo, bits: 16 | 24): Int32Array<ArrayBuffer> => {
  const fullScale = 2 ** (bits - 1)
  const toInteger = (sample: number): number =>
    Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale)))
  const samples = new Int32Array(left.length * 2)
  for (let index = 0; index < left.length; index += 1) {
    samples[index * 2] = toInteger(left[index] ?? 0)
    samples[index * 2 + 1] = toInteger(right[index] ?? 0)
  }
  return samples
}
