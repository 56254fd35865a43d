import { beforeAll, describe, expect, test } from 'vitest'
import { encodeMp3 } from '../../../studio/encode/mp3.ts'
import type { PieceFacts, PieceOrder } from '../../../studio/music/order.ts'
import { composePiece } from '../../../studio/music/piece.ts'
import { loudness } from '../../../studio/music/sound/loudness.ts'
import { renderScore } from '../../../studio/music/sound/render.ts'
import { type Key, scales } from '../../../studio/music/theory.ts'
import {
  decodeMp3,
  distanceDb,
  estimateTempo,
  estimateTonic,
  rootMeanSquare,
  type Sound,
  truePeakDb,
} from '../../support/audio/audio-analysis.ts'
import { firstRows, runs } from '../../support/suite/runs.ts'

type Heard = {
  readonly sound: Sound
  readonly mp3: Uint8Array
  readonly facts: PieceFacts
  readonly key: Key
}

/** As long as it takes to tell a tempo, and to have a verse. */
const pieceSeconds = runs(9, 20)

/** A piece as a listener gets it: composed, rendered, encoded, and decoded again. */
const hear = async (prompt: string, change: Partial<PieceOrder> = {}): Promise<Heard> => {
  const order: PieceOrder = {
    prompt,
    musicStyle: '',
    lyrics: '',
    title: '',
    vocals: 'sung',
    gender: 'female',
    voice: '',
    seconds: pieceSeconds,
    take: 1,
    ...change,
  }
  const { score, facts } = composePiece(order)
  const mp3 = await encodeMp3(renderScore(score))
  return { sound: await decodeMp3(mp3), mp3, facts, key: score.key }
}

const lasts = (sound: Sound, seconds: number): Float32Array =>
  sound.left.subarray(sound.left.length - Math.round(seconds * sound.sampleRate))

const prompts = [
  ['a sea shanty about debugging', 'sea shanty'],
  ['techno at 120 bpm in D minor', 'techno'],
  ['a jazz trio in Bb major', 'jazz'],
  ['loud metal about spreadsheets', 'metal'],
  ['slow lo-fi for a rainy day', 'lo-fi'],
  ['a waltz in A minor', 'waltz'],
] as const

describe.each(firstRows(2, prompts))('"%s"', (prompt, style) => {
  let heard: Heard
  beforeAll(async () => {
    heard = await hear(prompt)
  })

  test('is in its style, as long as ordered', () => {
    const { sound, facts } = heard
    expect(facts.style).toBe(style)
    expect(sound.sampleRate).toBe(44_100)
    // The encoder adds up to two frames of 26 ms.
    expect(Math.abs(sound.seconds - pieceSeconds)).toBeLessThan(0.053)
  })

  test('is as loud as all pieces, and no peak is cut', () => {
    const { sound } = heard
    expect(loudness(sound)).toBeGreaterThan(-16)
    expect(loudness(sound)).toBeLessThan(-14)
    expect(truePeakDb(sound.left)).toBeLessThanOrEqual(-1)
    expect(truePeakDb(sound.right)).toBeLessThanOrEqual(-1)
  })

  test('sounds on both sides, not the same, and in every second until its end', () => {
    const { sound } = heard
    const sides = sound.left.map((sample, index) => sample - (sound.right[index] ?? 0))
    expect(rootMeanSquare(sides)).toBeGreaterThan(0.005)
    for (let second = 0; second < pieceSeconds - 2; second += 1) {
      const part = sound.left.subarray(second * sound.sampleRate, (second + 1) * sound.sampleRate)
      expect(rootMeanSquare(part)).toBeGreaterThan(0.01)
    }
  })

  test('begins and ends without a click', () => {
    const { sound } = heard
    // An MP3 smears what begins at once over the samples before it.
    expect(Math.abs(sound.left[0] ?? 1)).toBeLessThan(0.01)
    expect(rootMeanSquare(lasts(sound, 0.02))).toBeLessThan(0.001)
    expect(rootMeanSquare(lasts(sound, 0.5))).toBeLessThan(rootMeanSquare(sound.left) / 4)
  })

  test('keeps the tempo it names', () => {
    const { sound, facts } = heard
    const tempo = estimateTempo(sound, { from: facts.beatsPerMinute / 1.4, to: facts.beatsPerMinute * 1.4 })
    expect(Math.abs(tempo / facts.beatsPerMinute - 1)).toBeLessThan(0.02)
  })
})

const keys = [
  ['a sea shanty in D minor', 2],
  ['classical in Eb major', 3],
  ['techno at 128 bpm in F minor', 5],
  ['a pop song in C major', 0],
  ['lo-fi in A minor', 9],
  ['bossa nova in G major', 7],
  ['synthwave in C# minor', 1],
] as const

describe.each(firstRows(1, keys))('"%s"', (prompt, tonic) => {
  test('is heard in its key, or in the neighbour that differs by one tone', async () => {
    const { sound, key } = await hear(prompt, { vocals: 'none', seconds: runs(9, 12) })
    expect(key.tonic).toBe(tonic)
    // A few chords need not touch the one tone in which two neighbours in the circle of fifths differ.
    const neighbours = [tonic, (tonic + 5) % 12, (tonic + 7) % 12]
    expect(neighbours).toContain(estimateTonic(sound, scales[key.mode]))
  })
})

const tempos = [
  ['a folk song at 96 bpm', 96],
  ['chiptune, 150 bpm', 150],
  ['house at 120 bpm', 120],
] as const

// In the short form brief.test.ts shows that a tempo is read, and the techno above that it is heard.
test.each(firstRows(0, tempos))('a tempo that is asked for is heard: "%s"', async (prompt, tempo) => {
  const { sound } = await hear(prompt, { seconds: 12 })
  expect(Math.abs(estimateTempo(sound, { from: tempo / 1.4, to: tempo * 1.4 }) / tempo - 1)).toBeLessThan(
    0.02,
  )
})

// Measured over all styles: two takes lie 4.8 to 13 dB apart, two styles 9.6 to 18 dB, one render repeated 0.
const takesApartDb = 3
const stylesApartDb = 6

describe('pieces', () => {
  test('rendered twice are the same to the byte', async () => {
    const [one, other] = [
      await hear('the same jazz', { seconds: 2 }),
      await hear('the same jazz', { seconds: 2 }),
    ]
    expect(Buffer.from(other.mp3).equals(Buffer.from(one.mp3))).toBe(true)
    expect(distanceDb(one.sound, other.sound)).toBe(0)
  })

  test('of two takes sound different', async () => {
    const [one, other] = [await hear('techno', { seconds: 3 }), await hear('techno', { seconds: 3, take: 2 })]
    expect(distanceDb(one.sound, other.sound)).toBeGreaterThan(takesApartDb)
  })

  test('of two styles sound more different', async () => {
    const [one, other] = [
      await hear('ambient about rivers', { seconds: 3 }),
      await hear('metal about rivers', { seconds: 3 }),
    ]
    expect(distanceDb(one.sound, other.sound)).toBeGreaterThan(stylesApartDb)
  })

  test('of the voice alone are silent before it begins', async () => {
    const { sound, facts } = await hear('folk', { vocals: 'only', seconds: runs(6, 20) })
    const startSeconds = (facts.timedLines[0]?.start ?? 0) / 1000 - 0.15
    expect(startSeconds).toBeGreaterThan(0.5)
    const before = sound.left.subarray(0, Math.round(startSeconds * sound.sampleRate))
    expect(rootMeanSquare(before)).toBeLessThan(1e-4)
    expect(rootMeanSquare(sound.left)).toBeGreaterThan(0.02)
  })
})

describe('loudness', () => {
  // EBU Tech 3341 test case 1: a stereo sine of 1 kHz at -23 dBFS is -23 LUFS
  // (https://tech.ebu.ch/docs/tech/tech3341.pdf).
  test.each([-23, -33])('of the reference sine at %i dBFS is that many LUFS', (level) => {
    const samples = Float32Array.from({ length: 20 * 44_100 }, (_empty, index) => {
      return 10 ** (level / 20) * Math.sin((2 * Math.PI * 1000 * index) / 44_100)
    })
    expect(loudness({ left: samples, right: samples, sampleRate: 44_100 })).toBeCloseTo(level, 1)
  })
})
