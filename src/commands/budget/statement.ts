import { type Answer, denial, problemsAnswer, refusal } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { InputOf } from '../../core/fields/field.ts'
import { choice, optional, text } from '../../core/fields/field-builders.ts'
import type { Budgets, OwnBudget } from '../../core/ledger/budget.ts'
import { windowAt } from '../../core/ledger/budget-window.ts'
import { exactCreditsText, notAllowedText } from '../../core/ledger/credits-text.ts'
import { type DayRange, daysBefore, daysOf, daysOfMonth } from '../../core/ledger/days.ts'
import type { Journal } from '../../core/ledger/journal.ts'
import { featureName, memberPiece, ranked, rankedLines } from '../../core/ledger/ranking.ts'
import {
  journalStartMs,
  readStatement,
  type Statement,
  type StatementJob,
  statementCsv,
} from '../../core/ledger/statement.ts'
import { type Fact, type FactPiece, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { type AccountId, accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { createShared, createTurns } from '../../core/waiting.ts'

/** Compressed, this fits in any chat's file. */
const lengthMax = 20_000_000

/** Members and features named in the message; the file has all. */
const namedMax = 10

/** Longer than a month, so that a date is answered with how to write one. */
const monthLength = 40

const fields = {
  period: optional(
    choice({
      label: 'Period',
      help: 'Period of the budget (default: this one)',
      choices: [
        { value: 'this', label: 'This period' },
        { value: 'last', label: 'Last period' },
      ],
    }),
  ),
  month: optional(
    text({ label: 'Month', help: 'Month instead of a period, such as 2026-06', lengthMax: monthLength }),
  ),
}

const nothing = (field: 'period' | 'month', problem: string): Answer =>
  problemsAnswer([{ field, text: problem }], say('Nothing was exported.'))

type Calendar = Pick<OwnBudget, 'period' | 'zone' | 'weekStart'>

/** Finds the requested days, or the answer that says why there are none. */
const rangeOf = (
  { period, month }: InputOf<typeof fields>,
  calendar: Calendar,
  nowMs: number,
): DayRange | Answer => {
  if (month !== undefined && period !== undefined)
    return nothing('month', say('Choose a period or a month, not both.'))
  if (month !== undefined)
    return /^(?:19[7-9]|2\d{2})\d-(?:0[1-9]|1[0-2])$/.test(month)
      ? daysOfMonth(month)
      : nothing('month', say('"{{month}}" isn\'t a month. Write it like 2026-06.', { month }))
  if (calendar.period === 'once')
    return period === 'last'
      ? refusal(say("This budget doesn't reset, so there's no last period. Choose a month."))
      : { from: undefined, to: windowAt('day', calendar.zone, nowMs).day }
  const now = daysOf(calendar.period, calendar, nowMs)
  return period === 'last' ? daysBefore(calendar.period, now) : now
}

const isRange = (found: DayRange | Answer): found is DayRange => !('kind' in found)

const headText = ({ charged }: Statement, { from, to }: DayRange): string => {
  const amount = exactCreditsText(charged)
  if (from === undefined) return say('{{amount}} used until {{to}}.', { amount, to })
  return from === to
    ? say('{{amount}} used on {{day}}.', { amount, day: to })
    : say('{{amount}} used from {{from}} to {{to}}.', { amount, from, to })
}

const listFact = (
  label: string,
  { jobs }: Statement,
  nameOf: (job: StatementJob) => string,
  pieceOf: (name: string) => FactPiece,
): Fact[] => {
  const all = ranked(jobs.map((job) => [nameOf(job), job.charged] as const))
  return all.length === 0 ? [] : [{ label, value: rankedLines(all, pieceOf, namedMax) }]
}

const nothingText = ({ from, to }: DayRange): string => {
  if (from === undefined) return say('Nothing was used until {{to}}.', { to })
  return from === to
    ? say('Nothing was used on {{day}}.', { day: to })
    : say('Nothing was used from {{from}} to {{to}}.', { from, to })
}

const messageOf = (statement: Statement, range: DayRange): ResultMessage => {
  const { jobs, held } = statement
  if (jobs.length === 0) return plainMessage(nothingText(range))
  const csv = statementCsv(statement)
  const head = headText(statement, range)
  const facts: Fact[] = [
    { label: say('Jobs'), value: String(jobs.length) },
    ...(held === 0 ? [] : [{ label: say('In progress'), value: exactCreditsText(held) }]),
    ...listFact(say('By member'), statement, ({ member }) => member, memberPiece),
    ...listFact(say('By feature'), statement, ({ feature }) => feature, featureName),
  ]
  const figures = { kind: 'facts', facts } as const
  if (csv.length > lengthMax) {
    const tooMany = say(
      'The list of jobs is too large for a file (max 20 MB). Choose a single month, or ask your bot operator for an export.',
    )
    return { text: `${head} ${tooMany}`, tone: 'info', blocks: [figures] }
  }
  const named =
    range.from === undefined || range.from === range.to ? range.to : `${range.from}-to-${range.to}`
  return {
    text: head,
    tone: 'info',
    blocks: [
      figures,
      {
        kind: 'document',
        name: `statement-${named}.csv`,
        title: say('Statement'),
        text: csv,
        isFile: true,
        isPersonal: true,
      },
    ],
  }
}

type ReadOne = (account: AccountId, name: string, read: () => Promise<Statement>) => Promise<Statement>

/**
 * A statement reads every entry since its first day. All who ask for the same one meanwhile share it, and an account's
 * others wait, so that however many ask, it costs one read at a time.
 */
const createStatements = (): ReadOne => {
  const shared = createShared<Statement>()
  const turns = createTurns(Number.POSITIVE_INFINITY)
  return (account, name, read) => shared(`${account} ${name}`, () => turns(account, read))
}

interface StatementPorts {
  budgets: Pick<Budgets, 'read'>
  journal: Pick<Journal, 'lines'>
  now: () => number
}

/** What was used in a period: a summary, and a file with a line per job, for the admin alone. */
export const createStatementAction = (): Action<StatementPorts> => {
  const statements = createStatements()
  return defineAction({
    name: 'statement',
    summary: 'Get a statement of a period as a file',
    changesNothing: true,
    fields,
    run: async (input, { target }, { budgets, journal, now }: StatementPorts) => {
      const account = accountOf(target)
      const { period, zone, weekStart, allowance } = await budgets.read(account)
      // Servers share a journal, so strangers could have others' entries read.
      if (allowance.status === 'not_allowed') return denial(notAllowedText(account))
      const range = rangeOf(input, { period, zone, weekStart }, now())
      if (!isRange(range)) return range
      const sinceMs = journalStartMs(range)
      const read = (): Promise<Statement> =>
        readStatement(journal.lines({ account, ...(sinceMs !== undefined && { sinceMs }) }), range, zone)
      const whole = async (): Promise<ResultMessage> =>
        messageOf(await statements(account, `${range.from} ${range.to} ${zone}`, read), range)
      const message = plainMessage(say('Your statement.'))
      return { kind: 'message', message, seenBy: 'member', isPersonal: true, whole }
    },
  })
}
