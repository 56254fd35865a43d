import { randomFrom } from '../music/random.ts'
import { decibelsToGain, type Stereo, sampleRate } from '../music/sound/stereo.ts'
import { applyGains, binCount, changeFrames, type Frame, frameSamples, hzOfBin, powersOf } from './frames.ts'
import { createStretcher } from './stretch.ts'

/** What is done to a voice; nothing of it touches the pitch or the length. */
export type TimbreChange = {
  /** What the resonances of the mouth are multiplied with: above 1 for a shorter throat. */
  readonly stretch: number
  /** What is added at a frequency, in decibels. */
  readonly equaliserDb: (hz: number) => number
  /** Air in the voice: its level below the voice's own in decibels; -Infinity for none. */
  readonly breathDb: number
}

/** Air is heard above the first resonance of the mouth. */
const breathFromHz = 1200
const breathFullHz = 2600

const breathShareAt = (hz: number): number =>
  Math.max(0, Math.min(1, (hz - breathFromHz) / (breathFullHz - breathFromHz)))

/** Random numbers of this spread have the power 1 as the two parts of one value. */
const spread = Math.sqrt(6)

/** Adds air in the middle that follows the voice: noise as loud as the voice, less what the change says. */
const breather = (
  breathDb: number,
): ((frame: Frame, envelope: Float32Array, gains: Float32Array) => void) => {
  const random = randomFrom('breath')
  const shares = Float32Array.from(
    { length: binCount },
    (_empty, bin) => decibelsToGain(breathDb) * breathShareAt(hzOfBin(bin)),
  )
  return ({ real, imaginary }, envelope, gains) => {
    for (let bin = 1; bin < binCount - 1; bin += 1) {
      const share = shares[bin] ?? 0
      if (share === 0) continue
      const level = spread * Math.SQRT1_2 * share * (gains[bin] ?? 0) * Math.exp(envelope[bin] ?? 0)
      const [one, other] = [level * (random.next() - 0.5), level * (random.next() - 0.5)]
      const mirrored = frameSamples - bin
      // The same noise on both sides: a spectrum times 1 + i.
      real[bin] = (real[bin] ?? 0) + one - other
      imaginary[bin] = (imaginary[bin] ?? 0) + one + other
      real[mirrored] = (real[mirrored] ?? 0) + one + other
      imaginary[mirrored] = (imaginary[mirrored] ?? 0) + one - other
    }
  }
}

const energyOf = ({ left, right }: Stereo): number => {
  let sum = 0
  for (let index = 0; index < left.length; index += 1)
    sum += (left[index] ?? 0) ** 2 + (right[index] ?? 0) ** 2
  return sum
}

/** The sound as loud as another one. */
const asLoudAs = (sound: Stereo, model: Stereo): Stereo => {
  const gain = Math.sqrt(energyOf(model) / Math.max(energyOf(sound), 1e-12))
  const scaled = (channel: Float32Array): Float32Array => channel.map((sample) => sample * gain)
  return { left: scaled(sound.left), right: scaled(sound.right), sampleRate }
}

/** The same words and tones by another throat, as long and as loud. The same sound gives the same samples. */
export const changeTimbre = (sound: Stereo, { stretch, equaliserDb, breathDb }: TimbreChange): Stereo => {
  const stretcher = createStretcher(stretch)
  const equaliser = Float32Array.from({ length: binCount }, (_empty, bin) =>
    decibelsToGain(equaliserDb(hzOfBin(bin))),
  )
  const addBreath = breather(breathDb)
  const powers = new Float32Array(binCount)
  const gains = new Float32Array(binCount)
  const changed = changeFrames(sound, (frame) => {
    powersOf(frame, powers)
    const stretched = stretcher(powers)
    for (let bin = 0; bin < binCount; bin += 1) {
      gains[bin] = (equaliser[bin] ?? 1) * (stretched.gains[bin] ?? 1)
    }
    applyGains(frame, gains)
    if (breathDb > -Infinity) addBreath(frame, stretched.envelope, gains)
  })
  return asLoudAs(changed, sound)
}
