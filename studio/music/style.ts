import type { MotifName } from '../cover/motifs.ts'
import type { PaletteName } from '../cover/palettes.ts'
import type { Harmony } from './harmonies.ts'
import type { DrumName, KitName } from './sound/drum-kits.ts'
import type { PatchName } from './sound/patches.ts'
import type { Mode } from './theory.ts'

/** At least one of several; each take of a piece picks its own. */
export type Choices<Item> = readonly [Item, ...Item[]]

/**
 * One bar, a sign for each step. For chords: `x` a chord, `X` a strong one, `o` a soft one, `1`-`4` one of
 * its tones from below. For the bass: `1` the root, `3`, `5`, `8` these intervals over it, `a` a step to the
 * next root. `-` holds on, `.` is silent.
 */
export type BarPattern = string

/** One bar for each drum: `x` a stroke, `X` a strong one, `o` a soft one. */
export type DrumPattern = Readonly<Partial<Record<DrumName, BarPattern>>>

/** An instrument that plays the chords. */
export type Layer = {
  readonly patches: Choices<PatchName>
  readonly patterns: Choices<BarPattern>
  /** The MIDI pitch around which the chords lie. */
  readonly register: number
  readonly gainDb: number
  readonly pan?: number
  readonly reverb?: number
  readonly delay?: number
  readonly duck?: number
  /** Seconds between the tones of a chord. */
  readonly strumSeconds?: number
  readonly onlyIn?: 'chorus'
}

/** How the melody goes. */
export type Lead = {
  readonly patches: Choices<PatchName>
  readonly register: number
  /** How many of the possible places have a tone, from 0 to 1. */
  readonly density: number
  /** How many tones lie off the beat, from 0 to 1. */
  readonly syncopation: number
  readonly isPentatonic?: boolean
  readonly gainDb: number
  readonly reverb?: number
  readonly delay?: number
}

/** A kind of music: everything the composer knows of it. */
export type Style = {
  readonly name: string
  /** Words of a prompt that mean this style. */
  readonly words: readonly string[]
  /** Words that only suggest this style, where no word of a style is said. */
  readonly hints: readonly string[]
  /** Beats per minute from and to. */
  readonly tempo: readonly [number, number]
  readonly beatsPerBar: 2 | 3 | 4
  /** 4 = sixteenths, 3 = triplets. */
  readonly stepsPerBeat: 3 | 4
  /** How late every second step is, as a part of a step. */
  readonly swing: number
  readonly modes: Choices<Mode>
  readonly harmony: Harmony
  readonly kit?: KitName
  readonly drums?: { readonly verse: Choices<DrumPattern>; readonly chorus: Choices<DrumPattern> }
  readonly drumsGainDb?: number
  readonly bass?: {
    readonly patches: Choices<PatchName>
    readonly verse: Choices<BarPattern>
    readonly chorus: Choices<BarPattern>
    readonly gainDb: number
    readonly duck?: number
  }
  readonly layers: readonly Layer[]
  readonly lead: Lead
  readonly room: { readonly reverbSeconds: number; readonly brightness: number; readonly delayBeats: number }
  readonly dust?: number
  readonly cutoffHz?: number
  readonly cover: { readonly motif: MotifName; readonly colours: Choices<PaletteName> }
}
