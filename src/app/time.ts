import { setTimeout as pause } from 'node:timers/promises'

/** How far our clock and that of Redis may differ. */
export const clockToleranceMs = 5 * 60_000

/** Resolves after `spanMs` milliseconds. */
export const wait = async (spanMs: number): Promise<void> => {
  await pause(spanMs)
}
