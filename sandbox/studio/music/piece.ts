import { playBass, playLayer } from './accompaniment.ts'
import { type Brief, readBrief } from './brief.ts'
import { layChords } from './chords.ts'
import { playDrums } from './drumming.ts'
import { divideIntoSections } from './form.ts'
import { createGrid } from './grid.ts'
import { playLead } from './melody.ts'
import type { PieceFacts, PieceOrder, TimedLine } from './order.ts'
import { randomFrom } from './random.ts'
import type { Note, Score, Space, Track } from './score.ts'
import { type Singing, type Slot, sing, slotsOf } from './singing.ts'
import type { Song } from './song.ts'
import { keyName } from './theory.ts'
import { lyricsText, type Stanza, sungLines, writeLyrics } from './words/lyricist.ts'
import { titleOf } from './words/title.ts'

/** A composed piece: what sounds, and what is told about it. */
export type Piece = { readonly score: Score; readonly facts: PieceFacts }

const openCutoffHz = 19_000

const planSong = ({ style, key, beatsPerMinute, seed }: Brief, seconds: number): Song => {
  const grid = createGrid(style, beatsPerMinute)
  const sections = divideIntoSections(seconds, grid.barSeconds)
  const spans = layChords(style, key, grid, sections, randomFrom(seed, 'chords'))
  return { style, key, grid, seconds, sections, spans, randomOf: (player) => randomFrom(seed, player) }
}

const stanzasFor = (song: Song, slots: readonly Slot[]): { kind: Slot['kind']; lineCount: number }[] =>
  song.sections.flatMap(({ kind, firstBar, bars }) => {
    if (kind !== 'verse' && kind !== 'chorus') return []
    const inside = slots.filter((slot) => slot.firstBar >= firstBar && slot.firstBar < firstBar + bars)
    return [{ kind, lineCount: inside.length }]
  })

type SungText = {
  readonly lyrics: string
  readonly lines: readonly string[]
  readonly slots: readonly Slot[]
}

const repeated = (lines: readonly string[], count: number): readonly string[] =>
  Array.from({ length: Math.max(count, 0) }, (_empty, index) => lines[index % lines.length] ?? '')

const textFor = (order: PieceOrder, song: Song): SungText => {
  const given = sungLines(order.lyrics)
  const slots = slotsOf(song, given.length)
  if (given.length > 0) return { lyrics: order.lyrics, lines: repeated(given, slots.length), slots }
  const theme = `${order.prompt} ${order.title}`
  const stanzas: readonly Stanza[] = writeLyrics(theme, stanzasFor(song, slots), song.randomOf('lyricist'))
  return { lyrics: lyricsText(stanzas), lines: stanzas.flatMap(({ lines }) => lines), slots }
}

/** A voice's own colour from its identifier, from -1 to 1. */
const colourOf = (voice: string): number => (voice === '' ? 0 : randomFrom('colour', voice).between(-1, 1))

const singingOf = (order: PieceOrder, song: Song): { singing: Singing | undefined; lyrics: string } => {
  if (order.vocals === 'none') return { singing: undefined, lyrics: '' }
  const { lyrics, lines, slots } = textFor(order, song)
  return { singing: sing(song, slots, lines, order.gender, colourOf(order.voice)), lyrics }
}

const bandOf = (song: Song, hasVoice: boolean): readonly Track[] => [
  ...playDrums(song),
  ...playBass(song),
  ...song.style.layers.map((layer, number) => playLayer(song, layer, number)),
  playLead(song, hasVoice),
]

const spaceOf = (
  { style: { room, dust = 0, cutoffHz = openCutoffHz } }: Song,
  beatSeconds: number,
): Space => ({
  reverbSeconds: room.reverbSeconds,
  brightness: room.brightness,
  delaySeconds: room.delayBeats * beatSeconds,
  dust,
  cutoffHz,
})

const toneSecondsMin = 0.15

const cutNotes = <Tone extends Note>(notes: readonly Tone[], seconds: number): Tone[] =>
  notes
    .filter(({ at }) => at <= seconds - toneSecondsMin)
    .map((note) => ({ ...note, seconds: Math.min(note.seconds, seconds - note.at) }))

/** The track without what would begin after the end: a piece may be shorter than a bar of its tempo. */
const cutTrack = (track: Track, seconds: number): Track => {
  switch (track.kind) {
    case 'drums':
      return { ...track, hits: track.hits.filter(({ at }) => at < seconds) }
    case 'tonal':
      return { ...track, notes: cutNotes(track.notes, seconds) }
    case 'voice':
      return { ...track, notes: cutNotes(track.notes, seconds) }
  }
}

const cutLines = (lines: readonly TimedLine[], seconds: number): TimedLine[] =>
  lines
    .filter(({ start }) => start < (seconds - toneSecondsMin) * 1000)
    .map((line) => ({ ...line, end: Math.min(line.end, Math.round(seconds * 1000)) }))

const isHeard = (track: Track): boolean =>
  track.kind === 'drums' ? track.hits.length > 0 : track.notes.length > 0

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
      space: spaceOf(song, 60 / beatsPerMinute),
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
