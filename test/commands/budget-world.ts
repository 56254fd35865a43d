import { type Action, actionNamed, type Utility } from '../../src/core/command/command.ts'
import type { RawValues } from '../../src/core/command/field.ts'
import type { Invocation } from '../../src/core/command/invocation.ts'
import { microcredits, noCredits } from '../../src/core/credits.ts'
import type { BudgetState, Budgets, GrantResult, ShareBudget } from '../../src/core/ledger/budget.ts'
import type { Journal } from '../../src/core/ledger/journal.ts'
import type { Fact, FactPiece, FactValue } from '../../src/core/message/message.ts'
import { invocation } from '../support/commands/invocation.ts'

/** A server with 10 credits a month, of which 1.50 are used and 0.12 held. */
export const serverBudget = (overrides: Partial<BudgetState> = {}): BudgetState => ({
  limit: microcredits(10_000_000),
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
  ...overrides,
})

/** The share of a member without a limit, who has used 0.50. */
export const shareBudget = (overrides: Partial<ShareBudget> = {}): ShareBudget => {
  const share: Omit<ShareBudget, 'left'> = {
    ...({ scope: { kind: 'member', id: 'm2' }, limit: undefined, from: undefined } as const),
    ...{ eachLimit: undefined, spent: microcredits(500_000), held: noCredits, granted: 0 },
    ...overrides,
  }
  const { limit, granted, spent, held } = share
  return { ...share, left: limit === undefined ? undefined : limit + granted - spent - held }
}

interface RecordedBudgets {
  server?: BudgetState
  share?: ShareBudget
  /** All that a request has to fit into; the share alone, unless a test is about others. */
  shares?: readonly ShareBudget[]
  lacksGroups?: boolean
  managers?: readonly string[]
  answers?: { limit?: Awaited<ReturnType<Budgets['setLimit']>>; grant?: GrantResult; status?: 'differs' }
}

/** Budgets that answer as told and write down every change, and whom they were asked about. */
export const recordingBudgets = ({
  server = serverBudget(),
  share = shareBudget(),
  shares = [share],
  lacksGroups = false,
  managers = [],
  answers = {},
}: RecordedBudgets = {}): { budgets: Budgets; changes: readonly unknown[]; asked: readonly unknown[] } => {
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
    readFor: (target, groups) => answer([target, groups], { server, shares, lacksGroups }),
    setLimit: (change) => {
      const { limit, period = now.period, zone = now.zone, weekStart = now.weekStart } = change
      now = { ...now, limit, period, zone, weekStart }
      return note('limit', change, answers.limit ?? { status: 'changed', startsAnew: false })
    },
    setShareLimit: (change) => note('share', change, changed),
    grant: (change) => note('grant', change, answers.grant ?? { status: 'changed', granted: 0 }),
    isManager: () => Promise.resolve(false),
    managers: () => Promise.resolve(managers),
    setManager: (change) => note('manager', change, changed),
  }
  return { budgets, changes, asked }
}

/** A journal in which nothing stands. */
export const noChanges: Pick<Journal, 'page'> = {
  page: () => Promise.resolve({ lines: [], next: undefined }),
}

/** An answer as a member sees it. */
export interface SeenAnswer {
  text: string
  tone: string
  facts: readonly Fact[]
  /** What stands below, such as how a command is typed. */
  notes: readonly string[]
  /** Whether nobody else sees it. */
  isPrivate: boolean
}

/** The lines of a fact's value that has texts alone in it. */
export const linesOf = (value: FactValue): readonly string[] =>
  Array.isArray(value)
    ? value
        .map((piece: FactPiece) => (typeof piece === 'string' ? piece : '\n'))
        .join('')
        .split('\n')
    : [String(value)]

/** Runs one action of a utility, as a platform would. */
export const runUtility = async (
  utility: Utility,
  action: string | undefined,
  values: RawValues = {},
  who: Partial<Invocation> = {},
): Promise<SeenAnswer> => {
  const found: Action | undefined = actionNamed(utility, action)
  const answer = await found?.run(invocation({ command: utility.name, action, values, ...who }))
  if (answer?.kind !== 'message' && answer?.kind !== 'problems') throw new Error('no message')
  const { text, tone, blocks } = answer.message
  return {
    ...{ text, tone },
    facts: blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])),
    notes: blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : [])),
    isPrivate: answer.kind === 'problems' || answer.seenBy === 'member',
  }
}
