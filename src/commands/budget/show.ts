import { type Answer, type MessageAnswer, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Blocks } from '../../core/command/gate.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Microcredits } from '../../core/credits.ts'
import type { OwnKeys } from '../../core/job/own-keys.ts'
import type { BudgetState, Budgets, ShareBudget, ShareReading } from '../../core/ledger/budget.ts'
import type { WorthText } from '../../core/ledger/credit-worth.ts'
import {
  exactCreditsText,
  formatUsage,
  notAllowedText,
  scarceTotal,
  scarceTotalText,
  startsAnewFact,
  withUnit,
} from '../../core/ledger/credits-text.ts'
import type { BudgetOverview, SetLimit } from '../../core/ledger/overview.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import type { Draw } from '../../core/message/drawing.ts'
import { type Block, type Fact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { type AccountId, accountOf } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { asPage, pageField } from '../shared/page.ts'
import { budgetButtons, firstBudgetButtons, shareButtons } from './buttons.ts'
import { type Dashboard, dashboardOn } from './dashboard/blocks.ts'
import { figuresOf } from './dashboard/figures.ts'
import { expiringFacts } from './expiring.ts'
import { type ServerSettings, settingsFacts } from './server-facts.ts'
import { setLimitButtons, setLimitFacts } from './set-limits.ts'
import { readSpend, type SpendView, spendFacts, spendField, spendMenu } from './spend.ts'
import { createWhoseFields, whichShare, whoseIn } from './target.ts'
import {
  amountPer,
  grantedFacts,
  leftOfShare,
  noBudgetYet,
  pauseFact,
  type Said,
  shareLimitText,
  usageFacts,
  usageOf,
  weekdayOf,
  whoFact,
  withFacts,
} from './words.ts'

const weekFacts = ({ period, weekStart }: BudgetState): Fact[] =>
  period === 'week' ? [{ label: say('Week start'), value: weekdayOf(weekStart) }] : []

/** The figures of a server, without its limit. */
export const serverUsageFacts = (state: BudgetState, said: Said = {}): Fact[] => [
  ...grantedFacts(state),
  ...usageFacts(usageOf(state, state.left), said),
  startsAnewFact(state),
  ...weekFacts(state),
  { label: say('Time zone'), value: state.zone },
]

/** The figures of a server. */
export const serverFacts = (state: BudgetState, limit: Microcredits, said: Said = {}): Fact[] => [
  { label: state.isStarter ? say('Starter credits') : say('Limit'), value: amountPer(limit, state.period) },
  ...serverUsageFacts(state, said),
]

const everyoneFacts = ({ period, channelLimit, memberLimit }: BudgetState): Fact[] => [
  ...(channelLimit === undefined
    ? []
    : [{ label: say('Per-channel limit'), value: amountPer(channelLimit, period) }]),
  ...(memberLimit === undefined
    ? []
    : [{ label: say('Per-member limit'), value: amountPer(memberLimit, period) }]),
]

const ceilingText = (ceiling: Microcredits, { spent, held }: Pick<BudgetState, 'spent' | 'held'>): string => {
  const usage = formatUsage({ allowed: ceiling, spent, held, left: ceiling - spent - held })
  const values = { amount: exactCreditsText(ceiling), used: usage.used }
  return held === 0
    ? say('{{amount}} a month, {{used}} used', values)
    : say('{{amount}} a month, {{used}} used, {{held}} reserved for running jobs', {
        ...values,
        held: usage.held,
      })
}

const ceilingFacts = ({ allowance }: BudgetState): Fact[] =>
  allowance.status === 'not_allowed' || allowance.ceiling === undefined
    ? []
    : [
        {
          label: say("Operator's limit"),
          value: ceilingText(allowance.ceiling, allowance),
        },
      ]

/** The message shown instead of figures if there are none. */
const nothingThere = (account: AccountId, { allowance, limit }: BudgetState): ResultMessage | undefined => {
  if (allowance.status === 'not_allowed') return plainMessage(notAllowedText(account))
  return limit === undefined ? noBudgetYet() : undefined
}

/** A sentence of what is left, and whether the operator's limit for all servers leaves less. */
const withTotal = (text: string, server: BudgetState, left: number): string => {
  const total = scarceTotal(server, left)
  return total === undefined ? text : `${text} ${scarceTotalText(total)}`
}

interface ServerFacts extends ServerSettings {
  limits: readonly SetLimit[]
  spend: readonly Fact[]
  dashboard?: Dashboard
  /** What the credits left can buy; empty if that says nothing. */
  worth: string
}

const serverAnswer = (
  invocation: Invocation,
  state: BudgetState,
  { limits, spend, dashboard, worth, ...settings }: ServerFacts,
  { view, page = 1 }: { view: SpendView | undefined; page: number | undefined },
): MessageAnswer => {
  const account = accountOf(invocation.target)
  const { pauses } = settings
  const named = settingsFacts(settings)
  const facts: Block[] = named.length === 0 ? [] : [{ kind: 'facts', facts: named }]
  if (state.allowance.status === 'not_allowed')
    return privately({ ...plainMessage(notAllowedText(account)), blocks: facts })
  if (state.limit === undefined) {
    const buttons = firstBudgetButtons(invocation, pauses)
    const text = buttons.length === 0 ? noBudgetYet() : plainMessage(say('No credits here yet.'))
    return privately({ ...text, blocks: [...facts, ...buttons] })
  }
  const left = say('{{left}} left here.', { left: withUnit(usageOf(state, state.left).left) })
  const figures = [
    ...serverFacts(state, state.limit, { isLeftSaid: true }),
    ...spend,
    ...ceilingFacts(state),
    ...everyoneFacts(state),
    ...setLimitFacts(limits, state, page),
  ]
  const buttons = budgetButtons(invocation, {
    pauses,
    pages: setLimitButtons(limits, page, view),
    menus: [spendMenu(state, view)],
  })
  const way = state.isStarter && buttons.length === 0 ? [say('Set a budget with /budget limit.')] : []
  const sentences = [withTotal(left, state, state.left), ...(worth === '' ? [] : [worth]), ...way]
  const { above = [], below = [] } = dashboard ?? {}
  const blocks: Block[] = [...above, { kind: 'facts', facts: [...figures, ...named] }, ...below, ...buttons]
  return privately({ text: sentences.join(' '), tone: 'info', blocks })
}

const eachFacts = ({ period }: BudgetState, { eachLimit }: ShareBudget): Fact[] =>
  eachLimit === undefined ? [] : [{ label: say('Per-member limit'), value: amountPer(eachLimit, period) }]

const groupsFacts = (lacksGroups: boolean): Fact[] =>
  lacksGroups
    ? [
        {
          label: say('Groups'),
          value: say('may set more limits (members see theirs with /credits)'),
        },
      ]
    : []

/** The figures of a share. */
export const shareFacts = ({ server, share, lacksGroups }: ShareReading, said: Said = {}): Fact[] => [
  whoFact(share.scope),
  { label: say('Limit'), value: shareLimitText(server, share) },
  ...eachFacts(server, share),
  ...groupsFacts(lacksGroups),
  ...(share.limit === undefined ? [] : grantedFacts(share)),
  ...usageFacts(usageOf(share, leftOfShare(server, share)), said),
  startsAnewFact(server),
]

const leftTexts = {
  channel: declared('{{left}} left for this channel.'),
  group: declared('{{left}} left for this group.'),
  member: declared('{{left}} left for this member.'),
  feature: declared('{{left}} left for this feature.'),
  model: declared('{{left}} left for this model.'),
} as const satisfies Record<ScopeKind, string>

type Named = Pick<ServerFacts, 'pauses' | 'expiring'>

const shareAnswer = (invocation: Invocation, reading: ShareReading, named: Named): Answer => {
  const { server, share } = reading
  const message = nothingThere(accountOf(invocation.target), server)
  if (message !== undefined) return privately(message)
  const left = leftOfShare(server, share)
  const { kind, id } = share.scope
  const pauses = named.pauses.filter(({ of }) => of.kind === 'server' || (of.kind === kind && of.id === id))
  const facts = [...expiringFacts(named.expiring, false), ...pauses.map(pauseFact)]
  const text = sayDeclared(leftTexts[kind], { left: withUnit(usageOf(share, left).left) })
  return withFacts(
    withTotal(text, server, left),
    [...shareFacts(reading, { isLeftSaid: true }), ...facts],
    shareButtons(invocation, share.scope, share.limit !== undefined),
  )
}

const hasFigures = ({ allowance, limit }: BudgetState): boolean =>
  allowance.status !== 'not_allowed' && limit !== undefined

interface ShowPorts {
  budgets: Budgets
  ownKeys: Pick<OwnKeys, 'read'>
  blocks: Pick<Blocks, 'all'>
  overview: BudgetOverview
  now: () => number
  worthText: WorthText
  draw: Draw
}

/** What can be spent, what is spent and what is left, in total or of one share. */
export const createShowAction = (features: readonly Feature[]) =>
  defineAction({
    name: 'show',
    summary: "See the budget, what's used and what's left",
    changesNothing: true,
    fields: {
      ...createWhoseFields(features),
      spend: spendField,
      page: pageField(declared('Page of the limits (default: the first)')),
    },
    run: async (input, invocation, ports: ShowPorts) => {
      const { budgets, blocks, overview } = ports
      const { spend: view, page } = input
      const account = accountOf(invocation.target)
      const scope = whoseIn(input)
      if (scope === undefined) return whichShare()
      const of = scope.kind === 'server' ? undefined : scope
      const [pauses, expiring] = await Promise.all([budgets.pauses(account), overview.expiring(account, of)])
      if (of !== undefined)
        return shareAnswer(invocation, await budgets.readShare(account, of), { pauses, expiring })
      const [state, managers, blocked, limits, alerts, isSponsoring, ownKey] = await Promise.all([
        budgets.read(account),
        budgets.managers(account),
        blocks.all(account),
        overview.limits(account),
        budgets.alertsPlace(account),
        budgets.mayBeSponsored(account),
        ports.ownKeys.read(account),
      ])
      const reading = await readSpend(ports, account, state, view)
      const isScarce = scarceTotal(state, state.left) !== undefined
      const worth = isScarce ? '' : await ports.worthText(state.left)
      const named = { managers, blocked, pauses, alerts, isSponsoring, ownKey }
      const shown = { ...named, limits, expiring, spend: spendFacts(reading), worth }
      const answer = serverAnswer(invocation, state, shown, { view, page })
      const drawn: Answer = hasFigures(state)
        ? {
            ...answer,
            async whole(surface) {
              const dashboard = await dashboardOn(surface, () => figuresOf(state, reading), ports.draw)
              // The table names everyone in the fact.
              const spend = dashboard.below.length > 0 ? [] : shown.spend
              return serverAnswer(invocation, state, { ...shown, spend, dashboard }, { view, page }).message
            },
          }
        : answer
      return asPage(drawn, invocation, (page ?? view) !== undefined)
    },
  })
