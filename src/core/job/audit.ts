import type { Difference, DifferingFact } from '../ledger/difference.ts'
import type { UnknownLine } from '../ledger/journal.ts'
import { type Books, type Figures, type FiguresOf, type JobMoney, scopesText } from '../ledger/replay.ts'
import type { DaySpend } from '../ledger/spend.ts'
import type { JobState } from './job.ts'

/** Result of comparing the journal with what is stored. */
export interface AuditResult {
  /** Number of entries read. */
  lineCount: number
  differences: readonly Difference[]
  /** Entries that this version can't read. They are not differences by themselves. */
  unknownLines: readonly UnknownLine[]
}

/**
 * Compares an account bucket's balances with its journal. Throws AppError `store_unavailable` when Redis
 * can't answer.
 */
export interface LedgerAudit {
  /** All buckets. */
  buckets: readonly string[]
  /** Replays the bucket's journal from its first entry, and writes nothing. */
  whole(bucket: string): Promise<AuditResult>
  /** Replays what came since the bucket's checkpoint, and moves it forward if everything agrees. */
  sinceCheckpoint(bucket: string): Promise<AuditResult>
}

/** Compares the operator's total. Writes nothing. Throws AppError `store_unavailable` when Redis can't answer. */
export interface OperatorAudit {
  /** With its own journal, from the first entry. */
  total(): Promise<readonly Difference[]>
  /** With a bucket's jobs whose money has changed since then. */
  jobsOf(bucket: string, sinceMs: number): Promise<readonly Difference[]>
}

type Hash = Readonly<Record<string, string>>

const dayMs = 24 * 60 * 60 * 1000

/** The earliest moment at which a window may be over in any zone; undefined if it never ends. */
const earliestEndMs = (window: string): number | undefined => {
  const [, period, year, month, day = '1'] =
    /^(day|week|month):(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(window) ?? []
  if (period === undefined) return undefined
  const start = [Number(year), Number(month) - 1, Number(day)] as const
  const end = {
    day: Date.UTC(start[0], start[1], start[2] + 1),
    week: Date.UTC(start[0], start[1], start[2] + 7),
    month: Date.UTC(start[0], start[1] + 1, 1),
  }
  return period === 'day' || period === 'week' || period === 'month' ? end[period] - dayMs : undefined
}

/**
 * The current time; how long a scope's figures are kept after their window, and a day's spend from its first request
 * on. In milliseconds.
 */
export interface AuditTime {
  nowMs: number
  figuresKeptMs: number
  spendKeptMs: number
}

/** Whether a scope's figures for this window may have expired. */
const mayBeGone = (window: string, { nowMs, figuresKeptMs }: AuditTime): boolean => {
  const endMs = earliestEndMs(window)
  return endMs !== undefined && nowMs > endMs + figuresKeptMs
}

const figureNames: readonly (keyof Figures)[] = ['posted', 'pending', 'granted']

const windowsIn = (stored: Hash): readonly string[] =>
  Object.keys(stored).flatMap((name) => /^(?:posted|pending|granted)\|(.*)$/.exec(name)?.[1] ?? [])

/**
 * Removes windows with expired figures from the books: a scope's figures expire long after their window, and later
 * changes to them are counted nowhere.
 */
export const dropLapsed = ({ scope, windows }: FiguresOf, stored: Hash, time: AuditTime): void => {
  if (scope === undefined) return
  const kept = windowsIn(stored)
  for (const window of windows.keys()) {
    if (!kept.includes(window) && mayBeGone(window, time)) windows.delete(window)
  }
}

/** Compares the figures of an account or a scope with the hash that stores them. */
export const compareFigures = (
  { account, scope, windows }: FiguresOf,
  stored: Hash,
): readonly Difference[] => {
  const all = [...new Set([...windows.keys(), ...windowsIn(stored)])]
  return all.flatMap((window) =>
    figureNames.flatMap((what): Difference[] => {
      const expected = windows.get(window)?.[what] ?? 0
      const found = stored[`${what}|${window}`] ?? '0'
      return found === String(expected) ? [] : [{ what, at: { account, scope, window }, expected, found }]
    }),
  )
}

/** Whether the spend of this day has expired. */
export const isDayGone = ({ day }: DaySpend, stored: Hash, { nowMs, spendKeptMs }: AuditTime): boolean =>
  Object.keys(stored).length === 0 && nowMs > Date.parse(day) - dayMs + spendKeptMs

/** Compares the spend of a day with the hash that stores it. */
export const compareSpend = ({ account, day, amounts }: DaySpend, stored: Hash): readonly Difference[] => {
  const names = new Set([...amounts.keys(), ...Object.keys(stored).filter((name) => name.includes('|'))])
  return [...names].flatMap((name): Difference[] => {
    const expected = amounts.get(name) ?? 0
    const found = stored[name] ?? '0'
    if (found === String(expected)) return []
    const [id = '', feature] = name.split('|')
    return [{ what: 'spent', at: { account, scope: { kind: 'member', id }, day, feature }, expected, found }]
  })
}

/** Compares what an account holds by its figures with the sum of its open holds. */
export const compareOpenHolds = (
  books: Books,
  { account, scope }: FiguresOf,
  stored: Hash,
): readonly Difference[] => {
  if (scope !== undefined) return []
  const sums = new Map<string, number>()
  for (const job of books.jobs.values()) {
    if (job.account === account) sums.set(job.window, (sums.get(job.window) ?? 0) + job.held)
  }
  return [...sums].flatMap(([window, expected]): Difference[] => {
    const found = stored[`pending|${window}`] ?? '0'
    if (found === String(expected)) return []
    return [{ what: 'pending beside all open holds', at: { account, window }, expected, found }]
  })
}

/** What is stored of a job, besides the journal. Empty hashes if there is nothing. */
export interface StoredJob {
  hold: Hash
  record: Hash
  /** Whether it is among the jobs with something left to do. */
  isListed: boolean
}

const openStates: readonly JobState[] = ['requested', 'accepted', 'submitting', 'submitted', 'uncertain']

const statesText = (isOpen: boolean): string => (isOpen ? openStates.join(' or ') : 'an end')

const storedScopes = (text: string | undefined): string => {
  try {
    return scopesText(JSON.parse(text ?? ''))
  } catch {
    return `unreadable (${text ?? 'missing'})`
  }
}

type Pair = readonly [what: DifferingFact, expected: string | number, found: string | number | undefined]

const holdPairs = ({ account, window, held, settled, spent }: JobMoney, hold: Hash): readonly Pair[] => {
  if (hold.state === undefined) return [['hold', settled === undefined ? held : 'there', 'missing']]
  const isOpen = hold.state === 'open'
  return [
    ['hold', settled === undefined ? 'open' : 'closed', isOpen ? 'open' : 'closed'],
    ...(settled === undefined ? ([['held', held, hold.amount]] as const) : []),
    ...(settled === undefined ? [] : ([['settled', settled, hold.settled]] as const)),
    ...(spent === undefined ? [] : ([['spent', spent, hold.spent ?? 0]] as const)),
    ['account', account, hold.account],
    ['window', window, hold.window],
  ]
}

/** A record may be removed once its job is over; its hold then says so. */
const recordPairs = (money: JobMoney, { hold, record, isListed }: StoredJob): readonly Pair[] => {
  const { window, scopes, settled, version } = money
  const { state = '' } = record
  if (hold.forgotten !== undefined && settled !== undefined)
    return state === '' ? [] : [['record', 'removed', 'there']]
  if (state === '') return [['record', 'there', 'missing']]
  const isOpen = settled === undefined
  const fits = openStates.some((open) => open === state) === isOpen
  return [
    ['version', version, record.money],
    ['record settled', settled ?? 'nothing', record.settled ?? 'nothing'],
    ['window', window, record.window],
    ['scopes', scopesText(scopes), storedScopes(record.scopes)],
    ['state', fits ? state : statesText(isOpen), state],
    ...(isOpen ? ([['open set', 'listed', isListed ? 'listed' : 'not listed']] as const) : []),
  ]
}

/** Compares a job's money with its hold and its record. */
export const compareJob = (job: string, money: JobMoney, stored: StoredJob): readonly Difference[] => {
  const { account, window } = money
  return [...holdPairs(money, stored.hold), ...recordPairs(money, stored)].flatMap(
    ([what, expected, found = 'missing']): Difference[] =>
      String(expected) === String(found) ? [] : [{ what, at: { account, window, job }, expected, found }],
  )
}

/** A job without journal entries. Books that began later don't know jobs that were settled before. */
export const compareUnknownJob = (
  { isWhole }: Books,
  job: string,
  { hold }: StoredJob,
): readonly Difference[] => {
  if (!isWhole && hold.state !== 'open') return []
  const found = hold.state === undefined ? 'none' : `${hold.state}, ${hold.amount ?? '?'}`
  return [{ what: 'hold', at: { job }, expected: 'no line at all', found }]
}
