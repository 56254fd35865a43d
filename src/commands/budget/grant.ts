import { type Answer, denial, keptRefusal, privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { amountMax, creditsMax, formatCredits, type Microcredits } from '../../core/credits.ts'
import { credits } from '../../core/fields/field-builders.ts'
import type { BudgetState, Budgets, GrantResult, GrantScope } from '../../core/ledger/budget.ts'
import { notAllowedText } from '../../core/ledger/credits-text.ts'
import { plainMessage } from '../../core/message/message.ts'
import type { AccountId } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { grouped } from '../../core/text/text.ts'
import { serverFacts, shareFacts } from './show.ts'
import { whichShare, whoseFields, whoseIn } from './target.ts'
import { askedOtherwise, changeBy, noBudgetYet, reason, subjects, withFacts } from './words.ts'

type Way = 'give' | 'take'

const subjectOf = ({ kind }: GrantScope): string =>
  kind === 'server' ? say('this budget') : sayDeclared(subjects[kind])

const untilText = ({ resetsAtMs }: BudgetState): string =>
  resetsAtMs === undefined ? '' : ` ${say('That lasts until the budget resets.')}`

const grantSentence = (way: Way, scope: GrantScope, amount: Microcredits, state: BudgetState): string => {
  const values = { amount: formatCredits(amount) }
  const until = untilText(state)
  if (scope.kind === 'server')
    return way === 'give'
      ? `${say('Added {{amount}} credits to the budget.', values)}${until}`
      : `${say('Took {{amount}} credits from the budget.', values)}${until}`
  const who = sayDeclared(subjects[scope.kind])
  return way === 'give'
    ? `${say('Gave {{who}} {{amount}} more credits.', { who, ...values })}${until}`
    : `${say('Took {{amount}} credits from {{who}}.', { who, ...values })}${until}`
}

/** A refusal that keeps the typed values, because another amount or share may work. */
const kept = (field: string, text: string): Answer => keptRefusal(plainMessage(text, 'failed'), field)

const noLimit = (scope: GrantScope): Answer => {
  if (scope.kind === 'server') return privately(noBudgetYet())
  return kept(
    scope.kind,
    say(
      'Nothing was changed: {{who}} has no limit to change. Set one with {{command}}, or leave {{who}} out to change the budget itself.',
      { who: sayDeclared(subjects[scope.kind]), command: `/budget ${scope.kind}` },
    ),
  )
}

const nothingAsked = (): Answer =>
  problemsAnswer(
    [{ field: 'credits', text: say('Credits must be more than 0.') }],
    say('Nothing was changed.'),
  )

const tooMuch = (
  way: Way,
  scope: GrantScope,
  { most, allowed }: Extract<GrantResult, { status: 'too_much' }>,
): Answer => {
  const values = { amount: formatCredits(most), who: subjectOf(scope) }
  return kept(
    'credits',
    way === 'take'
      ? say('Nothing was changed: you can take at most {{amount}} credits from {{who}}.', values)
      : say(
          'Nothing was changed: you can give {{who}} at most {{amount}} credits, for a total of {{most}}.',
          { ...values, most: allowed === amountMax ? grouped(creditsMax) : formatCredits(allowed) },
        ),
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
    case 'not_allowed':
      return denial(notAllowedText(asked.account))
    case 'too_much':
      return tooMuch(way, scope, result)
  }
}

const ways = {
  give: { summary: 'Give bonus credits until the next reset', credits: declared('Credits to add') },
  take: { summary: 'Take credits away until the next reset', credits: declared('Credits to take away') },
} as const satisfies Record<Way, object>

const grantAction = (way: Way) =>
  defineAction({
    name: way,
    summary: ways[way].summary,
    fields: {
      credits: credits({ label: 'Credits', help: ways[way].credits }),
      ...whoseFields,
      reason,
    },
    run: async (input, invocation, { budgets }: { budgets: Budgets }) => {
      const change = changeBy(invocation, input.reason)
      if (input.credits === 0) return nothingAsked()
      const scope = whoseIn(input)
      if (scope === undefined) return whichShare()
      const asked = { scope, way, credits: input.credits }
      const result = await budgets.grant({ ...change, ...asked })
      return grantAnswer(budgets, { account: change.account, ...asked }, result)
    },
  })

/** Gives credits on top of a limit, in the current window. */
export const giveAction = grantAction('give')

/** Takes credits off a limit, in the current window. */
export const takeAction = grantAction('take')
