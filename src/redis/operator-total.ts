import { type Microcredits, microcredits } from '../core/credits.ts'
import { type BudgetWindow, windowAt } from '../core/ledger/budget-window.ts'
import type { OperatorHold, OperatorTotal } from '../core/ledger/operator-total.ts'
import { type AccountId, isPersonal, platformOf } from '../core/target.ts'
import { fromStore } from './connection.ts'
import {
  operatorScript,
  type RunnerOptions,
  runScript,
  type Script,
  type ScriptArguments,
  textsOf,
} from './scripts.ts'

/** The servers and workspaces that the settings let in, or `any`. */
export type AllowedBySettings = 'any' | readonly AccountId[]

/** Dependencies for judging an account. */
export interface AllowanceOptions extends RunnerOptions {
  allowedBySettings: AllowedBySettings
  /** The platform on which anybody can install the bot, so no server is let in for being the first. */
  installedByAnybody?: string | undefined
  /** Resolves once the servers of an older version are on the allowlist. */
  allowlistReady: () => Promise<void>
  /** IANA zone by whose calendar a month begins. */
  zone: string
}

export interface OperatorTotalOptions extends AllowanceOptions {
  /** The limit of all servers together per month; undefined for none. */
  limit: Microcredits | undefined
  /** A hold without a record no longer counts after this time. */
  holdMs: number
}

/** Judges an account without taking a hold. */
export const admitScript = operatorScript('operator-allowance', 'operator-admit')

const scripts = {
  hold: operatorScript('operator-allowance', 'operator-hold'),
  admit: admitScript,
  release: operatorScript('operator-release'),
  mirror: operatorScript('operator-mirror'),
  expire: operatorScript('operator-expire'),
} as const satisfies Record<string, Script>

/** How long spending and tombstones are kept, and the figures of a month after its end. */
export const operatorKeptMs = 35 * 24 * 60 * 60 * 1000

const unconfirmedMaxPerSweep = 200

/** The month of the operator's total. */
export const monthAt = ({ zone }: Pick<AllowanceOptions, 'zone'>, atMs: number): BudgetWindow =>
  windowAt('month', zone, atMs)

type Run = (script: Script, jobId: string, contents?: ScriptArguments) => Promise<readonly string[]>

/** Runs the scripts of the operator's slot; the id is empty for those without a job. */
export const createOperatorRun = (options: AllowanceOptions): Run => {
  const { redis, keys, now, clockToleranceMs } = options
  return (script, jobId, contents = {}) => {
    const money = [keys.operatorFigures, keys.operatorHold(jobId), keys.operatorUnconfirmed]
    const accounts = [keys.operatorAccounts, keys.allowed, keys.activeAccounts, keys.ownKeys]
    const oldest = monthAt(options, now() - operatorKeptMs).id
    return runScript(
      redis,
      script,
      [...money, keys.operatorJournal, ...accounts],
      [now(), clockToleranceMs, jobId, JSON.stringify(textsOf({ oldest, ...contents }))],
    )
  }
}

/** The settings' part in judging an account, as the scripts take it: see `operator-allowance.lua`. */
export const allowanceArguments = (
  { allowedBySettings, installedByAnybody, ...options }: AllowanceOptions,
  account: AccountId,
) => {
  const platform = platformOf(account)
  const isAny = allowedBySettings === 'any'
  const namesPlatform = !isAny && allowedBySettings.some((listed) => platformOf(listed) === platform)
  const window = monthAt(options, options.now()).id
  const [year = 0, month = 0] = window.replace('month:', '').split('-').map(Number)
  return {
    account,
    platform,
    listed: isAny || allowedBySettings.includes(account),
    window,
    previous: `month:${new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7)}`,
    may_be_first: !isAny && !namesPlatform && !isPersonal(account) && platform !== installedByAnybody,
  } satisfies ScriptArguments
}

/** Reads the id of an account's own API key; undefined if the operator's pays. */
export const createOwnKeyIdOf =
  ({ redis, keys }: Pick<RunnerOptions, 'redis' | 'keys'>) =>
  async (account: AccountId): Promise<string | undefined> =>
    (await fromStore(redis.hget(keys.ownKeys, account))) ?? undefined

const allowanceLeft = (left: string, limit: string, held: string) => ({
  left: Number(left),
  limit: microcredits(Number(limit)),
  held: microcredits(Number(held)),
})

const createHold =
  (options: OperatorTotalOptions, run: Run): OperatorTotal['hold'] =>
  async (jobId, amount, account, isFree = false, again = false): Promise<OperatorHold> => {
    const { limit, holdMs, now, allowlistReady } = options
    const charged = microcredits(amount)
    await allowlistReady()
    const { endMs: resetsAtMs } = monthAt(options, now())
    const [status, first = '', second = '', third = '', fourth = '', keyId] = await run(scripts.hold, jobId, {
      ...allowanceArguments(options, account),
      amount: charged,
      limit,
      until: now() + holdMs,
      free: isFree,
      again,
    })
    switch (status) {
      case 'held':
        return {
          status,
          untilMs: Number(first),
          window: second,
          left: third === '' ? undefined : Number(third),
          totalLeft: fourth === '' ? undefined : Number(fourth),
          ownKeyId: keyId === '' ? undefined : keyId,
        }
      case 'differs':
      case 'late':
      case 'not_allowed':
        return { status }
      case 'exceeds_ceiling':
        return { status, ...allowanceLeft(first, second, third), resetsAtMs }
      case 'exceeds':
        return { status: 'exceeds_operator', left: Number(first), limit: limit ?? amount, resetsAtMs }
      case 'exceeds_share':
        return { status, resetsAtMs }
      case 'paused':
        return { status: 'paused_everywhere', notice: first }
      default:
        throw new Error(`the operator-hold script answered ${status}`)
    }
  }

/** The operator's total in Redis, in its own slot. */
export const createOperatorTotal = (options: OperatorTotalOptions): OperatorTotal => {
  const { redis, keys, now, limit } = options
  const run = createOperatorRun(options)
  return {
    hold: createHold(options, run),
    async release(jobId, isSpent = false) {
      await run(scripts.release, jobId, { is_spent: isSpent })
    },
    async keepShare(account) {
      await run(scripts.admit, '', { ...allowanceArguments(options, account), is_wanting: true })
    },
    async mirror(jobId, { version, amount, state, window, account }) {
      // In every zone, noon on the 15th is in the month.
      const [, year, month] = /^month:(\d+)-(\d+)/.exec(window) ?? []
      const { endMs = 0 } = monthAt(options, Date.UTC(Number(year), Number(month) - 1, 15, 12))
      const keptMs = Math.max(0, endMs - now()) + operatorKeptMs
      const contents = { version, amount: microcredits(amount), state, window, account, kept_ms: keptMs }
      await run(scripts.mirror, jobId, contents)
    },
    unconfirmed: (beforeMs) =>
      fromStore(
        redis.zrangebyscore(keys.operatorUnconfirmed, '-inf', beforeMs, 'LIMIT', 0, unconfirmedMaxPerSweep),
      ),
    async expire(jobId, beforeMs) {
      const contents = { before: beforeMs, kept_ms: operatorKeptMs }
      const [status] = await run(scripts.expire, jobId, contents)
      return status === 'voided'
    },
    async read() {
      const { id, endMs } = monthAt(options, now())
      const [held, spent] = await fromStore(
        redis.hmget(keys.operatorFigures, `pending|${id}`, `posted|${id}`),
      )
      return {
        limit,
        held: microcredits(Number(held ?? 0)),
        spent: microcredits(Number(spent ?? 0)),
        resetsAtMs: endMs,
      }
    },
  }
}
