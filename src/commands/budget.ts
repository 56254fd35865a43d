import type { BudgetState, Budgets } from '../core/budget.ts'
import type { Period } from '../core/budget-window.ts'
import { type Answer, defineAction, privately, type Utility } from '../core/command.ts'
import { formatCredits, type Microcredits } from '../core/credits.ts'
import { choice, credits, optional } from '../core/field.ts'
import { type Fact, plainMessage } from '../core/message.ts'
import { accountOf } from '../core/target.ts'

const periodChoices = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week (from Monday)' },
  { value: 'month', label: 'Every month' },
  { value: 'once', label: 'Once, never again by itself' },
] as const satisfies readonly { value: Period; label: string }[]

const periodNames = {
  day: 'per day',
  week: 'per week',
  month: 'per month',
  once: 'in all',
} as const satisfies Record<Period, string>

const stateAnswer = (state: BudgetState, sentence: string): Answer => {
  if (state.limit === undefined) {
    return privately(plainMessage('This server has no credits yet. Give it some with /budget limit.'))
  }
  const facts: Fact[] = [
    { label: 'Limit', value: `${formatCredits(state.limit)} credits ${periodNames[state.period]}` },
    { label: 'Used', value: formatCredits(state.spent) },
    { label: 'Held for running jobs', value: formatCredits(state.held) },
    { label: 'Left', value: formatCredits(Math.max(0, state.left)) },
    {
      label: 'Starts anew',
      value: state.resetsAtMs === undefined ? 'never by itself' : { atMs: state.resetsAtMs },
    },
  ]
  return privately({ text: sentence, tone: 'info', blocks: [{ kind: 'facts', facts }] })
}

const limitSentence = ({ period, left, spent }: BudgetState, limit: Microcredits): string => {
  const amount = `From now on this server may spend ${formatCredits(limit)} credits ${periodNames[period]}`
  return left >= 0
    ? `${amount}.`
    : `${amount}; ${formatCredits(spent)} are used already, so nothing more can be asked for until it starts anew.`
}

/** What a server may spend; for its admins. */
export const createBudgetCommand = ({ budgets }: { budgets: Budgets }): Utility => ({
  kind: 'utility',
  name: 'budget',
  summary: "See and set this server's credit budget",
  audience: 'admins',
  actions: [
    defineAction({
      name: 'show',
      summary: 'What may be spent, what is spent, what is left',
      fields: {},
      run: async (_input, { target }) => {
        const state = await budgets.read(accountOf(target))
        return stateAnswer(
          state,
          `${formatCredits(Math.max(0, state.left))} credits are left on this server.`,
        )
      },
    }),
    defineAction({
      name: 'limit',
      summary: 'Set how many credits this server may spend',
      fields: {
        credits: credits({ label: 'Credits', help: 'How many credits may be spent, such as 10 or 2.50' }),
        period: optional(
          choice({
            label: 'Period',
            help: 'How often the budget starts anew; as before, or every month at first',
            choices: periodChoices,
          }),
        ),
      },
      run: async (input, { target, eventId }) => {
        const account = accountOf(target)
        const period = input.period ?? (await budgets.read(account)).period
        const change = { account, eventId, actor: target.member, limit: input.credits, period }
        const state = await budgets.setLimit(change)
        return stateAnswer(state, limitSentence(state, input.credits))
      },
    }),
  ],
})
