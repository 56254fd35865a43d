import { type Answer, privately, problemsAnswer } from '../../core/command/answer.ts'
import type { Microcredits } from '../../core/credits.ts'
import type { BudgetState, ShareReading } from '../../core/ledger/budget.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import { plainMessage } from '../../core/message/message.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { shareFacts } from './show.ts'
import { amountPer, noBudgetYet, whoFact, withFacts } from './words.ts'

/** The refusal of a request that both sets and lifts a limit, or does neither. */
export const whichLimit = (): Answer => {
  const text = say('Enter credits to set a limit, or use Lift limit to remove it.')
  return problemsAnswer([{ field: 'credits', text }], say('Nothing was changed.'))
}

/** A share's limit is set, but there are no credits yet that it could limit. */
const withoutCredits = (sentence: string): string => `${sentence} ${noBudgetYet().text}`

const keptNotes = {
  channel: declared('Channels with a limit of their own keep it.'),
  member: declared('Members with a limit of their own keep it.'),
} as const

const everyTexts = {
  channel: {
    lifted: declared('Per-channel limit removed.'),
    set: declared('Each channel can now use {{limit}}.'),
  },
  member: {
    lifted: declared('Per-member limit removed.'),
    set: declared('Each member can now use {{limit}}.'),
  },
} as const

/** The new limit for every channel or member without its own. */
export const everyShareAnswer = (
  state: BudgetState,
  kind: 'channel' | 'member',
  limit: Microcredits | undefined,
): Answer => {
  const { lifted, set } = everyTexts[kind]
  const now =
    limit === undefined ? sayDeclared(lifted) : sayDeclared(set, { limit: amountPer(limit, state.period) })
  const sentence = `${now} ${sayDeclared(keptNotes[kind])}`
  return privately(plainMessage(state.limit === undefined ? withoutCredits(sentence) : sentence))
}

/** A share's own limit was lifted, or set. What applies now is among the facts below. */
const ownTexts = {
  channel: {
    lifted: declared("Removed this channel's own limit."),
    set: declared('Limit for this channel: {{limit}}.'),
  },
  group: {
    lifted: declared("Removed this group's own limit."),
    set: declared('Limit for this group: {{limit}}.'),
  },
  member: {
    lifted: declared("Removed this member's own limit."),
    set: declared('Limit for this member: {{limit}}.'),
  },
  feature: {
    lifted: declared("Removed this feature's limit."),
    set: declared('Limit for this feature: {{limit}}.'),
  },
  model: {
    lifted: declared("Removed this model's limit."),
    set: declared('Limit for this model: {{limit}}.'),
  },
} as const satisfies Record<ScopeKind, object>

const shareSentence = ({ server, share }: ShareReading, limit: Microcredits | undefined): string => {
  const { lifted, set } = ownTexts[share.scope.kind]
  return limit === undefined
    ? sayDeclared(lifted)
    : sayDeclared(set, { limit: amountPer(limit, server.period) })
}

/** The new limit for each member of a group. */
export const eachMemberAnswer = (reading: ShareReading, limit: Microcredits | undefined): Answer => {
  const sentence =
    limit === undefined
      ? say('This group no longer has a per-member limit.')
      : say(
          "Each member of this group can now use {{limit}}. For members of several groups, the highest limit counts. A member's own limit comes first.",
          { limit: amountPer(limit, reading.server.period) },
        )
  return reading.server.limit === undefined
    ? withFacts(withoutCredits(sentence), [whoFact(reading.share.scope)])
    : withFacts(sentence, shareFacts(reading))
}

/** The new limit of one share. */
export const oneShareAnswer = (reading: ShareReading, limit: Microcredits | undefined): Answer => {
  const sentence = shareSentence(reading, limit)
  return reading.server.limit === undefined
    ? withFacts(withoutCredits(sentence), [whoFact(reading.share.scope)])
    : withFacts(sentence, shareFacts(reading))
}
