import type { Motif } from './motif.ts'
import { hills } from './motifs/hills.ts'
import { horizon } from './motifs/horizon.ts'
import { mosaic } from './motifs/mosaic.ts'
import { pixels } from './motifs/pixels.ts'
import { planet } from './motifs/planet.ts'
import { ribbons } from './motifs/ribbons.ts'
import { rings } from './motifs/rings.ts'
import { shards } from './motifs/shards.ts'
import { skyline } from './motifs/skyline.ts'
import { waves } from './motifs/waves.ts'

/** Every motif by its name. */
export const motifs = {
  hills,
  horizon,
  mosaic,
  pixels,
  planet,
  ribbons,
  rings,
  shards,
  skyline,
  waves,
} as const satisfies Readonly<Record<string, Motif>>

export type MotifName = keyof typeof motifs
