import { amountMax, type Microcredits, microcredits } from '../core/credits.ts'
import type { Allowance, Allowlist } from '../core/ledger/allowlist.ts'
import type { Budgets, GrantResult, GrantScope } from '../core/ledger/budget.ts'
import { membersIn } from './account-fields.ts'
import { createAlertsPlace, createSetAlerts } from './alerts.ts'
import {
  type BudgetSnapshot,
  type BudgetsOptions,
  createReadFor,
  createReadShare,
  limitFields,
  readSnapshot,
  readState,
} from './budget-reading.ts'
import {
  changeKnownMs,
  changeLine,
  changeLost,
  createPreview,
  createSetLimit,
  createSetManager,
  createSetShareLimit,
  managerField,
} from './budget-settings.ts'
import { fromStore, storeError, withoutDoubt } from './connection.ts'
import { bucketOf } from './keys.ts'
import { createPauses, createSetPause, pauseOn } from './pauses.ts'
import { figuresScript, fingerprintOf, runScript, textsOf } from './scripts.ts'
import { createMayBeSponsored, createSetSponsoring, createSponsor } from './sponsoring.ts'

const grantScript = figuresScript('grant')
const grantTriesMax = 3

export interface GrantOptions extends BudgetsOptions {
  /** How far our clock may be from Redis' own; beyond it nothing is granted. */
  clockToleranceMs: number
  allowlist: Pick<Allowlist, 'admit' | 'peek'>
}

/**
 * Limits that the script does not read itself: starter credits, a group's, and the lowest that a member may have
 * by a group.
 */
const limitsFor = (scope: GrantScope, { starter, groupSettings }: BudgetSnapshot) => {
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
    case 'member': {
      const each = Object.entries(groupSettings).filter(([name]) => limitFields.isGroupEach(name))
      const lowest = Math.min(...each.map(([, limit]) => Number(limit)))
      return { ...none, lowest_limit: each.length === 0 ? '' : String(lowest) }
    }
  }
}

/** Undefined if the settings changed between reading and granting; both are then repeated. */
const resultOf = ([status, figure]: readonly string[], allowed: Microcredits): GrantResult | undefined => {
  switch (status) {
    case 'changed':
    case 'repeated':
      return { status, granted: Number(figure) }
    case 'too_much':
      return { status, most: microcredits(Number(figure)), allowed }
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

/** Gives or takes credits in the current window: see `Budgets.grant`. */
export const createGrant =
  (options: GrantOptions): Budgets['grant'] =>
  async ({ scope, way, credits, ...change }) => {
    const { redis, keys, now, clockToleranceMs } = options
    const { account, eventId, reason } = change
    // Taking credits lets no account in.
    const allowance = await (way === 'give'
      ? options.allowlist.admit(account)
      : options.allowlist.peek(account))
    if (way === 'give' && allowance.status === 'not_allowed') return allowance
    const most = mostOf(scope, allowance)
    const figures = scope.kind === 'server' ? keys.account(account) : keys.scope(account, scope)
    const where = [
      keys.account(account),
      figures,
      keys.journal(bucketOf(account)),
      keys.change(account, eventId),
    ]
    const about = { scope: scope.kind === 'server' ? '' : JSON.stringify(scope) }
    const line = JSON.stringify(changeLine(change, way === 'give' ? 'grant' : 'take', about))
    const contents = {
      kept_ms: changeKnownMs,
      fingerprint: fingerprintOf([way, scope, credits, reason]),
      kind: scope.kind,
      id: scope.kind === 'server' ? '' : scope.id,
      credits: way === 'give' ? credits : -credits,
      most,
    }
    const attempt = async (): Promise<GrantResult | undefined> => {
      const snapshot = await readSnapshot(options, account, [])
      const { revision, windowId, figuresLapseAtMs } = snapshot
      const found = { revision, window: windowId, lapses_at: figuresLapseAtMs }
      const args = JSON.stringify(textsOf({ ...contents, ...found, ...limitsFor(scope, snapshot) }))
      return resultOf(await runScript(redis, grantScript, where, [now(), clockToleranceMs, args, line]), most)
    }
    for (let tries = 1; tries <= grantTriesMax; tries += 1) {
      const result = await withoutDoubt(attempt, changeLost)
      if (result !== undefined) return result
    }
    throw storeError('the budget kept changing')
  }

/** The servers' budgets, kept in Redis beside their jobs. */
export const createBudgets = (options: GrantOptions): Budgets => {
  const { redis, keys } = options
  return {
    read: async (account) => readState(options, account, await readSnapshot(options, account, [])),
    readShare: createReadShare(options),
    readFor: createReadFor(options),
    preview: createPreview(options),
    setLimit: createSetLimit(options),
    setShareLimit: createSetShareLimit(options),
    grant: createGrant(options),
    mayBeSponsored: createMayBeSponsored(options),
    setSponsoring: createSetSponsoring(options),
    sponsor: createSponsor(options),
    isManager: async (account, member) =>
      (await fromStore(redis.hexists(keys.account(account), managerField(member)))) === 1,
    managers: (account) => membersIn(options, account, managerField('')),
    setManager: createSetManager(options),
    alertsPlace: createAlertsPlace(options),
    setAlerts: createSetAlerts(options),
    pauses: createPauses(options),
    pauseOn: (target) => pauseOn(options, target),
    setPause: createSetPause(options),
  }
}
