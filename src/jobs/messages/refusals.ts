import type { Feature } from '../../core/command/feature.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import type { BudgetRefusal } from '../../core/job/job-store.ts'
import { creditsText, noOwnCreditsText, ownCreditsText } from '../../core/message/credits-text.ts'
import { type Fact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { declared, say, sayCount, sayDeclared } from '../../core/texts/say.ts'
import { nothingWasCharged, productOf } from './messages.ts'

const plainRefusals = {
  no_budget: declared('There are no credits here yet. An admin can give some with /budget limit.'),
  groups_unknown: declared(
    'Your groups have limits of their own here and could not be looked up in time. Please try again in a minute.',
  ),
  late: declared('Your request took too long on its way and was given up. Please ask again.'),
} as const

const refusedBy = {
  exceeds_server: { budget: declared('The budget'), action: 'limit' },
  exceeds_channel: { budget: declared("This channel's share of the budget"), action: 'channel' },
  exceeds_group: { budget: declared("Your group's share of the budget"), action: 'group' },
  exceeds_member: { budget: declared('Your own share of the budget'), action: 'member' },
} as const satisfies Record<
  Exclude<BudgetRefusal['status'], keyof typeof plainRefusals | 'exceeds_operator' | 'too_many_waiting'>,
  object
>

type RefusalOf<Status extends BudgetRefusal['status']> = Extract<BudgetRefusal, { status: Status }>

const startsAnew = (resetsAtMs: number | undefined): Fact => ({
  label: say('Starts anew'),
  value: resetsAtMs === undefined ? say('never by itself') : { atMs: resetsAtMs },
})

const refused = (lack: string, mend: string, facts: readonly Fact[]): ResultMessage => ({
  text: `${lack} ${mend} ${nothingWasCharged()}`,
  tone: 'failed',
  blocks: [{ kind: 'facts', facts }],
})

const tooManyWaitingMessage = ({ of, limit }: RefusalOf<'too_many_waiting'>): ResultMessage => {
  const waiting =
    of === 'member'
      ? sayCount(
          'A request of yours waits for its turn already, and more may not.',
          '{{count}} requests of yours wait for their turn already, and more may not.',
          { count: limit },
        )
      : sayCount(
          'A request of this server waits for its turn already, and more may not.',
          '{{count}} requests of this server wait for their turn already, and more may not.',
          { count: limit },
        )
  const way = say('Please ask again when one has begun; /jobs shows them.')
  return plainMessage(`${waiting} ${way} ${nothingWasCharged()}`, 'failed')
}

/**
 * The budget of whoever runs the bot is nobody's business: members learn neither its limit nor what is left.
 */
const operatorExceededMessage = (
  feature: Feature,
  bound: Microcredits,
  { resetsAtMs }: RefusalOf<'exceeds_operator'>,
): ResultMessage => {
  const needed = creditsText(bound)
  return refused(
    say(
      'The budget of this whole installation does not cover {{product}}: it may cost {{needed}}, and less is left.',
      { product: productOf(feature), needed },
    ),
    say('Whoever runs this bot can raise it.'),
    [{ label: say('Needed'), value: say('at most {{amount}}', { amount: needed }) }, startsAnew(resetsAtMs)],
  )
}

const budgetExceededMessage = (
  feature: Feature,
  bound: Microcredits,
  refusal: RefusalOf<keyof typeof refusedBy>,
): ResultMessage => {
  const needed = creditsText(bound)
  const left = creditsText(Math.max(0, refusal.left))
  const { budget, action } = refusedBy[refusal.status]
  return refused(
    say('{{budget}} does not cover {{product}}: it may cost {{needed}} and {{left}} are left.', {
      budget: sayDeclared(budget),
      product: productOf(feature),
      needed,
      left,
    }),
    say('An admin can raise it with {{command}}.', { command: `/budget ${action}` }),
    [
      { label: say('Needed'), value: say('at most {{amount}}', { amount: needed }) },
      {
        label: say('Left'),
        value: say('{{left}} of {{limit}}', { left, limit: formatCredits(refusal.limit) }),
      },
      startsAnew(refusal.resetsAtMs),
    ],
  )
}

/** Why a budget refuses: what is left, when it starts anew, and who can change it. */
export const budgetRefusalMessage = (
  feature: Feature,
  bound: Microcredits,
  refusal: BudgetRefusal,
): ResultMessage => {
  switch (refusal.status) {
    case 'no_budget':
    case 'groups_unknown':
    case 'late':
      return plainMessage(`${sayDeclared(plainRefusals[refusal.status])} ${nothingWasCharged()}`, 'failed')
    case 'too_many_waiting':
      return tooManyWaitingMessage(refusal)
    case 'exceeds_operator':
      return operatorExceededMessage(feature, bound, refusal)
    case 'exceeds_server':
    case 'exceeds_channel':
    case 'exceeds_group':
    case 'exceeds_member':
      return budgetExceededMessage(feature, bound, refusal)
  }
}

/** The same in a direct message, where a member's own account pays and nobody can change it with /budget. */
export const personalRefusalMessage = (
  feature: Feature,
  bound: Microcredits,
  refusal: BudgetRefusal,
): ResultMessage => {
  switch (refusal.status) {
    case 'no_budget':
      return plainMessage(`${noOwnCreditsText()} ${ownCreditsText()} ${nothingWasCharged()}`, 'failed')
    case 'exceeds_server': {
      const left = creditsText(Math.max(0, refusal.left))
      const lack = say(
        'Your own credits do not cover {{product}}: it may cost {{needed}} and {{left}} are left.',
        { product: productOf(feature), needed: creditsText(bound), left },
      )
      return refused(lack, ownCreditsText(), [startsAnew(refusal.resetsAtMs)])
    }
    default:
      return budgetRefusalMessage(feature, bound, refusal)
  }
}
