import type { Log } from '../core/log.ts'

/**
 * Something that was started, and how to stop it. `intake` lets new work in: all of these are stopped first
 * and at once, each when what it has in hand is done. The `rest` is what work in hand needs.
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
 * Stops what lets work in, and then everything else in reverse order; what does not stop
 * cleanly does not keep the rest running.
 */
export const stopAll = async (running: readonly Running[], log: Log): Promise<void> => {
  await Promise.all(running.filter(({ kind }) => kind === 'intake').map((each) => stopOne(each, log)))
  for (const each of running.filter(({ kind }) => kind === 'rest').toReversed()) await stopOne(each, log)
}

/** How long a process that was asked to end takes at most, and how much of that its steps in hand have. */
export interface StopSpans {
  allMs: number
  stepsMs: number
}

/** A container is given 25 s to end; steps in hand get most of it. */
export const defaultStopSpans: StopSpans = { allMs: 24_000, stepsMs: 20_000 }

interface StoppingOptions {
  running: readonly Running[]
  log: Log
  /** Everything together may take so long. */
  withinMs: number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
  now: () => number
  /** Ends the process. */
  exit: (code: number) => void
}

/** How a program ends on being asked to. */
export interface Stopping {
  isStopping(): boolean
  /** Ends with 0 when all has stopped or its time is over. A second signal ends with 1, at once. */
  stop(signal: NodeJS.Signals): void
}

/** A Ctrl-C comes twice: from the terminal, and from npm, which passes it on. */
const echoMs = 1_000

/** Whatever is left when the time is over is taken up by other processes, or after the next start. */
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
