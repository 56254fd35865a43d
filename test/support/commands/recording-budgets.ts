import { isDeepStrictEqual } from 'node:util'
import type { Blocks } from '../../../src/core/command/gate.ts'
import { microcredits, noCredits } from '../../../src/core/credits.ts'
import type {
  AlertsPlace,
  BudgetState,
  Budgets,
  GrantResult,
  Pause,
  ShareBudget,
  SponsorResult,
} from '../../../src/core/ledger/budget.ts'
import type { Journal } from '../../../src/core/ledger/journal.ts'
import type { BudgetOverview, ExpiringBonus, SetLimit } from '../../../src/core/ledger/overview.ts'
import type { SpendEntry } from '../../../src/core/ledger/spend.ts'

/** A server with 10 credits a month, of which 1.50 are used and 0.12 held. */
export const serverBudget = (overrides: Partial<BudgetState> = {}): BudgetState => ({
  limit: microcredits(10_000_000),
  isStarter: false,
  period: 'month',
  zone: 'UTC',
  weekStart: 1,
  channelLimit: undefined,
  memberLimit: undefined,
  spent: microcredits(1_500_000),
  held: microcredits(120_000),
  granted: 0,
  left: 8_380_000,
  resetsAtMs: Date.UTC(2026, 6, 1),
  allowance: {
    status: 'allowed',
    ceiling: undefined,
    spent: microcredits(1_500_000),
    held: microcredits(120_000),
  },
  ...overrides,
})

/** The share of a member without a limit, who has used 0.50. */
export const shareBudget = (overrides: Partial<ShareBudget> = {}): ShareBudget => {
  const share: Omit<ShareBudget, 'left'> = {
    scope: { kind: 'member', id: 'm2' },
    limit: undefined,
    from: undefined,
    eachLimit: undefined,
    spent: microcredits(500_000),
    held: noCredits,
    granted: 0,
    ...overrides,
  }
  const { limit, granted, spent, held } = share
  return { ...share, left: limit === undefined ? undefined : limit + granted - spent - held }
}

export interface RecordedBudgets {
  server?: BudgetState
  share?: ShareBudget
  /** All that a request has to fit into; the share alone, unless a test is about others. */
  shares?: readonly ShareBudget[]
  lacksGroups?: boolean
  managers?: readonly string[]
  blocked?: readonly string[]
  pauses?: readonly Pause[]
  spent?: readonly SpendEntry[]
  now?: () => number
  limits?: readonly SetLimit[]
  expiring?: readonly ExpiringBonus[]
  alerts?: AlertsPlace
  /** What a changed limit would do; the same window stays open, unless a test is about another. */
  preview?: { before?: Partial<BudgetState>; after?: Partial<BudgetState>; startsAnew: boolean }
  answers?: {
    limit?: Awaited<ReturnType<Budgets['setLimit']>>
    grant?: GrantResult
    sponsor?: SponsorResult
    status?: 'differs'
  }
}

/** Budgets that answer as told and write down every change, and whom they were asked about. */
export const recordingBudgets = ({
  server = serverBudget(),
  share = shareBudget(),
  shares = [share],
  lacksGroups = false,
  managers = [],
  blocked = [],
  pauses = [],
  alerts,
  spent = [],
  limits = [],
  expiring = [],
  preview = { startsAnew: false },
  answers = {},
  now: nowMs = () => Date.UTC(2026, 5, 15, 12),
}: RecordedBudgets = {}): {
  budgets: Budgets
  blocks: Blocks
  overview: BudgetOverview
  /** Mid-June, a Monday. */
  now: () => number
  changes: readonly unknown[]
  asked: readonly unknown[]
} => {
  const changes: unknown[] = []
  const asked: unknown[] = []
  const note = <T>(name: string, change: object, result: T): Promise<T> => {
    changes.push({ [name]: change })
    return Promise.resolve(result)
  }
  const changed = { status: answers.status ?? 'changed' } as const
  const answer = <T>(about: unknown, result: T): Promise<T> => {
    asked.push(about)
    return Promise.resolve(result)
  }
  let now = server
  const budgets: Budgets = {
    read: (account) => answer(account, now),
    readShare: (account, scope) =>
      answer([account, scope], { server, share: { ...share, scope }, lacksGroups }),
    readFor: (target, groups, purposes) =>
      answer([target, groups, purposes], { server, shares, lacksGroups }),
    preview: (account, { limit, period = now.period, zone = now.zone, weekStart = now.weekStart }) => {
      const after = { ...now, limit, period, zone, weekStart, left: now.left + limit - (now.limit ?? 0) }
      const before = { ...now, ...preview.before }
      return answer(account, {
        before,
        after: { ...after, ...preview.after },
        startsAnew: preview.startsAnew,
      })
    },
    setLimit: (change) => {
      const { limit, period = now.period, zone = now.zone, weekStart = now.weekStart } = change
      now = { ...now, limit, period, zone, weekStart }
      return note('limit', change, answers.limit ?? { status: 'changed', startsAnew: false })
    },
    setShareLimit: (change) => note('share', change, changed),
    grant: (change) =>
      note('grant', change, answers.grant ?? { status: 'changed', granted: 0, expiresAtMs: undefined }),
    isManager: () => Promise.resolve(false),
    managers: () => Promise.resolve(managers),
    setManager: (change) => note('manager', change, changed),
    mayBeSponsored: () => Promise.resolve(false),
    setSponsoring: (change) => note('sponsoring', change, changed),
    sponsor: (change) => note('sponsor', change, answers.sponsor ?? { status: 'changed', left: 0 }),
    alertsPlace: () => Promise.resolve(alerts),
    setAlerts: (change) => note('alerts', change, changed),
    pauses: () => Promise.resolve(pauses),
    pauseOn: () => Promise.resolve(pauses[0]),
    setPause: (change) => note('pause', change, changed),
  }
  const blocks: Blocks = {
    all: () => Promise.resolve(blocked),
    has: (_account, member) => Promise.resolve(blocked.includes(member)),
    set: (change) => note('block', change, changed),
  }
  const overview: BudgetOverview = {
    spentOn: (_account, days) => Promise.resolve(spent.filter(({ day }) => days.includes(day))),
    limits: () => Promise.resolve(limits),
    expiring: (_account, of) =>
      Promise.resolve(expiring.filter(({ scope }) => of === undefined || isDeepStrictEqual(scope, of))),
  }
  return { budgets, blocks, overview, now: nowMs, changes, asked }
}

/** A journal in which nothing stands. */
export const noChanges: Journal = {
  page: () => Promise.resolve({ lines: [], next: undefined }),
  changes: () => Promise.resolve({ lines: [], hasOlder: false }),
  mayHave: () => Promise.resolve(false),
  async *lines() {
    // There are none.
  },
}
