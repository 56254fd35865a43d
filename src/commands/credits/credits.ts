import { type Answer, privately } from '../../core/command/answer.ts'
import { defineAction, type Utility } from '../../core/command/command.ts'
import { formatCredits } from '../../core/credits.ts'
import type { BudgetState, Budgets, Pause, RequestReading } from '../../core/ledger/budget.ts'
import type { WorthText } from '../../core/ledger/credit-worth.ts'
import {
  type Bound,
  type BoundKind,
  boundsOf,
  formatCost,
  formatLeft,
  heldText,
  moreCreditsText,
  noOwnCreditsText,
  notAllowedText,
  ownCreditsText,
  pausedEverywhereText,
  pausedText,
  scarceTotal,
  scarceTotalText,
  startsAnewFact,
  tightestOf,
  withUnit,
} from '../../core/ledger/credits-text.ts'
import type { BudgetOverview } from '../../core/ledger/overview.ts'
import { isPurpose, modelName, type PurposeKind, type Scope } from '../../core/ledger/scope.ts'
import { type Block, type Fact, plainMessage } from '../../core/message/message.ts'
import { type AccountId, accountOf, isPersonal } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { expiringFacts } from '../budget/expiring.ts'
import { amountPer, noCreditsYet } from '../budget/words.ts'
import { type LatestPorts, readLatestFacts } from './latest.ts'

const texts = {
  ceiling: {
    left: declared("Left under the operator's limit"),
    limit: declared("Operator's limit"),
    mayUse: declared("{{amount}} left here under your bot operator's monthly limit."),
    usedUp: declared("This month's credits from your bot operator are used up."),
    nothingLeft: declared("No credits left here right now under your bot operator's monthly limit."),
  },
  server: {
    left: declared('Left here'),
    limit: declared('Limit'),
    mayUse: declared('{{amount}} left here, shared by everyone.'),
    usedUp: declared('The credits here are used up.'),
    nothingLeft: declared('No credits left here right now.'),
  },
  channel: {
    left: declared('Left for this channel'),
    limit: declared('Limit for this channel'),
    mayUse: declared('{{amount}} left for this channel, shared by everyone.'),
    usedUp: declared("This channel's credits are used up."),
    nothingLeft: declared('No credits left for this channel right now.'),
  },
  group: {
    left: declared('Left for your group'),
    limit: declared("Your group's limit"),
    mayUse: declared('{{amount}} left for your group, shared by its members.'),
    usedUp: declared("Your group's credits are used up."),
    nothingLeft: declared('No credits left for your group right now.'),
  },
  member: {
    left: declared('Left for you'),
    limit: declared('Your limit'),
    mayUse: declared('You have {{amount}} left.'),
    usedUp: declared('Your credits are used up.'),
    nothingLeft: declared('You have no credits left right now.'),
  },
} as const satisfies Record<Exclude<BoundKind, PurposeKind>, object>

/** A limit that binds whatever a member requests. */
type GeneralBound = Bound & { kind: keyof typeof texts }

const isGeneral = (bound: Bound): bound is GeneralBound => !isPurpose(bound)

const purposeLabels = {
  feature: declared('Left for /{{id}}'),
  model: declared('Left for model {{id}}'),
} as const satisfies Record<PurposeKind, string>

const leftOf = ({ left, limit, granted }: Pick<Bound, 'left' | 'limit' | 'granted'>): string =>
  formatLeft(left, limit + granted)

/** Whether running jobs hold all that is left, which the sentence then says. */
const isHeldUp = ({ left, held }: Bound): boolean => left <= 0 && held > 0 && left + held > 0

const sentence = (bound: GeneralBound): string => {
  const { kind, held, left } = bound
  const { mayUse, usedUp } = texts[kind]
  if (left > 0) return sayDeclared(mayUse, { amount: withUnit(leftOf(bound)) })
  if (isHeldUp(bound))
    return `${sayDeclared(texts[kind].nothingLeft)} ${heldText(held)} ${moreCreditsText(kind)}`
  return `${sayDeclared(usedUp)} ${moreCreditsText(kind)}`
}

/** The limits may leave more than the operator's for all servers does. */
const leftSentence = (server: BudgetState, bound: GeneralBound): string => {
  const total = scarceTotal(server, bound.left)
  if (total === undefined) return sentence(bound)
  const lack = scarceTotalText(total)
  return total.left > 0
    ? `${say('You have {{amount}} left under the limits here.', { amount: withUnit(leftOf(bound)) })} ${lack}`
    : lack
}

/** By whether the sentence already says what is left, then by what was given or taken, then by what is held. */
const boundTexts = {
  left: {
    plain: {
      free: declared('{{left}} of {{limit}}'),
      held: declared('{{left}} of {{limit}}, {{held}} reserved for running jobs'),
    },
    given: {
      free: declared('{{left}} of {{limit}}, plus {{amount}} bonus'),
      held: declared('{{left}} of {{limit}}, plus {{amount}} bonus, {{held}} reserved for running jobs'),
    },
    taken: {
      free: declared('{{left}} of {{limit}}, minus {{amount}} taken'),
      held: declared('{{left}} of {{limit}}, minus {{amount}} taken, {{held}} reserved for running jobs'),
    },
  },
  limit: {
    plain: {
      free: declared('{{limit}}'),
      held: declared('{{limit}}, {{held}} reserved for running jobs'),
    },
    given: {
      free: declared('{{limit}}, plus {{amount}} bonus'),
      held: declared('{{limit}}, plus {{amount}} bonus, {{held}} reserved for running jobs'),
    },
    taken: {
      free: declared('{{limit}}, minus {{amount}} taken'),
      held: declared('{{limit}}, minus {{amount}} taken, {{held}} reserved for running jobs'),
    },
  },
} as const

const grantedWay = (granted: number): keyof (typeof boundTexts)['left'] => {
  if (granted === 0) return 'plain'
  return granted > 0 ? 'given' : 'taken'
}

const labelOf = (bound: Bound, told: 'left' | 'limit'): string => {
  if (isGeneral(bound)) return sayDeclared(texts[bound.kind][told])
  const { kind, id } = bound
  return kind === 'model'
    ? sayDeclared(purposeLabels.model, { id: modelName(id) })
    : sayDeclared(purposeLabels.feature, { id })
}

/** A limit with what was given or taken, and what is held. `isLeftSaid`: the sentence already says what it leaves. */
const boundFact = ({ period }: BudgetState, bound: Bound, isLeftSaid: boolean): Fact => {
  const { kind, granted, held } = bound
  const told = isLeftSaid ? 'limit' : 'left'
  const { free, held: withHeld } = boundTexts[told][grantedWay(granted)]
  return {
    label: labelOf(bound, told),
    value: sayDeclared(held === 0 || (isLeftSaid && isHeldUp(bound)) ? free : withHeld, {
      left: leftOf(bound),
      limit: amountPer(bound.limit, kind === 'ceiling' ? 'month' : period),
      amount: formatCredits(Math.abs(granted)),
      held: formatCost(held),
    }),
  }
}

const groupsNotes = (lacksGroups: boolean): Block[] =>
  lacksGroups
    ? [
        {
          kind: 'note',
          text: say(
            "I couldn't check your groups' limits in time, so you may have less. Try again in a minute.",
          ),
        },
      ]
    : []

const pauseNotes = ({ allowance }: BudgetState, pause?: Pause): Block[] => {
  const everywhere = allowance.status === 'allowed' ? allowance.paused : undefined
  return [
    ...(pause === undefined ? [] : [pausedText(pause)]),
    ...(everywhere === undefined ? [] : [pausedEverywhereText(everywhere)]),
  ].map((text) => ({ kind: 'note', text }))
}

/** The operator's months are by another calendar. */
const ceilingResetFacts = ({ allowance, resetsAtMs }: BudgetState): Fact[] =>
  allowance.status === 'not_allowed' ||
  allowance.resetsAtMs === undefined ||
  allowance.resetsAtMs === resetsAtMs
    ? []
    : [{ label: say("Operator's limit resets"), value: { atMs: allowance.resetsAtMs } }]

/** Whether a limit for some requests leaves them less than the others do. */
const binds = (bound: Bound, tightest: Bound): boolean => isPurpose(bound) && bound.left < tightest.left

const creditsAnswer = (
  account: AccountId,
  reading: RequestReading,
  pause: Pause | undefined,
  memberFacts: readonly Fact[],
  worth: string,
): Answer => {
  const { server, lacksGroups } = reading
  if (server.allowance.status === 'not_allowed') return privately(plainMessage(notAllowedText(account)))
  const all = boundsOf(reading)
  const bounds = all.filter(isGeneral)
  const tightest = tightestOf(bounds)
  if (tightest === undefined) {
    return privately(noCreditsYet(say('An admin can set a budget with /budget limit.')))
  }
  // Where nothing is left of the operator's limit, the sentence says that alone.
  const isLeftSaid = (scarceTotal(server, tightest.left)?.left ?? 1) > 0
  const facts: Fact[] = [
    ...bounds.toReversed().map((bound) => boundFact(server, bound, bound === tightest && isLeftSaid)),
    ...all.filter((bound) => binds(bound, tightest)).map((bound) => boundFact(server, bound, false)),
    startsAnewFact(server),
    ...ceilingResetFacts(server),
    ...memberFacts,
  ]
  return privately({
    text: [leftSentence(server, tightest), ...(isLeftSaid && worth !== '' ? [worth] : [])].join(' '),
    tone: 'info',
    blocks: [{ kind: 'facts', facts }, ...groupsNotes(lacksGroups), ...pauseNotes(server, pause)],
  })
}

/** In a direct message the member's own account pays, and no admin can help with that. */
const personalAnswer = ({ server: own }: RequestReading, latest: readonly Fact[]): Answer => {
  const whoGives = ownCreditsText()
  if (own.limit === undefined) return privately(plainMessage(`${noOwnCreditsText()} ${whoGives}`))
  const amount = withUnit(formatLeft(own.left, own.limit + own.granted))
  const total = scarceTotal(own, own.left)
  const left =
    total === undefined
      ? say('You have {{amount}} of your own left.', { amount })
      : `${say('You have {{amount}} of your own.', { amount })} ${scarceTotalText(total)}`
  const held = own.held > 0 ? [heldText(own.held)] : []
  const text = [left, ...held, whoGives].join(' ')
  return privately({
    text,
    tone: 'info',
    blocks: [{ kind: 'facts', facts: [startsAnewFact(own), ...latest] }, ...pauseNotes(own)],
  })
}

interface CreditsPorts extends LatestPorts {
  budgets: Pick<Budgets, 'readFor' | 'pauseOn'>
  overview: Pick<BudgetOverview, 'expiring'>
  worthText: WorthText
}

/** Credits left for songs, from which their number follows: /music may have a lower limit. */
const leftForSongs = (reading: RequestReading, songs: Scope): number => {
  const bounds = boundsOf(reading).filter((bound) => !isPurpose(bound) || bound.id === songs.id)
  return tightestOf(bounds)?.left ?? 0
}

/**
 * What the member can still use, which limit applies, and what they used last. `purposes` may have limits; `songs` is
 * the feature whose usual price tells what credits are worth.
 */
export const createCreditsCommand = (purposes: readonly Scope[], songs: Scope): Utility<CreditsPorts> => ({
  kind: 'utility',
  name: 'credits',
  summary: 'See how many credits you have left',
  topic: 'credits',
  example: { values: {} },
  audience: 'everyone',
  actions: defineAction({
    name: 'credits',
    summary: 'See how many credits you have left',
    changesNothing: true,
    fields: {},
    run: async (_input, { target, groups }, ports: CreditsPorts) => {
      const account = accountOf(target)
      const [reading, pause, latest, expiring] = await Promise.all([
        ports.budgets.readFor(target, groups, purposes),
        ports.budgets.pauseOn(target),
        readLatestFacts(ports, target),
        ports.overview.expiring(account, { kind: 'member', id: target.member }),
      ])
      if (isPersonal(account)) return personalAnswer(reading, latest)
      const left = leftForSongs(reading, songs)
      const isScarce = scarceTotal(reading.server, left) !== undefined
      const worth = isScarce ? '' : await ports.worthText(left)
      const memberFacts = [...expiringFacts(expiring, false), ...latest]
      return creditsAnswer(account, reading, pause, memberFacts, worth)
    },
  }),
})
