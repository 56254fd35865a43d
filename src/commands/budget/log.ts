import { type Action, defineAction, privately } from '../../core/command.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import { unreachable } from '../../core/errors.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type {
  GrantLine,
  Journal,
  JournalLine,
  LimitLine,
  ManagerLine,
  ScopeLimitLine,
} from '../../core/ledger/journal.ts'
import { type Fact, plainMessage, type Reference } from '../../core/message.ts'
import { type AccountId, accountOf } from '../../core/target.ts'
import { amountPer, weekdayOf, withFacts } from './words.ts'

/** A change by an admin, or by the operator. */
type AdminLine = LimitLine | ScopeLimitLine | GrantLine | ManagerLine

const changesMax = 20
const linesPerPage = 500

/** Between the changes lie the lines about jobs; so far back is looked in the time that an answer has. */
const pagesMax = 6

const isByAdmin = (line: JournalLine): line is AdminLine => 'actor' in line

const before = (amount: Microcredits | undefined): string =>
  amount === undefined ? '' : ` (${formatCredits(amount)} before)`

const weekText = ({ period, weekStart }: LimitLine): string =>
  period === 'week' && weekStart !== undefined ? ` from ${weekdayOf(weekStart)} on` : ''

const limitText = (line: LimitLine): string => {
  const { credits, period, zone, creditsBefore, periodBefore } = line
  const was =
    creditsBefore === undefined || periodBefore === undefined || periodBefore === period
      ? before(creditsBefore)
      : ` (${amountPer(creditsBefore, periodBefore)} before)`
  return `set the limit to ${amountPer(credits, period)}${weekText(line)} in ${zone}${was}`
}

const limitWords = {
  channel_limit: { one: 'of the channel', every: 'of every channel' },
  group_limit: { one: 'of the group', every: 'of every group' },
  group_each_limit: { one: 'for each member of the group', every: 'for each member of a group' },
  member_limit: { one: 'of the member', every: 'of every member' },
} as const satisfies Record<ScopeLimitLine['operation'], object>

type Words = readonly (string | Reference)[]

const scopeOf = {
  channel_limit: 'channel',
  group_limit: 'group',
  group_each_limit: 'group',
  member_limit: 'member',
} as const satisfies Record<ScopeLimitLine['operation'], Reference['kind']>

const scopeLimitWords = ({ operation, scopeId, credits, creditsBefore }: ScopeLimitLine): Words => {
  const { one, every } = limitWords[operation]
  const whose = scopeId === undefined ? [every] : [`${one} `, { kind: scopeOf[operation], id: scopeId }]
  return credits === undefined
    ? ['lifted the limit ', ...whose, before(creditsBefore)]
    : ['set the limit ', ...whose, ` to ${formatCredits(credits)} credits${before(creditsBefore)}`]
}

const grantWords = ({ operation, scope, credits }: GrantLine): Words => {
  const whose = scope === undefined ? ['the budget'] : [`the ${scope.kind} `, scope]
  return operation === 'grant'
    ? [`gave ${formatCredits(credits)} credits to `, ...whose]
    : [`took ${formatCredits(credits)} credits from `, ...whose]
}

const managerWords = ({ allowed, member }: ManagerLine): Words => {
  const named = { kind: 'member', id: member } as const
  return allowed ? ['named ', named, ' a manager'] : ['took the manager’s rights from ', named]
}

const changeWords = (line: AdminLine): Words => {
  switch (line.operation) {
    case 'limit':
      return [limitText(line)]
    case 'channel_limit':
    case 'group_limit':
    case 'group_each_limit':
    case 'member_limit':
      return scopeLimitWords(line)
    case 'grant':
    case 'take':
      return grantWords(line)
    case 'manager':
      return managerWords(line)
    default:
      return unreachable(line)
  }
}

const timeText = (atMs: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(atMs)

const changeFact = (line: AdminLine, zone: string): Fact => {
  const who = { kind: 'member', id: line.actor } as const
  const why = line.reason === undefined ? '' : `: ${line.reason}`
  return { label: timeText(line.atMs, zone), value: [who, ' ', ...changeWords(line), why] }
}

const lastChanges = async (journal: Pick<Journal, 'page'>, account: AccountId) => {
  const changes: AdminLine[] = []
  let next: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const found = await journal.page(account, linesPerPage, next)
    changes.push(...found.lines.filter(isByAdmin))
    next = found.next
    if (next === undefined || changes.length >= changesMax) break
  }
  return {
    changes: changes.slice(0, changesMax),
    hasOlder: next !== undefined || changes.length > changesMax,
  }
}

/** Who changed what, when and why: the newest changes first. */
export const createLogAction = (budgets: Pick<Budgets, 'read'>, journal: Pick<Journal, 'page'>): Action =>
  defineAction({
    name: 'log',
    summary: 'Who changed the budget, when and why',
    fields: {},
    run: async (_input, { target }) => {
      const account = accountOf(target)
      const [{ zone }, { changes, hasOlder }] = await Promise.all([
        budgets.read(account),
        lastChanges(journal, account),
      ])
      const older = hasOlder ? ' There may be older ones; whoever runs this bot can export them all.' : ''
      if (changes.length === 0) return privately(plainMessage(`There are no changes to show.${older}`))
      const sentence = `The last changes of the budget, the newest first, in the time of ${zone}.${older}`
      return withFacts(
        sentence,
        changes.map((line) => changeFact(line, zone)),
      )
    },
  })
