import { beforeAll, describe, expect, test } from 'vitest'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { changeVoice, type VoiceChange } from '../../../studio/voice/voice-change.ts'
import { rootMeanSquare, truePeakDb } from '../../support/audio/audio-analysis.ts'
import { median, pitchTrack, semitonesBetween } from '../../support/audio/pitch-track.ts'
import { hummed, inTheMiddle, spoken, voiceNamed } from '../../support/audio/voice-clips.ts'
import { firstRows, isLong } from '../../support/suite/runs.ts'

const changeAnew = async (clip: Stereo, wanted: Partial<VoiceChange> = {}): Promise<Stereo> =>
  await changeVoice(clip, {
    voiceId: voiceNamed('Vera Sol'),
    semitones: 0,
    withoutBackground: false,
    ...wanted,
  })

const changes = new Map<Stereo, Map<string, Promise<Stereo>>>()
/** The same, once for all tests that want the same of a clip. Shared, so do not modify it. */
const change = (clip: Stereo, wanted: Partial<VoiceChange> = {}): Promise<Stereo> => {
  const known = changes.get(clip) ?? new Map<string, Promise<Stereo>>()
  const id = JSON.stringify(wanted)
  const changed = known.get(id) ?? changeAnew(clip, wanted)
  changes.set(clip, known.set(id, changed))
  return changed
}

/** The pitch of a clip, looked for around where it would be after so many semitones. */
const trackOf = ({ left, sampleRate }: Stereo, semitones: number) =>
  pitchTrack(left, sampleRate, {
    lowestHz: 60 * 2 ** (semitones / 12),
    highestHz: 400 * 2 ** (semitones / 12),
  })

const aWoman = (): Promise<Stereo> => spoken('Nobody knows where they may have gone.', 'Beatrix Holm')

const sources = [
  ['a woman who speaks', aWoman],
  ['a hum', () => Promise.resolve(hummed([196, 262]))],
  ['a man who speaks', () => spoken('Nobody knows where they may have gone all morning.', 'Rafael Moura')],
] as const

/** By how many semitones each is moved: as a rule one down, the other up. */
const moves: readonly (readonly number[])[] = [[-7], [12]]

describe.each(firstRows(2, sources))('the pitch of %s', (name, make) => {
  const semitones = isLong
    ? [-7, 12, 0, -12, -1, 1, 4]
    : (moves[sources.findIndex(([each]) => each === name)] ?? [])
  const wanted = firstRows(name === 'a hum' ? 1 : 0, ['Abel Rook', 'Freya Nilsen'])
  let clip: Stereo
  let before: readonly (number | undefined)[]
  beforeAll(async () => {
    clip = await make()
    before = trackOf(clip, 0)
  })

  // That it stays where it is by none at all is also shown below, with other voices.
  test.each(semitones)('moves by %i semitones, and the length stays', async (semitones) => {
    const changed = await change(clip, { semitones })
    const moved = semitonesBetween(before, trackOf(changed, semitones))
    expect(moved.length).toBeGreaterThan(15)
    expect(Math.abs(median(moved) - semitones)).toBeLessThan(0.25)
    const astray = moved.filter((each) => Math.abs(each - semitones) > 0.5)
    expect(astray.length / moved.length).toBeLessThan(0.25)
    expect([changed.left.length, changed.right.length]).toEqual([clip.left.length, clip.left.length])
  })

  test.each(wanted)('is not moved towards the usual pitch of the wanted voice, %s', async (voice) => {
    const moved = semitonesBetween(before, trackOf(await change(clip, { voiceId: voiceNamed(voice) }), 0))
    expect(moved.length).toBeGreaterThan(15)
    expect(Math.abs(median(moved))).toBeLessThan(0.1)
  })
})

describe('a changed voice', () => {
  test('is made again from the same order, sample by sample', async () => {
    const clip = hummed([220])
    const orders = [
      { semitones: 5, withoutBackground: true },
      { semitones: 5 },
      { voiceId: voiceNamed('Edda Stone'), withoutBackground: true },
    ]
    for (const wanted of firstRows(1, orders)) {
      expect(await changeAnew(clip, wanted)).toEqual(await change(clip, wanted))
    }
  })

  test.each(firstRows(3, [1, 2047, 30_001, 100, 44_101]))(
    'of %i samples is as long as its clip',
    async (length) => {
      const clip = inTheMiddle(hummed([220, 220]).left.slice(5000, 5000 + length))
      for (const semitones of [0, -12, 12]) {
        const { left, right } = await change(clip, { semitones, withoutBackground: true })
        expect([left.length, right.length]).toEqual([length, length])
        expect(left.some(Number.isNaN)).toBe(false)
      }
    },
  )

  test('is about as loud as its clip, and no peak is cut', async () => {
    const clip = await aWoman()
    const voices = ['Abel Rook', 'Pavel Dvorak', 'Ada Winter'].map((name) => ({ voiceId: voiceNamed(name) }))
    for (const wanted of firstRows(1, [{ semitones: -7 }, ...voices])) {
      const changed = await change(clip, wanted)
      const decibels = 20 * Math.log10(rootMeanSquare(changed.left) / rootMeanSquare(clip.left))
      expect(Math.abs(decibels)).toBeLessThan(3)
      expect(truePeakDb(changed.left)).toBeLessThan(0.5)
    }
  })

  test('keeps its words: the level rises and falls where it did', async () => {
    const clip = await spoken('One. Two, three.', 'Imani Brooks')
    const changed = await change(clip, { voiceId: voiceNamed('Abel Rook'), semitones: -5 })
    const levels = ({ left }: Stereo): readonly number[] =>
      Array.from({ length: Math.floor(left.length / 2205) }, (_empty, at) =>
        rootMeanSquare(left.subarray(at * 2205, (at + 1) * 2205)),
      )
    const [one, other] = [levels(clip), levels(changed)]
    const product = (first: readonly number[], second: readonly number[]): number =>
      first.reduce((sum, level, at) => sum + level * (second[at] ?? 0), 0)
    expect(product(one, other) / Math.sqrt(product(one, one) * product(other, other))).toBeGreaterThan(0.9)
  })

  test('keeps its sides: what is on the left alone stays there', async () => {
    const { left } = hummed([220, 247])
    const changed = await change({ left, right: new Float32Array(left.length), sampleRate: 44_100 })
    expect(rootMeanSquare(changed.right)).toBeLessThan(0.1 * rootMeanSquare(changed.left))
  })

  test('of silence is refused', async () => {
    await expect(change(inTheMiddle(new Float32Array(44_100)))).rejects.toThrow('The clip is silent')
  })

  test('by a voice that nobody knows is an error', async () => {
    await expect(change(hummed([220]), { voiceId: 'nobody' })).rejects.toThrow('there is no voice nobody')
  })
})
