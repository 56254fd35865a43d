import type { Section } from './form.ts'
import { type MotifTone, pitchOf, scalePitches } from './melody.ts'
import type { Gender, TimedLine } from './order.ts'
import type { Random } from './random.ts'
import type { SungNote, Track } from './score.ts'
import { firstStepOf, type Song } from './song.ts'
import { syllablesOfLine } from './words/syllables.ts'

const voiceLufs = -17.5
const registers: Readonly<Record<Gender, number>> = { female: 69, neutral: 65, male: 57 }
const shortLineSeconds = 1.9

/** The steps of a song in which a line is sung. */
export type Slot = { readonly kind: 'verse' | 'chorus'; readonly firstStep: number; readonly steps: number }

/** The places of a song where lines can be sung, as many as lines are wanted where that is possible. */
export const slotsOf = (song: Song, linesWanted: number): readonly Slot[] => {
  const bodies = song.sections.filter((section): section is Section & { kind: Slot['kind'] } =>
    ['verse', 'chorus'].includes(section.kind),
  )
  const barsInAll = bodies.reduce((sum, { bars }) => sum + bars, 0)
  const isLong = song.grid.barSeconds >= shortLineSeconds || linesWanted > barsInAll / 2
  const bars = isLong ? 1 : 2
  return bodies.flatMap(({ kind, firstBar, bars: sectionBars }) =>
    Array.from({ length: Math.floor(sectionBars / bars) }, (_empty, index) => ({
      kind,
      firstStep: firstStepOf(song, firstBar + index * bars),
      steps: firstStepOf(song, bars),
    })),
  )
}

/** Steps at which syllables begin: evenly spread, on the half beat where there is room. */
const onsetsOf = (count: number, steps: number, stepsPerBeat: number): readonly number[] => {
  const coarse = stepsPerBeat === 4 ? 2 : 1
  const unit = count * coarse <= steps ? coarse : 1
  const places = Math.floor(steps / unit)
  const sung = Math.min(count, places)
  return Array.from({ length: sung }, (_empty, index) => Math.floor((index * places) / sung) * unit)
}

/** Syllables for the onsets; when there are more, the last onset of each crowd takes the first of them. */
const syllableAt = (syllables: readonly string[], index: number, onsetCount: number): string =>
  syllables[Math.floor((index * syllables.length) / onsetCount)] ?? 'la'

/** A curve through a line: where it rises and falls, in steps of the scale. */
type Contour = readonly number[]

const inventContour = (random: Random): Contour => {
  const start = random.integer(-2, 1)
  const top = random.integer(2, 4)
  return [start, start + random.integer(0, 2), top, random.integer(0, 2), random.integer(-2, 0)]
}

const contourAt = (contour: Contour, progress: number): number => {
  const position = progress * (contour.length - 1)
  const index = Math.floor(position)
  const here = contour[index] ?? 0
  return here + (position - index) * ((contour[index + 1] ?? here) - here)
}

type Singer = { readonly song: Song; readonly scale: readonly number[]; readonly random: Random }

const singLine = (
  { song, scale, random }: Singer,
  line: string,
  slot: Slot,
  contour: Contour,
): SungNote[] => {
  const { grid } = song
  const syllables = syllablesOfLine(line)
  const breath = Math.max(1, Math.round(grid.stepsPerBeat / 2))
  const length = Math.max(1, slot.steps - breath)
  const onsets = onsetsOf(syllables.length, length, grid.stepsPerBeat)
  const first = slot.firstStep
  return onsets.map((onset, index) => {
    const steps = (onsets[index + 1] ?? length) - onset
    const jitter = random.chance(0.25) ? random.integer(-1, 1) : 0
    const offset =
      Math.round(contourAt(contour, onsets.length === 1 ? 0 : index / (onsets.length - 1))) + jitter
    const tone: MotifTone = { step: onset, steps, offset }
    const at = grid.timeOf(first + onset)
    return {
      at,
      seconds: Math.max(0.08, grid.timeOf(first + onset + steps) - at - 0.03),
      pitch: pitchOf(song, scale, first + onset, tone),
      velocity: (onset % grid.stepsPerBeat === 0 ? 0.95 : 0.8) * random.between(0.94, 1.04),
      syllable: syllableAt(syllables, index, onsets.length),
    }
  })
}

/** When a line is sung; a line without a syllable, such as one of pictures, is not. */
const sungTime = (notes: readonly SungNote[]): Pick<TimedLine, 'start' | 'end'> | undefined => {
  const [first, last] = [notes[0], notes.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { start: Math.round(first.at * 1000), end: Math.round((last.at + last.seconds) * 1000) }
}

/** A sung part: its track, and when each line is heard. */
export type Singing = { readonly track: Track; readonly timedLines: readonly TimedLine[] }

/** Sings lines in their slots, one contour for the verses and a higher one for the choruses. */
export const sing = (
  song: Song,
  slots: readonly Slot[],
  lines: readonly string[],
  gender: Gender,
  colour: number,
): Singing => {
  const random = song.randomOf('voice')
  const verse = { song, random, scale: scalePitches(song, registers[gender], false) }
  const chorus = { ...verse, scale: scalePitches(song, registers[gender] + 3, false) }
  const contours = {
    verse: [inventContour(random), inventContour(random)],
    chorus: [inventContour(random), inventContour(random)],
  }
  const sung = slots.slice(0, lines.length).map((slot, index) => {
    const text = lines[index] ?? ''
    const contour = contours[slot.kind][index % 2] ?? []
    return { text, notes: singLine(slot.kind === 'verse' ? verse : chorus, text, slot, contour) }
  })
  const timed = sung.flatMap(({ notes, text }) => {
    const time = sungTime(notes)
    return time === undefined ? [] : [{ ...time, text }]
  })
  const mix = { lufs: voiceLufs, pan: 0, reverb: 0.22, delay: 0.08, duck: 0 }
  return {
    track: { kind: 'voice', gender, colour, notes: sung.flatMap(({ notes }) => notes), mix },
    timedLines: timed.map((line, index) => ({ ...line, index })),
  }
}
