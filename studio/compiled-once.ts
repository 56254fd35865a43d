import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/**
 * Loads a package's WebAssembly file, such as `rubberband-wasm/dist/rubberband.wasm`, on first use, and compiles it
 * once per thread. Rejects when it cannot be read or compiled; the next use tries again.
 */
export const compiledOnce = (file: string): (() => Promise<WebAssembly.Module>) => {
  let compiled: Promise<WebAssembly.Module> | undefined
  const compile = async (): Promise<WebAssembly.Module> => {
    try {
      return await WebAssembly.compile(await readFile(resolve(file)))
    } catch (error) {
      compiled = undefined
      throw error
    }
  }
  return () => {
    compiled ??= compile()
    return compiled
  }
}
