import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnTethered, type Tether } from './tether.ts'

/** How a child ended. Both are null only when it could not be started. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A running child process of the sandbox, or a bot in this process, which has no `pid`. */
export interface Child {
  name: string
  pid: number | undefined
  /** Settles when the child is gone and all it said has been read; never rejects. */
  exited: Promise<Exit>
  /** The last lines of both outputs, for a report. */
  lastLines(): readonly string[]
  /** The first line, past or to come, that matches. Rejects with a report when the child ends without one. */
  line(matches: (line: string) => boolean): Promise<string>
  /** The first message over the IPC channel. Rejects with a report when the child ends without one. */
  message(): Promise<unknown>
  /** Asks the child to end and, once the grace is over, makes it. */
  stop(): Promise<Exit>
  /** Ends the child without warning, as a crash would. */
  kill(): Promise<Exit>
}

export interface ChildOptions {
  name: string
  args: readonly string[]
  /** The whole environment of the child, apart from `inheritedNames`: nothing else is inherited. */
  env?: Readonly<Record<string, string>>
  /** Node itself unless told. */
  program?: string
  cwd?: string
  /** Opens an IPC channel for `message`. */
  ipc?: boolean
  /** Sees every line as it comes. */
  onLine?: (line: string) => void
  /** How long `stop` waits before it kills. */
  graceMs?: number
  tether?: Tether
}

const linesKept = 60
const defaultGraceMs = 10_000

/**
 * What says where things are on this machine. Node keeps in the last what it
 * has compiled, for the next process.
 */
const inheritedNames = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE']

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    inheritedNames.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const start = ({ program, args, env, cwd, ipc, tether }: ChildOptions): ChildProcess =>
  spawnTethered(
    program ?? process.execPath,
    args,
    {
      cwd,
      env: { ...inherited(), ...env },
      stdio: ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    },
    tether,
  )

const watchExit = (child: ChildProcess, tell: (line: string) => void): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => {
      tell(error.message)
      if (child.pid === undefined) resolve({ code: null, signal: null })
    })
  })

/** What something that runs has said. */
export interface Output {
  tell(line: string): void
  /** The last lines, for a report. */
  last(): readonly string[]
  /** The first line, past or to come, that matches. */
  first(matches: (line: string) => boolean): Promise<string>
}

/** Keeps the last lines, and hands on every line as it comes. */
export const keepOutput = (onLine: (line: string) => void): Output => {
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  const tell = (line: string): void => {
    lines.push(line)
    if (lines.length > linesKept) lines.shift()
    onLine(line)
    for (const hear of waiting) hear(line)
  }
  const first = (matches: (line: string) => boolean): Promise<string> => {
    const past = lines.find(matches)
    if (past !== undefined) return Promise.resolve(past)
    return new Promise((resolve) => {
      const hear = (line: string): void => {
        if (!matches(line)) return
        waiting.delete(hear)
        resolve(line)
      }
      waiting.add(hear)
    })
  }
  return { tell, last: () => [...lines], first }
}

const readOutput = (child: ChildProcess, onLine: (line: string) => void): Output => {
  const output = keepOutput(onLine)
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', output.tell)
  }
  return output
}

const describeExit = ({ code, signal }: Exit): string =>
  signal ? `was ended by ${signal}` : code === null ? 'could not be started' : `ended with code ${code}`

/** Says how a child ended, with its last words. */
export const exitReport = (name: string, exit: Exit, lines: readonly string[]): string =>
  [`${name} ${describeExit(exit)}`, ...lines.map((line) => `  ${line}`)].join('\n')

/** Rejects with a report once a child has ended; never resolves. */
export const rejectOnExit = ({
  name,
  exited,
  lastLines,
}: Pick<Child, 'name' | 'exited' | 'lastLines'>): Promise<never> =>
  exited.then((exit) => {
    throw new Error(exitReport(name, exit, lastLines()))
  })

/**
 * Starts a child process with a known environment. It never outlives this process, and what
 * it says last is kept for a report.
 */
export const spawnChild = (options: ChildOptions): Child => {
  const child = start(options)
  const output = readOutput(child, options.onLine ?? (() => {}))
  const exited = watchExit(child, output.tell)
  const firstMessage = new Promise<unknown>((resolve) => child.once('message', resolve))

  const kill = (): Promise<Exit> => {
    child.kill('SIGKILL')
    return exited
  }
  const stop = async (): Promise<Exit> => {
    child.kill('SIGTERM')
    const patience = new AbortController()
    const grace = delay(options.graceMs ?? defaultGraceMs, 'over' as const, {
      signal: patience.signal,
      ref: false,
    })
    const outcome = await Promise.race([exited, grace.catch(() => 'over' as const)])
    patience.abort()
    return outcome === 'over' ? kill() : outcome
  }

  const started = { name: options.name, pid: child.pid, exited, lastLines: output.last }
  return {
    ...started,
    line: (matches) => Promise.race([output.first(matches), rejectOnExit(started)]),
    message: () => Promise.race([firstMessage, rejectOnExit(started)]),
    stop,
    kill,
  }
}
