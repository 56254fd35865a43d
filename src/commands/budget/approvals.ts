import { privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { channel, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Approvals } from '../../core/job/approval.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { askedOtherwise, changeBy, whoFact, withFacts } from './words.ts'

/** Where admins decide on members' requests; with no values it says what holds. */
export const approvalsAction = defineAction({
  name: 'approvals',
  summary: 'Choose where members ask to exceed a limit',
  fields: {
    channel: optional(channel({ label: 'Channel', help: 'Channel where admins decide' })),
    lift: optional(toggle({ label: 'Unset', help: 'Ask where the request was made again' })),
  },
  run: async (
    input,
    invocation,
    { approvals }: { approvals: Pick<Approvals, 'channelOf' | 'setChannel'> },
  ) => {
    const account = accountOf(invocation.target)
    const isUnset = input.lift === true
    if (input.channel !== undefined && isUnset)
      return problemsAnswer(
        [{ field: 'lift', text: say('Choose a channel or Unset, not both.') }],
        say('Nothing was changed.'),
      )
    if (input.channel !== undefined || isUnset) {
      const change = changeBy(invocation, undefined)
      const { status } = await approvals.setChannel({ ...change, channel: input.channel })
      if (status === 'differs') return askedOtherwise()
    }
    const chosen = await approvals.channelOf(account)
    const text =
      chosen === undefined
        ? say(
            "Members who ask for more than their limit are shown where they asked, except private requests. Choose one channel for all with /budget approvals and the channel's name.",
          )
        : say('Members who ask for more than their limit are shown in this channel.')
    return chosen === undefined
      ? privately(plainMessage(text))
      : withFacts(text, [whoFact({ kind: 'channel', id: chosen })])
  },
})
