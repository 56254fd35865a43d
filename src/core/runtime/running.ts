import type { Log } from '../log.ts'

/** Something that was started, and how to stop it. */
export interface Running {
  name: string
  stop(): Promise<unknown>
}

/** Stops everything in reverse order; what does not stop cleanly does not keep the rest running. */
export const stopAll = async (running: readonly Running[], log: Log): Promise<void> => {
  for (const { name, stop } of running.toReversed()) {
    await stop().catch((error: unknown) => log.warn(`${name} did not stop cleanly`, { error }))
  }
}
