import { privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { channel, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { askedOtherwise, changeBy, reason, whoFact, withFacts } from './words.ts'

type AlertsPorts = { budgets: Pick<Budgets, 'alertsPlace' | 'setAlerts'> }

/** Chooses where alerts about the budget are posted. */
export const alertsAction = defineAction({
  name: 'alerts',
  summary: 'Get alerts when the budget runs low',
  fields: {
    channel: channel({ label: 'Channel', help: 'Channel for alerts at 50, 80 and 100%' }),
    weekly: optional(
      toggle({ label: 'Weekly summary', help: 'Post a weekly summary too (default: unchanged)' }),
    ),
    lift: optional(toggle({ label: 'Turn off', help: 'Turn alerts off instead' })),
    reason,
  },
  initial: async ({ target }, { budgets }: AlertsPorts) => {
    const place = await budgets.alertsPlace(accountOf(target))
    return { channel: place?.channel, weekly: place?.isWeekly }
  },
  clearsChannel: async ({ lift, channel: chosen }, { target }, { budgets }: AlertsPorts) =>
    lift === true && chosen === (await budgets.alertsPlace(accountOf(target)))?.channel,
  run: async (input, invocation, { budgets }: AlertsPorts) => {
    const chosen = input.lift === true ? undefined : input.channel
    const change = changeBy(invocation, input.reason)
    const place = await budgets.alertsPlace(change.account)
    const { status } = await budgets.setAlerts({ ...change, channel: chosen, isWeekly: input.weekly })
    if (status === 'differs') return askedOtherwise()
    if (chosen === undefined) return privately(plainMessage(say('Budget alerts are off.')))
    const on = say(
      "Budget alerts are on. I'll post in the channel below at 50, 80 and 100%, once each per period. Make sure I can post there.",
    )
    const isWeekly = input.weekly ?? place?.isWeekly === true
    const weekly = isWeekly ? [say("I'll also post a weekly summary.")] : []
    return withFacts([on, ...weekly].join(' '), [whoFact({ kind: 'channel', id: chosen })])
  },
})
