import { beforeAll, describe, expect, test } from 'vitest'
import { encodeSound } from '../../../studio/encode/encode.ts'
import { type AudioFormat, audioFormats } from '../../../studio/encode/formats.ts'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { rootMeanSquare } from '../../support/audio/audio-analysis.ts'
import { independentDecoders } from '../../support/audio/independent-decoders.ts'
import { firstRows } from '../../support/suite/runs.ts'

const rate = 44_100
const noteFrames = 11_025

/** A short melody: A4, C sharp 5, E5 and A5 in equal temperament, a quarter of a second each. */
const melodyHz = [440, 554.37, 659.26, 880]

const melody = (frames: number, gain: number): Float32Array =>
  Float32Array.from({ length: frames }, (_empty, index) => {
    const hz = melodyHz[Math.floor(index / noteFrames) % melodyHz.length] ?? 0
    return gain * Math.sin((2 * Math.PI * hz * index) / rate)
  })

/** The right side is half as loud as the left one, so that sides that are mixed up are heard. */
const soundOf = (frames: number): Stereo => ({
  left: melody(frames, 0.5),
  right: melody(frames, 0.25),
  sampleRate: rate,
})

/** How often a wave passes zero upwards in the middle of a note, as a frequency. */
const pitchOf = (samples: Float32Array, note: number): number => {
  const [start, end] = [Math.round((note + 0.2) * noteFrames), Math.round((note + 0.8) * noteFrames)]
  const crossings: number[] = []
  for (let index = start; index < end; index += 1) {
    const [before = 0, after = 0] = [samples[index - 1], samples[index]]
    if (before < 0 && after >= 0) crossings.push(index - after / (after - before))
  }
  const [first = 0, last = 0] = [crossings[0], crossings.at(-1)]
  return ((crossings.length - 1) * rate) / (last - first)
}

/** LAME turns everything down a little, so that what it adds does not clip. */
const levelToleranceDb = 0.5

const levelDb = (samples: Float32Array): number => 20 * Math.log10(rootMeanSquare(samples))

/**
 * ADTS holds whole frames of 1,024 samples, and nothing that says how many count (ISO/IEC 14496-3, 1.A.2).
 */
const framesIn = (format: AudioFormat, frames: number): number =>
  format === 'aac' ? Math.ceil(frames / 1024) * 1024 : frames

/**
 * Lengths beside those that coded pieces have: 1,152 samples in MP3, 1,024 in AAC, up
 * to 2,048 in Vorbis, 4,608 in FLAC.
 */
const lengths = [1, 4097, 1151, 44_100, 100, 130_001]

describe.each(audioFormats)('a sound as %s', (format) => {
  test.each(firstRows(2, lengths))('of %i samples has as many for another decoder', async (frames) => {
    const { left, right } = await independentDecoders[format](await encodeSound(soundOf(frames), format))
    expect([left.length, right.length]).toEqual([framesIn(format, frames), framesIn(format, frames)])
  })

  describe('with a melody', () => {
    const sound = soundOf(4 * noteFrames)
    let heard: Awaited<ReturnType<(typeof independentDecoders)[AudioFormat]>>
    beforeAll(async () => {
      heard = await independentDecoders[format](await encodeSound(sound, format))
    })

    test.each(melodyHz.map((hz, note) => [hz, note] as const))('has its note of %f Hz', (hz, note) => {
      expect(Math.abs(pitchOf(heard.left, note) / hz - 1)).toBeLessThan(0.001)
    })

    test.each(['left', 'right'] as const)('is as loud on the %s', (side) => {
      expect(Math.abs(levelDb(heard[side].subarray(0, 4 * noteFrames)) - levelDb(sound[side]))).toBeLessThan(
        levelToleranceDb,
      )
    })

    test('begins when it did', () => {
      const [start, end] = [5000, 9000]
      const difference = sound.left
        .subarray(start, end)
        .map((sample, index) => sample - (heard.left[start + index] ?? 0))
      expect(rootMeanSquare(difference) / rootMeanSquare(sound.left)).toBeLessThan(0.05)
    })
  })

  test('of no length cannot be', async () => {
    await expect(encodeSound(soundOf(0), format)).rejects.toThrow('no sound')
  })
})

describe.each(['wav', 'flac'] as const)('a sound as %s', (format) => {
  test('comes back as it was, to the sixteenth bit', async () => {
    const sound = soundOf(30_000)
    const { left } = await independentDecoders[format](await encodeSound(sound, format))
    const farthest = left.reduce(
      (most, sample, index) => Math.max(most, Math.abs(sample - (sound.left[index] ?? 0))),
      0,
    )
    // Half a step of rounding, and one where readers divide by 32,768 what writers multiply by 32,767.
    expect(farthest).toBeLessThan(1.5 / 32_768)
  })
})

describe('a sound as mp3', () => {
  const at = (sampleRate: number): Promise<Uint8Array> => encodeSound({ ...soundOf(5000), sampleRate }, 'mp3')

  test.each([32_000, 48_000])('at %i Hz has as many samples for another decoder', async (rateHz) => {
    expect((await independentDecoders.mp3(await at(rateHz))).left.length).toBe(5000)
  })

  test('at a rate whose frames cannot say how many there are is refused', async () => {
    await expect(at(22_050)).rejects.toThrow(RangeError)
  })
})
