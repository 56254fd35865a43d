import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../../studio/music/random.ts'
import { drumKits } from '../../../studio/music/sound/drum-kits.ts'
import { soundDrum } from '../../../studio/music/sound/drums.ts'
import type { Patch } from '../../../studio/music/sound/patch.ts'
import { patches } from '../../../studio/music/sound/patches.ts'
import { sampleRate } from '../../../studio/music/sound/stereo.ts'
import { soundTone } from '../../../studio/music/sound/tone.ts'
import { consonantOf, vowelOf } from '../../../studio/music/sound/vowels.ts'
import { frequencyOf } from '../../../studio/music/theory.ts'
import { rootMeanSquare, spectrum } from '../../support/audio/audio-analysis.ts'

const size = 32_768
const hzPerBin = sampleRate / size

/** The frequency of the strongest partial within a semitone, between two bins by a parabola. */
const partialNear = (samples: Float32Array, hz: number): number => {
  const padded = new Float32Array(size)
  padded.set(samples.subarray(0, size))
  const magnitudes = spectrum(padded)
  let peak = Math.floor(hz / 2 ** (1 / 12) / hzPerBin)
  for (let bin = peak; bin <= (hz * 2 ** (1 / 12)) / hzPerBin; bin += 1) {
    if ((magnitudes[bin] ?? 0) > (magnitudes[peak] ?? 0)) peak = bin
  }
  const [before = 0, here = 0, after = 0] = magnitudes.subarray(peak - 1, peak + 2)
  return (peak + (0.5 * (before - after)) / (before - 2 * here + after)) * hzPerBin
}

describe('every instrument', () => {
  const named: readonly (readonly [string, Patch])[] = Object.entries(patches)
  const pitches = [45, 57, 64, 76]

  test.each(named)('is in tune: %s', (_name, patch) => {
    for (const pitch of pitches) {
      const note = { at: 0, seconds: 0.9, pitch, velocity: 0.8 }
      const hz = partialNear(soundTone(note, patch, randomFrom('tuning')), frequencyOf(pitch))
      const cents = 1200 * Math.log2(hz / frequencyOf(pitch))
      // Voices in unison lie up to 16 cents apart; the strongest may be any of them.
      expect(Math.abs(cents)).toBeLessThan(20)
    }
  })

  test.each(named)('sounds, stays within bounds and falls silent: %s', (_name, patch) => {
    for (const pitch of [33, ...pitches, 88]) {
      const tone = soundTone({ at: 0, seconds: 0.5, pitch, velocity: 1 }, patch, randomFrom('bounds'))
      const peak = tone.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
      expect(peak).toBeGreaterThan(0.02)
      expect(peak).toBeLessThan(6)
      expect(Math.abs(tone.at(-1) ?? 1)).toBeLessThan(0.01)
    }
  })

  test('plays a soft tone softer than a strong one', () => {
    for (const [, patch] of named) {
      const levels = [0.3, 0.9].map((velocity) =>
        rootMeanSquare(soundTone({ at: 0, seconds: 0.5, pitch: 60, velocity }, patch, randomFrom('soft'))),
      )
      expect(levels[0]).toBeLessThan(Number(levels[1]) * 0.7)
    }
  })
})

describe('every drum', () => {
  const drums = Object.entries(drumKits).flatMap(([kit, layers]) =>
    Object.entries(layers).map(([drum, recipe]) => [kit, drum, recipe] as const),
  )

  test.each(drums)('of the kit %s begins at once and dies away: %s', (_kit, _drum, layers) => {
    const stroke = soundDrum(layers, randomFrom('stroke'))
    const onset = rootMeanSquare(stroke.subarray(0, Math.round(0.05 * sampleRate)))
    expect(onset).toBeGreaterThan(0.005)
    expect(rootMeanSquare(stroke.subarray(-200))).toBeLessThan(onset / 20)
  })
})

describe('a syllable', () => {
  test.each([
    ['moon', 'u'],
    ['see', 'i'],
    ['day', 'e'],
    ['home', 'o'],
    ['light', 'a'],
    ['la', 'a'],
    ['hmm', 'a'],
  ])('"%s" is sung on %s', (syllable, vowel) => {
    expect(vowelOf(syllable)).toBe(vowel)
  })

  test('begins with the noise of its consonant, if it has one', () => {
    expect(consonantOf('sea').hz).toBeGreaterThan(consonantOf('shore').hz)
    expect(consonantOf('oh').level).toBe(0)
  })
})
