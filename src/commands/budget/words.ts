import { type Answer, privately, refusal } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import { optional, text } from '../../core/fields/field-builders.ts'
import {
  type BudgetChange,
  type BudgetState,
  reasonLengthMax,
  type ShareBudget,
} from '../../core/ledger/budget.ts'
import type { Period } from '../../core/ledger/budget-window.ts'
import { formatUsage } from '../../core/ledger/credits-text.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import { type Fact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'

const periodTexts = {
  day: declared('{{amount}} credits per day'),
  week: declared('{{amount}} credits per week'),
  month: declared('{{amount}} credits per month'),
  once: declared('{{amount}} credits in all'),
} as const satisfies Record<Period, string>

/** An amount that comes again, such as "10.00 credits per month". */
export const amountPer = (limit: Microcredits, period: Period): string =>
  sayDeclared(periodTexts[period], { amount: formatCredits(limit) })

const weekdays = [
  declared('Sunday'),
  declared('Monday'),
  declared('Tuesday'),
  declared('Wednesday'),
  declared('Thursday'),
  declared('Friday'),
  declared('Saturday'),
] as const

/** A day of the week by its number, where 0 is Sunday. */
export const weekdayOf = (day: number): string => sayDeclared(weekdays[day] ?? '')

/** What may still be used of a share: what its limit leaves, but never more than the server has. */
export const leftOfShare = ({ left }: BudgetState, share: ShareBudget): number =>
  Math.min(left, share.left ?? left)

/** Whose share it is, where its place is known; said by `sayDeclared`. */
export const subjects = {
  channel: declared('this channel'),
  group: declared('this group'),
  member: declared('this member'),
} as const satisfies Record<ScopeKind, string>

const whoLabels = {
  channel: declared('Channel'),
  group: declared('Group'),
  member: declared('Member'),
} as const satisfies Record<ScopeKind, string>

/** Whose share or right it is, by the name that the platform shows; nobody is called by it. */
export const whoFact = ({ kind, id }: { kind: ScopeKind; id: string }): Fact => ({
  label: sayDeclared(whoLabels[kind]),
  value: [{ kind, id }],
})

/** What admins gave on top of a limit, or took; nothing where that comes to nothing. */
export const grantedFacts = ({ granted }: { granted: number }): Fact[] => {
  if (granted === 0) return []
  return [
    {
      label: granted > 0 ? say('Given on top') : say('Taken from it'),
      value: formatCredits(Math.abs(granted)),
    },
  ]
}

/** What is used, held and left of a limit, as it is written: see `formatUsage`. */
export const usageOf = (
  { limit, granted, spent, held }: Pick<ShareBudget, 'limit' | 'granted' | 'spent' | 'held'>,
  left: number,
) => formatUsage({ allowed: limit === undefined ? undefined : limit + granted, spent, held, left })

/** Figures that every share has. */
export const usageFacts = ({ used, held, left }: ReturnType<typeof usageOf>): Fact[] => [
  { label: say('Used'), value: used },
  { label: say('Held for running jobs'), value: held },
  { label: say('Left'), value: left },
]

/** Shown instead of figures while nobody has given the server any credits. */
export const noCreditsYet = (mend: string): ResultMessage =>
  plainMessage(`${say('There are no credits here yet.')} ${mend}`)

/** The same for an admin: the mend is the very command that is in use here. */
export const noBudgetYet = (): ResultMessage => noCreditsYet(say('Give some with /budget limit.'))

/** A sentence and the figures below it, for the member who asked alone. */
export const withFacts = (sentence: string, facts: readonly Fact[]): Answer =>
  privately({ text: sentence, tone: 'info', blocks: [{ kind: 'facts', facts }] })

/** The answer to an event that came before and asked for something else then. */
export const askedOtherwise = (): Answer =>
  refusal(
    say(
      'This request came before and asked for something else, so nothing was changed now. Send the command again.',
    ),
  )

/** Why something is changed, in an admin's words. */
export const reason = optional(
  text({ label: 'Reason', help: 'Why; it stands in the journal', lengthMax: reasonLengthMax }),
)

/** Who changes what and why, for the store. */
export const changeBy = ({ target, eventId }: Invocation, because: string | undefined): BudgetChange => ({
  account: accountOf(target),
  eventId,
  actor: target.member,
  reason: because,
})
