import type { Utility } from '../../core/command/command.ts'
import type { Blocks } from '../../core/command/gate.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { Journal } from '../../core/ledger/journal.ts'
import type { BudgetOverview } from '../../core/ledger/overview.ts'
import { blockAction } from './block.ts'
import { channelAction } from './channel.ts'
import { giveAction, takeAction } from './grant.ts'
import { groupAction } from './group.ts'
import { limitAction } from './limit.ts'
import { logAction } from './log.ts'
import { managerAction } from './manager.ts'
import { memberAction } from './member.ts'
import { showAction } from './show.ts'
import { statementAction } from './statement.ts'

/** What /budget works with. */
export interface BudgetPorts {
  budgets: Budgets
  blocks: Pick<Blocks, 'all' | 'set'>
  journal: Journal
  overview: BudgetOverview
  now: () => number
}

/** What a server and its members can spend; for its admins and managers. */
export const budgetCommand: Utility<BudgetPorts> = {
  kind: 'utility',
  name: 'budget',
  summary: 'See and set the credit budget',
  topic: 'credits',
  example: { action: 'show', values: {} },
  audience: 'admins',
  actions: [
    showAction,
    limitAction,
    giveAction,
    takeAction,
    memberAction,
    channelAction,
    groupAction,
    managerAction,
    blockAction,
    logAction,
    statementAction,
  ],
}
