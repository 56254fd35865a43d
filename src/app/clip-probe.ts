import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { ClipProbe } from './clip-format.ts'

const lengths = { seconds: z.number().optional(), secondsMost: z.number().optional() }

const clipProbe = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('audio'), contentType: z.string(), ...lengths }),
  z.object({ kind: z.literal('refused'), called: z.string() }),
  z.object({ kind: z.literal('silent') }),
  z.object({ kind: z.literal('foreign') }),
])

interface ProbeOptions {
  /** How long the look may take. */
  timeoutMs: number
}

const run = promisify(execFile)
const program = fileURLToPath(new URL('./clip-probe-program.ts', import.meta.url))

/** Besides the file itself, which is read as a whole. */
const heapMegabytes = 64

const wasKilled = (error: unknown): boolean =>
  error instanceof Error && 'signal' in error && typeof error.signal === 'string'

/**
 * Looks at what a file contains, in a process of its own that has little memory, little time and no
 * environment. A file that takes more of either is `foreign`. Throws when that process cannot run.
 */
export const probeClip = async (path: string, { timeoutMs }: ProbeOptions): Promise<ClipProbe> => {
  try {
    const { stdout } = await run(process.execPath, [`--max-old-space-size=${heapMegabytes}`, program, path], {
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const read = clipProbe.parse(JSON.parse(stdout))
    return read.kind === 'audio' ? { ...read, seconds: read.seconds, secondsMost: read.secondsMost } : read
  } catch (error) {
    if (wasKilled(error)) return { kind: 'foreign' }
    throw error
  }
}
