import { type Answer, privately, problemsAnswer } from '../../core/command/answer.ts'
import type { Microcredits } from '../../core/credits.ts'
import type { BudgetState, ShareReading } from '../../core/ledger/budget.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import { plainMessage } from '../../core/message/message.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { shareFacts } from './show.ts'
import { amountPer, noBudgetYet, subjects, whoFact, withFacts } from './words.ts'

/** The refusal of a request that both sets and lifts a limit, or does neither. */
export const whichLimit = (): Answer => {
  const text = say('Give either credits, how many may be used, or lift, which takes the limit away.')
  return problemsAnswer([{ field: 'credits', text }], say('Nothing was changed.'))
}

/** A share's limit is set, but there are no credits yet that it could limit. */
const withoutCredits = (sentence: string): string => `${sentence} ${noBudgetYet().text}`

const keptNotes = {
  channel: declared('A channel with a limit of its own keeps it.'),
  member: declared('Whoever has a limit of their own keeps it.'),
} as const

const everyTexts = {
  channel: {
    lifted: declared('From now on there is no limit for channels, only the budget itself.'),
    set: declared('From now on every channel may use {{limit}}.'),
  },
  member: {
    lifted: declared('From now on there is no limit for members, only the budget itself.'),
    set: declared('From now on every member may use {{limit}}.'),
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

/** A share's own limit was lifted. */
const liftedTexts = {
  channel: declared('This channel has no limit of its own any more. From now on it may use {{amount}}.'),
  group: declared('This group has no limit of its own any more. From now on it may use {{amount}}.'),
  member: declared('This member has no limit of their own any more. From now on they may use {{amount}}.'),
} as const satisfies Record<ScopeKind, string>

const likeTexts = {
  channel: declared('{{limit}}, like every channel'),
  group: declared('{{limit}}, like every group'),
  member: declared('{{limit}}, like every member'),
} as const satisfies Record<ScopeKind, string>

const leftToIt = ({ server, share }: ShareReading): string => {
  if (share.limit === undefined) return say('as much as there is')
  const limit = amountPer(share.limit, server.period)
  return share.from === 'group'
    ? say('{{limit}}, as one of their groups allows', { limit })
    : sayDeclared(likeTexts[share.scope.kind], { limit })
}

const shareSentence = (reading: ShareReading, limit: Microcredits | undefined): string => {
  const { server, share } = reading
  const { kind } = share.scope
  return limit === undefined
    ? sayDeclared(liftedTexts[kind], { amount: leftToIt(reading) })
    : say('From now on {{who}} may use {{limit}}.', {
        who: sayDeclared(subjects[kind]),
        limit: amountPer(limit, server.period),
      })
}

/** The new limit for each member of a group. */
export const eachMemberAnswer = (reading: ShareReading, limit: Microcredits | undefined): Answer => {
  const sentence =
    limit === undefined
      ? say('From now on this group does not say any more how much each of its members may use.')
      : say(
          "From now on each member of this group may use {{limit}}. Of several groups the highest counts; a member's own limit comes before all of them.",
          { limit: amountPer(limit, reading.server.period) },
        )
  return reading.server.limit === undefined
    ? withFacts(withoutCredits(sentence), [whoFact(reading.share.scope)])
    : withFacts(sentence, shareFacts(reading))
}

/** The new limit of one channel, group or member. */
export const oneShareAnswer = (reading: ShareReading, limit: Microcredits | undefined): Answer => {
  const sentence = shareSentence(reading, limit)
  return reading.server.limit === undefined
    ? withFacts(withoutCredits(sentence), [whoFact(reading.share.scope)])
    : withFacts(sentence, shareFacts(reading))
}
