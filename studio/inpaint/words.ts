import type { TimeRange } from '../clips/range.ts'
import type { Slot } from '../music/singing.ts'
import type { Song } from '../music/song.ts'
import { sungLines } from '../music/words/lyricist.ts'
import type { InpaintOrder } from './order.ts'

/** The longest a line is drawn out. */
const lineBarsMax = 2

/**
 * The lines to sing inside the range: those of its own section, or else the lines of the
 * whole lyrics that fall into it when they are thought of as spread evenly over the clip, as
 * nothing tells where each one is sung.
 */
export const linesInRange = (
  { section, lyrics, rangeSeconds }: Pick<InpaintOrder, 'section' | 'lyrics' | 'rangeSeconds'>,
  clipSeconds: number,
): readonly string[] => {
  const own = sungLines(section)
  if (own.length > 0) return own
  const all = sungLines(lyrics)
  return all.filter((_line, index) => {
    const middle = ((index + 0.5) / all.length) * clipSeconds
    return middle >= rangeSeconds.start && middle < rangeSeconds.end
  })
}

/**
 * Where lines are sung between two times of a song, in seconds: spread over them, each on its
 * own beat. There are fewer slots than lines where the time does not have a beat for each,
 * and none where it has no two steps.
 */
export const slotsBetween = (
  { grid, sections }: Song,
  { start, end }: TimeRange,
  linesWanted: number,
): readonly Slot[] => {
  const { stepSeconds, stepsPerBeat, stepsPerBar } = grid
  const first = Math.ceil(start / stepSeconds)
  const steps = Math.floor(end / stepSeconds) - first
  if (steps < 2 || linesWanted === 0) return []
  const count = Math.min(linesWanted, Math.max(1, Math.floor(steps / stepsPerBeat)))
  const placeOf = (index: number): number => {
    const exact = first + (index * steps) / count
    // On the beat where there is more than one for each line, and never before the range.
    const onBeat = Math.ceil(exact / stepsPerBeat) * stepsPerBeat
    return steps / count >= 2 * stepsPerBeat ? onBeat : Math.floor(exact)
  }
  return Array.from({ length: count }, (_empty, index) => {
    const [from, to] = [placeOf(index), index === count - 1 ? first + steps : placeOf(index + 1)]
    const section = sections.findLast(({ firstBar }) => firstBar * stepsPerBar <= from)
    return {
      kind: section?.kind === 'chorus' ? 'chorus' : 'verse',
      firstStep: from,
      steps: Math.min(to - from, lineBarsMax * stepsPerBar),
    }
  })
}
