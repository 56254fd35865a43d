import { type Answer, denial, keptRefusal } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import type { Field, RawValues } from '../../core/fields/field.ts'
import { choice, credits, optional, text } from '../../core/fields/field-builders.ts'
import type { BudgetPreview, BudgetState, Budgets } from '../../core/ledger/budget.ts'
import { isTimeZone, type Period } from '../../core/ledger/budget-window.ts'
import type { WorthText } from '../../core/ledger/credit-worth.ts'
import { creditsText, notAllowedText } from '../../core/ledger/credits-text.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { budgetButtons } from './buttons.ts'
import { serverFacts, serverUsageFacts } from './show.ts'
import { amountPer, askedOtherwise, changeBy, reason, withFacts } from './words.ts'

const periodChoices = [
  { value: 'day', label: 'Daily' },
  { value: 'week', label: 'Weekly' },
  { value: 'month', label: 'Monthly' },
  { value: 'once', label: 'Never' },
] as const satisfies readonly { value: Period; label: string }[]

/** Monday first, as in most calendars; the value is the day's number, where 0 is Sunday. */
const weekStarts = [
  { value: 'monday', label: 'Monday', day: 1 },
  { value: 'tuesday', label: 'Tuesday', day: 2 },
  { value: 'wednesday', label: 'Wednesday', day: 3 },
  { value: 'thursday', label: 'Thursday', day: 4 },
  { value: 'friday', label: 'Friday', day: 5 },
  { value: 'saturday', label: 'Saturday', day: 6 },
  { value: 'sunday', label: 'Sunday', day: 0 },
] as const

/** The zone whose last part was typed, because people know their city. */
const zoneOfCity = (typed: string): string | undefined => {
  const ending = `/${typed.toLowerCase().replaceAll(' ', '_')}`
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(ending))
}

const noZone = (zone: string | undefined): string =>
  zone === undefined
    ? say('Time zone must be a name such as Europe/Berlin, America/New_York or UTC.')
    : say('Time zone must be a name such as {{zone}}.', { zone })

const zoneText = text({
  label: 'Time zone',
  help: 'Time zone for resets, such as Europe/Berlin (default: unchanged)',
  lengthMax: 64,
})

const zone: Field<string> = {
  ...zoneText,
  schema: zoneText.schema
    .transform((value) => value.trim())
    .refine(isTimeZone, {
      error: ({ input }) => noZone(zoneOfCity(String(input))),
    }),
}

const limitSentences = (state: BudgetState, limit: Microcredits): string[] => [
  say('Budget set: {{limit}}.', { limit: amountPer(limit, state.period) }),
  ...(state.left >= 0
    ? []
    : [
        say("That's {{amount}} below what's already used or reserved, so nobody can start a job right now.", {
          amount: creditsText(-state.left),
        }),
      ]),
]

const hasUsage = ({ spent, held, granted }: BudgetState): boolean => spent > 0 || held > 0 || granted !== 0

/** Asks only if used credits stop counting, count again, or meet a lower limit. */
const needsConfirmation = ({ before, after, startsAnew }: BudgetPreview): boolean => {
  if (before.limit === undefined || before.isStarter) return false
  if (startsAnew) return hasUsage(before) || hasUsage(after)
  return hasUsage(before) && (after.limit ?? 0) < before.limit
}

/** What a preview compares with: if another admin changes that, Apply shows a new preview. */
const asSeen = ({ before: { limit, period, zone, weekStart } }: BudgetPreview): string =>
  [limit, period, zone, weekStart].join(' ')

/** Shows the figures as they would be; nothing is changed yet. */
const previewAnswer = (preview: BudgetPreview, limit: Microcredits): Answer => {
  const { before, after, startsAnew } = preview
  const sentences = [
    say('This changes the budget from {{before}} to {{after}}.', {
      before: amountPer(before.limit ?? limit, before.period),
      after: amountPer(limit, after.period),
    }),
    ...(startsAnew ? [otherWindowText(after)] : []),
    ...(after.left >= 0
      ? []
      : [
          say("That's {{amount}} below what's already used or reserved, so nobody could start a job.", {
            amount: creditsText(-after.left),
          }),
        ]),
    say('Nothing has changed yet.'),
  ]
  const facts = { kind: 'facts', facts: serverUsageFacts(after) } as const
  return keptRefusal({ text: sentences.join(' '), tone: 'info', blocks: [facts] }, '', [
    { label: say('Apply'), values: {}, confirms: asSeen(preview) },
  ])
}

/** The other window may have been open before, and then its figures count again. */
const otherWindowText = (state: BudgetState): string =>
  hasUsage(state)
    ? say(
        'Credits already used or given in this period still count. Running jobs count toward the budget they started in.',
      )
    : say(
        'Usage starts over at zero. Running jobs and earlier bonus credits count toward the previous budget.',
      )

const aboveCeiling = (ceiling: Microcredits): Answer =>
  keptRefusal(
    plainMessage(
      `${say("Credits must be {{ceiling}} or less. That's your bot operator's monthly limit here.", {
        ceiling: formatCredits(ceiling),
      })} ${say('Nothing was changed.')}`,
      'failed',
    ),
    'credits',
  )

/** The current settings as field values; starter credits are no setting. */
const valuesOf = ({ limit, isStarter, period, weekStart, zone }: BudgetState): RawValues => ({
  credits: limit === undefined || isStarter ? undefined : formatCredits(limit),
  period: isStarter ? 'month' : period,
  zone,
  week_start: weekStarts.find(({ day }) => day === weekStart)?.value,
})

interface LimitPorts {
  budgets: Budgets
  worthText: WorthText
}

/** Sets the total limit, its period and its calendar. */
export const limitAction = defineAction({
  name: 'limit',
  summary: 'Set the budget',
  fields: {
    credits: credits({ label: 'Credits', help: 'Credits to spend, such as 10 or 2.50' }),
    period: optional(
      choice({
        label: 'Period',
        help: 'How often the budget resets (default: unchanged, or usually monthly for a new budget)',
        choices: periodChoices,
      }),
    ),
    week_start: optional(
      choice({
        label: 'Week start',
        help: 'First day of the week (default: unchanged, or Monday for a new budget)',
        choices: weekStarts,
      }),
    ),
    zone: optional(zone),
    reason,
  },
  initial: async ({ target }, { budgets }: LimitPorts) => valuesOf(await budgets.read(accountOf(target))),
  run: async (input, invocation, { budgets, worthText }: LimitPorts) => {
    const change = changeBy(invocation, input.reason)
    const chosen = {
      limit: input.credits,
      period: input.period,
      zone: input.zone,
      weekStart: weekStarts.find(({ value }) => value === input.week_start)?.day,
    }
    const preview = await budgets.preview(change.account, chosen)
    if (needsConfirmation(preview) && invocation.confirmed !== asSeen(preview))
      return previewAnswer(preview, input.credits)
    const result = await budgets.setLimit({ ...change, ...chosen })
    if (result.status === 'differs') return askedOtherwise()
    if (result.status === 'not_allowed') return denial(notAllowedText(change.account))
    if (result.status === 'above_ceiling') return aboveCeiling(result.ceiling)
    const state = await budgets.read(change.account)
    if (state.limit !== undefined && state.limit !== input.credits)
      return withFacts(
        say('You already applied this, and the budget has changed since.'),
        serverFacts(state, state.limit),
        budgetButtons(invocation),
      )
    const sentences = [
      ...limitSentences(state, input.credits),
      ...(state.left >= 0 ? [await worthText(input.credits)] : []),
      ...(result.startsAnew ? [otherWindowText(state)] : []),
    ]
    return withFacts(
      sentences.filter((sentence) => sentence !== '').join(' '),
      serverUsageFacts(state),
      budgetButtons(invocation),
    )
  },
})
