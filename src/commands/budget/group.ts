import { type Answer, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { choice, credits, group, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { say } from '../../core/text/say.ts'
import { eachMemberAnswer, oneShareAnswer, whichLimit } from './share-words.ts'
import { askedOtherwise, changeBy, reason } from './words.ts'

const shares = [
  { value: 'together', label: 'Shared by its members' },
  { value: 'each', label: 'For each member' },
] as const

/**
 * Discord's @everyone has the server's own id
 * (https://docs.discord.com/developers/topics/permissions#role-object).
 */
const everybody = (): Answer => {
  const text = say(
    'Everyone is in this group. Use /budget limit for everyone together, or /budget member for each member.',
  )
  return problemsAnswer([{ field: 'group', text }], say('Nothing was changed.'))
}

/** Limits a group: all its members together, or each of them. */
export const groupAction = defineAction({
  name: 'group',
  summary: "Set a group's limit",
  fields: {
    group: group({ label: 'Group', help: 'Group to limit' }),
    credits: optional(credits({ label: 'Credits', help: 'Credits it can use' })),
    share: optional(
      choice({
        label: 'Share',
        help: 'One limit for the whole group, or one for each member (default: shared)',
        choices: shares,
      }),
    ),
    lift: optional(toggle({ label: 'Lift limit', help: 'Remove the limit instead of setting one' })),
    reason,
  },
  run: async (input, invocation, { budgets }: { budgets: Budgets }) => {
    if ((input.credits === undefined) !== (input.lift === true)) return whichLimit()
    if (input.group === invocation.target.server) return everybody()
    const change = changeBy(invocation, input.reason)
    const scope = { kind: 'group', id: input.group } as const
    const share = input.share ?? 'together'
    const { status } = await budgets.setShareLimit({
      ...change,
      of: { ...scope, share },
      limit: input.credits,
    })
    if (status === 'differs') return askedOtherwise()
    const reading = await budgets.readShare(change.account, scope)
    return share === 'each'
      ? eachMemberAnswer(reading, input.credits)
      : oneShareAnswer(reading, input.credits)
  },
})
