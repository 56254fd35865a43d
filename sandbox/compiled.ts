import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const usualFolder = fileURLToPath(new URL('../.cache/compiled', import.meta.url))

/**
 * Has Node keep what it compiles, for this process, its children and the next start: somebody waits
 * (https://nodejs.org/api/module.html#module-compile-cache).
 */
export const keepCompiled = (): void => {
  process.env.NODE_COMPILE_CACHE ??= usualFolder
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
