import { defineAction } from '../../core/command/command.ts'
import { credits, member, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { everyShareAnswer, oneShareAnswer, whichLimit } from './share-words.ts'
import { askedOtherwise, changeBy, reason } from './words.ts'

/** Limits one member, or every member without a limit of their own. */
export const memberAction = defineAction({
  name: 'member',
  summary: "Set a member's limit",
  fields: {
    member: optional(member({ label: 'Member', help: 'Member to limit (default: every member)' })),
    credits: optional(credits({ label: 'Credits', help: 'Credits they can use' })),
    lift: optional(toggle({ label: 'Lift limit', help: 'Remove the limit instead of setting one' })),
    reason,
  },
  asksFirst: ['member', 'credits'],
  run: async (input, invocation, { budgets }: { budgets: Budgets }) => {
    if ((input.credits === undefined) !== (input.lift === true)) return whichLimit()
    const change = changeBy(invocation, input.reason)
    const of = { kind: 'member', id: input.member } as const
    const { status } = await budgets.setShareLimit({ ...change, of, limit: input.credits })
    if (status === 'differs') return askedOtherwise()
    return input.member === undefined
      ? everyShareAnswer(await budgets.read(change.account), 'member', input.credits)
      : oneShareAnswer(await budgets.readShare(change.account, { ...of, id: input.member }), input.credits)
  },
})
