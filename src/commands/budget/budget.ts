import type { Utility } from '../../core/command/command.ts'
import type { Blocks } from '../../core/command/gate.ts'
import type { ApprovalControl, Approvals } from '../../core/job/approval.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { WorthText } from '../../core/ledger/credit-worth.ts'
import type { Journal } from '../../core/ledger/journal.ts'
import type { BudgetOverview } from '../../core/ledger/overview.ts'
import type { Draw } from '../../core/message/drawing.ts'
import { alertsAction } from './alerts.ts'
import { approvalsAction } from './approvals.ts'
import { approveAction, declineAction } from './approve.ts'
import { blockAction } from './block.ts'
import { channelAction } from './channel.ts'
import { giveAction, takeAction } from './grant.ts'
import { groupAction } from './group.ts'
import { limitAction } from './limit.ts'
import { logAction } from './log.ts'
import { managerAction } from './manager.ts'
import { memberAction } from './member.ts'
import { pauseAction, resumeAction } from './pause.ts'
import { showAction } from './show.ts'
import { statementAction } from './statement.ts'

/** What /budget works with. */
export interface BudgetPorts {
  budgets: Budgets
  blocks: Pick<Blocks, 'all' | 'set'>
  journal: Journal
  overview: BudgetOverview
  now: () => number
  approvals: Approvals
  approvalControl: ApprovalControl
  worthText: WorthText
  draw: Draw
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
    pauseAction,
    resumeAction,
    approveAction,
    declineAction,
    approvalsAction,
    alertsAction,
    logAction,
    statementAction,
  ],
}
