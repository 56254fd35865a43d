import { beforeAll, describe, expect, test, vi } from 'vitest'
import { decodeClip } from '../../../studio/clips/decode.ts'
import { resample } from '../../../studio/clips/resample.ts'
import { encodeWav } from '../../../studio/encode/wav.ts'
import { type Mastering, masteringOf, masterLike } from '../../../studio/mastering/master-like.ts'
import { loudness } from '../../../studio/music/sound/loudness.ts'
import { type Stereo, silence } from '../../../studio/music/sound/stereo.ts'
import { speakText } from '../../../studio/speech/speech.ts'
import { UnusableInput } from '../../../studio/unusable-input.ts'
import { rootMeanSquare } from '../../support/audio/audio-analysis.ts'
import { octaveLevels, octaves, peakDb, spreadLu, widthDb } from '../../support/audio/mastering-analysis.ts'
import {
  amplified,
  filtered,
  hiss,
  mono,
  overdriven,
  play,
  sine,
  stretch,
  swelling,
} from '../../support/audio/mastering-material.ts'
import { firstRows, runs } from '../../support/suite/runs.ts'

const speak = async (): Promise<Stereo> => {
  const text = 'The quick brown fox jumps over the lazy dog by the river. '.repeat(4)
  return await speakText({ text, samplePath: undefined, voice: '', gender: 'male' })
}

/** Each style is played once, however many materials are made of it: no change is in place. */
const pieces = new Map<string, Stereo>()
const played = (style: string, seconds = runs(7, 12)): Stereo => {
  const sound = pieces.get(style) ?? play(style, seconds)
  pieces.set(style, sound)
  return sound
}

/** What the mastering is tried on, by names that the tables below use. */
const materials = {
  ambient: () => played('ambient'),
  cinematic: () => played('cinematic', 20),
  classical: () => played('classical'),
  'hip hop': () => played('hip hop'),
  jazz: () => played('jazz'),
  metal: () => played('metal'),
  pop: () => played('pop'),
  techno: () => played('techno'),
  speech: speak,
  noise: () => hiss(8, 0.2),
  'soft jazz': () => amplified(played('jazz'), -40),
  'dull pop': () => filtered(played('pop'), 'lowPass', 1500),
  'thin techno': () => filtered(played('techno'), 'highPass', 800),
  'swelling rock': () => swelling(played('rock'), 12),
  'swelling metal': () => swelling(played('metal'), 12),
  'mono jazz': () => mono(played('jazz')),
  'overdriven metal': () => overdriven(played('metal'), 12),
  'louder pop': () => overdriven(played('pop'), 5),
  'loud pop': () => overdriven(played('pop'), 8),
  'loud metal': () => overdriven(played('metal'), 8),
  'overdriven pop': () => overdriven(played('pop'), 12),
  'half a second of funk': () => stretch(played('funk'), 4, 4.5),
} as const satisfies Record<string, () => Stereo | Promise<Stereo>>

type Name = keyof typeof materials

const made = new Map<Name, Stereo>()
const material = async (name: Name): Promise<Stereo> => {
  const sound = made.get(name) ?? (await materials[name]())
  made.set(name, sound)
  return sound
}

const portraits = new Map<Name, Mastering>()
/** What a material asks for as a reference: found out once, for it takes as long as mastering. */
const masteringLike = async (name: Name): Promise<Mastering> => {
  const mastering = portraits.get(name) ?? masteringOf(await material(name))
  portraits.set(name, mastering)
  return mastering
}

const mastered = new Map<string, Stereo>()
/** A material mastered like another: once, for it is always the same. */
const masteredLike = async (name: Name, referenceName: Name): Promise<Stereo> => {
  const id = `${name} like ${referenceName}`
  const result = mastered.get(id) ?? masterLike(await material(name), await masteringLike(referenceName))
  mastered.set(id, result)
  return result
}

/** The first are as unlike each other as can be; the others are tried by the long run only. */
const allPairs: readonly (readonly [Name, Name])[] = [
  ['jazz', 'loud pop'],
  ['mono jazz', 'swelling metal'],
  ['techno', 'swelling rock'],
  ['mono jazz', 'ambient'],
  ['half a second of funk', 'metal'],
  ['jazz', 'overdriven metal'],
  ['metal', 'dull pop'],
  ['jazz', 'overdriven pop'],
  ['jazz', 'loud metal'],
  ['pop', 'metal'],
  ['ambient', 'techno'],
  ['classical', 'hip hop'],
  ['jazz', 'cinematic'],
  ['speech', 'techno'],
  ['noise', 'pop'],
  ['pop', 'noise'],
  ['soft jazz', 'pop'],
  ['pop', 'soft jazz'],
  ['dull pop', 'hip hop'],
  ['metal', 'speech'],
  ['thin techno', 'metal'],
  ['swelling rock', 'pop'],
  ['ambient', 'mono jazz'],
  ['overdriven metal', 'classical'],
  ['jazz', 'louder pop'],
  ['pop', 'half a second of funk'],
]
const pairs = firstRows(2, allPairs)

/** What lies so far under the whole is as good as not there, and raising it would raise noise. */
const nothingDb = -59
const octaveName = (index: number): string => `${octaves[index]} Hz`

/** Octaves over 3 dB apart that did not end at less than half of that, and any that is worse by 1 dB. */
const octaveProblems = (clip: Stereo, reference: Stereo, result: Stereo): readonly string[] => {
  const [before, wanted, after] = [octaveLevels(clip), octaveLevels(reference), octaveLevels(result)]
  return octaves.flatMap((_hz, at) => {
    const apart = Math.abs((before.overLoudness[at] ?? 0) - (wanted.overLoudness[at] ?? 0))
    const left = Math.abs((after.overLoudness[at] ?? 0) - (wanted.overLoudness[at] ?? 0))
    const isThere = (before.overAll[at] ?? 0) > nothingDb
    const isHalved = apart <= 3 || !isThere || left < apart / 2
    if (isHalved && left < apart + 1) return []
    return [`${octaveName(at)}: ${apart.toFixed(1)} dB apart, then ${left.toFixed(1)} dB`]
  })
}

// How long it takes says nothing on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

describe.each(pairs)('%s, mastered like %s', (name, referenceName) => {
  let clip: Stereo
  let reference: Stereo
  let result: Stereo
  beforeAll(async () => {
    clip = await material(name)
    reference = await material(referenceName)
    result = await masteredLike(name, referenceName)
  })

  test('is as loud, and as long as it was', () => {
    expect(Math.abs(loudness(result) - loudness(reference))).toBeLessThan(1)
    expect(result.left).toHaveLength(clip.left.length)
    expect(result.right).toHaveLength(clip.left.length)
  })

  test('has no peak near full scale, between its samples neither', () => {
    expect(peakDb(result)).toBeLessThan(-0.3)
  })

  test('has the spectrum of the reference, octave by octave', () => {
    expect(octaveProblems(clip, reference, result)).toEqual([])
  })

  test('comes closer in width and dynamics, where they differ', () => {
    const hasSide = widthDb(clip) > -60
    const hasMoments = reference.left.length > 3 * reference.sampleRate
    for (const [measure, close, isTold] of [
      [widthDb, 2, hasSide],
      [spreadLu, 1, hasMoments],
    ] as const) {
      if (!isTold) continue
      const [before, after] = [clip, result].map((sound) => Math.abs(measure(sound) - measure(reference)))
      expect(after).toBeLessThan((before ?? 0) > close ? (before ?? 0) : close)
    }
  })
})

describe('a clip', () => {
  test.each(firstRows(2, [10, 8820, 441]))(
    'of %i samples is as loud as the reference and keeps its length',
    async (length) => {
      const clip = stretch(await material('pop'), 4, 4 + length / 44_100)
      const reference = await material('jazz')
      const result = masterLike(clip, await masteringLike('jazz'))
      expect(result.left).toHaveLength(length)
      expect(Math.abs(loudness(result) - loudness(reference))).toBeLessThan(1)
      expect(Math.max(...result.left.map(Math.abs), ...result.right.map(Math.abs))).toBeLessThan(0.97)
    },
  )

  test('is always mastered the same', async () => {
    const [clip, reference] = [stretch(await material('pop'), 0, 1), stretch(await material('metal'), 0, 2)]
    const [one, other] = [masterLike(clip, masteringOf(reference)), masterLike(clip, masteringOf(reference))]
    expect(other).toEqual(one)
  })

  test('that is like its reference hardly changes', async () => {
    const clip = await material('pop')
    const result = masterLike(clip, await masteringLike('pop'))
    const difference = result.left.map((sample, index) => sample - (clip.left[index] ?? 0))
    expect(rootMeanSquare(difference)).toBeLessThan(0.02 * rootMeanSquare(clip.left))
  })

  test('begins and ends as quietly as it did', async () => {
    const result = await masteredLike('jazz', 'loud pop')
    for (const edge of [0, result.left.length - 1]) {
      expect(Math.abs(result.left[edge] ?? 1)).toBeLessThan(0.01)
    }
  })

  test('of one tone gets no clicks from dynamics and limiter: nothing sounds far above it', async () => {
    const tone = swelling(sine(8, 220, 0.5), 15)
    const levels = octaveLevels(masterLike(tone, await masteringLike('metal'))).overAll
    // The harmonics of a limited tone lie beside it; a click sounds in all octaves.
    expect(Math.max(...levels.slice(octaves.indexOf(4000)))).toBeLessThan(-50)
  })
})

describe('a reference', () => {
  test.each(firstRows(1, [48_000, 22_050, 96_000]))('that comes at %i Hz asks for the same', async (rate) => {
    const [clip, reference] = [
      stretch(await material('pop'), 0, 2),
      stretch(await material('metal'), 0, runs(4, 6)),
    ]
    const { left, right, sampleRate } = reference
    const [low, high] = [resample(left, sampleRate, rate), resample(right, sampleRate, rate)]
    const read = await decodeClip(encodeWav({ left: low, right: high, sampleRate: rate }))
    const [one, other] = [reference, read].map((sound) => masterLike(clip, masteringOf(sound)))
    if (one === undefined || other === undefined) throw new Error('two references give two results')
    expect(Math.abs(loudness(one) - loudness(other))).toBeLessThan(0.2)
    // What half the rate cannot hold is not asked for: the highest two octaves of 22,050 Hz.
    for (const at of octaves.keys()) {
      if ((octaves[at] ?? 0) * 3 > rate) continue
      const levels = [one, other].map((sound) => octaveLevels(sound).overLoudness[at] ?? 0)
      expect(Math.abs((levels[0] ?? 0) - (levels[1] ?? 0))).toBeLessThan(1)
    }
  })

  test('so loud that moments cannot differ is met in loudness and octaves, at the cost of dynamics', async () => {
    const [clip, reference] = [await material('jazz'), await material('overdriven metal')]
    const result = await masteredLike('jazz', 'overdriven metal')
    expect(Math.abs(loudness(result) - loudness(reference))).toBeLessThan(1)
    expect(octaveProblems(clip, reference, result)).toEqual([])
    expect(peakDb(result)).toBeLessThan(-0.3)
  })

  test('louder than waves can be leaves the ceiling unbroken', async () => {
    const [clip, reference] = [stretch(await material('jazz'), 0, 2), overdriven(await material('metal'), 40)]
    const result = masterLike(clip, masteringOf(reference))
    expect(peakDb(result)).toBeLessThan(-0.3)
    expect(loudness(result)).toBeGreaterThan(-7)
  })
})

describe('silence', () => {
  test.each([
    ['digital', silence(44_100)],
    ['nothing', silence(0)],
    // The absolute gate of ITU-R BS.1770 is at -70 LUFS.
    ['under the gate', hiss(2, 0.0001)],
  ])('(%s) is refused as a clip and as a reference', async (_name, sound) => {
    const reference = await masteringLike('pop')
    expect(() => masterLike(sound, reference)).toThrow(new UnusableInput('The clip is silent'))
    expect(() => masteringOf(sound)).toThrow(new UnusableInput('The reference is silent'))
  })
})
