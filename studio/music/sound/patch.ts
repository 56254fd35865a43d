import type { EnvelopeShape } from './envelope.ts'
import type { WaveName } from './wavetables.ts'

/** Oscillators through a low-pass: pads, leads, winds, strings, synthesiser basses. */
export type SubtractivePatch = {
  readonly kind: 'subtractive'
  readonly wave: WaveName
  /** How many oscillators play the tone, spread over this many cents. */
  readonly unison: number
  readonly detuneCents: number
  readonly envelope: EnvelopeShape
  /** The low-pass lies at this multiple of the tone, and this many octaves higher at the onset. */
  readonly cutoffMultiple: number
  readonly cutoffOctaves: number
  readonly cutoffDecay: number
  readonly resonance: number
  readonly vibratoCents: number
  /** Noise of breath or bow, from 0 to 1. */
  readonly breath: number
  /** A sine an octave below, from 0 to 1. */
  readonly sub: number
}

/** A plucked string. */
export type PluckPatch = {
  readonly kind: 'pluck'
  /** From 0 (soft finger) to 1 (hard pick). */
  readonly brightness: number
  /** Seconds until the string at middle C has died away. */
  readonly ringSeconds: number
  /** Seconds until it is damped after the end of the tone. */
  readonly dampSeconds: number
  /** Where it is plucked, as a part of its length. */
  readonly position: number
  /** Strength of the body's resonance. */
  readonly body: number
}

/** Two operators of frequency modulation: electric pianos, bells. */
export type FmPatch = {
  readonly kind: 'fm'
  readonly ratio: number
  readonly index: number
  readonly indexDecay: number
  /** A high partial that dies quickly, as of a tine. */
  readonly tineRatio: number
  readonly tineLevel: number
  readonly envelope: EnvelopeShape
}

/** Struck strings, bars and bells: partials that die away, each in its own time. */
export type StruckPatch = {
  readonly kind: 'struck'
  readonly partials: readonly { readonly ratio: number; readonly level: number; readonly ring: number }[]
  /** Seconds the first partial rings at middle C. */
  readonly ringSeconds: number
  readonly dampSeconds: number
  /** How far the upper partials lie sharp, as of stiff strings. */
  readonly stiffness: number
  /** A second string this many cents away, which makes the tone beat. */
  readonly beatingCents: number
  readonly knock: number
}

/** What happens to all tones of a track together. */
export type Insert = {
  /** Overdrive; 0 = none. */
  readonly drive?: number
  readonly cabinetHz?: number
  /** Swaying between the sides, in hertz and depth. */
  readonly tremoloHz?: number
  readonly tremoloDepth?: number
  /** Each tone is made twice, once for each side, which makes it wide. */
  readonly wide?: boolean
}

/** A recipe for tones. */
export type Patch = (SubtractivePatch | PluckPatch | FmPatch | StruckPatch) & {
  readonly insert?: Insert
}
