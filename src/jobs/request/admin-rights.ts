import type { Invocation } from '../../core/command/invocation.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { Log } from '../../core/log.ts'
import { accountOf } from '../../core/target.ts'

/** Dependencies for finding out who manages a server. */
export interface ManagingOptions {
  budgets: Pick<Budgets, 'isManager'>
  log: Log
}

/** Whether the member may manage here: by platform permission, or as a named manager. */
export const mayManage = async (
  { budgets, log }: ManagingOptions,
  { isAdmin, target }: Pick<Invocation, 'isAdmin' | 'target'>,
): Promise<boolean> => {
  if (isAdmin) return true
  try {
    return await budgets.isManager(accountOf(target), target.member)
  } catch (error) {
    log.warn('the managers could not be read', { error })
    return false
  }
}
