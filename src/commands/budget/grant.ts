import { type Answer, denial, keptRefusal, privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { amountMax, creditsMax, formatCredits, type Microcredits } from '../../core/credits.ts'
import { choice, credits, optional } from '../../core/fields/field-builders.ts'
import type { BudgetState, Budgets, GrantResult, GrantScope } from '../../core/ledger/budget.ts'
import { exactCreditsText, notAllowedText } from '../../core/ledger/credits-text.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import { type Fact, plainMessage } from '../../core/message/message.ts'
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
  { way, scope, credits, expiresInMs }: Asked,
  given: Granted,
  { resetsAtMs }: BudgetState,
): string => {
  const done = sayDeclared(doneTexts[way][scope.kind], { amount: exactCreditsText(credits) })
  if (given.expiresAtMs !== undefined)
    return `${done} ${say('Unused credits are taken back when they expire.')}`
  if (resetsAtMs === undefined) return done
  return expiresInMs === undefined
    ? `${done} ${say('That lasts until the budget resets.')}`
    : `${done} ${say('They last until the budget resets, which is sooner.')}`
}

const expiryFacts = ({ expiresAtMs: atMs }: Granted): Fact[] =>
  atMs === undefined ? [] : [{ label: say('Expires'), value: { atMs } }]

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

const tooManyBonuses = ({ has, most }: Extract<GrantResult, { status: 'too_many_bonuses' }>): Answer =>
  kept(
    'expires',
    say(
      'A budget can have at most {{most}} bonuses that expire, and this one has {{has}}. Leave Expires empty, or wait until one expires. Nothing was changed.',
      { most: grouped(most), has: grouped(has) },
    ),
  )

/** What an admin wants to give or take. */
interface Asked {
  account: AccountId
  scope: GrantScope
  way: Way
  credits: Microcredits
  expiresInMs: number | undefined
}

type Granted = Extract<GrantResult, { status: 'changed' | 'repeated' }>

const grantedAnswer = async (budgets: Budgets, asked: Asked, granted: Granted): Promise<Answer> => {
  const { account, scope } = asked
  if (scope.kind !== 'server') {
    const reading = await budgets.readShare(account, scope)
    const facts = [...shareFacts(reading), ...expiryFacts(granted)]
    return withFacts(doneText(asked, granted, reading.server), facts)
  }
  const state = await budgets.read(account)
  const facts = state.limit === undefined ? [] : serverFacts(state, state.limit)
  return withFacts(doneText(asked, granted, state), [...facts, ...expiryFacts(granted)])
}

const grantAnswer = async (budgets: Budgets, asked: Asked, result: GrantResult): Promise<Answer> => {
  const { way, scope } = asked
  switch (result.status) {
    case 'changed':
    case 'repeated':
      return grantedAnswer(budgets, asked, result)
    case 'differs':
      return askedOtherwise()
    case 'no_limit':
      return noLimit(scope)
    case 'not_allowed':
      return denial(notAllowedText(asked.account))
    case 'too_much':
      return tooMuch(way, scope, result)
    case 'too_many_bonuses':
      return tooManyBonuses(result)
  }
}

const dayMs = 24 * 60 * 60_000

const expiries = { '1d': dayMs, '3d': 3 * dayMs, '7d': 7 * dayMs } as const

const expiryChoices = [
  { value: '1d', label: declared('In 1 day') },
  { value: '3d', label: declared('In 3 days') },
  { value: '7d', label: declared('In 7 days') },
] as const satisfies readonly { value: keyof typeof expiries; label: string }[]

const expires = optional(
  choice({
    label: 'Expires',
    help: 'When unused credits are taken back (default: when the budget resets)',
    choices: expiryChoices,
  }),
)

/** The values of both actions; only `give` has an expiry. */
type Typed = Parameters<typeof whoseIn>[0] & {
  credits: Microcredits
  expires?: keyof typeof expiries | undefined
  reason: string | undefined
}

const grantBy =
  (way: Way) =>
  async (input: Typed, invocation: Invocation, { budgets }: { budgets: Budgets }): Promise<Answer> => {
    const change = changeBy(invocation, input.reason)
    if (input.credits === 0) return nothingAsked()
    const scope = whoseIn(input)
    if (scope === undefined) return whichShare()
    const expiresInMs = input.expires === undefined ? undefined : expiries[input.expires]
    const asked = { scope, way, credits: input.credits, expiresInMs }
    const result = await budgets.grant({ ...change, ...asked })
    return grantAnswer(budgets, { account: change.account, ...asked }, result)
  }

/** Gives credits on top of a limit, in the current window. */
export const createGiveAction = (features: readonly Feature[]) =>
  defineAction({
    name: 'give',
    summary: 'Give bonus credits until the next reset, or until they expire',
    fields: {
      credits: credits({ label: 'Credits', help: 'Credits to add' }),
      ...createWhoseFields(features),
      expires,
      reason,
    },
    run: grantBy('give'),
  })

/** Takes credits off a limit, in the current window. */
export const createTakeAction = (features: readonly Feature[]) =>
  defineAction({
    name: 'take',
    summary: 'Take credits away until the next reset',
    fields: {
      credits: credits({ label: 'Credits', help: 'Credits to take away' }),
      ...createWhoseFields(features),
      reason,
    },
    run: grantBy('take'),
  })
