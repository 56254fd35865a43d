import { createCommands } from '../../src/commands/index.ts'
import type { Budgets } from '../../src/core/budget.ts'

const noBudgets: Budgets = {
  read: () => Promise.reject(new Error('no budgets here')),
  setLimit: () => Promise.reject(new Error('no budgets here')),
}

/** The list of all commands, for tests of what they declare. */
export const allCommands = createCommands({ budgets: noBudgets })
