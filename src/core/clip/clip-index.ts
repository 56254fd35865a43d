import type { AccountId } from '../target.ts'
import type { Clip } from './clip.ts'

/** A clip of a channel, and who brought it: Tunesmith itself or a member. */
export interface KnownClip {
  clip: Clip
  from: 'us' | 'member'
  /** When it was posted or passed to us, if known. */
  atMs?: number
  /** The member who brought it or had it made. */
  by?: string
}

/** A channel of an account, where clips are remembered. */
export interface ClipPlace {
  account: AccountId
  channel: string
}

/**
 * The clips of each channel that Tunesmith posted, was given, or saw uploaded. Throws AppError `store_unavailable`.
 * Entries expire after a while; nothing relies on finding them.
 */
export interface ClipIndex {
  /**
   * Remembers the clips of one message (or of one request, if there is no message). The same `source` again
   * replaces them.
   */
  remember(place: ClipPlace, source: string, clips: readonly KnownClip[]): Promise<void>
  /** The clips of a message; empty if it had none or is not known. */
  inMessage(place: ClipPlace, message: string): Promise<readonly KnownClip[]>
  /** The channel's clips, newest first. */
  latest(place: ClipPlace, countMax: number): Promise<readonly KnownClip[]>
  /** What is remembered of a member in all channels of an account. */
  of(account: AccountId, member: string): Promise<readonly (KnownClip & { channel: string })[]>
  /** Forgets all of that. Returns the number of messages that it came from. */
  forget(account: AccountId, member: string): Promise<number>
}
