import { formatCredits, type Microcredits } from '../core/credits.ts'
import type { Feature } from '../core/feature.ts'
import type { BudgetRefusal } from '../core/job-store.ts'
import { type Fact, plainMessage, type ResultMessage } from '../core/message.ts'
import { creditsText, nothingCharged } from './messages.ts'

const plainRefusals = {
  no_budget: 'There are no credits here yet. An admin can give some with /budget limit.',
  groups_unknown:
    'Your groups have limits of their own here and could not be looked up in time. Please try again in a minute.',
  late: 'Your request took too long on its way and was given up. Please ask again.',
} as const

const refusedBy = {
  exceeds_server: { budget: 'The budget', action: 'limit' },
  exceeds_channel: { budget: "This channel's share of the budget", action: 'channel' },
  exceeds_group: { budget: "Your group's share of the budget", action: 'group' },
  exceeds_member: { budget: 'Your own share of the budget', action: 'member' },
} as const satisfies Record<
  Exclude<BudgetRefusal['status'], keyof typeof plainRefusals | 'exceeds_operator' | 'too_many_waiting'>,
  object
>

type RefusalOf<Status extends BudgetRefusal['status']> = Extract<BudgetRefusal, { status: Status }>

const startsAnew = (resetsAtMs: number | undefined): Fact => ({
  label: 'Starts anew',
  value: resetsAtMs === undefined ? 'never by itself' : { atMs: resetsAtMs },
})

const refused = (lack: string, mend: string, facts: readonly Fact[]): ResultMessage => ({
  text: `${lack} ${mend} ${nothingCharged}`,
  tone: 'failed',
  blocks: [{ kind: 'facts', facts }],
})

const tooManyWaitingMessage = ({ of, limit }: RefusalOf<'too_many_waiting'>): ResultMessage => {
  const whose = of === 'member' ? 'of yours' : 'of this server'
  const jobs = limit === 1 ? 'A request' : `${limit} requests`
  return plainMessage(
    `${jobs} ${whose} wait for their turn already, and more may not. Please ask again when one has begun; /jobs shows them. ${nothingCharged}`,
    'failed',
  )
}

/** The budget of whoever runs the bot is nobody's business: members learn neither its limit nor what is left. */
const operatorExceededMessage = (
  { product }: Feature,
  bound: Microcredits,
  { resetsAtMs }: RefusalOf<'exceeds_operator'>,
): ResultMessage => {
  const needed = creditsText(bound)
  return refused(
    `The budget of this whole installation does not cover ${product}: it may cost ${needed}, and less is left.`,
    'Whoever runs this bot can raise it.',
    [{ label: 'Needed', value: `at most ${needed}` }, startsAnew(resetsAtMs)],
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
    `${budget} does not cover ${feature.product}: it may cost ${needed} and ${left} are left.`,
    `An admin can raise it with /budget ${action}.`,
    [
      { label: 'Needed', value: `at most ${needed}` },
      { label: 'Left', value: `${left} of ${formatCredits(refusal.limit)}` },
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
      return plainMessage(`${plainRefusals[refusal.status]} ${nothingCharged}`, 'failed')
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

const ownCredits =
  'In direct messages you pay with credits of your own, which whoever runs this bot can give you. Or ask in a server or a channel, where others pay.'

/** The same in a direct message, where a member's own account pays and nobody can change it with /budget. */
export const personalRefusalMessage = (
  feature: Feature,
  bound: Microcredits,
  refusal: BudgetRefusal,
): ResultMessage => {
  switch (refusal.status) {
    case 'no_budget':
      return plainMessage(`You have no credits of your own. ${ownCredits} ${nothingCharged}`, 'failed')
    case 'exceeds_server': {
      const left = creditsText(Math.max(0, refusal.left))
      const lack = `Your own credits do not cover ${feature.product}: it may cost ${creditsText(bound)} and ${left} are left.`
      return refused(lack, ownCredits, [startsAnew(refusal.resetsAtMs)])
    }
    default:
      return budgetRefusalMessage(feature, bound, refusal)
  }
}
