import { type Answer, defineAction, privately, type Utility } from '../core/command.ts'
import { formatCredits } from '../core/credits.ts'
import type { BudgetState, Budgets, MemberBudget } from '../core/ledger/budget.ts'
import type { Fact } from '../core/message.ts'
import { accountOf } from '../core/target.ts'
import { amountPer, leftForMember, leftText, noCreditsYet, startsAnewFact } from './budget-words.ts'

const sentence = (server: BudgetState, member: MemberBudget): string => {
  const left = leftForMember(server, member)
  if (left > 0) {
    const all = left === server.left ? ', all that are left here' : ''
    return `You may still use ${formatCredits(left)} credits${all}.`
  }
  const isShare = server.left > 0
  const used = isShare ? 'Your share of the credits is used up' : 'The credits here are used up'
  return `${used}. An admin can give more with /budget ${isShare ? 'member' : 'limit'}.`
}

const heldFacts = (server: BudgetState): Fact[] =>
  server.held === 0 ? [] : [{ label: 'Held for running jobs', value: formatCredits(server.held) }]

const shareFacts = (server: BudgetState, member: MemberBudget): Fact[] =>
  member.limit === undefined
    ? []
    : [
        {
          label: 'Left for you',
          value: `${leftText(leftForMember(server, member))} of ${amountPer(member.limit, server.period)}`,
        },
      ]

const creditsAnswer = (server: BudgetState, member: MemberBudget): Answer => {
  if (server.limit === undefined) {
    return privately(noCreditsYet('An admin can give some with /budget limit.'))
  }
  const facts: Fact[] = [
    ...shareFacts(server, member),
    {
      label: 'Left here',
      value: `${leftText(server.left)} of ${amountPer(server.limit, server.period)}`,
    },
    ...heldFacts(server),
    startsAnewFact(server),
  ]
  return privately({ text: sentence(server, member), tone: 'info', blocks: [{ kind: 'facts', facts }] })
}

/** What the member who asks may still use. */
export const createCreditsCommand = ({
  budgets,
}: {
  budgets: Pick<Budgets, 'read' | 'readMember'>
}): Utility => ({
  kind: 'utility',
  name: 'credits',
  summary: 'See how many credits are left for you',
  audience: 'everyone',
  actions: defineAction({
    name: 'credits',
    summary: 'See how many credits are left for you',
    fields: {},
    run: async (_input, { target }) => {
      const account = accountOf(target)
      const [server, member] = await Promise.all([
        budgets.read(account),
        budgets.readMember(account, target.member),
      ])
      return creditsAnswer(server, member)
    },
  }),
})
