import { microcredits } from '../core/credits.ts'
import type { AllowedAccount, Allowlist } from '../core/ledger/allowlist.ts'
import { isAccount, isPersonal, platformOf } from '../core/target.ts'
import { fromStore } from './connection.ts'
import {
  type AllowanceOptions,
  admitScript,
  allowanceArguments,
  createOperatorRun,
  judgedBy,
  monthAt,
} from './operator-total.ts'

const removed = 'removed'
/** The field with the first account of a platform. */
export const firstField = (platform: string): string => `first|${platform}`

/** Reads what Redis has: an empty ceiling is none, and a missing figure is 0. */
const figuresOf = (ceiling: string, spent: string | null = null, held: string | null = null) => ({
  ceiling: ceiling === '' ? undefined : microcredits(Number(ceiling)),
  spent: microcredits(Number(spent ?? 0)),
  held: microcredits(Number(held ?? 0)),
})

const createAdmit = (options: AllowanceOptions): Allowlist['admit'] => {
  const run = createOperatorRun(options)
  return async (account) => {
    await options.allowlistReady()
    const [status, ceiling = '', spent, held] = await run(
      admitScript,
      '',
      allowanceArguments(options, account),
    )
    switch (status) {
      case 'allowed':
        return { status, ...figuresOf(ceiling, spent, held) }
      case 'not_allowed':
        return { status }
      default:
        throw new Error(`the operator-admit script answered ${status}`)
    }
  }
}

/** No script, so that it also works where Redis takes no writes. */
const createPeek =
  (options: AllowanceOptions): Allowlist['peek'] =>
  async (account) => {
    const { redis, keys } = options
    await options.allowlistReady()
    const { platform, window, listed, mayBeFirst, trial } = judgedBy(options, account)
    const [known, first, held, spent] = await fromStore(
      Promise.all([
        redis.hmget(keys.allowed, account, firstField(platform)),
        redis.hmget(keys.operatorAccounts, `pending|${window}|${account}`, `posted|${window}|${account}`),
      ]).then((found) => found.flat()),
    )
    const isOpen = isPersonal(account) || listed || (mayBeFirst && first === null)
    const ceiling = known ?? (isOpen ? '' : trial)
    return ceiling === undefined || ceiling === removed
      ? { status: 'not_allowed' }
      : {
          status: 'allowed',
          ...figuresOf(ceiling, spent, held),
          ...(known === null && !isOpen && { isTrial: true }),
        }
  }

const list = async ({ redis, keys, ...options }: AllowanceOptions): Promise<readonly AllowedAccount[]> => {
  const [fields, figures] = await fromStore(
    Promise.all([redis.hgetall(keys.allowed), redis.hgetall(keys.operatorAccounts)]),
  )
  const { id } = monthAt(options, options.now())
  return Object.entries(fields).flatMap(([account, ceiling]): AllowedAccount[] => {
    if (!isAccount(account) || ceiling === removed) return []
    const [spent, held] = [figures[`posted|${id}|${account}`], figures[`pending|${id}|${account}`]]
    return [{ account, ...figuresOf(ceiling, spent, held) }]
  })
}

/** The allowlist in Redis, in the slot of the operator's total. */
export const createAllowlist = (options: AllowanceOptions): Allowlist => {
  const { redis, keys, allowlistReady } = options
  return {
    peek: createPeek(options),
    admit: createAdmit(options),
    async allow(account, ceiling) {
      await allowlistReady()
      const fields = { [account]: ceiling === undefined ? '' : String(ceiling) }
      await fromStore(redis.hsetnx(keys.allowed, firstField(platformOf(account)), account))
      await fromStore(redis.hset(keys.allowed, fields))
    },
    async remove(account) {
      await allowlistReady()
      await fromStore(redis.hset(keys.allowed, account, removed))
      await fromStore(redis.hdel(keys.activeAccounts, account))
    },
    async list() {
      await allowlistReady()
      return list(options)
    },
    async removed() {
      const fields = Object.entries(await fromStore(redis.hgetall(keys.allowed)))
      return fields.flatMap(([account, ceiling]) =>
        isAccount(account) && ceiling === removed ? [account] : [],
      )
    },
  }
}
