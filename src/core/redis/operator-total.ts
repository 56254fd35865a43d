import { type Microcredits, microcredits } from '../credits.ts'
import { type BudgetWindow, windowAt } from '../ledger/budget-window.ts'
import type { OperatorHold, OperatorTotal } from '../ledger/operator-total.ts'
import { fromStore } from './connection.ts'
import { argumentsText, creditsText, type RunnerOptions, type ScriptArguments } from './job-runner.ts'
import { operatorScript, runScript, type Script } from './scripts.ts'

export interface OperatorTotalOptions extends RunnerOptions {
  /** What all servers together may use in a month; undefined for as much as they want. */
  limit: Microcredits | undefined
  /** IANA zone by whose calendar a month begins. */
  zone: string
  /** A hold that no record stands behind by then counts no more. */
  holdMs: number
}

const scripts = {
  hold: operatorScript('operator-hold'),
  release: operatorScript('operator-release'),
  mirror: operatorScript('operator-mirror'),
  expire: operatorScript('operator-expire'),
} as const satisfies Record<string, Script>

/** What was spent, and tombstones, are known for so long; so are the figures of a month after its end. */
export const operatorKeptMs = 35 * 24 * 60 * 60 * 1000

const unconfirmedMaxPerSweep = 200

const monthAt = ({ zone }: OperatorTotalOptions, atMs: number): BudgetWindow => windowAt('month', zone, atMs)

/** When a month is over, by its name: whatever the zone, its 15th at noon lies in it. */
const endOf = ({ zone }: OperatorTotalOptions, window: string): number => {
  const [, year, month] = /^month:(\d+)-(\d+)$/.exec(window) ?? []
  return windowAt('month', zone, Date.UTC(Number(year), Number(month) - 1, 15, 12)).endMs ?? 0
}

type Run = (script: Script, jobId: string, contents?: ScriptArguments) => Promise<readonly string[]>

const createRun = (options: OperatorTotalOptions): Run => {
  const { redis, keys, now, clockToleranceMs } = options
  return (script, jobId, contents = {}) => {
    const names = [keys.operatorFigures, keys.operatorHold(jobId)]
    const oldest = monthAt(options, now() - operatorKeptMs).id
    return runScript(
      redis,
      script,
      [...names, keys.operatorUnconfirmed, keys.operatorJournal],
      [String(now()), String(clockToleranceMs), jobId, argumentsText({ oldest, ...contents })],
    )
  }
}

const createHold =
  (options: OperatorTotalOptions, run: Run): OperatorTotal['hold'] =>
  async (jobId, amount, isFree = false): Promise<OperatorHold> => {
    const { limit, holdMs, now } = options
    const window = monthAt(options, now())
    const [status, first, heldIn] = await run(scripts.hold, jobId, {
      amount: creditsText(amount),
      window: window.id,
      limit: limit === undefined || isFree ? '' : String(limit),
      until: String(Math.round(now() + holdMs)),
    })
    switch (status) {
      case 'held':
        return { status, untilMs: Number(first), window: heldIn ?? '' }
      case 'differs':
      case 'late':
        return { status }
      case 'exceeds':
        return {
          status: 'exceeds_operator',
          left: Number(first),
          limit: limit ?? amount,
          resetsAtMs: window.endMs,
        }
      default:
        throw new Error(`the operator-hold script answered ${status}`)
    }
  }

/** The operator's total in Redis, in a slot of its own. */
export const createOperatorTotal = (options: OperatorTotalOptions): OperatorTotal => {
  const { redis, keys, now, limit } = options
  const run = createRun(options)
  return {
    hold: createHold(options, run),
    async release(jobId) {
      await run(scripts.release, jobId)
    },
    async mirror(jobId, { version, amount, state, window }) {
      const keptUntilMs = Math.max(now(), endOf(options, window)) + operatorKeptMs
      await run(scripts.mirror, jobId, {
        ...{ version: String(version), amount: creditsText(amount), state, window },
        kept_ms: String(Math.round(keptUntilMs - now())),
      })
    },
    unconfirmed: (beforeMs) =>
      fromStore(
        redis.zrangebyscore(keys.operatorUnconfirmed, '-inf', beforeMs, 'LIMIT', 0, unconfirmedMaxPerSweep),
      ),
    async expire(jobId, beforeMs) {
      const contents = { before: String(beforeMs), kept_ms: String(operatorKeptMs) }
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
