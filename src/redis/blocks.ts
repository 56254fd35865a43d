import type { Blocks } from '../core/command/gate.ts'
import { applyChange } from './budget-settings.ts'
import type { BudgetsOptions } from './budget-snapshot.ts'
import { membersIn } from './budgets.ts'
import { fromStore } from './connection.ts'

/** The field of an account that blocks a member. */
export const blockField = (member: string): string => `blocked|${member}`

/** See `Blocks`: fields of the account, changed and journalled like those of its managers. */
export const createBlocks = (options: BudgetsOptions): Blocks => ({
  all: (account) => membersIn(options, account, blockField('')),
  has: async (account, member) => {
    const { redis, keys } = options
    return (await fromStore(redis.hexists(keys.account(account), blockField(member)))) === 1
  },
  async set({ member, isBlocked, ...change }) {
    const field = blockField(member)
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
