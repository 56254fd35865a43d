import { fileURLToPath } from 'node:url'

/** Where studios of tests keep what they made, for each other and for the next run. */
export const keptSounds = fileURLToPath(new URL('../../../.cache/sounds', import.meta.url))
