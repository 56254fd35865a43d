import { type Answer, denial, keptRefusal, privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { amountMax, creditsMax, formatCredits, type Microcredits } from '../../core/credits.ts'
import { credits } from '../../core/fields/field-builders.ts'
import type { BudgetState, Budgets, GrantResult, GrantScope } from '../../core/ledger/budget.ts'
import { exactCreditsText, notAllowedText } from '../../core/ledger/credits-text.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import { plainMessage } from '../../core/message/message.ts'
import type { AccountId } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { grouped } from '../../core/text/text.ts'
import { serverFacts, shareFacts } from './show.ts'
import { whichShare, whoseFields, whoseIn } from './target.ts'
import { askedOtherwise, changeBy, noBudgetYet, reason, withFacts } from './words.ts'

type Way = 'give' | 'take'

type Kind = GrantScope['kind']

const doneTexts = {
  give: {
    server: declared('Added {{amount}} to the budget.'),
    channel: declared('Gave this channel {{amount}}.'),
    group: declared('Gave this group {{amount}}.'),
    member: declared('Gave this member {{amount}}.'),
  },
  take: {
    server: declared('Took {{amount}} from the budget.'),
    channel: declared('Took {{amount}} from this channel.'),
    group: declared('Took {{amount}} from this group.'),
    member: declared('Took {{amount}} from this member.'),
  },
} as const satisfies Record<Way, Record<Kind, string>>

const doneText = (
  way: Way,
  { kind }: GrantScope,
  credits: Microcredits,
  { resetsAtMs }: BudgetState,
): string => {
  const done = sayDeclared(doneTexts[way][kind], { amount: exactCreditsText(credits) })
  const until = resetsAtMs === undefined ? [] : [say('That lasts until the budget resets.')]
  return [done, ...until].join(' ')
}

/** A refusal that keeps the typed values, because another amount or share may work. */
const kept = (field: string, text: string): Answer => keptRefusal(plainMessage(text, 'failed'), field)

const noLimitTexts = {
  channel: declared(
    'Nothing was changed: this channel has no limit to change. Set one with /budget channel, or leave the channel out to change the budget itself.',
  ),
  group: declared(
    'Nothing was changed: this group has no limit to change. Set one with /budget group, or leave the group out to change the budget itself.',
  ),
  member: declared(
    'Nothing was changed: this member has no limit to change. Set one with /budget member, or leave the member out to change the budget itself.',
  ),
} as const satisfies Record<ScopeKind, string>

const noLimit = ({ kind }: GrantScope): Answer =>
  kind === 'server' ? privately(noBudgetYet()) : kept(kind, sayDeclared(noLimitTexts[kind]))

const nothingAsked = (): Answer =>
  problemsAnswer(
    [{ field: 'credits', text: say('Credits must be more than 0.') }],
    say('Nothing was changed.'),
  )

const tooMuchTexts = {
  give: {
    server: declared(
      'Nothing was changed: you can add at most {{amount}} to the budget, for a total of {{most}}.',
    ),
    channel: declared(
      'Nothing was changed: you can give this channel at most {{amount}}, for a total of {{most}}.',
    ),
    group: declared(
      'Nothing was changed: you can give this group at most {{amount}}, for a total of {{most}}.',
    ),
    member: declared(
      'Nothing was changed: you can give this member at most {{amount}}, for a total of {{most}}.',
    ),
  },
  take: {
    server: declared('Nothing was changed: you can take at most {{amount}} from the budget.'),
    channel: declared('Nothing was changed: you can take at most {{amount}} from this channel.'),
    group: declared('Nothing was changed: you can take at most {{amount}} from this group.'),
    member: declared('Nothing was changed: you can take at most {{amount}} from this member.'),
  },
} as const satisfies Record<Way, Record<Kind, string>>

const tooMuch = (
  way: Way,
  { kind }: GrantScope,
  { most, allowed }: Extract<GrantResult, { status: 'too_much' }>,
): Answer =>
  kept(
    'credits',
    sayDeclared(tooMuchTexts[way][kind], {
      amount: exactCreditsText(most),
      most: allowed === amountMax ? grouped(creditsMax) : formatCredits(allowed),
    }),
  )

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
    return withFacts(doneText(way, scope, credits, reading.server), shareFacts(reading))
  }
  const state = await budgets.read(account)
  const facts = state.limit === undefined ? [] : serverFacts(state, state.limit)
  return withFacts(doneText(way, scope, credits, state), facts)
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
