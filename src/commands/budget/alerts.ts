import { privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { channel, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { askedOtherwise, changeBy, reason, whoFact, withFacts } from './words.ts'

type AlertsPorts = { budgets: Pick<Budgets, 'alertsChannel' | 'setAlerts'> }

/** Chooses where alerts about the budget are posted. */
export const alertsAction = defineAction({
  name: 'alerts',
  summary: 'Choose a channel for alerts when the budget runs low',
  fields: {
    channel: optional(channel({ label: 'Channel', help: 'Channel for alerts at 50, 80 and 100 %' })),
    lift: optional(toggle({ label: 'Turn off', help: 'Turn alerts off instead' })),
    reason,
  },
  asksFirst: ['channel'],
  clearsChannel: async (input, { target }, { budgets }: AlertsPorts) =>
    input.lift === true && input.channel === (await budgets.alertsChannel(accountOf(target))),
  run: async (input, invocation, { budgets }: AlertsPorts) => {
    if ((input.channel === undefined) !== (input.lift === true))
      return problemsAnswer(
        [{ field: 'channel', text: say('Choose a channel, or turn alerts off.') }],
        say('Nothing was changed.'),
      )
    const change = changeBy(invocation, input.reason)
    const { status } = await budgets.setAlerts({ ...change, channel: input.channel })
    if (status === 'differs') return askedOtherwise()
    if (input.channel === undefined) return privately(plainMessage(say('Budget alerts are off.')))
    return withFacts(
      say(
        "Budget alerts are on. Once 50, 80 or 100% of the budget is used, I'll say so in this channel, once each per period. Make sure that I can post there.",
      ),
      [whoFact({ kind: 'channel', id: input.channel })],
    )
  },
})
