import type { BudgetPorts } from '../../../src/commands/budget/budget.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { noApprovals } from './no-approvals.ts'

/** What /budget works with, on a real store. */
export const budgetPortsOf = (store: StoreWorld): BudgetPorts => ({
  budgets: store.budgets,
  blocks: store.blocks,
  overview: store.overview,
  journal: createJournal(store),
  now: store.clock.now,
  ...noApprovals,
})
