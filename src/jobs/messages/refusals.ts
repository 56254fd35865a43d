import type { Feature } from '../../core/command/feature.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import type { BudgetRefusal } from '../../core/job/job-store.ts'
import {
  creditsLeftText,
  creditsText,
  formatCost,
  formatLeft,
  heldText,
  moreCreditsText,
  noOwnCreditsText,
  ownCreditsText,
  startsAnewFact,
} from '../../core/ledger/credits-text.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import { type Fact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { declared, say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { unreadText } from './job-facts.ts'
import { nothingWasCharged, productOf } from './messages.ts'

const plainRefusals = {
  no_budget: declared('There are no credits here yet. An admin can give some with /budget limit.'),
  groups_unknown: declared(
    'Your groups have limits of their own here and could not be looked up in time. Please try again in a minute.',
  ),
  late: declared('Your request took too long on its way and was given up. Please ask again.'),
} as const

const budgets = {
  server: declared('The budget'),
  channel: declared("This channel's share of the budget"),
  group: declared("Your group's share of the budget"),
  member: declared('Your own share of the budget'),
} as const satisfies Record<'server' | ScopeKind, string>

const scopeOf = {
  exceeds_server: 'server',
  exceeds_channel: 'channel',
  exceeds_group: 'group',
  exceeds_member: 'member',
} as const satisfies Partial<Record<BudgetRefusal['status'], keyof typeof budgets>>

/** A refusal explained by figures; the allowlist's names the account instead. */
export type ShownRefusal = Exclude<BudgetRefusal, { status: 'not_allowed' | 'exceeds_trial' }>

/** What a refused request needs. `unreadMinutes`: see `unreadMinutesOf`. */
interface Needed {
  bound: Microcredits
  unreadMinutes?: number | undefined
}

type RefusalOf<Status extends BudgetRefusal['status']> = Extract<BudgetRefusal, { status: Status }>

const refused = (sentences: readonly string[], facts: readonly Fact[]): ResultMessage => ({
  text: [...sentences, nothingWasCharged()].join(' '),
  tone: 'failed',
  blocks: [{ kind: 'facts', facts }],
})

const neededFact = ({ bound }: Needed): Fact => ({
  label: say('Needed'),
  value: say('at most {{amount}}', { amount: creditsText(bound) }),
})

const unreadSentences = ({ unreadMinutes }: Needed): string[] =>
  unreadMinutes === undefined ? [] : [unreadText(unreadMinutes)]

type Figures = Pick<RefusalOf<keyof typeof scopeOf>, 'left' | 'limit' | 'held'>

/** What running jobs may give back, if any of it could be used. */
export const heldSentences = ({ left, held }: Pick<Figures, 'left' | 'held'>): string[] =>
  held > 0 && left + held > 0 ? [heldText(held)] : []

const figureFacts = ({ left, limit, held }: Figures): Fact[] => [
  {
    label: say('Left'),
    value: say('{{left}} of {{limit}}', { left: formatLeft(left, limit), limit: formatCredits(limit) }),
  },
  ...(held === 0 ? [] : [{ label: say('Held for running jobs'), value: formatCost(held) }]),
]

const lackText = (budget: string, feature: Feature, { bound }: Needed, { left, limit }: Figures): string => {
  const values = { budget, product: productOf(feature), needed: creditsText(bound) }
  return left <= 0
    ? say('{{budget}} does not cover {{product}}: that may cost {{needed}}, and nothing is left.', values)
    : say('{{budget}} does not cover {{product}}: that may cost {{needed}}, and {{left}} are left.', {
        ...values,
        left: creditsLeftText(left, limit),
      })
}

const tooManyWaitingMessage = ({ of, limit }: RefusalOf<'too_many_waiting'>): ResultMessage => {
  const waiting =
    of === 'member'
      ? sayCount(
          'A request of yours is waiting for its turn already, and no more can wait.',
          '{{count}} requests of yours are waiting for their turn already, and no more can wait.',
          { count: limit },
        )
      : sayCount(
          'A request from here is waiting for its turn already, and no more can wait.',
          '{{count}} requests from here are waiting for their turn already, and no more can wait.',
          { count: limit },
        )
  const way = say('Please ask again when one has begun; /jobs shows them.')
  return plainMessage(`${waiting} ${way} ${nothingWasCharged()}`, 'failed')
}

/** The operator's budget is private: members learn neither its limit nor what is left. */
const operatorExceededMessage = (
  feature: Feature,
  needed: Needed,
  refusal: RefusalOf<'exceeds_operator'>,
): ResultMessage =>
  refused(
    [
      say(
        'The budget of the whole bot does not cover {{product}}: that may cost {{needed}}, and less is left.',
        { product: productOf(feature), needed: creditsText(needed.bound) },
      ),
      ...unreadSentences(needed),
      say('Whoever runs this bot can raise it.'),
    ],
    [neededFact(needed), startsAnewFact(refusal)],
  )

/** Why the operator's limits do not cover a request that the server's own budget might. */
const lackOfAllowanceText = (
  { bound }: Needed,
  refusal: RefusalOf<'exceeds_ceiling' | 'exceeds_share'>,
): string => {
  const needed = creditsText(bound)
  return refusal.status === 'exceeds_share'
    ? say(
        'Not enough credits: this needs up to {{needed}}, and the rest is kept for other servers this month.',
        {
          needed,
        },
      )
    : say(
        "Not enough credits: this needs up to {{needed}}, and {{left}} are left of your bot operator's {{limit}} a month.",
        { needed, left: formatLeft(refusal.left, refusal.limit), limit: formatCredits(refusal.limit) },
      )
}

const allowanceExceededMessage = (
  needed: Needed,
  refusal: RefusalOf<'exceeds_ceiling' | 'exceeds_share'>,
): ResultMessage =>
  refused(
    [
      lackOfAllowanceText(needed, refusal),
      ...(refusal.status === 'exceeds_ceiling' ? heldSentences(refusal) : []),
      ...unreadSentences(needed),
      moreCreditsText('ceiling'),
    ],
    [neededFact(needed), startsAnewFact(refusal)],
  )

const budgetExceededMessage = (
  feature: Feature,
  needed: Needed,
  refusal: RefusalOf<keyof typeof scopeOf>,
): ResultMessage => {
  const scope = scopeOf[refusal.status]
  return refused(
    [
      lackText(sayDeclared(budgets[scope]), feature, needed, refusal),
      ...heldSentences(refusal),
      ...unreadSentences(needed),
      moreCreditsText(scope),
    ],
    [neededFact(needed), ...figureFacts(refusal), startsAnewFact(refusal)],
  )
}

/** Why a budget refuses: what is left, when it resets, and who can change it. */
export const budgetRefusalMessage = (
  feature: Feature,
  needed: Needed,
  refusal: ShownRefusal,
): ResultMessage => {
  switch (refusal.status) {
    case 'no_budget':
    case 'groups_unknown':
    case 'late':
      return plainMessage(`${sayDeclared(plainRefusals[refusal.status])} ${nothingWasCharged()}`, 'failed')
    case 'too_many_waiting':
      return tooManyWaitingMessage(refusal)
    case 'exceeds_operator':
      return operatorExceededMessage(feature, needed, refusal)
    case 'exceeds_ceiling':
    case 'exceeds_share':
      return allowanceExceededMessage(needed, refusal)
    case 'exceeds_server':
    case 'exceeds_channel':
    case 'exceeds_group':
    case 'exceeds_member':
      return budgetExceededMessage(feature, needed, refusal)
  }
}

const ownLackText = (feature: Feature, { bound }: Needed, { left, limit }: Figures): string => {
  const values = { product: productOf(feature), needed: creditsText(bound) }
  return left <= 0
    ? say('Your own credits do not cover {{product}}: that may cost {{needed}}, and nothing is left.', values)
    : say('Your own credits do not cover {{product}}: that may cost {{needed}}, and {{left}} are left.', {
        ...values,
        left: creditsLeftText(left, limit),
      })
}

/** The same in a direct message, where a member's own account pays and nobody can change it with /budget. */
export const personalRefusalMessage = (
  feature: Feature,
  needed: Needed,
  refusal: ShownRefusal,
): ResultMessage => {
  switch (refusal.status) {
    case 'no_budget':
      return plainMessage(`${noOwnCreditsText()} ${ownCreditsText()} ${nothingWasCharged()}`, 'failed')
    case 'exceeds_server':
      return refused(
        [
          ownLackText(feature, needed, refusal),
          ...heldSentences(refusal),
          ...unreadSentences(needed),
          ownCreditsText(),
        ],
        [neededFact(needed), ...figureFacts(refusal), startsAnewFact(refusal)],
      )
    default:
      return budgetRefusalMessage(feature, needed, refusal)
  }
}
