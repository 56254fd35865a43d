import type { Clock } from '../studio/kit/clock.ts'
import { createHappenings, type Happened, type Happenings } from '../studio/kit/happenings.ts'

/** One thing that went over the wire between a bot and a stand-in, or that a stand-in refused. */
export type WireEntry = Happened<{
  readonly platform: 'discord' | 'slack' | 'studio' | 'redis'
  readonly kind: 'event' | 'request' | 'ack' | 'refusal'
  /** One line for a person. */
  readonly summary: string
  readonly detail: unknown
}>

/** The record of a run, shared by all stand-ins, in the order in which things happened. */
export interface Wire extends Happenings<Omit<WireEntry, 'id' | 'atMs'>> {
  /** Everything refused since the start. */
  refusals(): readonly WireEntry[]
}

/**
 * Makes an empty record. Details are copied, so that a later change of the sender's
 * object does not change the past.
 */
export const createWire = (clock: Clock): Wire => {
  const happenings = createHappenings<Omit<WireEntry, 'id' | 'atMs'>>(clock)
  return {
    ...happenings,
    record: (entry) => happenings.record({ ...entry, detail: structuredClone(entry.detail) }),
    refusals: () => happenings.since(0).filter(({ kind }) => kind === 'refusal'),
  }
}
