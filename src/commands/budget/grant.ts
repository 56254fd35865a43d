import { type Answer, denial, keptRefusal, privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
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
import { createWhoseFields, whichShare, whoseIn } from './target.ts'
import { askedOtherwise, changeBy, noBudgetYet, reason, withFacts } from './words.ts'

type Way = 'give' | 'take'

type Kind = GrantScope['kind']

const doneTexts = {
  give: {
    server: declared('Added {{amount}} to the budget.'),
    channel: declared('Gave this channel {{amount}}.'),
    group: declared('Gave this group {{amount}}.'),
    member: declared('Gave this member {{amount}}.'),
    feature: declared('Gave this feature {{amount}}.'),
    model: declared('Gave this model {{amount}}.'),
  },
  take: {
    server: declared('Took {{amount}} from the budget.'),
    channel: declared('Took {{amount}} from this channel.'),
    group: declared('Took {{amount}} from this group.'),
    member: declared('Took {{amount}} from this member.'),
    feature: declared('Took {{amount}} from this feature.'),
    model: declared('Took {{amount}} from this model.'),
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
    'This channel has no limit. Set one with /budget channel, or leave Channel empty to change the whole budget. Nothing was changed.',
  ),
  group: declared(
    'This group has no limit. Set one with /budget group, or leave Group empty to change the whole budget. Nothing was changed.',
  ),
  member: declared(
    'This member has no limit. Set one with /budget member, or leave Member empty to change the whole budget. Nothing was changed.',
  ),
  feature: declared(
    'This feature has no limit. Set one with /budget feature, or leave Feature empty to change the whole budget. Nothing was changed.',
  ),
  model: declared(
    'This model has no limit. Set one with /budget model, or leave Model empty to change the whole budget. Nothing was changed.',
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
      'You can add at most {{amount}} to the budget, for a total of {{most}}. Nothing was changed.',
    ),
    channel: declared(
      'You can give this channel at most {{amount}}, for a total of {{most}}. Nothing was changed.',
    ),
    group: declared(
      'You can give this group at most {{amount}}, for a total of {{most}}. Nothing was changed.',
    ),
    member: declared(
      'You can give this member at most {{amount}}, for a total of {{most}}. Nothing was changed.',
    ),
    feature: declared(
      'You can give this feature at most {{amount}}, for a total of {{most}}. Nothing was changed.',
    ),
    model: declared(
      'You can give this model at most {{amount}}, for a total of {{most}}. Nothing was changed.',
    ),
  },
  take: {
    server: declared('You can take at most {{amount}} from the budget. Nothing was changed.'),
    channel: declared('You can take at most {{amount}} from this channel. Nothing was changed.'),
    group: declared('You can take at most {{amount}} from this group. Nothing was changed.'),
    member: declared('You can take at most {{amount}} from this member. Nothing was changed.'),
    feature: declared('You can take at most {{amount}} from this feature. Nothing was changed.'),
    model: declared('You can take at most {{amount}} from this model. Nothing was changed.'),
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

const createGrantAction = (way: Way, features: readonly Feature[]) =>
  defineAction({
    name: way,
    summary: ways[way].summary,
    fields: {
      credits: credits({ label: 'Credits', help: ways[way].credits }),
      ...createWhoseFields(features),
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
export const createGiveAction = (features: readonly Feature[]) => createGrantAction('give', features)

/** Takes credits off a limit, in the current window. */
export const createTakeAction = (features: readonly Feature[]) => createGrantAction('take', features)
