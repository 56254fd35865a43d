import { formatCredits } from '../credits.ts'
import { jobName } from '../job-id.ts'
import { eachInTurns } from '../waiting.ts'
import { windowAt } from './budget-window.ts'
import type { DayRange } from './days.ts'
import { csvCell } from './export.ts'
import type { JournalLine, MoneyLine } from './journal.ts'
import { isPseudonym } from './pseudonym.ts'

/** What one job cost, by the journal. */
export interface StatementJob {
  job: string
  /** The budget's window in which it counts, such as "month:2026-07". */
  window: string
  /** The day of the request. */
  day: string
  member: string
  /** Empty in jobs of versions that did not record it. */
  feature: string
  /** Still held, in millionths. */
  held: number
  /** In millionths. */
  charged: number
}

/** The jobs of some days and their sums, exact to the millionth. */
export interface Statement {
  jobs: readonly StatementJob[]
  held: number
  charged: number
}

/** Earlier than any zone's beginning of a day, by any clock that is not refused. */
const dayBeginsEarlierMs = 15 * 60 * 60 * 1000

/** Where in the journal the jobs of these days begin; undefined: at its first entry. */
export const journalStartMs = ({ from }: DayRange): number | undefined =>
  from === undefined ? undefined : Math.max(0, Date.parse(from) - dayBeginsEarlierMs)

const dayMs = 24 * 60 * 60 * 1000

/** After this, no job of these days begins. */
const jobsBeginBeforeMs = ({ to }: DayRange): number => Date.parse(to) + dayMs + dayBeginsEarlierMs

const isInRange = (day: string, { from = '', to }: DayRange): boolean => from <= day && day <= to

/** Versions that recorded no day: by the calendar of now. */
const dayOf = ({ day, atMs }: MoneyLine, zone: string): string => day ?? windowAt('day', zone, atMs).day

interface OpenJob extends StatementJob {
  version: number
  /** Whether it never held or cost anything, such as `/result`. */
  isFree: boolean
}

const newJob = (line: MoneyLine, zone: string): OpenJob => ({
  job: line.job,
  window: line.window,
  day: dayOf(line, zone),
  member: line.scopes.find(({ kind }) => kind === 'member')?.id ?? '',
  feature: line.feature ?? '',
  held: 0,
  charged: 0,
  version: 0,
  isFree: true,
})

const isMoney = (line: JournalLine): line is MoneyLine => 'job' in line

/**
 * Adds up the jobs that were requested on these days, whenever they were charged or corrected. `lines` are one account's,
 * oldest first, from `journalStartMs` on and to the end.
 */
export const readStatement = async (
  lines: AsyncIterable<JournalLine>,
  range: DayRange,
  zone: string,
): Promise<Statement> => {
  const jobs = new Map<string, OpenJob>()
  const beginBeforeMs = jobsBeginBeforeMs(range)
  for await (const line of lines) {
    if (!isMoney(line)) continue
    // Charges of these days may still come, but not where nothing was requested.
    if (jobs.size === 0 && line.atMs > beginBeforeMs) break
    const known = jobs.get(line.job) ?? (line.operation === 'hold' ? newJob(line, zone) : undefined)
    if (known === undefined || !isInRange(known.day, range) || line.version <= known.version) continue
    const isOpen = line.operation === 'hold' || line.operation === 'adjust'
    known.version = line.version
    known.held = isOpen ? line.credits : 0
    known.charged = isOpen ? 0 : line.credits
    known.isFree &&= line.credits === 0
    jobs.set(line.job, known)
  }
  const paid: StatementJob[] = []
  let held = 0
  let charged = 0
  await eachInTurns(jobs.values(), (job) => {
    if (job.isFree) return
    paid.push(job)
    held += job.held
    charged += job.charged
  })
  return { jobs: paid, held, charged }
}

const columns = ['period', 'day', 'member', 'feature', 'job', 'held', 'charged']

/** A mention: pasted into the chat it shows who that is, and no spreadsheet rounds it as a number. */
const mentionOf = (member: string): string => (member === '' || isPseudonym(member) ? member : `<@${member}>`)

/**
 * A line per job, for spreadsheets: amounts in credits with all their decimals, and no cell that a spreadsheet would
 * run. The lines are written as they are taken, because there can be very many.
 */
export const statementCsv = function* ({ jobs }: Pick<Statement, 'jobs'>): Generator<string> {
  yield `${columns.join(',')}\r\n`
  for (const { window, day, member, feature, job, held, charged } of jobs) {
    const cells = [window, day, mentionOf(member), feature, jobName(job)].map(csvCell)
    yield `${[...cells, formatCredits(held), formatCredits(charged)].join(',')}\r\n`
  }
}
