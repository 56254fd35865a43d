import { createFilter } from './filters.ts'
import { loudness } from './loudness.ts'
import { decibelsToGain, type Stereo, sampleRate } from './stereo.ts'

/** What every piece is as loud as, in LUFS. */
const targetLufs = -15
/** Leaves room for the peaks that the MP3 encoder adds. */
const ceilingDb = -2
const lookaheadSamples = Math.round(0.005 * sampleRate)
const releaseSamples = 0.12 * sampleRate
const fadeInSeconds = 0.004
const rumbleHz = 28

const removeRumble = ({ left, right }: Stereo): void => {
  for (const channel of [left, right]) {
    const filter = createFilter(rumbleHz)
    for (let index = 0; index < channel.length; index += 1)
      channel[index] = filter.highPass(channel[index] ?? 0)
  }
}

/** Presses peaks together gently, so that drums do not stand out of everything. */
const compress = ({ left, right }: Stereo): void => {
  const threshold = 0.25
  const attack = 1 - Math.exp(-1 / (0.012 * sampleRate))
  const release = 1 - Math.exp(-1 / (0.16 * sampleRate))
  let level = 0
  for (let index = 0; index < left.length; index += 1) {
    const peak = Math.max(Math.abs(left[index] ?? 0), Math.abs(right[index] ?? 0))
    level += (peak > level ? attack : release) * (peak - level)
    const gain = level > threshold ? (threshold / level) ** 0.4 : 1
    left[index] = (left[index] ?? 0) * gain
    right[index] = (right[index] ?? 0) * gain
  }
}

/** The value half-way between the second and the third of four samples, by a windowed sinc. */
const halfWay = (before: number, one: number, other: number, after: number): number =>
  0.6 * (one + other) - 0.1 * (before + after)

/** Raises each peak to the highest level at and right after that sample, between the samples too. */
const raiseToTruePeaks = (channel: Float32Array, peaks: Float32Array): void => {
  let before = 0
  let here = channel[0] ?? 0
  let next = channel[1] ?? 0
  for (let index = 0; index < channel.length; index += 1) {
    // Only within the samples: reading beyond them costs more than all the rest.
    const after = index + 2 < channel.length ? (channel[index + 2] ?? 0) : 0
    const peak = Math.max(Math.abs(here), Math.abs(halfWay(before, here, next, after)))
    if (peak > (peaks[index] ?? 0)) peaks[index] = peak
    before = here
    here = next
    next = after
  }
}

/** The gain each sample may have at most, already lowered when a peak is near. */
const limiterGains = ({ left, right }: Stereo, gain: number): Float32Array => {
  const ceiling = decibelsToGain(ceilingDb)
  const wanted = new Float32Array(left.length + lookaheadSamples)
  raiseToTruePeaks(left, wanted)
  raiseToTruePeaks(right, wanted)
  for (let index = 0; index < wanted.length; index += 1) {
    const peak = gain * (wanted[index] ?? 0)
    wanted[index] = peak > ceiling ? ceiling / peak : 1
  }
  const release = Math.exp(-1 / releaseSamples)
  let held = 1
  for (let index = 0; index < wanted.length; index += 1) {
    held = Math.min(wanted[index] ?? 1, 1 - (1 - held) * release)
    wanted[index] = held
  }
  let ramp = 1
  const step = 1 / lookaheadSamples
  for (let index = wanted.length - 1; index >= 0; index -= 1) {
    ramp = Math.min(wanted[index] ?? 1, ramp + step)
    wanted[index] = ramp
  }
  return wanted
}

const limited = ({ left, right }: Stereo, gain: number): Stereo => {
  const gains = limiterGains({ left, right, sampleRate }, gain)
  const apply = (channel: Float32Array): Float32Array => {
    const out = new Float32Array(channel.length)
    for (let index = 0; index < out.length; index += 1)
      out[index] = (channel[index] ?? 0) * gain * (gains[index] ?? 1)
    return out
  }
  return { left: apply(left), right: apply(right), sampleRate }
}

const fade = ({ left, right }: Stereo, fadeOutSeconds: number): void => {
  const inSamples = fadeInSeconds * sampleRate
  const outSamples = fadeOutSeconds * sampleRate
  for (const channel of [left, right]) {
    const last = channel.length - 1
    for (let index = 0; index < Math.min(inSamples, channel.length); index += 1)
      channel[index] = (channel[index] ?? 0) * (index / inSamples)
    for (let index = Math.max(0, Math.ceil(last - outSamples)); index <= last; index += 1)
      channel[index] = (channel[index] ?? 0) * ((last - index) / outSamples) ** 1.5
  }
}

/**
 * The sound at a loudness in LUFS, without a peak over -1 dBFS. The limiter takes some loudness away, so what
 * is missing is added in further passes.
 */
export const atLoudness = (sound: Stereo, lufs: number, passes = 2): Stereo => {
  let gain = decibelsToGain(lufs - loudness(sound))
  for (let pass = 1; pass < passes; pass += 1) {
    gain *= decibelsToGain(lufs - loudness(limited(sound, gain)))
  }
  return limited(sound, gain)
}

/** Brings a mix to the loudness all pieces share, without a peak over -1 dBFS and with a faded end. */
export const master = (mix: Stereo, fadeOutSeconds: number): Stereo => {
  removeRumble(mix)
  compress(mix)
  fade(mix, fadeOutSeconds)
  return atLoudness(mix, targetLufs)
}
