import { type Answer, privately, refusal } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import { optional, text } from '../../core/fields/field-builders.ts'
import {
  type BudgetChange,
  type BudgetState,
  type Pause,
  reasonLengthMax,
  type ShareBudget,
} from '../../core/ledger/budget.ts'
import type { Period } from '../../core/ledger/budget-window.ts'
import { exactCreditsText, formatUsage } from '../../core/ledger/credits-text.ts'
import { modelName, type Scope, type ScopeKind } from '../../core/ledger/scope.ts'
import {
  type Block,
  type Fact,
  type FactPiece,
  plainMessage,
  type ResultMessage,
} from '../../core/message/message.ts'
import { inRow } from '../../core/message/pieces.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'

const periodTexts = {
  day: declared('{{amount}} a day'),
  week: declared('{{amount}} a week'),
  month: declared('{{amount}} a month'),
  once: declared('{{amount}} in total'),
} as const satisfies Record<Period, string>

/** A limit and its period, such as "10 credits a month". */
export const amountPer = (limit: Microcredits, period: Period): string =>
  sayDeclared(periodTexts[period], { amount: exactCreditsText(limit) })

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

/** What is left of a share: what its limit leaves, but never more than the server has. */
export const leftOfShare = ({ left }: BudgetState, share: ShareBudget): number =>
  Math.min(left, share.left ?? left)

const ownLimits = {
  channel: declared('{{limit}}, for this channel only'),
  group: declared('{{limit}}, shared by its members'),
  member: declared('{{limit}}, for this member only'),
  feature: declared('{{limit}}, shared by everyone'),
  model: declared('{{limit}}, shared by everyone'),
} as const satisfies Record<ScopeKind, string>

const commonLimits = {
  ...ownLimits,
  channel: declared('{{limit}}, the per-channel limit'),
  group: declared('{{limit}}, the per-group limit'),
  member: declared('{{limit}}, the per-member limit'),
} as const satisfies Record<ScopeKind, string>

/** The limit of a share, and where it comes from. */
export const shareLimitText = (
  { period }: BudgetState,
  { scope, limit: most, from }: ShareBudget,
): string => {
  if (most === undefined) return say('the whole budget')
  const limit = amountPer(most, period)
  if (from === 'group') return say('{{limit}}, from one of their groups', { limit })
  return sayDeclared((from === 'own' ? ownLimits : commonLimits)[scope.kind], { limit })
}

const whoLabels = {
  channel: declared('Channel'),
  group: declared('Group'),
  member: declared('Member'),
  feature: declared('Feature'),
  model: declared('Model'),
} as const satisfies Record<ScopeKind, string>

/** A scope by the name that the platform shows, without a ping; a feature as its command. */
export const scopePiece = ({ kind, id }: Scope): FactPiece => {
  switch (kind) {
    case 'feature':
      return `/${id}`
    case 'model':
      return modelName(id)
    default:
      return { kind, id }
  }
}

/** Whose share or right it is. */
export const whoFact = (scope: Scope): Fact => ({
  label: sayDeclared(whoLabels[scope.kind]),
  value: [scopePiece(scope)],
})

/** What admins gave on top of a limit, or took; empty if that comes to nothing. */
export const grantedFacts = ({ granted }: { granted: number }): Fact[] => {
  if (granted === 0) return []
  return [
    {
      label: granted > 0 ? say('Bonus') : say('Taken'),
      value: formatCredits(Math.abs(granted)),
    },
  ]
}

/** What is used, held and left of a limit, as text: see `formatUsage`. */
export const usageOf = (
  { limit, granted, spent, held }: Pick<ShareBudget, 'limit' | 'granted' | 'spent' | 'held'>,
  left: number,
) => formatUsage({ allowed: limit === undefined ? undefined : limit + granted, spent, held, left })

/** What the sentence above the figures says already. */
export interface Said {
  readonly isLeftSaid?: boolean
}

/** Figures that every share has, without what is said already. */
export const usageFacts = (
  { used, held, left }: ReturnType<typeof usageOf>,
  { isLeftSaid = false }: Said,
): Fact[] => [
  { label: say('Used'), value: used },
  ...(Number(held) === 0 ? [] : [{ label: say('In progress'), value: held }]),
  ...(isLeftSaid ? [] : [{ label: say('Left'), value: left }]),
]

/** Shown instead of figures until the server has any credits. */
export const noCreditsYet = (mend: string): ResultMessage =>
  plainMessage(`${say('No credits here yet.')} ${mend}`)

/** The same for an admin; the fix is the command that they are using. */
export const noBudgetYet = (): ResultMessage => noCreditsYet(say('Set a budget with /budget limit.'))

/** A sentence with figures below it and what can be done about them, shown only to the member. */
export const withFacts = (sentence: string, facts: readonly Fact[], buttons: readonly Block[] = []): Answer =>
  privately({ text: sentence, tone: 'info', blocks: [{ kind: 'facts', facts }, ...buttons] })

/** The answer to an event that was already handled with different values. */
export const askedOtherwise = (): Answer =>
  refusal(
    say(
      "You already sent this with different values, so these weren't used. To use them, run the command again.",
    ),
  )

/** Why something is changed, in an admin's words. */
export const reason = optional(
  text({ label: 'Reason', help: 'Reason, kept in the audit log', lengthMax: reasonLengthMax }),
)

/** What is paused, and why in an admin's words. */
export const pauseFact = ({ of, reason: why }: Pause): Fact => {
  const what: FactPiece = of.kind === 'server' ? say('everything here') : of
  const because = why === undefined ? [] : [say('“{{reason}}”', { reason: why })]
  return { label: say('Paused'), value: inRow([what, ...because], ' · ') }
}

/** Who changes what and why, for the store. */
export const changeBy = ({ target, eventId }: Invocation, because: string | undefined): BudgetChange => ({
  account: accountOf(target),
  eventId,
  actor: target.member,
  reason: because,
})
