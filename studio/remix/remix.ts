import { findChord } from '../analysis/harmony.ts'
import { playBass, playLayer } from '../music/accompaniment.ts'
import { styleOf } from '../music/brief.ts'
import { cutLines, cutTrack, isHeard } from '../music/cutting.ts'
import { playDrums } from '../music/drumming.ts'
import { divideIntoSections } from '../music/form.ts'
import { createGrid, type Grid } from '../music/grid.ts'
import type { PieceOrder } from '../music/order.ts'
import { type Piece, singingOf } from '../music/piece.ts'
import { randomFrom } from '../music/random.ts'
import type { Track } from '../music/score.ts'
import type { ChordSpan, Song } from '../music/song.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import { spaceOf } from '../music/space.ts'
import type { Style } from '../music/style.ts'
import { keyName, readChord } from '../music/theory.ts'
import { titleOf } from '../music/words/title.ts'
import { type Listening, listenTo } from './listening.ts'
import { type BarOrder, barOrderOf, treatSource } from './source.ts'

/** What somebody wants to hear of a clip. Empty texts are left to the composer. */
export type RemixOrder = Pick<PieceOrder, 'prompt' | 'lyrics' | 'title' | 'gender' | 'take'> & {
  readonly clipPath: string
}

const sourceLufs = -15.5
const sourceBesideVoiceLufs = -18

/** The chords of the clip bar by bar, in the order in which the remix has its bars. */
const chordsOf = ({ chroma, key }: Listening, grid: Grid, order: BarOrder): readonly ChordSpan[] => {
  const symbols: string[] = []
  for (const [bar] of order.entries()) {
    const start = grid.timeOf(0) + bar * grid.barSeconds
    symbols.push(findChord(chroma(start, start + grid.barSeconds), key, symbols.at(-1)))
  }
  return order.map((from, bar) => ({
    chord: readChord(key, symbols[from] ?? '1'),
    firstStep: bar * grid.stepsPerBar,
    steps: grid.stepsPerBar,
  }))
}

/** The clip as a song that a band can play along to: its tempo, its bars, its chords. */
const planSong = (listening: Listening, style: Style, seed: string, isReordered: boolean) => {
  const { bars, key, seconds } = listening
  const grid = createGrid(style, bars.beatsPerMinute, bars.firstBarSeconds)
  const sections = divideIntoSections(seconds - bars.firstBarSeconds, grid.barSeconds)
  const randomOf = (player: string) => randomFrom(seed, player)
  const unplayed: Song = { style, key, grid, seconds, sections, spans: [], randomOf }
  const barOrder = barOrderOf(unplayed, isReordered)
  const song: Song = { ...unplayed, spans: chordsOf(listening, grid, barOrder) }
  return { song, barOrder }
}

const sourceTrack = (clip: Stereo, song: Song, barOrder: BarOrder, hasVoice: boolean): Track => ({
  kind: 'clip',
  sound: treatSource(clip, song, barOrder),
  mix: {
    lufs: hasVoice ? sourceBesideVoiceLufs : sourceLufs,
    pan: 0,
    reverb: 0.06,
    delay: 0.07,
    duck: 0.35,
  },
})

/** The style's drums, bass and chords; the clip itself takes the place of the melody. */
const bandOf = (song: Song): readonly Track[] => [
  ...playDrums(song),
  ...playBass(song),
  ...song.style.layers.map((layer, number) => playLayer(song, layer, number)),
]

const seedOf = ({ prompt, lyrics, title, take }: RemixOrder): string =>
  JSON.stringify(['remix', prompt, lyrics, title, take])

/** A remix, and what became of the order of its clip. */
export type Remix = Piece & {
  /** When a moment of the clip is heard in the remix; both in milliseconds from the start. */
  readonly heardAtMs: (clipMs: number) => number
}

/** Where the bars of a clip went; what lies before the first and behind the last stays where it is. */
const movedBars =
  (grid: Grid, order: BarOrder) =>
  (clipMs: number): number => {
    const from = Math.floor((clipMs / 1000 - grid.timeOf(0)) / grid.barSeconds)
    const bar = order.indexOf(from)
    return bar < 0 ? clipMs : clipMs + (bar - from) * grid.barSeconds * 1000
  }

/**
 * Arranges a clip: the style of the prompt plays along to it in its own tempo and key, for at most a minute.
 */
export const arrangeRemix = (clip: Stereo, order: RemixOrder): Remix => {
  const { prompt, lyrics, title, gender, take } = order
  const style = styleOf({ ...order, musicStyle: '' })
  const seed = seedOf(order)
  const listening = listenTo(clip, style)
  const { song, barOrder } = planSong(listening, style, seed, take % 2 === 0)
  const vocals = lyrics === '' ? 'none' : 'sung'
  const { singing } = singingOf({ prompt, lyrics, title, vocals, gender, voice: '' }, song)
  const source = sourceTrack(clip, song, barOrder, singing !== undefined)
  const tracks = [...bandOf(song), source, ...(singing === undefined ? [] : [singing.track])]
  const { beatsPerMinute } = listening.bars
  const { key, seconds } = song
  return {
    score: {
      seconds,
      beatsPerMinute,
      key,
      seed,
      tracks: tracks.map((track) => cutTrack(track, seconds)).filter(isHeard),
      space: spaceOf(style, 60 / beatsPerMinute),
    },
    facts: {
      title: titleOf(title, prompt, take, randomFrom('title', prompt, '')),
      lyrics,
      timedLines: cutLines(singing?.timedLines ?? [], seconds),
      style: style.name,
      beatsPerMinute,
      key: keyName(key),
    },
    heardAtMs: movedBars(song.grid, barOrder),
  }
}
