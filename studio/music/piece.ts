import { playBass, playLayer } from './accompaniment.ts'
import { type Brief, readBrief } from './brief.ts'
import { layChords } from './chords.ts'
import { cutLines, cutTrack, isHeard } from './cutting.ts'
import { playDrums } from './drumming.ts'
import { divideIntoSections } from './form.ts'
import { createGrid } from './grid.ts'
import { playLead } from './melody.ts'
import type { PieceFacts, PieceOrder } from './order.ts'
import { randomFrom } from './random.ts'
import type { Score, Track } from './score.ts'
import { type Singing, type Slot, sing, slotsOf } from './singing.ts'
import { firstStepOf, type Song } from './song.ts'
import { spaceOf } from './space.ts'
import { keyName } from './theory.ts'
import { lyricsText, type Stanza, sungLines, writeLyrics } from './words/lyricist.ts'
import { titleOf } from './words/title.ts'

/** A composed piece: what sounds, and what is told about it. */
export type Piece = { readonly score: Score; readonly facts: PieceFacts }

const planSong = ({ style, key, beatsPerMinute, seed }: Brief, seconds: number): Song => {
  const grid = createGrid(style, beatsPerMinute)
  const sections = divideIntoSections(seconds, grid.barSeconds)
  const spans = layChords(style, key, grid, sections, randomFrom(seed, 'chords'))
  return { style, key, grid, seconds, sections, spans, randomOf: (player) => randomFrom(seed, player) }
}

const stanzasFor = (song: Song, slots: readonly Slot[]): { kind: Slot['kind']; lineCount: number }[] =>
  song.sections.flatMap(({ kind, firstBar, bars }) => {
    if (kind !== 'verse' && kind !== 'chorus') return []
    const [first, end] = [firstStepOf(song, firstBar), firstStepOf(song, firstBar + bars)]
    const inside = slots.filter(({ firstStep }) => firstStep >= first && firstStep < end)
    return [{ kind, lineCount: inside.length }]
  })

/** What an order says about its voice. */
export type SingingOrder = Pick<PieceOrder, 'prompt' | 'lyrics' | 'title' | 'vocals' | 'gender' | 'voice'>

type SungText = {
  readonly lyrics: string
  readonly lines: readonly string[]
  readonly slots: readonly Slot[]
}

const repeated = (lines: readonly string[], count: number): readonly string[] =>
  Array.from({ length: Math.max(count, 0) }, (_empty, index) => lines[index % lines.length] ?? '')

const textFor = (order: SingingOrder, song: Song): SungText => {
  const given = sungLines(order.lyrics)
  const slots = slotsOf(song, given.length)
  if (given.length > 0) return { lyrics: order.lyrics, lines: repeated(given, slots.length), slots }
  const theme = `${order.prompt} ${order.title}`
  const stanzas: readonly Stanza[] = writeLyrics(theme, stanzasFor(song, slots), song.randomOf('lyricist'))
  return { lyrics: lyricsText(stanzas), lines: stanzas.flatMap(({ lines }) => lines), slots }
}

/** A voice's own colour from its identifier, from -1 to 1. */
const colourOf = (voice: string): number => (voice === '' ? 0 : randomFrom('colour', voice).between(-1, 1))

/** Has the lyrics of an order sung to a song, or lyrics that are written for it when it has none. */
export const singingOf = (
  order: SingingOrder,
  song: Song,
): { readonly singing: Singing | undefined; readonly lyrics: string } => {
  if (order.vocals === 'none') return { singing: undefined, lyrics: '' }
  const { lyrics, lines, slots } = textFor(order, song)
  return { singing: sing(song, slots, lines, order.gender, colourOf(order.voice)), lyrics }
}

/** Everybody who plays to a song beside its singer. */
export const bandOf = (song: Song, hasVoice: boolean): readonly Track[] => [
  ...playDrums(song),
  ...playBass(song),
  ...song.style.layers.map((layer, number) => playLayer(song, layer, number)),
  playLead(song, hasVoice),
]

/** Composes a piece. The same order gives the same piece; another prompt or take gives another. */
export const composePiece = (order: PieceOrder): Piece => {
  const brief = readBrief(order)
  const song = planSong(brief, order.seconds)
  const { singing, lyrics } = singingOf(order, song)
  const band = order.vocals === 'only' ? [] : bandOf(song, singing !== undefined)
  const { beatsPerMinute, key, seed } = brief
  return {
    score: {
      seconds: order.seconds,
      beatsPerMinute,
      key,
      seed,
      tracks: [...band, ...(singing === undefined ? [] : [singing.track])]
        .map((track) => cutTrack(track, order.seconds))
        .filter(isHeard),
      space: spaceOf(song.style, 60 / beatsPerMinute),
    },
    facts: {
      title: titleOf(
        order.title,
        order.prompt,
        order.take,
        randomFrom('title', order.prompt, order.musicStyle),
      ),
      lyrics,
      timedLines: cutLines(singing?.timedLines ?? [], order.seconds),
      style: brief.style.name,
      beatsPerMinute,
      key: keyName(key),
    },
  }
}
