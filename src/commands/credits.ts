import { type Answer, defineAction, privately, type Utility } from '../core/command/command.ts'
import { formatCredits, type Microcredits } from '../core/credits.ts'
import type { BudgetState, Budgets, RequestReading, ShareBudget } from '../core/ledger/budget.ts'
import type { ScopeKind } from '../core/ledger/scope.ts'
import { noOwnCreditsText, ownCreditsText } from '../core/message/credits-text.ts'
import { type Block, type Fact, plainMessage } from '../core/message/message.ts'
import { accountOf, isPersonal } from '../core/target.ts'
import { declared, say, sayDeclared } from '../core/texts/say.ts'
import { amountPer, leftText, noCreditsYet, startsAnewFact } from './budget/words.ts'

/** A limit that a request of the member's has to keep to. */
interface Bound {
  kind: 'server' | ScopeKind
  limit: Microcredits
  granted: number
  left: number
}

const texts = {
  server: {
    left: declared('Left here'),
    mayUse: declared('You may still use {{amount}} credits, all that are left here.'),
    usedUp: declared('The credits here are used up.'),
    raise: '/budget limit',
  },
  channel: {
    left: declared('Left for this channel'),
    mayUse: declared('You may still use {{amount}} credits, all that are left for this channel.'),
    usedUp: declared("This channel's share of the credits is used up."),
    raise: '/budget channel',
  },
  group: {
    left: declared('Left for your group'),
    mayUse: declared('You may still use {{amount}} credits, all that are left for your group.'),
    usedUp: declared("Your group's share of the credits is used up."),
    raise: '/budget group',
  },
  member: {
    left: declared('Left for you'),
    mayUse: declared('You may still use {{amount}} credits, all that are left for you.'),
    usedUp: declared('Your share of the credits is used up.'),
    raise: '/budget member',
  },
} as const satisfies Record<Bound['kind'], object>

const boundOf = ({ scope, limit, granted, left }: ShareBudget): Bound[] =>
  limit === undefined || left === undefined ? [] : [{ kind: scope.kind, limit, granted, left }]

/** The limit that leaves least; of several alike the one that a request is checked against first. */
const tightest = (bounds: readonly Bound[], first: Bound): Bound =>
  bounds.reduce((tight, bound) => (bound.left < tight.left ? bound : tight), first)

const sentence = ({ kind, left }: Bound): string => {
  const { mayUse, usedUp, raise } = texts[kind]
  if (left > 0) return sayDeclared(mayUse, { amount: formatCredits(left) })
  const way = say('An admin can give more with /budget give, or raise the limit with {{command}}.', {
    command: raise,
  })
  return `${sayDeclared(usedUp)} ${way}`
}

const leftOfText = (left: string, limit: string, granted: number): string => {
  if (granted === 0) return say('{{left}} of {{limit}}', { left, limit })
  const values = { left, limit, amount: formatCredits(Math.abs(granted)) }
  return granted > 0
    ? say('{{left}} of {{limit}}, and {{amount}} given on top', values)
    : say('{{left}} of {{limit}}, of which {{amount}} were taken', values)
}

const boundFact = ({ period }: BudgetState, { kind, limit, granted, left }: Bound): Fact => ({
  label: sayDeclared(texts[kind].left),
  value: leftOfText(leftText(left), amountPer(limit, period), granted),
})

const heldFacts = (server: BudgetState): Fact[] =>
  server.held === 0 ? [] : [{ label: say('Held for running jobs'), value: formatCredits(server.held) }]

const groupsNotes = (lacksGroups: boolean): Block[] =>
  lacksGroups
    ? [
        {
          kind: 'note',
          text: say(
            'Your groups have limits of their own here and could not be looked up in time; they may leave you less. Ask again in a minute.',
          ),
        },
      ]
    : []

const creditsAnswer = ({ server, shares, lacksGroups }: RequestReading): Answer => {
  if (server.limit === undefined) {
    return privately(noCreditsYet(say('An admin can give some with /budget limit.')))
  }
  const all: Bound = { kind: 'server', limit: server.limit, granted: server.granted, left: server.left }
  const bounds = shares.flatMap(boundOf)
  const facts: Fact[] = [
    ...[...bounds.toReversed(), all].map((bound) => boundFact(server, bound)),
    ...heldFacts(server),
    startsAnewFact(server),
  ]
  return privately({
    text: sentence(tightest(bounds, all)),
    tone: 'info',
    blocks: [{ kind: 'facts', facts }, ...groupsNotes(lacksGroups)],
  })
}

/** In a direct message a member's own account pays, with which no admin can help. */
const personalAnswer = ({ server: own }: RequestReading): Answer => {
  const whoGives = ownCreditsText()
  if (own.limit === undefined) return privately(plainMessage(`${noOwnCreditsText()} ${whoGives}`))
  const left = say('You may still use {{amount}} credits of your own.', { amount: leftText(own.left) })
  const facts = [...heldFacts(own), startsAnewFact(own)]
  return privately({ text: `${left} ${whoGives}`, tone: 'info', blocks: [{ kind: 'facts', facts }] })
}

/** What the member who asks may still use, and which limit says so. */
export const createCreditsCommand = ({ budgets }: { budgets: Pick<Budgets, 'readFor'> }): Utility => ({
  kind: 'utility',
  name: 'credits',
  summary: 'See how many credits are left for you',
  topic: 'credits',
  audience: 'everyone',
  actions: defineAction({
    name: 'credits',
    summary: 'See how many credits are left for you',
    fields: {},
    run: async (_input, { target, groups }) => {
      const reading = await budgets.readFor(target, groups)
      return isPersonal(accountOf(target)) ? personalAnswer(reading) : creditsAnswer(reading)
    },
  }),
})
