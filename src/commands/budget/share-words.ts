import { type Answer, privately, problemsAnswer } from '../../core/command.ts'
import type { Microcredits } from '../../core/credits.ts'
import type { BudgetState, ShareReading } from '../../core/ledger/budget.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import { plainMessage } from '../../core/message.ts'
import { shareFacts } from './show.ts'
import { amountPer, noBudgetYet, subjects, withFacts } from './words.ts'

/** The refusal of a limit that is both or neither set and lifted. */
export const whichLimit = (): Answer => {
  const text = 'Give either credits, how many may be used, or lift, which takes the limit away.'
  return problemsAnswer([{ field: 'credits', text }], 'Nothing was changed.')
}

/** A limit of a share holds, but there is nothing yet that it could limit. */
const withoutCredits = (sentence: string): Answer =>
  privately(plainMessage(`${sentence} ${noBudgetYet().text}`))

const keptNotes = {
  channel: 'A channel with a limit of its own keeps it.',
  member: 'Whoever has a limit of their own keeps it.',
} as const

/** What holds from now on for every channel or member without a limit of its own. */
export const everyShareAnswer = (
  state: BudgetState,
  kind: 'channel' | 'member',
  limit: Microcredits | undefined,
): Answer => {
  const sentence =
    limit === undefined
      ? `From now on there is no limit for every ${kind}, only the budget itself. ${keptNotes[kind]}`
      : `From now on every ${kind} may use ${amountPer(limit, state.period)}. ${keptNotes[kind]}`
  return state.limit === undefined ? withoutCredits(sentence) : privately(plainMessage(sentence))
}

const pronouns = {
  channel: { they: 'it', own: 'its' },
  group: { they: 'it', own: 'its' },
  member: { they: 'they', own: 'their' },
} as const satisfies Record<ScopeKind, object>

const shareSentence = ({ server, share }: ShareReading, limit: Microcredits | undefined): string => {
  const { kind } = share.scope
  if (limit !== undefined) return `From now on ${subjects[kind]} may use ${amountPer(limit, server.period)}.`
  const like = share.from === 'group' ? 'as one of their groups allows' : `like every ${kind}`
  const amount =
    share.limit === undefined ? 'as much as there is' : `${amountPer(share.limit, server.period)}, ${like}`
  const { they, own } = pronouns[kind]
  return `This ${kind} has no limit of ${own} own any more. From now on ${they} may use ${amount}.`
}

/** What each member of a group may use from now on. */
export const eachMemberAnswer = (reading: ShareReading, limit: Microcredits | undefined): Answer => {
  const sentence =
    limit === undefined
      ? 'From now on this group does not say any more how much each of its members may use.'
      : `From now on each member of this group may use ${amountPer(limit, reading.server.period)}. Of several groups the highest counts; a member's own limit comes before all of them.`
  return reading.server.limit === undefined
    ? withoutCredits(sentence)
    : withFacts(sentence, shareFacts(reading))
}

/** What holds from now on for one channel, group or member. */
export const oneShareAnswer = (reading: ShareReading, limit: Microcredits | undefined): Answer => {
  const sentence = shareSentence(reading, limit)
  return reading.server.limit === undefined
    ? withoutCredits(sentence)
    : withFacts(sentence, shareFacts(reading))
}
