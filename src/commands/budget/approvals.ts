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
  summary: 'Choose the channel for requests to admins',
  changesNothing: ({ channel: chosen, lift }) => chosen === undefined && lift === undefined,
  fields: {
    channel: optional(channel({ label: 'Channel', help: 'Channel where admins decide' })),
    lift: optional(toggle({ label: 'Unset', help: 'Ask where each request was made instead' })),
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
            'Admins are asked where the request was made. For private requests, choose a channel with /budget approvals.',
          )
        : say('All requests to admins appear in the channel below.')
    return chosen === undefined
      ? privately(plainMessage(text))
      : withFacts(text, [whoFact({ kind: 'channel', id: chosen })])
  },
})
