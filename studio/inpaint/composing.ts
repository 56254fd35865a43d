import type { FrameRange, TimeRange } from '../clips/range.ts'
import { styleOf } from '../music/brief.ts'
import { layChords } from '../music/chords.ts'
import { cutTrack, isHeard } from '../music/cutting.ts'
import { divideIntoSections, type Section } from '../music/form.ts'
import { createGrid } from '../music/grid.ts'
import type { PieceFacts, PieceOrder, TimedLine } from '../music/order.ts'
import { bandOf } from '../music/piece.ts'
import { randomFrom } from '../music/random.ts'
import type { Score } from '../music/score.ts'
import { sing } from '../music/singing.ts'
import { type ChordSpan, firstStepOf, type Song } from '../music/song.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'
import { spaceOf } from '../music/space.ts'
import type { Style } from '../music/style.ts'
import { keyName, readChord } from '../music/theory.ts'
import { titleOf } from '../music/words/title.ts'
import type { InpaintOrder } from './order.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'
import { linesInRange, slotsBetween } from './words.ts'

/** A score of its own for a stretch of a clip: it begins with the bar in which the stretch begins. */
export type PartScore = {
  readonly score: Score
  /** Where the stretch lies in the score. */
  readonly stretchSeconds: TimeRange
  readonly facts: PieceFacts
}

/** How long the score goes on after the stretch, so that its faded end lies outside. */
const tailSeconds = 1.5
/** Loudness and sound need some music around even the shortest stretch. */
const scoreSecondsMin = 4
const phraseBars = 4

const pieceOrderOf = (order: InpaintOrder, seconds: number): PieceOrder => ({
  ...order,
  seconds,
  musicStyle: '',
  vocals: 'sung',
  voice: '',
})

const seedOf = ({ prompt, lyrics, section, title, take }: InpaintOrder): string =>
  JSON.stringify(['inpaint', prompt, lyrics, section, title, take])

/** Phrases that stay calm and open up by turns; the takes begin with different ones. */
const phrasesOf = (bars: number, take: number): readonly Section[] =>
  Array.from({ length: Math.ceil(bars / phraseBars) }, (_empty, index) => ({
    kind: (index + take) % 2 === 0 ? 'chorus' : 'verse',
    firstBar: index * phraseBars,
    bars: Math.min(phraseBars, bars - index * phraseBars),
  }))

/** A whole piece where the whole clip is replaced; otherwise only what the clip beside it leaves open. */
const sectionsOf = (
  { seconds, barSeconds, take }: { seconds: number; barSeconds: number; take: number },
  opens: boolean,
  closes: boolean,
): readonly Section[] => {
  if (!closes) return phrasesOf(Math.ceil(seconds / barSeconds), take)
  const sections = divideIntoSections(seconds, barSeconds)
  return opens
    ? sections
    : sections.map((each) => (each.kind === 'intro' ? { ...each, kind: 'verse' } : each))
}

/** The chords of the clip bar by bar where it has some, and of the style where there are none to be heard. */
const chordsOf = (song: Song, { chordIn }: Surroundings, originSeconds: number): readonly ChordSpan[] => {
  const { style, key, grid, sections } = song
  const invented = layChords(style, key, grid, sections, song.randomOf('chords'))
  const bars = sections.reduce((sum, section) => sum + section.bars, 0)
  let before: string | undefined
  return Array.from({ length: bars }, (_empty, bar) => {
    const start = originSeconds + bar * grid.barSeconds
    const heard = chordIn({ start, end: start + grid.barSeconds }, before)
    const firstStep = firstStepOf(song, bar)
    const steps = grid.stepsPerBar
    if (heard === undefined) {
      return invented.filter((span) => span.firstStep >= firstStep && span.firstStep < firstStep + steps)
    }
    before = heard
    return [{ chord: readChord(key, heard), firstStep, steps }]
  }).flat()
}

const planSong = (
  clip: Stereo,
  { from, to }: FrameRange,
  style: Style,
  order: InpaintOrder,
): { readonly song: Song; readonly stretchSeconds: TimeRange; readonly surroundings: Surroundings } => {
  const clipSeconds = clip.left.length / sampleRate
  const surroundings = surroundingsOf(clip, { from, to }, style, pieceOrderOf(order, clipSeconds))
  const { beatsPerMinute, key, barSeconds: barAt } = surroundings
  const grid = createGrid(style, beatsPerMinute)
  const [start, end] = [from / sampleRate, to / sampleRate]
  const origin = barAt + Math.floor((start - barAt) / grid.barSeconds) * grid.barSeconds
  const closes = to === clip.left.length
  const seconds = closes ? end - origin : Math.max(scoreSecondsMin, end - origin)
  const sections = sectionsOf({ seconds, barSeconds: grid.barSeconds, take: order.take }, from === 0, closes)
  const seed = seedOf(order)
  const randomOf = (player: string) => randomFrom(seed, player)
  const unplayed: Song = { style, key, grid, seconds, sections, spans: [], randomOf }
  const song: Song = { ...unplayed, spans: chordsOf(unplayed, surroundings, origin) }
  return { song, stretchSeconds: { start: start - origin, end: end - origin }, surroundings }
}

/** The lines in milliseconds of the clip, none beyond the stretch. */
const linesOfClip = (
  lines: readonly TimedLine[],
  stretchSeconds: TimeRange,
  { from, to }: FrameRange,
): TimedLine[] => {
  const startMs = (from / sampleRate) * 1000
  const endMs = (to / sampleRate) * 1000
  const inClip = (ms: number): number =>
    Math.round(Math.max(startMs, Math.min(endMs, ms - stretchSeconds.start * 1000 + startMs)))
  return lines.map((line) => ({ ...line, start: inClip(line.start), end: inClip(line.end) }))
}

/**
 * Composes the music for a range of a clip: in the clip's own bars, tempo, key and chords, in the
 * style of the prompt, with the lines of the range sung in it. The same clip and order give the same score.
 */
export const composePart = (clip: Stereo, range: FrameRange, order: InpaintOrder): PartScore => {
  const { prompt, lyrics, section, title, gender, take } = order
  const style = styleOf({ prompt, musicStyle: '', lyrics: `${lyrics}${section}`, title })
  const { song, stretchSeconds, surroundings } = planSong(clip, range, style, order)
  const lines = linesInRange(order, clip.left.length / sampleRate)
  const slots = slotsBetween(song, stretchSeconds, lines.length)
  const singing = slots.length === 0 ? undefined : sing(song, slots, lines, gender, 0)
  const band = bandOf(song, singing !== undefined).map((track) => cutTrack(track, song.seconds))
  const voice = singing === undefined ? [] : [cutTrack(singing.track, stretchSeconds.end)]
  const { beatsPerMinute, key } = surroundings
  return {
    stretchSeconds,
    score: {
      seconds: song.seconds + tailSeconds,
      beatsPerMinute,
      key,
      seed: seedOf(order),
      tracks: [...band, ...voice].filter(isHeard),
      space: spaceOf(style, 60 / beatsPerMinute),
    },
    facts: {
      title: titleOf(title, prompt, take, randomFrom('title', prompt, '')),
      lyrics: lyrics === '' ? section : lyrics,
      timedLines: linesOfClip(singing?.timedLines ?? [], stretchSeconds, range),
      style: style.name,
      beatsPerMinute,
      key: keyName(key),
    },
  }
}
