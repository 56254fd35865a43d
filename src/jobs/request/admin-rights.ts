import type { Invocation } from '../../core/command/invocation.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { Log } from '../../core/log.ts'
import { accountOf } from '../../core/target.ts'

/** Dependencies for finding out who manages a server. */
export interface ManagingOptions {
  budgets: Pick<Budgets, 'isManager'>
  log: Log
}

type Requester = Pick<Invocation, 'isAdmin' | 'isAdminUnknown' | 'target'>

/**
 * A requester whose `isAdmin` is true for budget managers as well, with `isManager`. If the managers can't be read,
 * `isAdminUnknown` is set.
 */
export const withManagerRights = async <T extends Requester>(
  { budgets, log }: ManagingOptions,
  requester: T,
): Promise<T> => {
  if (requester.isAdmin) return requester
  const { target } = requester
  try {
    const isManager = await budgets.isManager(accountOf(target), target.member)
    return isManager ? { ...requester, isAdmin: true, isManager } : requester
  } catch (error) {
    log.warn('the managers could not be read', { error })
    return { ...requester, isAdminUnknown: true }
  }
}
