import type { Choices, Style } from '../style.ts'
import { ambient } from './ambient.ts'
import { jazz } from './jazz.ts'
import { lofi } from './lofi.ts'
import { pop } from './pop.ts'
import { seaShanty } from './sea-shanty.ts'
import { techno } from './techno.ts'

/** Every style the composer knows. */
export const styles = [pop, seaShanty, lofi, techno, jazz, ambient] as const satisfies Choices<Style>

/** Styles for a prompt that names none. */
export const stylesForAnything = [pop, lofi, seaShanty] as const satisfies Choices<Style>
