import { beforeAll, describe, expect, test } from 'vitest'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { changeVoice } from '../../../studio/voice/voice-change.ts'
import { voices } from '../../../studio/voice-list/voices.ts'
import { longTermSpectrum, spectralDistance } from '../../support/audio/timbre-analysis.ts'
import { hummed, spoken, voiceNamed } from '../../support/audio/voice-clips.ts'
import { firstRows } from '../../support/suite/runs.ts'

const words = 'When the sunlight strikes raindrops in the air, they act as a prism.'
const otherWords =
  'Nobody knows where she may have gone, so please leave the key under the old mat. ' +
  'The quick brown fox jumps over lazy dogs, again and again.'

/** Spread over men and women, and over bright and dark voices. */
const names = firstRows(3, ['Ada Winter', 'Abel Rook', 'Wendell Pike', 'Vera Sol', 'Hugo Laurent'])

type Spectrum = readonly number[]

const toVoice = async (clip: Stereo, voiceId: string, semitones = 0): Promise<Spectrum> =>
  longTermSpectrum(await changeVoice(clip, { voiceId, semitones, withoutBackground: false }))

/** The names of the voices, those that sound most like what is heard first. */
const byLikeness = (heard: Spectrum): readonly string[] =>
  names.toSorted(
    (one, other) =>
      spectralDistance(heard, known.get(one) ?? []) - spectralDistance(heard, known.get(other) ?? []),
  )

let known: Map<string, Spectrum>
beforeAll(async () => {
  known = new Map()
  for (const name of names) known.set(name, longTermSpectrum(await spoken(otherWords, name)))
})

describe.each(firstRows(1, ['Freya Nilsen', 'Caleb Dune']))('a clip of %s', (source) => {
  let clip: Stereo
  let own: Spectrum
  beforeAll(async () => {
    clip = await spoken(words, source)
    own = longTermSpectrum(clip)
  })

  // Another one is reached below, from where it is moved.
  test.each(firstRows(1, names))(
    'moves towards %s, no matter who says what, and is most like that voice',
    async (name) => {
      const heard = await toVoice(clip, voiceNamed(name))
      const wanted = known.get(name) ?? []
      expect(spectralDistance(heard, wanted)).toBeLessThan(0.7 * spectralDistance(own, wanted))
      expect(byLikeness(heard)[0]).toBe(name)
    },
  )

  test.each(firstRows(1, [-5, 5]))('moves there %i semitones away as well', async (semitones) => {
    const wanted = known.get('Wendell Pike') ?? []
    const heard = await toVoice(clip, voiceNamed('Wendell Pike'), semitones)
    expect(spectralDistance(heard, wanted)).toBeLessThan(0.8 * spectralDistance(own, wanted))
  })
})

/** Every third one first, so that the first of them are of all kinds. */
const spread = <T>(rows: readonly T[]): readonly T[] =>
  [0, 1, 2].flatMap((rest) => rows.filter((_, index) => index % 3 === rest))

describe('all voices', () => {
  test('are at least 40, with names and identifiers of their own', () => {
    expect(voices.length).toBeGreaterThanOrEqual(40)
    expect(new Set(voices.map(({ name }) => name)).size).toBe(voices.length)
    expect(new Set(voices.map(({ voiceId }) => voiceId)).size).toBe(voices.length)
  })

  /** The pairs of voices by which something sounds nearly the same. */
  const alike = async (
    some: readonly string[],
    hear: (name: string) => Promise<Spectrum>,
  ): Promise<readonly string[]> => {
    const heard: { readonly name: string; readonly spectrum: Spectrum }[] = []
    for (const name of some) heard.push({ name, spectrum: await hear(name) })
    return heard.flatMap((one, index) =>
      heard
        .slice(index + 1)
        .filter((other) => spectralDistance(one.spectrum, other.spectrum) < 0.7)
        .map((other) => `${one.name} and ${other.name}`),
    )
  }

  test('speak with timbres of their own', async () => {
    const all = firstRows(8, spread(voices)).map(({ name }) => name)
    expect(await alike(all, async (name) => longTermSpectrum(await spoken('Where are you?', name)))).toEqual(
      [],
    )
  }, 240_000)

  test('make something of their own of a hum', async () => {
    const clip = hummed([220])
    expect(await alike(names, async (name) => await toVoice(clip, voiceNamed(name)))).toEqual([])
  })
})
