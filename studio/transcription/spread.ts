import type { TimedText } from '../encode/tags.ts'
import { syllablesOfLine } from '../music/words/syllables.ts'

/** A part of a clip in which something sounds, in milliseconds. */
export type SoundingPart = { readonly start: number; readonly end: number }

const frameMs = 20
/** How far below the loudest moment something still sounds, as a factor of power. */
const soundingPower = 1e-4
const silentPower = 1e-7
const breathMs = 300

const framePowers = (samples: Float32Array, sampleRate: number): Float64Array => {
  const size = Math.max(1, Math.round((sampleRate * frameMs) / 1000))
  return Float64Array.from({ length: Math.ceil(samples.length / size) }, (_empty, frame) => {
    let sum = 0
    for (const sample of samples.subarray(frame * size, (frame + 1) * size)) sum += sample * sample
    return sum / size
  })
}

/** The parts of a clip that are no silence; a breath between two of them joins them. */
export const soundingParts = (samples: Float32Array, sampleRate: number): readonly SoundingPart[] => {
  const powers = framePowers(samples, sampleRate)
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0)
  const threshold = Math.max(silentPower, loudest * soundingPower)
  const parts: SoundingPart[] = []
  for (const [frame, power] of powers.entries()) {
    if (power < threshold) continue
    const last = parts.at(-1)
    const start = frame * frameMs
    const isJoined = last !== undefined && start - last.end <= breathMs
    if (isJoined) parts[parts.length - 1] = { start: last.start, end: start + frameMs }
    else parts.push({ start, end: start + frameMs })
  }
  return parts
}

/** The moment at which this much of the sounding time has gone by. */
const momentAt = (parts: readonly SoundingPart[], elapsedMs: number, isEnd: boolean): number => {
  let left = elapsedMs
  for (const { start, end } of parts) {
    const length = end - start
    if (left < length || (isEnd && left === length)) return start + left
    left -= length
  }
  return parts.at(-1)?.end ?? 0
}

const weightOf = (text: string): number => Math.max(1, syllablesOfLine(text).length)

/** Gives each text a share of the sounding parts by its syllables, one text after another. */
export const spread = (texts: readonly string[], parts: readonly SoundingPart[]): readonly TimedText[] => {
  const totalMs = parts.reduce((sum, { start, end }) => sum + end - start, 0)
  const weights = texts.map(weightOf)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  return texts.map((text, index) => {
    const from = (before / all) * totalMs
    before += weights[index] ?? 0
    const to = (before / all) * totalMs
    return {
      start: Math.round(momentAt(parts, from, false)),
      end: Math.round(momentAt(parts, to, true)),
      text,
    }
  })
}
