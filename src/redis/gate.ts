import type { Admission, Allowances, Blocks, Gate, GateUse, Refusal } from '../core/command/gate.ts'
import { accountOf } from '../core/target.ts'
import { membersIn } from './account-fields.ts'
import type { StoreConnection } from './address.ts'
import { applyChange, type ChangingOptions } from './changes.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { countingOf, plainScript, runScript, tooManyIn } from './scripts.ts'

/** Prefix of the account field that blocks a member. */
export const blockedPrefix = 'blocked|'

/** See `Blocks`: fields of the account, changed and journalled like those of its managers. */
export const createBlocks = (options: ChangingOptions): Blocks => ({
  all: (account) => membersIn(options, account, blockedPrefix),
  has: async (account, member) => {
    const { redis, keys } = options
    return (await fromStore(redis.hexists(keys.account(account), blockedPrefix + member))) === 1
  },
  async set({ member, isBlocked, ...change }) {
    const field = blockedPrefix + member
    const { status } = await applyChange(options, {
      change,
      operation: 'block',
      about: { member, allowed: isBlocked ? '0' : '1' },
      labels: { [field]: 'blocked' },
      settings: { [field]: isBlocked ? '1' : '' },
      in: 'account',
      raisesRevision: false,
      isOneOfMany: true,
    })
    return { status }
  },
})

const script = plainScript('allowance', 'admit')

interface GateOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  allowances: Allowances
}

/** The refusal in a script's reply; undefined for any other reply. */
export const refusalIn = (
  reply: readonly string[],
  allowances: Allowances,
  use: GateUse,
): Refusal | undefined => {
  const [status] = reply
  if (status === 'blocked') return { status }
  if (status !== 'too_many') return undefined
  const tooMany = tooManyIn(reply, allowances, use)
  return tooMany && { ...tooMany, use }
}

/** See `Gate`: one script per call, in the slot of the account. */
export const createGate = ({ redis, now, ...options }: GateOptions): Gate => ({
  async admit(target, isExempt): Promise<Admission> {
    const account = accountOf(target)
    const { member } = target
    const { keys, spacings } = countingOf(options, { account, member }, 'command')
    const blockedAs = isExempt ? '' : blockedPrefix + member
    const where = [options.keys.account(account), ...keys]
    const reply = await runScript(redis, script, where, [now(), blockedAs, ...spacings])
    return refusalIn(reply, options.allowances, 'command') ?? { status: 'admitted' }
  },
})
