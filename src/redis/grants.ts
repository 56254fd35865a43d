import { amountMax, type Microcredits, microcredits } from '../core/credits.ts'
import type { Allowance, Allowlist } from '../core/ledger/allowlist.ts'
import { bonusesMax } from '../core/ledger/bonuses.ts'
import type { Budgets, GrantResult, GrantScope } from '../core/ledger/budget.ts'
import type { AccountId } from '../core/target.ts'
import { type BudgetSnapshot, limitFields, lowestEach, readSnapshot, retryStale } from './budget-reading.ts'
import {
  type ChangingOptions,
  changeKnownMs,
  changeLine,
  changeLost,
  countingChanges,
  requireFewChanges,
} from './changes.ts'
import { withoutDoubt } from './connection.ts'
import { bonusEntry, bucketOf, type Keys } from './keys.ts'
import { figuresScript, fingerprintOf, runScript, textsOf } from './scripts.ts'

const grantScript = figuresScript('share', 'allowance', 'grant')
const never = Number.POSITIVE_INFINITY

export interface GrantOptions extends ChangingOptions {
  /** How far our clock may be from Redis' own; beyond it nothing is granted. */
  clockToleranceMs: number
  allowlist: Pick<Allowlist, 'admit' | 'peek'>
}

/**
 * Limits that the script does not read itself: starter credits, a group's, and the lowest that a member may have
 * by a group.
 */
const limitsFor = (scope: GrantScope, snapshot: BudgetSnapshot) => {
  const { starter, groupSettings } = snapshot
  const none = { limit: '', lowest_limit: '' }
  switch (scope.kind) {
    case 'server':
      return { ...none, limit: starter }
    case 'channel':
    case 'feature':
    case 'model':
      return none
    case 'group':
      return { ...none, limit: groupSettings[limitFields.group(scope.id)] ?? '' }
    case 'member':
      return { ...none, lowest_limit: lowestEach(snapshot) }
  }
}

/** A share as the scripts on grants name it: see share.lua. */
export const shareOf = (account: AccountId, scope: GrantScope, snapshot: BudgetSnapshot) => ({
  kind: scope.kind,
  id: scope.kind === 'server' ? '' : scope.id,
  entry: bonusEntry(account, scope),
  ...limitsFor(scope, snapshot),
})

/** The key of a share's figures. */
export const figuresKeyOf = (keys: Keys, account: AccountId, scope: GrantScope): string =>
  scope.kind === 'server' ? keys.account(account) : keys.scope(account, scope)

/** A share as the journal names it. */
export const aboutScope = (scope: GrantScope): { scope: string } => ({
  scope: scope.kind === 'server' ? '' : JSON.stringify(scope),
})

/** Undefined if the settings changed between reading and granting; both are then repeated. */
const resultOf = (
  [status, figure, expiresAt]: readonly string[],
  allowed: Microcredits,
): GrantResult | undefined => {
  switch (status) {
    case 'changed':
    case 'repeated':
      return { status, granted: Number(figure), expiresAtMs: expiresAt ? Number(expiresAt) : undefined }
    case 'too_much':
      return { status, most: microcredits(Number(figure)), allowed }
    case 'too_many_bonuses':
      return { status, has: Number(figure), most: bonusesMax }
    case 'differs':
    case 'no_limit':
      return { status }
    case 'stale':
      return undefined
    default:
      throw new Error(`the grant script answered ${status}`)
  }
}

/** The most that a limit and the bonus on top of it can add up to. */
const mostOf = (scope: GrantScope, allowance: Allowance): Microcredits => {
  const ceiling = allowance.status === 'allowed' ? allowance.ceiling : undefined
  return scope.kind === 'server' && ceiling !== undefined ? ceiling : amountMax
}

/** Gives or takes credits in the current window: see `Budgets.grant`. Throws what `requireFewChanges` throws. */
export const createGrant =
  (options: GrantOptions): Budgets['grant'] =>
  async ({ scope, way, credits, expiresInMs, ...change }) => {
    const { redis, keys, now, clockToleranceMs } = options
    const { account, eventId, reason } = change
    // Taking credits doesn't let an account in, and strangers could fill a journal that they share with others.
    const allowance = await (way === 'give'
      ? options.allowlist.admit(account)
      : options.allowlist.peek(account))
    if (allowance.status === 'not_allowed') return allowance
    const most = mostOf(scope, allowance)
    const bucket = bucketOf(account)
    const counting = countingChanges(options, change)
    const where = [
      keys.account(account),
      figuresKeyOf(keys, account, scope),
      keys.journal(bucket),
      keys.change(account, eventId),
      keys.bonuses(bucket),
      ...counting.keys,
    ]
    const line = JSON.stringify(changeLine(change, way === 'give' ? 'grant' : 'take', aboutScope(scope)))
    const contents = {
      kept_ms: changeKnownMs,
      fingerprint: fingerprintOf([
        way,
        scope,
        credits,
        reason,
        ...(expiresInMs === undefined ? [] : [expiresInMs]),
      ]),
      credits: way === 'give' ? credits : -credits,
      most,
      bonuses_max: bonusesMax,
      spacings: counting.spacings,
    }
    const attempt = async (): Promise<GrantResult | undefined> => {
      const snapshot = await readSnapshot(options, account, [])
      const { revision, windowId, figuresLapseAtMs, resetsAtMs } = snapshot
      const expiresAtMs = way === 'give' && expiresInMs !== undefined ? now() + expiresInMs : never
      const found = {
        revision,
        window: windowId,
        ends_at: resetsAtMs,
        lapses_at: figuresLapseAtMs,
        expires_at: expiresAtMs < (resetsAtMs ?? never) ? expiresAtMs : undefined,
      }
      const args = JSON.stringify(textsOf({ ...contents, ...found, ...shareOf(account, scope, snapshot) }))
      const reply = await runScript(redis, grantScript, where, [now(), clockToleranceMs, args, line])
      requireFewChanges(reply, options)
      return resultOf(reply, most)
    }
    return retryStale(() => withoutDoubt(attempt, changeLost))
  }
