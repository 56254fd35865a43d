import type { Gender } from './order.ts'
import type { DrumName, KitName } from './sound/drum-kits.ts'
import type { PatchName } from './sound/patches.ts'
import type { Stereo } from './sound/stereo.ts'
import type { Key } from './theory.ts'

/** A tone; times in seconds from the start, pitch as a MIDI number, velocity from 0 to 1. */
export type Note = {
  readonly at: number
  readonly seconds: number
  readonly pitch: number
  readonly velocity: number
}

/** A tone of the singer. */
export type SungNote = Note & { readonly syllable: string }

export type DrumHit = { readonly at: number; readonly drum: DrumName; readonly velocity: number }

/** How a track sits among the others; sends and ducking from 0 to 1, pan from -1 (left) to 1. */
export type Mix = {
  /** How loud the track is where it sounds, before the whole is brought to its loudness. */
  readonly lufs: number
  readonly pan: number
  readonly reverb: number
  readonly delay: number
  /** How far the track gives way to the bass drum. */
  readonly duck: number
}

export type Track =
  | { readonly kind: 'tonal'; readonly patch: PatchName; readonly notes: readonly Note[]; readonly mix: Mix }
  | { readonly kind: 'drums'; readonly kit: KitName; readonly hits: readonly DrumHit[]; readonly mix: Mix }
  | {
      readonly kind: 'voice'
      readonly gender: Gender
      readonly colour: number
      readonly notes: readonly SungNote[]
      readonly mix: Mix
    }
  /** Sound that is there already, from the start of the piece on. */
  | { readonly kind: 'clip'; readonly sound: Stereo; readonly mix: Mix }

/** The room the tracks share. */
export type Space = {
  readonly reverbSeconds: number
  /** From 0 (dull) to 1. */
  readonly brightness: number
  readonly delaySeconds: number
  /** Crackle of a record, from 0 to 1. */
  readonly dust: number
  /** Low-pass of the whole in hertz. */
  readonly cutoffHz: number
}

/** A piece, ready to be sounded. */
export type Score = {
  readonly seconds: number
  readonly beatsPerMinute: number
  readonly key: Key
  readonly tracks: readonly Track[]
  readonly space: Space
  /** Seeds what is random in the sound itself. */
  readonly seed: string
}
