import type { Random } from '../music/random.ts'
import type { Palette } from './palettes.ts'

/** Draws the inside of a cover, as SVG. */
export type Motif = (palette: Palette, random: Random) => string
