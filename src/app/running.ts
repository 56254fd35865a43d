import type { Log } from '../core/log.ts'

/**
 * Something that was started, and how to stop it. `intake` accepts new work: all of these are stopped first,
 * concurrently, each once its pending work is done. The `rest` is what pending work needs.
 */
export interface Running {
  name: string
  kind: 'intake' | 'rest'
  stop(): Promise<unknown>
}

const stopOne = async ({ name, stop }: Running, log: Log): Promise<void> => {
  await stop().catch((error: unknown) => log.warn(`${name} did not stop cleanly`, { error }))
}

/**
 * Stops the intake, and then everything else in reverse order; a failure to stop one does not keep the others
 * running.
 */
export const stopAll = async (running: readonly Running[], log: Log): Promise<void> => {
  await Promise.all(running.filter(({ kind }) => kind === 'intake').map((each) => stopOne(each, log)))
  for (const each of running.filter(({ kind }) => kind === 'rest').toReversed()) await stopOne(each, log)
}

/** How long a stopping process may take, and how much of that its running steps get. */
export interface StopSpans {
  allMs: number
  stepsMs: number
}

/** A container has 25 s to stop; running steps get most of it. */
export const defaultStopSpans: StopSpans = { allMs: 24_000, stepsMs: 20_000 }

interface StoppingOptions {
  running: readonly Running[]
  log: Log
  /** Time limit for everything together. */
  withinMs: number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  now: () => number
  /** Ends the process. */
  exit: (code: number) => void
}

/** How a program ends when asked to. */
export interface Stopping {
  isStopping(): boolean
  /** Ends with 0 when all has stopped or its time is over. A second signal ends with 1, at once. */
  stop(signal: NodeJS.Signals): void
}

/** A Ctrl-C comes twice: from the terminal, and from npm, which passes it on. */
const echoMs = 1_000

/** Unfinished work is taken up by other processes, or after the next start. */
export const createStopping = ({ running, log, withinMs, wait, now, exit }: StoppingOptions): Stopping => {
  let stoppingSinceMs: number | undefined
  return {
    isStopping: () => stoppingSinceMs !== undefined,
    stop(signal) {
      if (stoppingSinceMs !== undefined) {
        if (now() - stoppingSinceMs < echoMs) return
        log.warn('ended without waiting', { signal })
        return exit(1)
      }
      stoppingSinceMs = now()
      log.info('stopping', { signal })
      void Promise.race([stopAll(running, log), wait(withinMs)]).then(() => exit(0))
    },
  }
}
