import type { BudgetChange, ChangeResult } from '../ledger/budget.ts'
import type { AccountId } from '../target.ts'

/** Whose API key of the audio service pays for a job: the operator's, or the server's own. */
export const payers = ['operator', 'server'] as const
export type Payer = (typeof payers)[number]

/** What a server's admins can see of its own API key; never the key itself. */
export interface OwnKey {
  setBy: string
  setAtMs: number
}

/**
 * Result of a free test of a key. `unpaid`: its account needs a top-up. `away`: the service couldn't be asked now.
 * `unopened`: the stored key can no longer be decrypted.
 */
export type KeyTest = 'accepted' | 'unpaid' | 'refused' | 'away' | 'unopened'

/** Why a key was not taken. `operators`: it is the bot operator's. `unencrypted`: the bot has no ENCRYPTION_KEY. */
export type KeyRefusal = 'refused' | 'away' | 'operators' | 'unencrypted'

/** So many keys were tried that the next has to wait. `limit` is per hour. */
export interface TooManyKeys {
  status: 'too_many'
  limit: number
  waitMs: number
}

/**
 * Servers' own API keys. Requests with one are billed to the server's account with the audio service and don't count
 * toward the operator's limits. Throws AppError `store_unavailable`.
 */
export interface OwnKeys {
  /** The server's own key; undefined if it uses the operator's. */
  read(account: AccountId): Promise<OwnKey | undefined>
  /** Asks the service whether it accepts the server's own key; undefined if the server has none. */
  test(account: AccountId): Promise<KeyTest | undefined>
  /**
   * Tests a key and, if the service accepts it, stores it encrypted for the server's new requests. Running ones finish
   * with the previous key. Few keys are tested in an hour, besides the one that pays.
   */
  set(
    change: BudgetChange & { apiKey: string },
  ): Promise<ChangeResult<{ isUnpaid: boolean }> | { status: 'not_taken'; why: KeyRefusal } | TooManyKeys>
  /** Sends nothing more with the server's key. Results that the service is already making are still fetched. */
  remove(change: BudgetChange): Promise<ChangeResult<object>>
}
