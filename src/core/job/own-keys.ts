import type { BudgetChange, ChangeResult } from '../ledger/budget.ts'
import type { AccountId } from '../target.ts'

/** Whose API key of the audio service pays for a job: the operator's, or the server's own. */
export const payers = ['operator', 'server'] as const
export type Payer = (typeof payers)[number]

/** What a server's admins may know of its own API key, which is never the key itself. */
export interface OwnKey {
  setBy: string
  setAtMs: number
}

/**
 * What a free look at the service says of a key. `unpaid`: its account needs a top-up. `away`: the service could not
 * be asked now. `unopened`: the key is there, but the bot can't decrypt it any more.
 */
export type KeyTest = 'accepted' | 'unpaid' | 'refused' | 'away' | 'unopened'

/** Why a key was not taken. `operators`: it is the bot operator's. `unencrypted`: the bot has no ENCRYPTION_KEY. */
export type KeyRefusal = 'refused' | 'away' | 'operators' | 'unencrypted'

/**
 * The API keys that servers brought themselves: their requests are paid for by their own accounts at the audio service
 * and don't count against the operator's limits. Throws AppError `store_unavailable`.
 */
export interface OwnKeys {
  /** The server's own key; undefined if it uses the operator's. */
  read(account: AccountId): Promise<OwnKey | undefined>
  /** Asks the service whether it accepts the server's key; undefined if it has none. */
  test(account: AccountId): Promise<KeyTest | undefined>
  /**
   * Tests a key and, if it is accepted, keeps it encrypted for the server's next requests. Running ones go on with the
   * key before it.
   */
  set(
    change: BudgetChange & { apiKey: string },
  ): Promise<ChangeResult<{ isUnpaid: boolean }> | { status: 'not_taken'; why: KeyRefusal }>
  /** Nothing more is sent with the server's key; what the service already makes is still fetched. */
  remove(change: BudgetChange): Promise<ChangeResult<object>>
}
