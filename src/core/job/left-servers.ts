import type { AccountId, PlatformName } from '../target.ts'

/** A server or workspace that the bot was removed from, and when that was noticed, in milliseconds since the epoch. */
export interface LeftServer {
  account: AccountId
  leftAtMs: number
}

/** Whether the bot is certainly not in a server of a platform; false while that isn't known. */
export type IsMissing = (server: string) => boolean | Promise<boolean>

/**
 * Servers and workspaces that the bot was removed from, and what is deleted of them. Everything can be repeated.
 * Throws AppError `store_unavailable`.
 */
export interface LeftServers {
  /** Notes that the bot was removed. An earlier note stays. */
  note(account: AccountId): Promise<void>
  /** The bot is there, perhaps again: drops the note. */
  returned(account: AccountId): Promise<void>
  /** Notes every server of a platform that has data here and from which the bot is missing. */
  noteMissing(platform: PlatformName, isMissing: IsMissing): Promise<void>
  /** Those that were left at this time or earlier and aren't deleted yet, the earliest first. */
  leftBy(untilMs: number): Promise<readonly LeftServer[]>
  /**
   * Deletes its settings, limits and members' answers, its requests to admins and alerts, and takes its own API key
   * back. Job records, bonus credits, the books and the operator's decisions stay.
   */
  clear(server: LeftServer): Promise<void>
  /**
   * Deletes what is kept by channel or member, in one pass through all keys: clips, forms and ratings. On Slack it also
   * notes the direct messages of these workspaces, each an account of its own.
   */
  clearParts(servers: readonly LeftServer[]): Promise<void>
  /** Nothing is left to delete. */
  end(account: AccountId): Promise<void>
}
