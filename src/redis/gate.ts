import type { Admission, AllowanceOwner, Allowances, Blocks, Gate } from '../core/command/gate.ts'
import { accountOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { type BudgetsOptions, membersIn } from './budget-reading.ts'
import { applyChange } from './budget-settings.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** Prefix of the account field that blocks a member. */
const blockedPrefix = 'blocked|'

/** See `Blocks`: fields of the account, changed and journalled like those of its managers. */
export const createBlocks = (options: BudgetsOptions): Blocks => ({
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
    })
    return { status }
  },
})

const script = plainScript('admit')

interface GateOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  allowances: Allowances
}

const minuteMs = 60_000

/** Milliseconds between two uses, rounded down so that all of them fit into a minute. */
const spacingOf = (perMinute: number): string =>
  perMinute === 0 ? '' : String(Math.floor(minuteMs / perMinute))

const isOwner = (text: string | undefined): text is AllowanceOwner => text === 'member' || text === 'server'

/** See `Gate`: one script per call, in the slot of the account. */
export const createGate = ({ redis, keys, now, allowances }: GateOptions): Gate => ({
  async admit(target, use, isExempt) {
    const account = accountOf(target)
    const allowance = allowances[use]
    const [status, owner, waitMs] = await runScript(
      redis,
      script,
      [
        keys.account(account),
        keys.allowance(account, use, target.member),
        keys.allowance(account, use, undefined),
      ],
      [
        now(),
        isExempt ? '' : blockedPrefix + target.member,
        spacingOf(allowance.member),
        spacingOf(allowance.server),
      ],
    )
    if (status === 'too_many' && isOwner(owner))
      return { status, of: owner, limit: allowance[owner], waitMs: Number(waitMs) } satisfies Admission
    return { status: status === 'blocked' ? status : 'admitted' }
  },
})
