import { describe, expect, test } from 'vitest'
import { findBars } from '../../../studio/analysis/bars.ts'
import { findPulse } from '../../../studio/analysis/beats.ts'
import { createChromaReader, findChord, findKey } from '../../../studio/analysis/harmony.ts'
import { findOnsets } from '../../../studio/analysis/onsets.ts'
import { frequencyOf } from '../../../studio/music/theory.ts'

const rate = 22_050
const seconds = 16

/** Strokes at these times that die away within a tenth of a second. */
const strokes = (times: readonly { readonly at: number; readonly hz: number }[]): Float32Array => {
  const out = new Float32Array(seconds * rate)
  for (const { at, hz } of times) {
    const start = Math.round(at * rate)
    for (let index = 0; index < rate / 5 && start + index < out.length; index += 1) {
      const stroke = 0.5 * Math.sin((2 * Math.PI * hz * index) / rate) * Math.exp(-index / (rate / 40))
      out[start + index] = (out[start + index] ?? 0) + stroke
    }
  }
  return out
}

const beatsFrom = (first: number, beatsPerMinute: number): number[] => {
  const count = Math.floor(((seconds - first) * beatsPerMinute) / 60)
  return Array.from({ length: count }, (_empty, beat) => first + (beat * 60) / beatsPerMinute)
}

describe('a pulse', () => {
  test.each([
    [80, 0.1],
    [100, 0.37],
    [123.4, 0.2],
    [150, 0.05],
  ])('of %d beats a minute from %d s on is found', (beatsPerMinute, first) => {
    const samples = strokes(beatsFrom(first, beatsPerMinute).map((at) => ({ at, hz: 900 })))
    const pulse = findPulse(findOnsets(samples, rate))
    expect(Math.abs(pulse.beatsPerMinute - beatsPerMinute)).toBeLessThan(0.1)
    expect(Math.abs(pulse.firstBeatSeconds - first)).toBeLessThan(0.015)
  })
})

describe('bars', () => {
  test.each([
    [3, 0],
    [3, 2],
    [4, 1],
    [4, 3],
  ])('of %i beats begin where the bass is: beat %i', (beatsPerBar, downbeat) => {
    const times = beatsFrom(0.2, 120).map((at, beat) => ({
      at,
      hz: beat % beatsPerBar === downbeat ? 70 : 900,
    }))
    const samples = strokes(times)
    const heard = { onsets: findOnsets(samples, rate), chroma: createChromaReader(samples, rate), seconds }
    const pulse = { beatsPerMinute: 120, firstBeatSeconds: 0.2 }
    expect(findBars(heard, pulse, beatsPerBar).firstBarSeconds).toBeCloseTo(0.2 + downbeat * 0.5, 6)
  })
})

/** Chords one after the other, a second each; pitches as MIDI numbers. */
const chords = (pitches: readonly (readonly number[])[]): Float32Array =>
  Float32Array.from({ length: pitches.length * rate }, (_empty, index) =>
    (pitches[Math.floor(index / rate)] ?? []).reduce(
      (sum, pitch) => sum + 0.1 * Math.sin((2 * Math.PI * frequencyOf(pitch) * index) / rate),
      0,
    ),
  )

describe('harmony', () => {
  const cadence = [
    [60, 64, 67],
    [65, 69, 72],
    [67, 71, 74],
    [60, 64, 67],
  ]

  test.each([0, 3, 7])('is heard %i semitones above C major, chord by chord', (semitones) => {
    const moved = cadence.map((pitches) => pitches.map((pitch) => pitch + semitones))
    const chroma = createChromaReader(chords(moved), rate)
    const key = findKey(chroma(0, 4))
    expect(key).toEqual({ tonic: semitones, mode: 'major' })
    const found = [0, 1, 2, 3].map((at) => findChord(chroma(at + 0.1, at + 0.9), key, undefined))
    expect(found).toEqual(['1', '4', '5', '1'])
  })

  test('is heard in a minor key, with the raised tone before its tonic', () => {
    const chroma = createChromaReader(
      chords([
        [57, 60, 64],
        [62, 65, 69],
        [64, 68, 71],
        [57, 60, 64],
      ]),
      rate,
    )
    const key = findKey(chroma(0, 4))
    expect(key).toEqual({ tonic: 9, mode: 'minor' })
    expect(findChord(chroma(2.1, 2.9), key, '4')).toBe('5M')
  })
})
