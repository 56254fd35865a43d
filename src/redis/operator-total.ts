import { type Microcredits, microcredits } from '../core/credits.ts'
import type { JobStore } from '../core/job/job-store.ts'
import { windowAt } from '../core/ledger/budget-window.ts'
import type { OperatorFact, OperatorHold, OperatorTotal } from '../core/ledger/operator-total.ts'
import type { Log } from '../core/log.ts'
import { type AccountId, isAccount, isPersonal, platformOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, readAll } from './connection.ts'
import { buckets, type Keys } from './keys.ts'
import {
  type JobRunner,
  jobScript,
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
  /** The trial credits of a server that is not let in. */
  newServerCredits: Microcredits
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

type Run = (script: Script, jobId: string, contents?: ScriptArguments) => Promise<readonly string[]>

/** Runs the scripts of the operator's slot; the id is empty for those without a job. */
export const createOperatorRun = (options: AllowanceOptions): Run => {
  const { redis, keys, now, clockToleranceMs, zone } = options
  return (script, jobId, contents = {}) => {
    const money = [keys.operatorFigures, keys.operatorHold(jobId), keys.operatorUnconfirmed]
    const accounts = [keys.operatorAccounts, keys.allowed, keys.activeAccounts]
    const oldest = windowAt('month', zone, now() - operatorKeptMs).id
    return runScript(
      redis,
      script,
      [...money, keys.operatorJournal, ...accounts],
      [now(), clockToleranceMs, jobId, JSON.stringify(textsOf({ oldest, ...contents }))],
    )
  }
}

/** The settings' part in judging an account: see `operator-allowance.lua`. */
export const allowanceArguments = (
  { allowedBySettings, newServerCredits, zone, now }: AllowanceOptions,
  account: AccountId,
) => {
  const platform = platformOf(account)
  const isAny = allowedBySettings === 'any'
  const namesPlatform = !isAny && allowedBySettings.some((listed) => platformOf(listed) === platform)
  const window = windowAt('month', zone, now()).id
  const [year = 0, month = 0] = window.replace('month:', '').split('-').map(Number)
  return {
    account,
    platform,
    listed: isAny || allowedBySettings.includes(account),
    trial: newServerCredits > 0 ? String(newServerCredits) : undefined,
    window,
    previous: `month:${new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7)}`,
    may_be_first: !isAny && !namesPlatform && !isPersonal(account),
  } satisfies ScriptArguments
}

const allowanceLeft = (left: string, limit: string, held: string) => ({
  left: Number(left),
  limit: microcredits(Number(limit)),
  held: microcredits(Number(held)),
})

const createHold =
  (options: OperatorTotalOptions, run: Run): OperatorTotal['hold'] =>
  async (jobId, amount, account, isFree = false): Promise<OperatorHold> => {
    const { limit, holdMs, now, zone, allowlistReady } = options
    const charged = microcredits(amount)
    await allowlistReady()
    const { endMs: resetsAtMs } = windowAt('month', zone, now())
    const [status, first = '', second = '', third = '', fourth = ''] = await run(scripts.hold, jobId, {
      ...allowanceArguments(options, account),
      amount: charged,
      limit,
      until: now() + holdMs,
      free: isFree,
    })
    switch (status) {
      case 'held':
        return {
          status,
          untilMs: Number(first),
          window: second,
          left: third === '' ? undefined : Number(third),
          totalLeft: fourth === '' ? undefined : Number(fourth),
        }
      case 'differs':
      case 'late':
      case 'not_allowed':
        return { status }
      case 'exceeds_trial':
        return { status, ...allowanceLeft(first, second, third) }
      case 'exceeds_ceiling':
        return { status, ...allowanceLeft(first, second, third), resetsAtMs }
      case 'exceeds':
        return { status: 'exceeds_operator', left: Number(first), limit: limit ?? amount, resetsAtMs }
      case 'exceeds_share':
        return { status, resetsAtMs }
      default:
        throw new Error(`the operator-hold script answered ${status}`)
    }
  }

/** The operator's total in Redis, in its own slot. */
export const createOperatorTotal = (options: OperatorTotalOptions): OperatorTotal => {
  const { redis, keys, now, zone, limit } = options
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
      const [, year, month] = /^month:(\d+)-(\d+)$/.exec(window) ?? []
      const { endMs = 0 } = windowAt('month', zone, Date.UTC(Number(year), Number(month) - 1, 15, 12))
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
      const { id, endMs } = windowAt('month', zone, now())
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

const mirroredScript = jobScript('mirrored')

/** Where a job's money begins in a reply, by the reply's first word. */
const moneyAt: ReadonlyMap<string | undefined, number> = new Map([
  ['moved', 3],
  ['created', 2],
  ['corrected', 1],
  ['money', 1],
])

/** What a script's reply says of the job's money, if anything. */
export const factIn = (reply: readonly string[]): OperatorFact | undefined => {
  const at = moneyAt.get(reply[0])
  const [version, amount, state, window = '', account = ''] = at === undefined ? [] : reply.slice(at)
  if (version === undefined) return undefined
  return {
    version: Number(version),
    amount: microcredits(Number(amount)),
    state: state === 'open' ? 'open' : 'closed',
    window,
    account: isAccount(account) ? account : undefined,
  }
}

/** Reports a job's money to the operator's total, and then tells the job's bucket so. */
export const tellOperator = async (
  run: JobRunner,
  operator: OperatorTotal,
  jobId: string,
  fact: OperatorFact,
): Promise<void> => {
  await operator.mirror(jobId, fact)
  await run(mirroredScript, { id: jobId }, { version: fact.version })
}

/**
 * Runs scripts on jobs, and reports every change of money to the operator's total. A failed report fails
 * nothing: the job stays among the unmirrored ones, which the sweeper reports again.
 */
export const withOperator =
  (run: JobRunner, { operator, log }: { operator: OperatorTotal; log: Log }): JobRunner =>
  async (script, job, ...contents) => {
    const reply = await run(script, job, ...contents)
    const fact = factIn(reply)
    if (fact === undefined) return reply
    try {
      await tellOperator(run, operator, job.id, fact)
    } catch (error) {
      log.warn("the operator's total could not be told of a change", { error, job: job.id })
    }
    return reply
  }

interface RepairOptions {
  redis: StoreConnection
  keys: Keys
  operator: OperatorTotal
}

const moneyScript = jobScript('money')
const toldMaxPerBucket = 100

/** Reports again what the job holds or spent. False if there is no such job. */
const tellAnew = async ({ operator }: RepairOptions, run: JobRunner, jobId: string): Promise<boolean> => {
  const fact = factIn(await run(moneyScript, { id: jobId }))
  if (fact === undefined) return false
  await tellOperator(run, operator, jobId, fact)
  return true
}

/** See `JobStore.repairOperator`. */
export const createOperatorRepair =
  (options: RepairOptions, run: JobRunner): JobStore['repairOperator'] =>
  async ({ changesMs, holdsMs }) => {
    const { redis, keys, operator } = options
    const range = ['-inf', changesMs, 'LIMIT', 0, toldMaxPerBucket] as const
    const reads = buckets.map((bucket) => ['zrangebyscore', keys.unmirrored(bucket), ...range] as const)
    const told = ((await readAll(redis, reads)) as readonly string[][]).flat()
    for (const jobId of told) await tellAnew(options, run, jobId)
    const confirmed: string[] = []
    const voided: string[] = []
    for (const jobId of await operator.unconfirmed(holdsMs)) {
      if (await tellAnew(options, run, jobId)) confirmed.push(jobId)
      else if (await operator.expire(jobId, holdsMs)) voided.push(jobId)
    }
    return { told, confirmed, voided }
  }
