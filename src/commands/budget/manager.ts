import { defineAction } from '../../core/command/command.ts'
import { member, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { say } from '../../core/text/say.ts'
import { askedOtherwise, changeBy, reason, whoFact, withFacts } from './words.ts'

/** Names other budget managers. */
export const managerAction = defineAction({
  name: 'manager',
  summary: 'Name who else may look after the budget',
  fields: {
    member: member({
      label: 'Member',
      help: "Who looks after the budget, and may do with others' results what admins may",
    }),
    remove: optional(toggle({ label: 'Take back', help: 'Whether to take that right back instead' })),
    reason,
  },
  run: async (input, invocation, { budgets }: { budgets: Budgets }) => {
    const change = changeBy(invocation, input.reason)
    const allowed = input.remove !== true
    const { status } = await budgets.setManager({ ...change, member: input.member, allowed })
    if (status === 'differs') return askedOtherwise()
    return withFacts(
      allowed
        ? say(
            'From now on this member may look after the budget, with every /budget command, and do here what else admins may: change /settings, and look into, cancel and delete what others asked for.',
          )
        : say(
            'From now on this member may not look after the budget any more, unless they are an admin anyway.',
          ),
      [whoFact({ kind: 'member', id: input.member })],
    )
  },
})
