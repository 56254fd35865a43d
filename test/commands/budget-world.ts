import { type Action, actionNamed, type Invocation, type Utility } from '../../src/core/command.ts'
import { microcredits } from '../../src/core/credits.ts'
import type { RawValues } from '../../src/core/field.ts'
import type { BudgetState, Budgets, MemberBudget } from '../../src/core/ledger/budget.ts'
import type { Fact } from '../../src/core/message.ts'
import { invocation } from '../support/invocation.ts'

/** A server with 10 credits a month, of which 1.50 are used and 0.12 held. */
export const serverBudget = (overrides: Partial<BudgetState> = {}): BudgetState => ({
  limit: microcredits(10_000_000),
  period: 'month',
  zone: 'UTC',
  weekStart: 1,
  memberLimit: undefined,
  spent: microcredits(1_500_000),
  held: microcredits(120_000),
  granted: 0,
  left: 8_380_000,
  resetsAtMs: Date.UTC(2026, 6, 1),
  ...overrides,
})

/** A member without a limit, who has used 0.50. */
export const memberBudget = (overrides: Partial<MemberBudget> = {}): MemberBudget => ({
  limit: undefined,
  isOwn: false,
  spent: microcredits(500_000),
  held: microcredits(0),
  granted: 0,
  ...overrides,
})

/** Budgets that answer as told and write down every change, and whom they were asked about. */
export const recordingBudgets = (
  server: BudgetState = serverBudget(),
  share: MemberBudget = memberBudget(),
): { budgets: Budgets; changes: readonly unknown[]; asked: readonly string[] } => {
  const changes: unknown[] = []
  const asked: string[] = []
  const note = (name: string, change: object): Promise<void> => {
    changes.push({ [name]: change })
    return Promise.resolve()
  }
  const budgets: Budgets = {
    read: (account) => {
      asked.push(account)
      return Promise.resolve(server)
    },
    readMember: (account, member) => {
      asked.push(`${account} ${member}`)
      return Promise.resolve(share)
    },
    async setLimit(change) {
      await note('limit', change)
      return { ...server, limit: change.limit, period: change.period, zone: change.zone }
    },
    setMemberLimit: (change) => note('member', change),
    isManager: () => Promise.resolve(false),
    setManager: (change) => note('manager', change),
  }
  return { budgets, changes, asked }
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
