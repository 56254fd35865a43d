import {
  type Answer,
  defineAction,
  type Invocation,
  privately,
  problemsAnswer,
  type Utility,
} from '../core/command.ts'
import { formatCredits, type Microcredits } from '../core/credits.ts'
import { choice, credits, type Field, member, optional, text, toggle } from '../core/field.ts'
import type { BudgetChange, BudgetState, Budgets, MemberBudget } from '../core/ledger/budget.ts'
import { isTimeZone, type Period } from '../core/ledger/budget-window.ts'
import { type Fact, plainMessage } from '../core/message.ts'
import { accountOf } from '../core/target.ts'
import { amountPer, leftForMember, leftText, noCreditsYet, startsAnewFact } from './budget-words.ts'

const periodChoices = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week (from Monday)' },
  { value: 'month', label: 'Every month' },
  { value: 'once', label: 'Once, never again by itself' },
] as const satisfies readonly { value: Period; label: string }[]

/** The zone whose last part was typed: people know their city. */
const zoneOfCity = (typed: string): string | undefined => {
  const ending = `/${typed.toLowerCase().replaceAll(' ', '_')}`
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(ending))
}

const zoneText = text({
  label: 'Time zone',
  help: 'By whose calendar it starts anew, such as Europe/Berlin; as before, if left out',
  lengthMax: 64,
})

const zone: Field<string> = {
  ...zoneText,
  schema: zoneText.schema
    .transform((value) => value.trim())
    .refine(isTimeZone, {
      error: ({ input }) =>
        `Time zone must be the name of one, such as ${zoneOfCity(String(input)) ?? 'Europe/Berlin, America/New_York or UTC'}.`,
    }),
}

/** What an admin can do about it: the very command that is in use here. */
const adminsMend = 'Give some with /budget limit.'

const noBudgetYet = (): Answer => privately(noCreditsYet(adminsMend))

const figures = (spent: number, held: number, left: number): Fact[] => [
  { label: 'Used', value: formatCredits(spent) },
  { label: 'Held for running jobs', value: formatCredits(held) },
  { label: 'Left', value: leftText(left) },
]

const withFacts = (sentence: string, facts: readonly Fact[]): Answer =>
  privately({ text: sentence, tone: 'info', blocks: [{ kind: 'facts', facts }] })

const serverFacts = (state: BudgetState, limit: Microcredits): Fact[] => [
  { label: 'Limit', value: amountPer(limit, state.period) },
  ...figures(state.spent, state.held, state.left),
  startsAnewFact(state),
  { label: 'Time zone', value: state.zone },
]

const eachMemberFact = ({ period, memberLimit }: BudgetState): Fact[] =>
  memberLimit === undefined ? [] : [{ label: 'Limit of every member', value: amountPer(memberLimit, period) }]

const serverAnswer = (state: BudgetState): Answer =>
  state.limit === undefined
    ? noBudgetYet()
    : withFacts(`${leftText(state.left)} credits are left here.`, [
        ...serverFacts(state, state.limit),
        ...eachMemberFact(state),
      ])

const memberLimitText = ({ period }: BudgetState, { limit, isOwn }: MemberBudget): string => {
  if (limit === undefined) return 'none but the budget itself'
  return `${amountPer(limit, period)}, ${isOwn ? 'for this member alone' : 'as for every member'}`
}

const memberFacts = (state: BudgetState, share: MemberBudget): Fact[] => [
  { label: 'Limit', value: memberLimitText(state, share) },
  ...figures(share.spent, share.held, leftForMember(state, share)),
  startsAnewFact(state),
]

const limitSentence = ({ period, left, spent }: BudgetState, limit: Microcredits): string => {
  const amount = `From now on ${amountPer(limit, period)} may be spent here`
  return left >= 0
    ? `${amount}.`
    : `${amount}; ${formatCredits(spent)} are used already, so nothing more can be asked for until the budget starts anew.`
}

/** What is used is counted by the period and the calendar that held when it was asked for. */
const anewText = (before: BudgetState, state: BudgetState): string =>
  before.limit === undefined || (before.period === state.period && before.zone === state.zone)
    ? ''
    : ' Counting begins anew with this; what runs already counts by the budget before.'

const keptNote = 'Whoever has a limit of their own keeps it.'

const everyMemberSentence = ({ period }: BudgetState, limit: Microcredits | undefined): string =>
  limit === undefined
    ? `From now on there is no limit for every member, only the budget itself. ${keptNote}`
    : `From now on every member may use ${amountPer(limit, period)}. ${keptNote}`

const oneMemberSentence = (
  { period }: BudgetState,
  share: MemberBudget,
  limit: Microcredits | undefined,
): string => {
  if (limit !== undefined) return `From now on this member may use ${amountPer(limit, period)}.`
  const amount =
    share.limit === undefined ? 'as much as there is' : `${amountPer(share.limit, period)}, like every member`
  return `This member has no limit of their own any more. From now on they may use ${amount}.`
}

/** A limit of members holds, but there is nothing yet that it could limit. */
const withoutCredits = (sentence: string): Answer =>
  privately(plainMessage(`${sentence} ${noCreditsYet(adminsMend).text}`))

const everyMemberAnswer = (state: BudgetState, limit: Microcredits | undefined): Answer => {
  const sentence = everyMemberSentence(state, limit)
  return state.limit === undefined ? withoutCredits(sentence) : privately(plainMessage(sentence))
}

const oneMemberAnswer = (
  state: BudgetState,
  share: MemberBudget,
  limit: Microcredits | undefined,
): Answer => {
  const sentence = oneMemberSentence(state, share, limit)
  return state.limit === undefined ? withoutCredits(sentence) : withFacts(sentence, memberFacts(state, share))
}

const changeBy = ({ target, eventId }: Invocation): BudgetChange => ({
  account: accountOf(target),
  eventId,
  actor: target.member,
})

const readBoth = (
  budgets: Budgets,
  account: BudgetChange['account'],
  who: string,
): Promise<[BudgetState, MemberBudget]> =>
  Promise.all([budgets.read(account), budgets.readMember(account, who)])

const showAction = (budgets: Budgets) =>
  defineAction({
    name: 'show',
    summary: 'What may be spent, what is spent, what is left',
    fields: {
      member: optional(member({ label: 'Member', help: 'Whose figures to show; all together, if left out' })),
    },
    run: async (input, { target }) => {
      const account = accountOf(target)
      if (input.member === undefined) return serverAnswer(await budgets.read(account))
      const [state, share] = await readBoth(budgets, account, input.member)
      if (state.limit === undefined) return noBudgetYet()
      const left = leftText(leftForMember(state, share))
      return withFacts(`${left} credits are left for this member.`, memberFacts(state, share))
    },
  })

const limitAction = (budgets: Budgets) =>
  defineAction({
    name: 'limit',
    summary: 'Set how many credits may be spent here',
    fields: {
      credits: credits({ label: 'Credits', help: 'How many credits may be spent, such as 10 or 2.50' }),
      period: optional(
        choice({
          label: 'Period',
          help: 'How often the budget starts anew; as before, or every month at first',
          choices: periodChoices,
        }),
      ),
      zone: optional(zone),
    },
    run: async (input, invocation) => {
      const change = changeBy(invocation)
      const before = await budgets.read(change.account)
      const state = await budgets.setLimit({
        ...change,
        limit: input.credits,
        period: input.period ?? before.period,
        zone: input.zone ?? before.zone,
      })
      const sentence = `${limitSentence(state, input.credits)}${anewText(before, state)}`
      return withFacts(sentence, serverFacts(state, input.credits))
    },
  })

const whichLimit = (): Answer => {
  const text = 'Give either credits, how many may be used, or lift, which takes the limit away.'
  return problemsAnswer([{ field: 'credits', text }], 'Nothing was changed.')
}

const memberAction = (budgets: Budgets) =>
  defineAction({
    name: 'member',
    summary: 'Set how much of it a member may use',
    fields: {
      member: optional(member({ label: 'Member', help: 'Who is limited; every member, if left out' })),
      credits: optional(credits({ label: 'Credits', help: 'How many credits they may use' })),
      lift: optional(toggle({ label: 'Lift', help: 'Take the limit away instead of setting one' })),
    },
    run: async (input, invocation) => {
      if ((input.credits === undefined) !== (input.lift === true)) return whichLimit()
      const change = changeBy(invocation)
      await budgets.setMemberLimit({ ...change, member: input.member, limit: input.credits })
      if (input.member === undefined)
        return everyMemberAnswer(await budgets.read(change.account), input.credits)
      const [state, share] = await readBoth(budgets, change.account, input.member)
      return oneMemberAnswer(state, share, input.credits)
    },
  })

const managerAction = (budgets: Budgets) =>
  defineAction({
    name: 'manager',
    summary: 'Name who else may look after the budget',
    fields: {
      member: member({ label: 'Member', help: 'Who looks after the budget' }),
      allowed: toggle({ label: 'Allowed', help: 'Whether this member may from now on' }),
    },
    run: async (input, invocation) => {
      await budgets.setManager({ ...changeBy(invocation), member: input.member, allowed: input.allowed })
      const may = 'look after the budget'
      return privately(
        plainMessage(
          input.allowed
            ? `From now on this member may ${may}, with every /budget command.`
            : `From now on this member may not ${may} any more, unless they are an admin anyway.`,
        ),
      )
    },
  })

/** What a server and its members may spend; for its admins and those whom they name. */
export const createBudgetCommand = ({ budgets }: { budgets: Budgets }): Utility => ({
  kind: 'utility',
  name: 'budget',
  summary: 'See and set the credit budget',
  audience: 'admins',
  actions: [showAction(budgets), limitAction(budgets), memberAction(budgets), managerAction(budgets)],
})
