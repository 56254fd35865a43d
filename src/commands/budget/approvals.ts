import { privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { channel, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Approvals } from '../../core/job/approval.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { whoFact, withFacts } from './words.ts'

interface Ports {
  approvals: Pick<Approvals, 'channelOf' | 'setChannel'>
}

const nowhereText = (): string =>
  say(
    "When members ask for more than their limit, I show that where they asked. Private requests can't be asked for until you choose a channel.",
  )

/** Where admins decide on members' requests. */
export const approvalsAction = defineAction({
  name: 'approvals',
  summary: 'Choose where members ask to exceed a limit',
  fields: {
    channel: optional(
      channel({ label: 'Channel', help: 'Channel for these requests (default: where members asked)' }),
    ),
    lift: optional(toggle({ label: 'Unset', help: 'Show these requests where members asked' })),
  },
  asksFirst: ['channel', 'lift'],
  initial: async ({ target }, { approvals }: Ports) => ({
    channel: await approvals.channelOf(accountOf(target)),
  }),
  run: async (input, { target }, { approvals }: Ports) => {
    const account = accountOf(target)
    const isUnset = input.lift === true
    if (input.channel !== undefined && isUnset)
      return problemsAnswer(
        [{ field: 'lift', text: say('Choose a channel or Unset, not both.') }],
        say('Nothing was changed.'),
      )
    if (input.channel !== undefined || isUnset) await approvals.setChannel(account, input.channel)
    const chosen = await approvals.channelOf(account)
    return chosen === undefined
      ? privately(plainMessage(nowhereText()))
      : withFacts(say('When members ask for more than their limit, I show that in this channel.'), [
          whoFact({ kind: 'channel', id: chosen }),
        ])
  },
})
