import { beforeAll, describe, expect, test } from 'vitest'
import { encodeMp3 } from '../../../studio/encode/mp3.ts'
import { sliceOf } from '../../../studio/inpaint/level.ts'
import type { PieceFacts } from '../../../studio/music/order.ts'
import { composePiece } from '../../../studio/music/piece.ts'
import { loudness } from '../../../studio/music/sound/loudness.ts'
import { renderScore } from '../../../studio/music/sound/render.ts'
import { type Stereo, silence } from '../../../studio/music/sound/stereo.ts'
import { arrangeRemix, type RemixOrder } from '../../../studio/remix/remix.ts'
import {
  decodeMp3,
  distanceDb,
  estimateTempo,
  type Sound,
  truePeakDb,
} from '../../support/audio/audio-analysis.ts'
import {
  type ChromaSequence,
  chromaSequence,
  sequenceCorrelation,
} from '../../support/audio/chroma-sequence.ts'
import { firstRows, runs } from '../../support/suite/runs.ts'

const seconds = runs(10, 14)

const play = (prompt: string, lasting = seconds): { readonly clip: Stereo; readonly facts: PieceFacts } => {
  const { score, facts } = composePiece({
    prompt,
    musicStyle: '',
    lyrics: '',
    title: '',
    vocals: 'none',
    gender: 'neutral',
    voice: '',
    seconds: lasting,
    take: 1,
  })
  return { clip: renderScore(score), facts }
}

const heard = async (sound: Stereo): Promise<Sound> => await decodeMp3(await encodeMp3(sound))

/** A remix as a listener gets it. */
const hear = async (clip: Stereo, change: Partial<RemixOrder>): Promise<Sound> => {
  const order = { prompt: '', lyrics: '', title: '', gender: 'neutral', take: 1, clipPath: '' } as const
  return await heard(renderScore(arrangeRemix(clip, { ...order, ...change }).score))
}

const stretchSeconds = 1
const allOtherPrompts = [
  // Each in the style of a source or of a remix, or near to one: what a remix is most easily taken for.
  ...['folk', 'techno', 'house', 'classical', 'pop', 'jazz'],
  ...['ambient', 'blues', 'bossa nova', 'chiptune', 'cinematic', 'country', 'funk', 'hip hop', 'lo-fi'],
  ...['lullaby', 'reggae', 'rock', 'sea shanty', 'synthwave'],
].map((style) => `${style} about other things`)
const otherPrompts = firstRows(4, allOtherPrompts)

let others: readonly ChromaSequence[]
beforeAll(() => {
  others = otherPrompts.map((prompt) => {
    const { clip } = play(prompt)
    return chromaSequence({ ...clip, seconds }, stretchSeconds)
  })
})

const remixes = [
  ['a folk song about lakes', 'techno'],
  ['a waltz for two', 'house'],
  ['pop at 104 bpm about the sun', 'reggae'],
  ['a jazz trio in a hurry', 'synthwave'],
] as const

describe.each(firstRows(1, remixes))('"%s" remixed as %s', (source, style) => {
  const { clip, facts } = play(source)
  let original: Sound
  let takes: readonly Sound[]
  beforeAll(async () => {
    original = await heard(clip)
    takes = [await hear(clip, { prompt: style }), await hear(clip, { prompt: style, take: 2 })]
  })

  test('keeps the tempo, as measured on both', () => {
    const bounds = { from: facts.beatsPerMinute / 1.4, to: facts.beatsPerMinute * 1.4 }
    const tempo = estimateTempo(original, bounds)
    for (const take of takes) expect(Math.abs(estimateTempo(take, bounds) / tempo - 1)).toBeLessThan(0.02)
  })

  test(`is known by its tones: more like its source than like any of ${otherPrompts.length} other pieces`, () => {
    const ofSource = chromaSequence(original, stretchSeconds)
    for (const take of takes) {
      const ofTake = chromaSequence(take, stretchSeconds)
      const likeOthers = others.map((other) => sequenceCorrelation(ofTake, other))
      expect(likeOthers).toHaveLength(runs(4, 20))
      expect(sequenceCorrelation(ofTake, ofSource)).toBeGreaterThan(Math.max(...likeOthers))
    }
  })

  test('is as long as its source, as loud as all pieces, and no peak is cut', () => {
    for (const take of takes) {
      expect(Math.abs(take.seconds - seconds)).toBeLessThan(0.053)
      expect(Math.abs(loudness(take) + 15)).toBeLessThan(1)
      expect(Math.max(truePeakDb(take.left), truePeakDb(take.right))).toBeLessThanOrEqual(-1)
    }
  })

  test('sounds unlike its source, and its takes unlike one another', () => {
    const [one, other] = takes
    if (one === undefined || other === undefined) throw new Error('a remix has two takes')
    expect(distanceDb(one, other)).toBeGreaterThan(1.5)
    expect(distanceDb(one, original)).toBeGreaterThan(3)
  })
})

describe('a remix', () => {
  const { clip } = play('a rock song about mountains', 8)
  const short = sliceOf(clip, { from: 0, to: 4 * clip.sampleRate })

  let funk: Sound
  beforeAll(async () => {
    funk = await hear(short, { prompt: 'funk' })
  })

  test('of one order is always the same', async () => {
    expect(distanceDb(funk, await hear(short, { prompt: 'funk' }))).toBe(0)
  })

  test('of another style sounds different', async () => {
    expect(distanceDb(funk, await hear(short, { prompt: 'lullaby' }))).toBeGreaterThan(4)
  })

  test('sings the lyrics it is given, line by line', () => {
    const lyrics = '[Verse]\nRow the boat\nAcross the bay'
    const order = {
      prompt: 'folk',
      lyrics,
      title: 'Rowing',
      gender: 'female',
      take: 2,
      clipPath: '',
    } as const
    const { score, facts } = arrangeRemix(clip, order)
    expect(score.tracks.map(({ kind }) => kind)).toContain('voice')
    expect(facts).toMatchObject({ title: 'Rowing (Take 2)', lyrics })
    expect(facts.timedLines.slice(0, 2).map(({ text }) => text)).toEqual(['Row the boat', 'Across the bay'])
  })

  test.each([
    ['too short', silence(20_000), 'The clip is too short'],
    ['silent', silence(100_000), 'The clip is silent'],
  ])('of a clip that is %s is refused', (_name, bad, reason) => {
    const order = { prompt: '', lyrics: '', title: '', gender: 'neutral', take: 1, clipPath: '' } as const
    expect(() => arrangeRemix(bad, order)).toThrow(reason)
  })
})
