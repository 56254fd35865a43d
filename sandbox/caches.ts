import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where what is compiled is kept unless told. */
export const compiledFolder = fileURLToPath(new URL('../.cache/compiled', import.meta.url))

/** Where studios keep what they have rendered, for the next one that is asked for the same. */
export const soundsFolder = fileURLToPath(new URL('../.cache/sounds', import.meta.url))

/**
 * Has Node keep what it compiles, for this process, its children and the next start: somebody waits
 * (https://nodejs.org/api/module.html#module-compile-cache).
 */
export const keepCompiled = (): void => {
  process.env.NODE_COMPILE_CACHE ??= compiledFolder
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
