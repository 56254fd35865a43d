import { fileURLToPath } from 'node:url'

/** The cache of renderings that all test studios share, across runs. */
export const soundCache = fileURLToPath(new URL('../../../.cache/sounds', import.meta.url))
