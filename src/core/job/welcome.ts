import type { AccountId, PlatformName, Target } from '../target.ts'

/** Where a welcome is posted: in a channel, or in the direct messages of the member who added the bot. */
export interface WelcomePlace {
  target: Target
  how: 'channel' | 'direct'
}

/** The bot is in a server or workspace. Reported when it joins, and again as often as the platform likes. */
export interface Arrival {
  account: AccountId
  /** When it joined, in milliseconds since the epoch; undefined if the platform doesn't say. */
  joinedAtMs: number | undefined
  /** Whether the bot is in no other server of this platform, as far as it knows. */
  isAlone: boolean
  /** Whether the platform reports it again later if its welcome fails. */
  isToldAgain: boolean
  /** Leaves it; only for a server that takes much memory, which is left unless the operator has let it in. */
  leave?: () => Promise<unknown>
  /** Undefined if the bot can post nowhere, and nobody is known to have added it. */
  findPlace(): Promise<WelcomePlace | undefined>
}

/** The notes of a welcome, as those of an attempt. */
export interface BegunWelcome {
  notes: Readonly<Record<string, string>>
  note(name: string, value: string): Promise<void>
}

/**
 * Which servers and workspaces have been welcomed: recorded before the message is posted. Throws AppError
 * `store_unavailable` when Redis can't answer.
 */
export interface Welcomes {
  /**
   * Only servers joined after this time (milliseconds since the epoch) are welcomed: when this Redis first had a
   * version that welcomes, or 0 if the platform had not been used by then.
   */
  since(platform: PlatformName): Promise<number>
  /**
   * Starts or continues an account's welcome. Undefined if it is over; `in_hand` if somebody else is working on it.
   */
  begin(account: AccountId): Promise<BegunWelcome | 'in_hand' | undefined>
  /** The welcome was posted, or never will be. */
  end(account: AccountId): Promise<void>
}
