import { createCommands } from '../../src/commands/index.ts'
import type { Budgets } from '../../src/core/ledger/budget.ts'

const refuse = () => Promise.reject(new Error('no budgets here'))

const noBudgets: Budgets = {
  read: refuse,
  readMember: refuse,
  setLimit: refuse,
  setMemberLimit: refuse,
  isManager: refuse,
  setManager: refuse,
}

/** The list of all commands, for tests of what they declare. */
export const allCommands = createCommands({ budgets: noBudgets })
