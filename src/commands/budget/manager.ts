import { defineAction } from '../../core/command/command.ts'
import { member, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { say } from '../../core/text/say.ts'
import { askedOtherwise, changeBy, reason, whoFact, withFacts } from './words.ts'

/** Names other budget managers. */
export const managerAction = defineAction({
  name: 'manager',
  summary: 'Add or remove a budget manager',
  fields: {
    member: member({
      label: 'Member',
      help: 'Member to make a budget manager',
    }),
    remove: optional(toggle({ label: 'Remove', help: 'Remove them as a budget manager instead' })),
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
            "This member is now a budget manager. They can use every /budget command, change /settings, and open, cancel or delete other members' jobs.",
          )
        : say("This member is no longer a budget manager. If they're an admin, they keep the same rights."),
      [whoFact({ kind: 'member', id: input.member })],
    )
  },
})
