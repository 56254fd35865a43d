import type { Answer } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { Log } from '../../core/log.ts'
import { accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'

/** Dependencies for finding out who manages a server. */
export interface ManagingOptions {
  budgets: Pick<Budgets, 'isManager'>
  log: Log
}

type Asking = Pick<Invocation, 'isAdmin' | 'isAdminUntold' | 'target'>

/** The same, with `isAdmin` saying whether the member may manage here: by platform permission, or as a named manager. */
export const withRights = async <T extends Asking>(
  { budgets, log }: ManagingOptions,
  asked: T,
): Promise<T> => {
  if (asked.isAdmin) return asked
  try {
    return { ...asked, isAdmin: await budgets.isManager(accountOf(asked.target), asked.target.member) }
  } catch (error) {
    log.warn('the managers could not be read', { error })
    return { ...asked, isAdminUntold: true }
  }
}

/** Whether the member may manage here, as far as that can be found out. */
export const mayManage = async (options: ManagingOptions, asked: Asking): Promise<boolean> =>
  (await withRights(options, asked)).isAdmin

/** If a member lacks a right, and may only seem to: the same answer, which says so. */
export const orUntold = ({ isAdmin, isAdminUntold }: Asking, answer: Answer): Answer => {
  if (isAdmin || isAdminUntold !== true) return answer
  if (answer.kind !== 'message' || answer.isDenied !== true) return answer
  const { message } = answer
  const untold = say(
    'Tunesmith could not check in time whether you are an admin or a budget manager here. If you are, try again.',
  )
  return { ...answer, message: { ...message, text: `${message.text} ${untold}` } }
}
