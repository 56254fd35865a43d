import type { Asker, Target } from '../target.ts'

/**
 * What keeps the bot from working in a channel. `right`: a permission there, by the platform's name for it. `scope`:
 * something that the whole server or workspace did not grant. `absent`: it must be invited first.
 */
export type ChannelLack =
  | { kind: 'right' | 'scope'; name: string }
  | { kind: 'absent' | 'archived' | 'unknown' }

/** Result of looking at a channel. `unanswered`: the platform did not answer soon enough. */
export type ChannelLook = { status: 'looked'; lacks: readonly ChannelLack[] } | { status: 'unanswered' }

/** A channel, or a thread in one. */
export type ChannelPlace = Pick<Target, 'channel' | 'parent'>

/** Looks at what the bot can do in a channel of the asker's own server or workspace. Never throws. */
export type LookAtChannel = (asker: Asker, place: ChannelPlace) => Promise<ChannelLook>
