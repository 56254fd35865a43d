import { defineAction } from '../../core/command/command.ts'
import { channel, credits, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { accountOf } from '../../core/target.ts'
import { everyShareAnswer, oneShareAnswer, whichLimit } from './share-words.ts'
import { askedOtherwise, changeBy, reason } from './words.ts'

/** Limits one channel, or every channel without a limit of its own. */
export const channelAction = defineAction({
  name: 'channel',
  summary: "Set a channel's limit",
  fields: {
    channel: optional(channel({ label: 'Channel', help: 'Channel to limit (default: every channel)' })),
    credits: optional(credits({ label: 'Credits', help: 'Credits it can use' })),
    lift: optional(toggle({ label: 'Lift limit', help: 'Remove the limit instead of setting one' })),
    reason,
  },
  asksFirst: ['channel', 'credits'],
  clearsChannel: async (input, { target }, { budgets }) => {
    if (input.lift !== true || input.channel === undefined) return false
    const { share } = await budgets.readShare(accountOf(target), { kind: 'channel', id: input.channel })
    return share.limit !== undefined && share.from === 'own'
  },
  run: async (input, invocation, { budgets }: { budgets: Budgets }) => {
    if ((input.credits === undefined) !== (input.lift === true)) return whichLimit()
    const change = changeBy(invocation, input.reason)
    const of = { kind: 'channel', id: input.channel } as const
    const { status } = await budgets.setShareLimit({ ...change, of, limit: input.credits })
    if (status === 'differs') return askedOtherwise()
    return input.channel === undefined
      ? everyShareAnswer(await budgets.read(change.account), 'channel', input.credits)
      : oneShareAnswer(
          await budgets.readShare(change.account, { kind: 'channel', id: input.channel }),
          input.credits,
        )
  },
})
