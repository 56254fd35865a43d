import {
  type Action,
  type Answer,
  defineAction,
  privately,
  problemsAnswer,
  refusal,
} from '../../core/command.ts'
import { creditsMax, formatCredits, type Microcredits } from '../../core/credits.ts'
import { credits } from '../../core/field.ts'
import type { BudgetState, Budgets, GrantResult, GrantScope } from '../../core/ledger/budget.ts'
import type { AccountId } from '../../core/target.ts'
import { grouped } from '../../core/text.ts'
import { serverFacts, shareFacts } from './show.ts'
import { whichShare, whoseFields, whoseIn } from './target.ts'
import { askedOtherwise, changeBy, noBudgetYet, reason, subjects, withFacts } from './words.ts'

type Way = 'give' | 'take'

const subjectOf = ({ kind }: GrantScope): string => (kind === 'server' ? 'this budget' : subjects[kind])

const untilText = ({ resetsAtMs }: BudgetState): string =>
  resetsAtMs === undefined ? '' : ' This holds until the budget starts anew.'

const grantSentence = (way: Way, scope: GrantScope, amount: Microcredits, state: BudgetState): string => {
  const more = `${formatCredits(amount)} credits ${way === 'give' ? 'more' : 'less'}`
  const may =
    scope.kind === 'server' ? `${more} may be spent here` : `${subjects[scope.kind]} may use ${more}`
  return `From now on ${may}.${untilText(state)}`
}

const noLimit = (scope: GrantScope): Answer => {
  if (scope.kind === 'server') return privately(noBudgetYet())
  const subject = subjects[scope.kind]
  const mend = `Set one with /budget ${scope.kind}`
  return refusal(
    `Nothing was changed: ${subject} has no limit that could be changed, only the budget itself. ${mend}, or change the budget itself by leaving out who.`,
  )
}

const nothingAsked = (): Answer =>
  problemsAnswer([{ field: 'credits', text: 'Credits must be more than 0.' }], 'Nothing was changed.')

const tooMuch = (way: Way, scope: GrantScope, most: Microcredits): Answer => {
  const amount = `${formatCredits(most)} credits`
  return refusal(
    way === 'take'
      ? `Nothing was changed: no more than ${amount} can be taken from ${subjectOf(scope)}, for a limit does not go below nothing.`
      : `Nothing was changed: no more than ${amount} can be given to ${subjectOf(scope)}, for nobody may have more than ${grouped(creditsMax)}.`,
  )
}

/** What an admin wants to give or take. */
interface Asked {
  account: AccountId
  scope: GrantScope
  way: Way
  credits: Microcredits
}

const grantedAnswer = async (budgets: Budgets, { account, scope, way, credits }: Asked): Promise<Answer> => {
  if (scope.kind !== 'server') {
    const reading = await budgets.readShare(account, scope)
    return withFacts(grantSentence(way, scope, credits, reading.server), shareFacts(reading))
  }
  const state = await budgets.read(account)
  const facts = state.limit === undefined ? [] : serverFacts(state, state.limit)
  return withFacts(grantSentence(way, scope, credits, state), facts)
}

const grantAnswer = async (budgets: Budgets, asked: Asked, result: GrantResult): Promise<Answer> => {
  const { way, scope } = asked
  switch (result.status) {
    case 'changed':
    case 'repeated':
      return grantedAnswer(budgets, asked)
    case 'differs':
      return askedOtherwise()
    case 'no_limit':
      return noLimit(scope)
    case 'too_much':
      return tooMuch(way, scope, result.most)
  }
}

const ways = {
  give: { summary: 'Give credits on top, until it starts anew', credits: 'How many credits more' },
  take: { summary: 'Take credits away, until it starts anew', credits: 'How many credits less' },
} as const satisfies Record<Way, object>

/** Gives credits on top of a limit, or takes some of it, in the window that is open. */
export const createGrantAction = (budgets: Budgets, way: Way): Action =>
  defineAction({
    name: way,
    summary: ways[way].summary,
    fields: {
      credits: credits({ label: 'Credits', help: ways[way].credits }),
      ...whoseFields,
      reason,
    },
    run: async (input, invocation) => {
      const change = changeBy(invocation, input.reason)
      if (input.credits === 0) return nothingAsked()
      const scope = whoseIn(input)
      if (scope === undefined) return whichShare()
      const asked = { scope, way, credits: input.credits }
      const result = await budgets.grant({ ...change, ...asked })
      return grantAnswer(budgets, { account: change.account, ...asked }, result)
    },
  })
