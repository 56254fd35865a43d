import { access, constants, mkdir } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where what is compiled is kept unless told. */
export const compiledFolder = fileURLToPath(new URL('../../.cache/compiled', import.meta.url))

/** Cache of renderings, shared by the studios of the sandbox and the tests. */
export const soundsFolder = fileURLToPath(new URL('../../.cache/sounds', import.meta.url))

/** Creates a folder unless it exists. Throws unless it can be written to. */
export const prepareFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await access(folder, constants.W_OK)
}

/**
 * Has Node keep what it compiles, for this process, its children and the next start: somebody waits
 * (https://nodejs.org/api/module.html#module-compile-cache).
 */
export const keepCompiled = (): void => {
  process.env.NODE_COMPILE_CACHE ??= compiledFolder
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
