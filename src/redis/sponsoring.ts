import assert from 'node:assert'
import type { Allowances } from '../core/command/gate.ts'
import { amountMax, microcredits } from '../core/credits.ts'
import type { Budgets, SponsorResult, Sponsorship } from '../core/ledger/budget.ts'
import {
  type BudgetSnapshot,
  type BudgetsOptions,
  lowestEach,
  readSnapshot,
  retryStale,
} from './budget-reading.ts'
import { applyChange, type ChangingOptions, changeKnownMs, changeLine, changeLost } from './changes.ts'
import { fromStore, withoutDoubt } from './connection.ts'
import { blockedPrefix } from './gate.ts'
import { bonusEntry, bucketOf } from './keys.ts'
import { pauseIn } from './pauses.ts'
import { countingOf, figuresScript, fingerprintOf, runScript, textsOf, tooManyIn } from './scripts.ts'

export interface SponsorOptions extends BudgetsOptions {
  /** How far our clock may be from Redis' own; beyond it nothing is moved. */
  clockToleranceMs: number
  /** How many gifts are allowed per day. */
  allowances: Pick<Allowances, 'gift'>
}

const script = figuresScript('share', 'allowance', 'sponsor')

/** The field of an account that lets its members sponsor each other; the script reads it itself. */
const allowedField = 'sponsoring'

/** See `Budgets.mayBeSponsored`. */
export const createMayBeSponsored =
  ({ redis, keys }: BudgetsOptions): Budgets['mayBeSponsored'] =>
  async (account) =>
    (await fromStore(redis.hexists(keys.account(account), allowedField))) === 1

/** See `Budgets.setSponsoring`. */
export const createSetSponsoring =
  (options: ChangingOptions): Budgets['setSponsoring'] =>
  async ({ isAllowed, ...change }) => {
    const { status } = await applyChange(options, {
      change,
      operation: 'sponsoring',
      about: { allowed: isAllowed ? '1' : '0' },
      labels: {},
      settings: { [allowedField]: isAllowed ? '1' : '' },
      in: 'account',
      raisesRevision: false,
    })
    return { status }
  }

/** Undefined if the settings changed between reading and moving; both are then repeated. */
const resultOf = (
  reply: readonly string[],
  allowances: SponsorOptions['allowances'],
): SponsorResult | undefined => {
  const tooMany = tooManyIn(reply, allowances, 'gift')
  if (tooMany !== undefined) return tooMany
  const [status, first = '', second] = reply
  switch (status) {
    case 'changed':
    case 'repeated':
    case 'too_little':
      return { status, left: Number(first) }
    case 'differs':
    case 'groups_unknown':
    case 'not_allowed':
    case 'blocked':
      return { status }
    case 'no_limit':
      return { status, of: first === 'giver' ? first : 'receiver' }
    case 'too_much':
      return { status, most: microcredits(Number(first)) }
    case 'paused':
      return { status, ...pauseIn(first, second) }
    case 'stale':
      return undefined
    default:
      throw new Error(`the script of sponsors answered ${status}`)
  }
}

const argumentsOf = (
  { account, giver, receiver, groups, credits }: Sponsorship,
  snapshot: BudgetSnapshot,
  spacings: readonly string[],
): Readonly<Record<string, string>> =>
  textsOf({
    kept_ms: changeKnownMs,
    fingerprint: fingerprintOf([giver, receiver, credits]),
    revision: snapshot.revision,
    window: snapshot.windowId,
    lapses_at: snapshot.figuresLapseAtMs,
    giver,
    receiver,
    groups_unknown: groups === undefined && snapshot.hasGroupLimits,
    giver_each: snapshot.memberLimitByGroups,
    lowest_each: lowestEach(snapshot),
    credits,
    most: amountMax,
    blocked_as: `${blockedPrefix}${receiver}`,
    entry: bonusEntry(account, { kind: 'member', id: giver }),
    spacings,
  })

/** Moves credits between members: see `Budgets.sponsor`. */
export const createSponsor =
  (options: SponsorOptions): Budgets['sponsor'] =>
  async (sponsorship) => {
    const { redis, keys, now, clockToleranceMs } = options
    const { account, eventId, giver, receiver, groups, credits } = sponsorship
    assert(giver !== receiver && credits > 0, 'nothing to move')
    const counting = countingOf(options, { account, member: giver }, 'gift')
    const where = [
      keys.account(account),
      keys.scope(account, { kind: 'member', id: giver }),
      keys.scope(account, { kind: 'member', id: receiver }),
      keys.journal(bucketOf(account)),
      keys.change(account, eventId),
      keys.bonuses(bucketOf(account)),
      ...counting.keys,
    ]
    const line = JSON.stringify(
      changeLine({ account, eventId, actor: giver }, 'sponsor', { member: receiver }),
    )
    const attempt = async (): Promise<SponsorResult | undefined> => {
      const snapshot = await readSnapshot(options, account, groups ?? [])
      const args = JSON.stringify(argumentsOf(sponsorship, snapshot, counting.spacings))
      const reply = await runScript(redis, script, where, [now(), clockToleranceMs, args, line])
      return resultOf(reply, options.allowances)
    }
    return retryStale(() => withoutDoubt(attempt, changeLost))
  }
