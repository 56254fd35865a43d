import { type Chord, nearestPitch, semitonesPerOctave } from './theory.ts'

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The tones of a chord upwards from one of them, as close together as they go. */
const stackFrom = (pitchClasses: readonly number[], lowest: number): number[] => {
  const rotated = [...pitchClasses.slice(lowest), ...pitchClasses.slice(0, lowest)]
  const stack: number[] = []
  for (const pitchClass of rotated) {
    const floor = stack.at(-1) ?? -1
    const up = (((pitchClass - floor - 1) % semitonesPerOctave) + semitonesPerOctave) % semitonesPerOctave
    stack.push(floor + 1 + up)
  }
  return stack
}

/** The inversion brought by octaves to where its middle lies nearest to a pitch. */
const nearTo = (stack: readonly number[], middle: number): number[] => {
  const shift = Math.round((middle - mean(stack)) / semitonesPerOctave) * semitonesPerOctave
  return stack.map((pitch) => pitch + shift)
}

const movement = (from: readonly number[], to: readonly number[]): number =>
  to.reduce((sum, pitch) => sum + Math.min(...from.map((other) => Math.abs(other - pitch))), 0)

/**
 * The tones of a chord around the register, low to high. After another chord it is the inversion whose voices
 * move least, without drifting away from the register.
 */
export const voiceChord = (
  chord: Chord,
  register: number,
  previous: readonly number[],
): readonly number[] => {
  const inversions = chord.pitchClasses.map((_pitchClass, lowest) =>
    nearTo(stackFrom(chord.pitchClasses, lowest), register),
  )
  const cost = (voicing: readonly number[]): number =>
    (previous.length === 0 ? 0 : movement(previous, voicing)) + 0.6 * Math.abs(mean(voicing) - register)
  return inversions.reduce((best, voicing) => (cost(voicing) < cost(best) ? voicing : best))
}

/** The pitch of the chord that lies nearest to a pitch. */
export const nearestChordTone = (chord: Chord, pitch: number): number =>
  chord.pitchClasses
    .map((pitchClass) => nearestPitch(pitchClass, pitch))
    .reduce((best, candidate) => (Math.abs(candidate - pitch) < Math.abs(best - pitch) ? candidate : best))
