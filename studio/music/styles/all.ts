import type { Choices, Style } from '../style.ts'
import { ambient } from './ambient.ts'
import { blues } from './blues.ts'
import { bossaNova } from './bossa-nova.ts'
import { chiptune } from './chiptune.ts'
import { cinematic } from './cinematic.ts'
import { classical } from './classical.ts'
import { country } from './country.ts'
import { folk } from './folk.ts'
import { funk } from './funk.ts'
import { hipHop } from './hip-hop.ts'
import { house } from './house.ts'
import { jazz } from './jazz.ts'
import { lofi } from './lofi.ts'
import { lullaby } from './lullaby.ts'
import { metal } from './metal.ts'
import { pop } from './pop.ts'
import { reggae } from './reggae.ts'
import { rock } from './rock.ts'
import { seaShanty } from './sea-shanty.ts'
import { synthwave } from './synthwave.ts'
import { techno } from './techno.ts'
import { waltz } from './waltz.ts'

/** Every style the composer knows. */
export const styles: readonly Style[] = [
  ambient,
  blues,
  bossaNova,
  chiptune,
  cinematic,
  classical,
  country,
  folk,
  funk,
  hipHop,
  house,
  jazz,
  lofi,
  lullaby,
  metal,
  pop,
  reggae,
  rock,
  seaShanty,
  synthwave,
  techno,
  waltz,
]

/** Styles for a prompt that names none. */
export const stylesForAnything: Choices<Style> = [pop, folk, funk, synthwave, lofi, cinematic, rock]
