import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/**
 * Reads a WebAssembly file of a package, such as `rubberband-wasm/dist/rubberband.wasm`, when it is first asked for,
 * and compiles it once for all that this thread makes.
 */
export const compiledOnce = (file: string): (() => Promise<WebAssembly.Module>) => {
  let compiled: Promise<WebAssembly.Module> | undefined
  const compile = async () =>
    await WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve(file)))
  return () => (compiled ??= compile())
}
