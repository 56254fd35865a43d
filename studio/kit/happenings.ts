import type { Clock } from './clock.ts'

/** What happened, with its number, which counts up from 1, and the time. */
export type Happened<T> = T & { readonly id: number; readonly atMs: number }

/** A record of what happened, in that order. */
export interface Happenings<T> {
  /** Keeps one and gives it its number and time. */
  record(what: T): Happened<T>
  /** Those with a greater number that are still kept. */
  since(id: number): readonly Happened<T>[]
  /** Resolves once one with a greater number exists, or once the signal is aborted. */
  changed(afterId: number, signal?: AbortSignal): Promise<void>
}

/** Makes an empty record. It keeps the latest `keptMax`; numbers go on counting. */
export const createHappenings = <T extends object>(
  clock: Pick<Clock, 'now'>,
  keptMax = Number.POSITIVE_INFINITY,
): Happenings<T> => {
  const kept: Happened<T>[] = []
  let lastId = 0
  const waiting = new Set<() => void>()
  return {
    record(what) {
      lastId += 1
      const happened = { ...what, id: lastId, atMs: clock.now() }
      kept.push(happened)
      if (kept.length > keptMax) kept.shift()
      for (const wake of waiting) wake()
      return happened
    },
    since: (id) => kept.slice(Math.max(id - (lastId - kept.length), 0)),
    changed: (afterId, signal) =>
      new Promise((resolve) => {
        const check = () => {
          if (lastId <= afterId && !signal?.aborted) return
          waiting.delete(check)
          signal?.removeEventListener('abort', check)
          resolve()
        }
        waiting.add(check)
        signal?.addEventListener('abort', check)
        check()
      }),
  }
}
