import { type Microcredits, microcredits } from '../core/credits.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import { type AccountId, isAccount, isPersonal } from '../core/target.ts'
import { fromStore } from './connection.ts'
import { type AllowanceOptions, monthAt } from './operator-total.ts'

/**
 * Whether a server can spend: let in by the operator, or by the settings; or removed by the operator, or not let in at
 * all, although it spent something this month.
 */
export type ServerState = 'allowed' | 'by_settings' | 'removed' | 'not_allowed'

/** A server or workspace with its month. */
export interface ServerRow {
  account: AccountId
  state: ServerState
  ceiling: Microcredits | undefined
  hasOwnKey: boolean
  spent: Microcredits
  held: Microcredits
}

type ServersOptions = Pick<AllowanceOptions, 'redis' | 'keys' | 'now' | 'zone' | 'allowedBySettings'> & {
  allowlist: Pick<Allowlist, 'list' | 'removed'>
}

/**
 * Lists every server that the operator or the settings named, or that made a paid request this month or last month.
 * Reads a few hashes with some fields per server. Throws AppError `store_unavailable`.
 */
export const createOperatorServers =
  ({ redis, keys, now, allowlist, allowedBySettings, ...options }: ServersOptions) =>
  async (): Promise<readonly ServerRow[]> => {
    const [listed, removed, active, figures, ownKeys] = await Promise.all([
      allowlist.list(),
      allowlist.removed(),
      fromStore(redis.hkeys(keys.activeAccounts)),
      fromStore(redis.hgetall(keys.operatorAccounts)),
      fromStore(redis.hkeys(keys.ownKeys)),
    ])
    const { id } = monthAt(options, now())
    const known = new Map(listed.map((server) => [server.account, server]))
    const named = allowedBySettings === 'any' ? [] : allowedBySettings
    const used = Object.keys(figures).flatMap((name) =>
      name.startsWith(`posted|${id}|`) ? [name.slice(`posted|${id}|`.length)] : [],
    )
    const all = new Set<string>([...known.keys(), ...removed, ...named, ...active, ...used])
    const stateOf = (account: AccountId): ServerState => {
      if (removed.includes(account)) return 'removed'
      if (known.has(account)) return 'allowed'
      return allowedBySettings === 'any' || named.includes(account) ? 'by_settings' : 'not_allowed'
    }
    const amount = (what: 'posted' | 'pending', account: AccountId): Microcredits =>
      microcredits(Math.max(0, Number(figures[`${what}|${id}|${account}`] ?? 0)))
    return [...all]
      .filter((account): account is AccountId => isAccount(account) && !isPersonal(account))
      .map((account) => ({
        account,
        state: stateOf(account),
        ceiling: known.get(account)?.ceiling,
        hasOwnKey: ownKeys.includes(account),
        spent: amount('posted', account),
        held: amount('pending', account),
      }))
  }
