/** Semitones of the seven degrees above the tonic. */
export const scales = {
  major: [0, 2, 4, 5, 7, 9, 11],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
} as const satisfies Readonly<Record<string, readonly number[]>>

export type Mode = keyof typeof scales

/** A tonic as pitch class, 0 = C, and its mode. */
export type Key = { readonly tonic: number; readonly mode: Mode }

/** A chord as pitch classes above C; the first is the root. */
export type Chord = { readonly pitchClasses: readonly number[]; readonly degree: number }

export const semitonesPerOctave = 12

const pitchNames = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const

/** The pitch class of a pitch, 0 = C. */
export const pitchClassOf = (pitch: number): number =>
  ((pitch % semitonesPerOctave) + semitonesPerOctave) % semitonesPerOctave

/** For example `Eb minor`. */
export const keyName = ({ tonic, mode }: Key): string => `${pitchNames[pitchClassOf(tonic)]} ${mode}`

/** Whether the mode has a minor third. */
export const isDark = (mode: Mode): boolean => scales[mode][2] === 3

/** The pitch class of a scale degree; degrees count from 0 and go on over the octave. */
export const degreeToPitchClass = ({ tonic, mode }: Key, degree: number): number => {
  const scale = scales[mode]
  const within = ((degree % scale.length) + scale.length) % scale.length
  return pitchClassOf(tonic + (scale[within] ?? 0))
}

/** The pitch classes of the key. */
export const keyPitchClasses = (key: Key): readonly number[] =>
  scales[key.mode].map((_semitones, degree) => degreeToPitchClass(key, degree))

const major = [0, 4, 7]
const dominant = [0, 4, 7, 10]

const chordTones = (key: Key, degree: number, suffix: string): readonly number[] => {
  const root = degreeToPitchClass(key, degree)
  const stacked = (thirds: readonly number[]): number[] =>
    thirds.map((step) => degreeToPitchClass(key, degree + step))
  const raised = (semitones: readonly number[]): number[] =>
    semitones.map((step) => pitchClassOf(root + step))
  if (suffix === 'M') return raised(major)
  if (suffix === 'D') return raised(dominant)
  if (suffix === '7') return stacked([0, 2, 4, 6])
  if (suffix === '9') return stacked([0, 2, 6, 8])
  if (suffix === 'p') return stacked([0, 4])
  return stacked([0, 2, 4])
}

/**
 * Reads a chord such as `5`: a degree of the scale and how it is built. Nothing = the triad of the scale,
 * `7` and `9` = with the scale's seventh, ninth, `M` = a major triad, `D` = a dominant seventh, `p` = root
 * and fifth.
 */
export const readChord = (key: Key, symbol: string): Chord => {
  const degree = Number(symbol[0]) - 1
  return { degree, pitchClasses: chordTones(key, degree, symbol.slice(1)) }
}

/** The pitch of this class that lies nearest to another pitch. */
export const nearestPitch = (pitchClass: number, pitch: number): number => {
  const up = pitchClassOf(pitchClass - pitch)
  return up <= semitonesPerOctave / 2 ? pitch + up : pitch + up - semitonesPerOctave
}

/** The frequency of a MIDI pitch in hertz; 69 is the A of 440 Hz. */
export const frequencyOf = (pitch: number): number => 440 * 2 ** ((pitch - 69) / semitonesPerOctave)
