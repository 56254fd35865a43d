import { type Answer, denial, problemsAnswer, refusal } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { FileMaking } from '../../core/command/file-making.ts'
import type { InputOf } from '../../core/fields/field.ts'
import { choice, optional, text } from '../../core/fields/field-builders.ts'
import type { Budgets, OwnBudget } from '../../core/ledger/budget.ts'
import { windowAt } from '../../core/ledger/budget-window.ts'
import { exactCreditsText, notAllowedText } from '../../core/ledger/credits-text.ts'
import { type DayRange, daysBefore, daysOf, daysOfMonth } from '../../core/ledger/days.ts'
import type { Journal } from '../../core/ledger/journal.ts'
import { featureName, memberPiece, type Ranking, ranked, rankedLines } from '../../core/ledger/ranking.ts'
import { journalStartMs, readStatement, type Statement, statementCsv } from '../../core/ledger/statement.ts'
import { type Fact, type FactPiece, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import type { WrittenFile } from '../../core/message/written-file.ts'
import { type AccountId, accountOf } from '../../core/target.ts'
import { say, sayCount } from '../../core/text/say.ts'
import { createShared, createTurns, eachInTurns } from '../../core/waiting.ts'

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

const headText = ({ charged }: Pick<Statement, 'charged'>, { from, to }: DayRange): string => {
  const amount = exactCreditsText(charged)
  if (from === undefined) return say('{{amount}} used until {{to}}.', { amount, to })
  return from === to
    ? say('{{amount}} used on {{day}}.', { amount, day: to })
    : say('{{amount}} used from {{from}} to {{to}}.', { amount, from, to })
}

/** A statement in figures and as a file: the same for all who ask for it, in whatever language. */
interface Summary extends Pick<Statement, 'held' | 'charged'> {
  jobs: number
  byMember: Ranking
  byFeature: Ranking
  /** Undefined if it would be too large. */
  file: WrittenFile | undefined
}

const fileNameOf = ({ from, to }: DayRange): string =>
  `statement-${from === undefined || from === to ? to : `${from}-to-${to}`}.csv`

const summaryOf = async (
  { jobs, held, charged }: Statement,
  range: DayRange,
  write: FileMaking['write'],
): Promise<Summary> => {
  const members = new Map<string, number>()
  const features = new Map<string, number>()
  await eachInTurns(jobs, ({ member, feature, charged: amount }) => {
    members.set(member, (members.get(member) ?? 0) + amount)
    features.set(feature, (features.get(feature) ?? 0) + amount)
  })
  const [byMember, byFeature] = [ranked([...members]), ranked([...features])]
  const file = await write(fileNameOf(range), statementCsv({ jobs }))
  return { held, charged, jobs: jobs.length, byMember, byFeature, file }
}

const listFact = (label: string, all: Ranking, pieceOf: (name: string) => FactPiece): Fact[] =>
  all.length === 0 ? [] : [{ label, value: rankedLines(all, pieceOf, namedMax) }]

const nothingText = ({ from, to }: DayRange): string => {
  if (from === undefined) return say('Nothing was used until {{to}}.', { to })
  return from === to
    ? say('Nothing was used on {{day}}.', { day: to })
    : say('Nothing was used from {{from}} to {{to}}.', { from, to })
}

const messageOf = (summary: Summary, range: DayRange): ResultMessage => {
  const { jobs, held, file } = summary
  if (jobs === 0) return plainMessage(nothingText(range))
  const head = headText(summary, range)
  const facts: Fact[] = [
    { label: say('Jobs'), value: String(jobs) },
    ...(held === 0 ? [] : [{ label: say('In progress'), value: exactCreditsText(held) }]),
    ...listFact(say('By member'), summary.byMember, memberPiece),
    ...listFact(say('By feature'), summary.byFeature, featureName),
  ]
  const figures = { kind: 'facts', facts } as const
  if (file === undefined) {
    const tooMany = say(
      'The list of jobs is too large for a file (max 20 MB). Choose a single month, or ask your bot operator for an export.',
    )
    return { text: `${head} ${tooMany}`, tone: 'info', blocks: [figures] }
  }
  return {
    text: head,
    tone: 'info',
    blocks: [figures, { kind: 'written', title: say('Statement'), ...file }],
  }
}

type ReadOne = (account: AccountId, name: string, read: () => Promise<Summary>) => Promise<Summary>

/**
 * A statement reads every entry since its first day. All who ask for the same one meanwhile share it with its file, and
 * an account's others wait, so that however many ask, it costs one read at a time.
 */
const createStatements = (): ReadOne => {
  const shared = createShared<Summary>()
  const turns = createTurns(Number.POSITIVE_INFINITY)
  return (account, name, read) => shared(`${account} ${name}`, () => turns(account, read))
}

const ration = {
  most: 12,
  text: (count: number) =>
    sayCount(
      'You can get {{count}} statement an hour here.',
      'You can get {{count}} statements an hour here.',
      {
        count,
      },
    ),
}

interface StatementPorts {
  budgets: Pick<Budgets, 'read'>
  journal: Pick<Journal, 'lines'>
  now: () => number
}

/** What was used in a period: a summary, and a file with a line per job, for the admin alone. */
export const createStatementAction = (files: FileMaking): Action<StatementPorts> => {
  const statements = createStatements()
  const limited = files.limited(ration)
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
      const read = async (): Promise<Summary> => {
        const lines = journal.lines({ account, ...(sinceMs !== undefined && { sinceMs }) })
        return summaryOf(await readStatement(lines, range, zone), range, files.write)
      }
      const make = async (): Promise<ResultMessage> =>
        messageOf(await statements(account, `${range.from} ${range.to} ${zone}`, read), range)
      const whole = () => limited(target, now(), make)
      const message = plainMessage(say('Your statement.'))
      return { kind: 'message', message, seenBy: 'member', isPersonal: true, whole }
    },
  })
}
