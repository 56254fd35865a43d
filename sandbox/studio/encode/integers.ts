import type { Stereo } from '../music/sound/stereo.ts'

const toInteger = (sample: number): number => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)

/** The samples of both sides in turn, with 16 bits each. */
export const toIntegers = ({ left, right }: Stereo): Int16Array<ArrayBuffer> => {
  const samples = new Int16Array(left.length * 2)
  for (let index = 0; index < left.length; index += 1) {
    samples[index * 2] = toInteger(left[index] ?? 0)
    samples[index * 2 + 1] = toInteger(right[index] ?? 0)
  }
  return samples
}
