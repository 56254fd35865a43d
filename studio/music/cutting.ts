import type { TimedLine } from './order.ts'
import type { Note, Track } from './score.ts'

const toneSecondsMin = 0.15

const cutNotes = <Tone extends Note>(notes: readonly Tone[], seconds: number): Tone[] =>
  notes
    .filter(({ at }) => at <= seconds - toneSecondsMin)
    .map((note) => ({ ...note, seconds: Math.min(note.seconds, seconds - note.at) }))

/** The track without what would begin after the end: a piece may be shorter than a bar of its tempo. */
export const cutTrack = (track: Track, seconds: number): Track => {
  switch (track.kind) {
    case 'drums':
      return { ...track, hits: track.hits.filter(({ at }) => at < seconds) }
    case 'tonal':
      return { ...track, notes: cutNotes(track.notes, seconds) }
    case 'voice':
      return { ...track, notes: cutNotes(track.notes, seconds) }
    case 'clip':
      return track
  }
}

/** The lines that are heard before the end. */
export const cutLines = (lines: readonly TimedLine[], seconds: number): TimedLine[] =>
  lines
    .filter(({ start }) => start < (seconds - toneSecondsMin) * 1000)
    .map((line) => ({ ...line, end: Math.min(line.end, Math.round(seconds * 1000)) }))

/** Whether there is anything in a track. */
export const isHeard = (track: Track): boolean => {
  switch (track.kind) {
    case 'drums':
      return track.hits.length > 0
    case 'tonal':
    case 'voice':
      return track.notes.length > 0
    case 'clip':
      return track.sound.left.length > 0
  }
}
