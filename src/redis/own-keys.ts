import type { OwnKey, TooManyKeys } from '../core/job/own-keys.ts'
import type { BudgetChange, ChangeResult } from '../core/ledger/budget.ts'
import type { AccountId } from '../core/target.ts'
import { applyChange, type ChangingOptions, requireLetIn } from './changes.ts'
import { fromStore } from './connection.ts'
import { providerKeyId } from './keys.ts'
import { createOwnKeyIdOf } from './operator-total.ts'
import { plainScript, runScript } from './scripts.ts'
import type { Sealer } from './sealer.ts'

const scripts = {
  change: plainScript('own-key'),
  forget: plainScript('forget-own-keys'),
  replace: plainScript('replace-field'),
  tryKey: plainScript('allowance', 'try-key'),
}

/**
 * Each try is a sign-in at the service, and may be a wrong one. An admin who mistypes a key, or tries again during an
 * outage, needs fewer.
 */
export const keyTries = { most: 10, spanMs: 60 * 60_000 } as const

/** How long a replaced or removed key is kept, to fetch what the service is already making with it. */
export const replacedKeyKeptMs = 24 * 60 * 60_000

interface OwnKeysOptions extends ChangingOptions {
  sealer: Sealer
}

/** An account's key. */
export interface OwnKeyRef {
  account: AccountId
  keyId: string
}

/**
 * A key's secret. `maySend`: it pays, or was replaced and not removed since, so what waits for it may be sent.
 * `unopened`: ENCRYPTION_KEY lacks the key that it was encrypted with.
 */
export type OpenedKey =
  | { status: 'open'; apiKey: string; maySend: boolean }
  | { status: 'unopened' }
  | { status: 'gone' }

/** Servers' own API keys in Redis, encrypted. Throws AppError `store_unavailable`. */
export interface OwnKeyStore {
  /** The id of the key that the account pays with; undefined if it pays with the operator's. */
  idOf(account: AccountId): Promise<string | undefined>
  read(account: AccountId): Promise<OwnKey | undefined>
  open(key: OwnKeyRef): Promise<OpenedKey>
  /** Counts one more try of a key that the account doesn't pay with yet, unless there were too many. */
  countTry(account: AccountId): Promise<{ status: 'counted' } | TooManyKeys>
  keep(change: BudgetChange, apiKey: string): Promise<ChangeResult<object>>
  remove(change: BudgetChange): Promise<ChangeResult<object>>
  /** Every key that is in use, or was until a day ago. Deletes older ones. */
  inUse(): Promise<readonly OwnKeyRef[]>
  /** Re-encrypts all keys with the newest ENCRYPTION_KEY, so that none needs an older one. */
  reseal(): Promise<void>
}

const nameOf = ({ account, keyId }: OwnKeyRef): string => `${account} ${keyId}`

const refIn = (name: string): OwnKeyRef => {
  const space = name.lastIndexOf(' ')
  return { account: name.slice(0, space) as AccountId, keyId: name.slice(space + 1) }
}

/** Copied to another account, a sealed key can't be opened. */
const placeOf = (key: OwnKeyRef): string => `own_key ${nameOf(key)}`

/**
 * Which key pays is kept in the operator's slot, where holds are taken: a hold and its key are decided together. The
 * account's journal is written first; if the process dies before the rest, nothing has changed.
 */
export const createOwnKeyStore = (options: OwnKeysOptions): OwnKeyStore => {
  const { redis, keys, sealer, now } = options
  const where = [keys.ownKeys, keys.ownSecrets]
  const apply = async (
    change: BudgetChange,
    { keyId, sealed }: { keyId: string; sealed: string },
  ): Promise<ChangeResult<object>> => {
    const result = await applyChange(options, {
      change,
      operation: 'own_key',
      about: { key: keyId, allowed: keyId === '' ? '0' : '1' },
      labels: {},
      settings: {},
      in: 'account',
      raisesRevision: false,
      ...(keyId === '' && { isForAll: true }), // a secret can always be taken back
    })
    if (result.status === 'differs') return result
    const { status, atMs } = result
    const at = Math.round(atMs)
    await runScript(redis, scripts.change, where, [
      change.account,
      keyId,
      at,
      change.actor,
      at + replacedKeyKeptMs,
      sealed,
    ])
    return { status }
  }

  return {
    idOf: createOwnKeyIdOf(options),
    async read(account) {
      const [keyId, since] = await fromStore(redis.hmget(keys.ownKeys, account, `at|${account}`))
      if (keyId == null || since == null) return undefined
      const [at, by = ''] = since.split(' ')
      return { setBy: by, setAtMs: Number(at) }
    },
    async open(key) {
      const [[current, kept, removed], sealed] = await fromStore(
        Promise.all([
          redis.hmget(keys.ownKeys, key.account, `kept|${nameOf(key)}`, `removed|${key.account}`),
          redis.hget(keys.ownSecrets, nameOf(key)),
        ]),
      )
      const isCurrent = current === key.keyId
      const keptUntilMs = Number(kept ?? 0)
      if (sealed === null || !(isCurrent || keptUntilMs > now())) return { status: 'gone' }
      const apiKey = sealer.open(sealed, placeOf(key))
      return apiKey === undefined
        ? { status: 'unopened' }
        : { status: 'open', apiKey, maySend: isCurrent || keptUntilMs > Number(removed ?? 0) }
    },
    async countTry(account) {
      await requireLetIn(options, account) // whether a key is right is told to nobody who can't keep it
      const { most, spanMs } = keyTries
      const args = [now(), Math.floor(spanMs / most), spanMs]
      const [status, , waitMs] = await runScript(redis, scripts.tryKey, [keys.keyTries(account)], args)
      return status === 'too_many' ? { status, limit: most, waitMs: Number(waitMs) } : { status: 'counted' }
    },
    async keep(change, apiKey) {
      const key = { account: change.account, keyId: providerKeyId(apiKey) }
      return apply(change, { keyId: key.keyId, sealed: sealer.seal(apiKey, placeOf(key)) })
    },
    remove: (change) => apply(change, { keyId: '', sealed: '' }),
    async inUse() {
      const [, ...names] = await runScript(redis, scripts.forget, where, [Math.round(now())])
      return names.map(refIn)
    },
    async reseal() {
      const all = await fromStore(redis.hgetall(keys.ownSecrets))
      for (const [name, sealed] of Object.entries(all)) {
        const place = placeOf(refIn(name))
        const apiKey = sealer.isUpToDate(sealed) ? undefined : sealer.open(sealed, place)
        if (apiKey === undefined) continue
        await runScript(redis, scripts.replace, [keys.ownSecrets], [name, sealed, sealer.seal(apiKey, place)])
      }
    },
  }
}
