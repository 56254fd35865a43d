import { setTimeout as pause } from 'node:timers/promises'

/** How far our clock and that of Redis may be apart. */
export const clockToleranceMs = 5 * 60_000

/** Resolves after so many milliseconds. */
export const wait = async (spanMs: number): Promise<void> => {
  await pause(spanMs)
}
