import { type BarPulse, findBars, type Heard, scaledPulse } from '../analysis/bars.ts'
import { findPulse } from '../analysis/beats.ts'
import { type ChromaReader, createChromaReader, findKey } from '../analysis/harmony.ts'
import { findOnsets } from '../analysis/onsets.ts'
import { toMono } from '../clips/mono.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import type { Style } from '../music/style.ts'
import type { Key } from '../music/theory.ts'
import { UnusableInput } from '../unusable-input.ts'

/** What is heard in a clip by somebody who is going to play along in a style. */
export type Listening = {
  readonly bars: BarPulse
  readonly key: Key
  readonly chroma: ChromaReader
  readonly seconds: number
}

const analysisRate = 22_050
const secondsMin = 1
const inaudible = 1e-3
/** How many octaves of tempo it costs to play at half or twice the tempo of the clip. */
const scalingCost = 0.35

/** Half, once or twice the tempo: what comes nearest to the tempo of the style. */
const factorFor = (beatsPerMinute: number, [from, to]: Style['tempo']): number => {
  const distance = (factor: number): number =>
    Math.abs(Math.log2((beatsPerMinute * factor) / Math.sqrt(from * to))) + (factor === 1 ? 0 : scalingCost)
  return [1, 0.5, 2].reduce((best, factor) => (distance(factor) < distance(best) ? factor : best))
}

/** What a clip lacks for its tempo and its key to be heard. */
export type Unheard = 'too short' | 'silent'

/** Finds the tempo, the bars and the key of a clip, or says what it lacks for that. */
export const listenIn = (clip: Stereo, style: Style): Listening | Unheard => {
  const seconds = clip.left.length / clip.sampleRate
  if (seconds < secondsMin) return 'too short'
  const samples = toMono(clip, analysisRate, seconds)
  if (!samples.some((sample) => Math.abs(sample) > inaudible)) return 'silent'
  const onsets = findOnsets(samples, analysisRate)
  const chroma = createChromaReader(samples, analysisRate)
  const heard: Heard = { onsets, chroma, seconds }
  const pulse = findPulse(onsets)
  const scaled = scaledPulse(heard, pulse, factorFor(pulse.beatsPerMinute, style.tempo))
  return {
    bars: findBars(heard, scaled, style.beatsPerBar),
    key: findKey(chroma(0, seconds)),
    chroma,
    seconds,
  }
}

const reasons: Readonly<Record<Unheard, string>> = {
  'too short': 'The clip is too short: a remix needs at least a second',
  silent: 'The clip is silent',
}

/** Finds the tempo, the bars and the key of a clip. Throws `UnusableInput` for one too short or too quiet. */
export const listenTo = (clip: Stereo, style: Style): Listening => {
  const heard = listenIn(clip, style)
  if (typeof heard === 'string') throw new UnusableInput(reasons[heard])
  return heard
}
