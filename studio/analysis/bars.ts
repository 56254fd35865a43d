import { type Pulse, strengthOnBeats } from './beats.ts'
import { type ChromaReader, correlation } from './harmony.ts'
import type { Onsets } from './onsets.ts'

/** What counts beside the bass: chords change at the beginning of a bar more often than elsewhere. */
const chordChangeWeight = 4

/** A clip as far as its bars are concerned. */
export type Heard = {
  readonly onsets: Onsets
  readonly chroma: ChromaReader
  readonly seconds: number
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** How much the chords change on average at these times. */
const chordChange = ({ chroma, seconds }: Heard, first: number, period: number, beat: number): number => {
  const changes: number[] = []
  for (let time = first; time + beat < seconds; time += period) {
    if (time > beat) changes.push(1 - correlation(chroma(time - beat, time), chroma(time, time + beat)))
  }
  return mean(changes)
}

/** Which of the first beats begins a bar of this many: where the bass is strong and the chords change. */
const findDownbeat = (heard: Heard, pulse: Pulse, beatsPerBar: number): number => {
  const { bassStrengths, framesPerSecond, timeOf } = heard.onsets
  const beatSeconds = 60 / pulse.beatsPerMinute
  const scores = Array.from({ length: beatsPerBar }, (_empty, beat) => {
    const first = pulse.firstBeatSeconds + beat * beatSeconds
    const firstFrame = Math.max(0, (first - timeOf(0)) * framesPerSecond)
    const bass = strengthOnBeats(bassStrengths, firstFrame, beatSeconds * beatsPerBar * framesPerSecond)
    const change = chordChange(heard, first, beatSeconds * beatsPerBar, beatSeconds)
    return Math.log1p(bass) + chordChangeWeight * change
  })
  return scores.indexOf(Math.max(...scores))
}

/** A pulse whose first beat begins a bar. */
export type BarPulse = { readonly beatsPerMinute: number; readonly firstBarSeconds: number }

/** Where bars of this many beats begin. */
export const findBars = (heard: Heard, pulse: Pulse, beatsPerBar: number): BarPulse => {
  const { beatsPerMinute, firstBeatSeconds } = pulse
  const downbeat = findDownbeat(heard, pulse, beatsPerBar)
  return { beatsPerMinute, firstBarSeconds: firstBeatSeconds + (downbeat * 60) / beatsPerMinute }
}

/** The pulse at half or twice its tempo; half keeps those of the beats that begin bars of two. */
export const scaledPulse = (heard: Heard, pulse: Pulse, factor: number): Pulse => {
  const beatsPerMinute = pulse.beatsPerMinute * factor
  if (factor >= 1) return { ...pulse, beatsPerMinute }
  return { beatsPerMinute, firstBeatSeconds: findBars(heard, pulse, 2).firstBarSeconds }
}
