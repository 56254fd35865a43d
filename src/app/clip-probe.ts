import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import { say } from '../core/text/say.ts'
import type { ClipProbe } from './clip-rewrite.ts'

const clipProbe = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('audio'),
    contentType: z.string(),
    ending: z.string(),
    seconds: z.number(),
    bytes: z.number(),
  }),
  z.object({ kind: z.literal('refused'), called: z.string() }),
  z.object({ kind: z.literal('unwritten'), code: z.string() }),
  z.object({ kind: z.enum(['uncounted', 'silent', 'foreign']) }),
])

interface ProbeOptions {
  /** How long the probe may take. */
  timeoutMs: number
  /** The Node.js to run; by default this process's. */
  node?: string
}

const run = promisify(execFile)
const program = fileURLToPath(new URL('./clip-probe-program.ts', import.meta.url))

/** Besides the file itself and its sound, which are in memory as a whole. */
const heapMegabytes = 64

/** How a process failed. `killed`: by us, because it timed out. */
const processFailure = z.object({
  code: z.union([z.string(), z.number()]).nullish(),
  syscall: z.string().optional(),
  signal: z.string().nullish(),
  killed: z.boolean().optional(),
  stdout: z.string().optional(),
})

type ProcessFailure = z.infer<typeof processFailure>

const moreMemory = 'Raise the memory limit.'
const moreFiles = 'Raise the limit of open files.'

/** What the operator can do, by signal or error code. */
const mends: Readonly<Record<string, string>> = {
  ENOENT: 'Restart Tunesmith: its Node.js was moved or replaced.',
  EACCES: "Let this process's user run it, and restart Tunesmith if Node.js was replaced.",
  EAGAIN: 'Raise the limit of processes, such as pids_limit of a container or TasksMax of systemd.',
  ENOMEM: moreMemory,
  EMFILE: moreFiles,
  ENFILE: moreFiles,
  SIGKILL: moreMemory,
}

const otherMend = 'Restart Tunesmith. If that does not help, raise its limits of processes and memory.'

const unusable = (node: string, { signal, code }: ProcessFailure, cause: unknown): AppError => {
  const why = `${signal ?? code}`
  return new AppError(
    'probe_unusable',
    `Clips cannot be checked: ${node} failed with ${why}. ${mends[why] ?? otherMend}`,
    {
      cause,
      retryable: true,
      memberText: say("I can't check files right now. Your bot operator needs to fix this."),
    },
  )
}

/** A terminal or a supervisor that stops us sends these to our child processes, too. */
const stopSignals: readonly string[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

/** What a failed process proves about the file. Throws if it proves nothing. */
const provenBy = (error: unknown, node: string): ClipProbe => {
  const { data: failure } = processFailure.safeParse(error)
  if (failure === undefined) throw error
  const { signal, killed, syscall, stdout = '' } = failure
  if (signal && killed === true) return { kind: 'foreign' }
  if (signal && stopSignals.includes(signal))
    throw new AppError('platform_unavailable', `the check of a clip was ended by ${signal}`, {
      cause: error,
      retryable: true,
    })
  const hasBegun = syscall === undefined && stdout !== ''
  if (!hasBegun || signal === 'SIGKILL') throw unusable(node, failure, error)
  if (signal) return { kind: 'foreign' }
  throw error
}

/**
 * Inspects a file's contents, and replaces them by their sound, in a separate process with little memory, little time and
 * no environment. A file that exceeds either limit is `foreign`. Throws AppError `probe_unusable` if that process can't run, or the
 * system kills it: neither proves anything about the file.
 */
export const probeClip = async (
  path: string,
  { timeoutMs, node = process.execPath }: ProbeOptions,
): Promise<ClipProbe> => {
  try {
    const { stdout } = await run(node, [`--max-old-space-size=${heapMegabytes}`, program, path], {
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    return clipProbe.parse(JSON.parse(stdout))
  } catch (error) {
    return provenBy(error, node)
  }
}
