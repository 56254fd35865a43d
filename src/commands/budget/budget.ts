import type { Utility } from '../../core/command/command.ts'
import type { Blocks } from '../../core/command/gate.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { Journal } from '../../core/ledger/journal.ts'
import { createBlockAction } from './block.ts'
import { createChannelAction } from './channel.ts'
import { createGrantAction } from './grant.ts'
import { createGroupAction } from './group.ts'
import { createLimitAction } from './limit.ts'
import { createLogAction } from './log.ts'
import { createManagerAction } from './manager.ts'
import { createMemberAction } from './member.ts'
import { createShowAction } from './show.ts'

/** What a server and its members may spend; for its admins and those whom they name. */
export const createBudgetCommand = ({
  budgets,
  blocks,
  journal,
}: {
  budgets: Budgets
  blocks: Pick<Blocks, 'all' | 'set'>
  journal: Pick<Journal, 'page'>
}): Utility => ({
  kind: 'utility',
  name: 'budget',
  summary: 'See and set the credit budget',
  topic: 'credits',
  audience: 'admins',
  actions: [
    createShowAction(budgets, blocks),
    createLimitAction(budgets),
    createGrantAction(budgets, 'give'),
    createGrantAction(budgets, 'take'),
    createMemberAction(budgets),
    createChannelAction(budgets),
    createGroupAction(budgets),
    createManagerAction(budgets),
    createBlockAction(blocks),
    createLogAction(budgets, journal),
  ],
})
