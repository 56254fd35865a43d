import type { BudgetState } from '../../core/ledger/budget.ts'
import {
  exactCreditsText,
  formatLeft,
  notAllowedText,
  scarceTotal,
  scarceTotalText,
  withUnit,
} from '../../core/ledger/credits-text.ts'
import type { AccountId } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import type { DoctorLine } from './line.ts'

const problemsOf = (account: AccountId, state: BudgetState): readonly string[] => {
  const { allowance, limit, left } = state
  if (allowance.status === 'not_allowed') return [notAllowedText(account)]
  if (limit === undefined)
    return [say("There's no budget here yet, so nothing can be spent. Set one with /budget limit.")]
  const { ceiling, spent, held } = allowance
  if (ceiling !== undefined && ceiling - spent - held <= 0)
    return [say("Your bot operator's limit for this month is used up. Only they can raise it.")]
  if (left <= 0)
    return [say('The budget is used up. Raise it with /budget limit, or add credits with /budget give.')]
  const total = scarceTotal(state, left)
  return total === undefined || total.left > 0 ? [] : [scarceTotalText(total)]
}

/** Whether anything can be spent here, and how much. */
export const budgetLine = (account: AccountId, state: BudgetState): DoctorLine => ({
  label: say('Budget'),
  problems: problemsOf(account, state),
  fine: say('{{left}} left of {{limit}}.', {
    left: withUnit(formatLeft(state.left)),
    limit: exactCreditsText(state.limit ?? 0),
  }),
})
