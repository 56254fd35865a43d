import type { Utility } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { FileMaking } from '../../core/command/file-making.ts'
import type { Blocks } from '../../core/command/gate.ts'
import type { ApprovalControl, Approvals } from '../../core/job/approval.ts'
import type { OwnKeys } from '../../core/job/own-keys.ts'
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
import { createGiveAction, createTakeAction } from './grant.ts'
import { groupAction } from './group.ts'
import { keyAction } from './key.ts'
import { limitAction } from './limit.ts'
import { logAction } from './log.ts'
import { managerAction } from './manager.ts'
import { memberAction } from './member.ts'
import { pauseAction, resumeAction } from './pause.ts'
import { createFeatureAction, createModelAction } from './purpose.ts'
import { createShowAction } from './show.ts'
import { sponsoringAction } from './sponsoring.ts'
import { createStatementAction } from './statement.ts'

/** What /budget works with. */
export interface BudgetPorts {
  budgets: Budgets
  blocks: Pick<Blocks, 'all' | 'set'>
  journal: Journal
  overview: BudgetOverview
  now: () => number
  approvals: Approvals
  approvalControl: ApprovalControl
  ownKeys: OwnKeys
  worthText: WorthText
  draw: Draw
}

/** What a server and its members can spend; for its admins and managers. */
export const createBudgetCommand = (
  features: readonly Feature[],
  files: FileMaking,
): Utility<BudgetPorts> => ({
  kind: 'utility',
  name: 'budget',
  summary: 'See and set the credit budget',
  topic: 'credits',
  example: { action: 'show', values: {} },
  audience: 'admins',
  actions: [
    createShowAction(features),
    limitAction,
    createGiveAction(features),
    createTakeAction(features),
    memberAction,
    channelAction,
    groupAction,
    createFeatureAction(features),
    createModelAction(features),
    managerAction,
    blockAction,
    pauseAction,
    resumeAction,
    approveAction,
    declineAction,
    approvalsAction,
    alertsAction,
    sponsoringAction,
    keyAction,
    logAction,
    createStatementAction(files),
  ],
})
