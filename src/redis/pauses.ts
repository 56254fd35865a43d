import { z } from 'zod'
import type { Budgets, Pause, PauseOf } from '../core/ledger/budget.ts'
import { accountOf, type Target } from '../core/target.ts'
import { fieldsIn } from './account-fields.ts'
import { type BudgetsOptions, scopesOfRequest } from './budget-reading.ts'
import { applyChange, type ChangingOptions } from './changes.ts'
import { fromStore } from './connection.ts'

/**
 * Prefix of the account fields of pauses, `paused|<kind>|<id>`, whose values are JSON. The script of a request reads
 * them itself.
 */
const prefix = 'paused|'

const fieldOf = (of: PauseOf): string => `${prefix}${of.kind}|${of.kind === 'server' ? '' : of.id}`

const stored = z.object({ reason: z.string().optional() })

/** A pause from its field of the account and the field's value. */
export const pauseIn = (field = '', value = '{}'): Pause => {
  const [kind, id = ''] = field.slice(prefix.length).split('|')
  const { reason } = stored.parse(JSON.parse(value))
  return { reason, of: kind === 'channel' || kind === 'member' ? { kind, id } : { kind: 'server' } }
}

const order = ['server', 'channel', 'member'] as const

/** See `Budgets.pauses`. */
export const createPauses =
  (options: BudgetsOptions): Budgets['pauses'] =>
  async (account) => {
    const fields = [...(await fieldsIn(options, account, prefix))].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const pauses = fields.map(([name, value]) => pauseIn(prefix + name, value))
    return order.flatMap((kind) => pauses.filter(({ of }) => of.kind === kind))
  }

/** See `Budgets.pauseOn`. */
export const pauseOn = async (
  { redis, keys }: BudgetsOptions,
  target: Target,
): Promise<Pause | undefined> => {
  const scopes = scopesOfRequest(target, { groupLimits: {} }, [])
  const fields = [fieldOf({ kind: 'server' }), ...scopes.map(({ kind, id }) => `${prefix}${kind}|${id}`)]
  const values = await fromStore(redis.hmget(keys.account(accountOf(target)), ...fields))
  const found = values.findIndex((value) => value !== null)
  return found === -1 ? undefined : pauseIn(fields[found], values[found] ?? undefined)
}

/** See `Budgets.setPause`: a field of the account, changed and journalled like those of its managers. */
export const createSetPause =
  (options: ChangingOptions): Budgets['setPause'] =>
  async ({ of, isPaused, ...change }) => {
    const { status } = await applyChange(options, {
      change,
      operation: 'pause',
      about: { scope: of.kind === 'server' ? '' : JSON.stringify(of), paused: isPaused ? '1' : '0' },
      labels: {},
      settings: { [fieldOf(of)]: isPaused ? JSON.stringify({ reason: change.reason?.toWellFormed() }) : '' },
      in: 'account',
      // A request reads pauses in its own script.
      raisesRevision: false,
      isOneOfMany: of.kind !== 'server',
    })
    return { status }
  }
