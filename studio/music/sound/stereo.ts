/** Samples per second of everything the studio makes. */
export const sampleRate = 44_100

/** Two channels of samples, full scale = 1. */
export type Stereo = {
  readonly left: Float32Array
  readonly right: Float32Array
  readonly sampleRate: number
}

/** Silence of this many samples. */
export const silence = (length: number): Stereo => ({
  left: new Float32Array(length),
  right: new Float32Array(length),
  sampleRate,
})

/** The highest sample of both channels. */
export const peakOf = ({ left, right }: Stereo): number =>
  [left, right].reduce(
    (highest, channel) => channel.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), highest),
    0,
  )

export const decibelsToGain = (decibels: number): number => 10 ** (decibels / 20)
