import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Credential } from './cose.ts'
import type { C2paAnswer, C2paWork, ManifestDefinition } from './work.ts'

/** Many times what a large file takes on a slow machine. */
const limitMs = 120_000

const { resolve } = createRequire(import.meta.url)

const compile = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(resolve('@contentauth/c2pa-wasm/c2pa.wasm')))

/** Reads and writes C2PA manifests. */
export interface C2paLibrary {
  /** A file with a manifest, in place of one that it has. Throws for a file that is damaged, or over 50 MB. */
  sign(
    file: { data: Uint8Array; format: string },
    definition: ManifestDefinition,
    credential: Credential,
  ): Promise<Uint8Array<ArrayBuffer>>
  /**
   * The manifest store of a file as JSON, with the results of its checks; undefined if it has none. Trusts the
   * authorities in `anchors` (PEM). Throws for a damaged file.
   */
  read(file: { data: Uint8Array; format: string }, anchors?: string): Promise<string | undefined>
}

/**
 * Loads the library, which is made for browsers, with the first file. Each file has a thread of its own beside the
 * event loop, one at a time: that bounds the memory, and a damaged file takes nothing else down.
 */
export const createC2paLibrary = (): C2paLibrary => {
  let compiled: Promise<WebAssembly.Module> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const inThread = async <Result>(work: C2paWork): Promise<Result> => {
    compiled ??= compile()
    const module = await compiled
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { module, work },
      transferList: [work.data.buffer],
      // What the library writes to its console must not get into the log.
      stdout: true,
      stderr: true,
    })
    try {
      const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(limitMs) })) as [
        C2paAnswer,
      ]
      if (answer.kind === 'failed') throw new Error(answer.reason)
      return answer.result as Result
    } finally {
      await thread.terminate()
    }
  }

  const inTurn = <Result>(work: C2paWork): Promise<Result> => {
    const answered = turn.then(() => inThread<Result>(work))
    turn = answered.catch(() => undefined)
    return answered
  }

  return {
    // Each works on a copy, which it hands over to its thread.
    sign: ({ data, format }, definition, credential) =>
      inTurn({ kind: 'sign', data: new Uint8Array(data), format, definition, credential }),
    read: ({ data, format }, anchors) =>
      inTurn({ kind: 'read', data: new Uint8Array(data), format, anchors }),
  }
}
