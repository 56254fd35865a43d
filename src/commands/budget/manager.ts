import { type Action, defineAction, privately } from '../../core/command/command.ts'
import { member, toggle } from '../../core/command/field.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/texts/say.ts'
import { askedOtherwise, changeBy, reason } from './words.ts'

/** Names who else may look after the budget. */
export const createManagerAction = (budgets: Budgets): Action =>
  defineAction({
    name: 'manager',
    summary: 'Name who else may look after the budget',
    fields: {
      member: member({ label: 'Member', help: 'Who looks after the budget' }),
      allowed: toggle({ label: 'Allowed', help: 'Whether this member may from now on' }),
      reason,
    },
    run: async (input, invocation) => {
      const change = changeBy(invocation, input.reason)
      const { status } = await budgets.setManager({ ...change, member: input.member, allowed: input.allowed })
      if (status === 'differs') return askedOtherwise()
      return privately(
        plainMessage(
          input.allowed
            ? say('From now on this member may look after the budget, with every /budget command.')
            : say(
                'From now on this member may not look after the budget any more, unless they are an admin anyway.',
              ),
        ),
      )
    },
  })
