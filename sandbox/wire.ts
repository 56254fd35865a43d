import type { Clock } from './clock.ts'

/** One thing that went over the wire between a bot and a stand-in, or that a stand-in refused. */
export type WireEntry = {
  /** Counts up from 1 over all stand-ins. */
  readonly id: number
  readonly atMs: number
  readonly platform: 'discord' | 'slack' | 'studio' | 'redis'
  readonly kind: 'event' | 'request' | 'ack' | 'refusal'
  /** One line for a person. */
  readonly summary: string
  readonly detail: unknown
}

/** The record of a run, shared by all stand-ins, in the order in which things happened. */
export interface Wire {
  /** Keeps one entry and gives it its number and time. */
  record(entry: Omit<WireEntry, 'id' | 'atMs'>): WireEntry
  /** Entries with a greater number. */
  since(id: number): readonly WireEntry[]
  /** Everything refused since the start. */
  refusals(): readonly WireEntry[]
  /** Resolves once an entry with a greater number exists, or once the signal is aborted. */
  changed(afterId: number, signal?: AbortSignal): Promise<void>
}

/**
 * Makes an empty record. Details are copied, so that a later change of the sender's
 * object does not change the past.
 */
export const createWire = (clock: Clock): Wire => {
  const entries: WireEntry[] = []
  const waiting = new Set<() => void>()

  const record: Wire['record'] = (entry) => {
    const kept = {
      ...entry,
      detail: structuredClone(entry.detail),
      id: entries.length + 1,
      atMs: clock.now(),
    }
    entries.push(kept)
    for (const wake of waiting) wake()
    return kept
  }

  const changed: Wire['changed'] = (afterId, signal) =>
    new Promise((resolve) => {
      const check = () => {
        if (entries.length <= afterId && !signal?.aborted) return
        waiting.delete(check)
        signal?.removeEventListener('abort', check)
        resolve()
      }
      waiting.add(check)
      signal?.addEventListener('abort', check)
      check()
    })

  return {
    record,
    since: (id) => entries.slice(Math.max(id, 0)),
    refusals: () => entries.filter((entry) => entry.kind === 'refusal'),
    changed,
  }
}
