import type { BegunAlert, KeyAlert, ThresholdAlert, WeeklySummary } from '../../core/job/alerts.ts'
import type { Period } from '../../core/ledger/budget-window.ts'
import { exactCreditsText, formatCost, formatUsage, startsAnewFact } from '../../core/ledger/credits-text.ts'
import { featureName, rankedLines, rankedSpend } from '../../core/ledger/ranking.ts'
import { totalSpend } from '../../core/ledger/spend.ts'
import type { Fact, ResultMessage } from '../../core/message/message.ts'
import { daysText } from '../../core/text/day.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'

const texts = {
  day: {
    some: declared("{{percent}}% of today's budget is used: {{used}} of {{allowed}}."),
    all: declared("Today's budget is used up: {{used}} of {{allowed}}."),
  },
  week: {
    some: declared("{{percent}}% of this week's budget is used: {{used}} of {{allowed}}."),
    all: declared("This week's budget is used up: {{used}} of {{allowed}}."),
  },
  month: {
    some: declared("{{percent}}% of this month's budget is used: {{used}} of {{allowed}}."),
    all: declared("This month's budget is used up: {{used}} of {{allowed}}."),
  },
  once: {
    some: declared('{{percent}}% of the budget is used: {{used}} of {{allowed}}.'),
    all: declared('The budget is used up: {{used}} of {{allowed}}.'),
  },
} as const satisfies Record<Period, Record<'some' | 'all', string>>

const button = (label: string, action: string) =>
  ({ label, style: 'plain', commandLink: { command: 'budget', action, values: {} } }) as const

/** What is held counts as used, as it does for every limit. */
const thresholdMessage = ({ period, spent, held, allowed, resetsAtMs }: ThresholdAlert): ResultMessage => {
  const used = spent + held
  const usage = formatUsage({ allowed, spent: used, held: 0, left: allowed - used })
  const { some, all } = texts[period]
  const percent = String(Math.floor((used * 100) / allowed))
  const amounts = { percent, used: usage.used, allowed: exactCreditsText(allowed) }
  const reserved =
    held === 0 ? [] : [say('{{amount}} of that is reserved for running jobs.', { amount: formatCost(held) })]
  return {
    text: [sayDeclared(used >= allowed ? all : some, amounts), ...reserved].join(' '),
    tone: 'info',
    blocks: [
      { kind: 'facts', facts: [startsAnewFact({ resetsAtMs })] },
      { kind: 'buttons', buttons: [button(say('See budget'), 'show'), button(say('Set budget'), 'limit')] },
    ],
  }
}

const leftFacts = ({ limit, granted, spent, held, left, resetsAtMs }: WeeklySummary['budget']): Fact[] =>
  limit === undefined
    ? []
    : [
        { label: say('Left'), value: formatUsage({ allowed: limit + granted, spent, held, left }).left },
        startsAnewFact({ resetsAtMs }),
      ]

/** Names no member: a channel has many readers, and on Slack each name would notify. */
const weeklyMessage = ({ days, spent, spentBefore, budget }: WeeklySummary): ResultMessage => {
  const used = totalSpend(spent)
  const features = rankedSpend(spent, 'feature')
  const lines = rankedLines(features, featureName)
  return {
    text:
      used === 0
        ? say('No credits used last week.')
        : say('{{amount}} used last week.', { amount: exactCreditsText(used) }),
    tone: 'info',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: say('Week'), value: daysText(days.from, days.to) },
          ...(features.length === 0 ? [] : [{ label: say('By feature'), value: lines }]),
          { label: say('The week before'), value: exactCreditsText(spentBefore) },
          ...leftFacts(budget),
        ],
      },
      {
        kind: 'buttons',
        buttons: [button(say('See budget'), 'show'), button(say('Get statement'), 'statement')],
      },
    ],
  }
}

const keyTexts = {
  balance: declared(
    "Your own API key's account with the audio service is out of credit, so paid requests are refused until you top it up.",
  ),
  key: declared(
    'The audio service rejects your own API key, so paid requests are refused until an admin sets another.',
  ),
} as const satisfies Record<KeyAlert['why'], string>

const keyMessage = ({ why }: KeyAlert): ResultMessage => ({
  text: sayDeclared(keyTexts[why]),
  tone: 'failed',
  blocks: [{ kind: 'buttons', buttons: [button(say('API key'), 'key')] }],
})

/** What an alert posts. */
export const alertMessage = (alert: BegunAlert): ResultMessage => {
  switch (alert.kind) {
    case 'threshold':
      return thresholdMessage(alert)
    case 'weekly':
      return weeklyMessage(alert)
    case 'own_key':
      return keyMessage(alert)
  }
}
