import type { Stereo } from '../music/sound/stereo.ts'

/**
 * Both sides as one channel at a lower rate, each sample the mean of those it
 * stands for; no longer than wanted.
 */
export const toMono = (
  { left, right, sampleRate }: Stereo,
  wantedRate: number,
  secondsMax: number,
): Float32Array => {
  const factor = Math.max(1, Math.round(sampleRate / wantedRate))
  const length = Math.min(Math.floor(left.length / factor), Math.round(secondsMax * wantedRate))
  const out = new Float32Array(length)
  for (let index = 0; index < length; index += 1) {
    let sum = 0
    for (let from = index * factor; from < (index + 1) * factor; from += 1) {
      sum += (left[from] ?? 0) + (right[from] ?? 0)
    }
    out[index] = sum / (2 * factor)
  }
  return out
}
