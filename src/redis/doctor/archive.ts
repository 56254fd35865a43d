import { type Check, type Finding, ok, type Problem } from '../../core/doctor-check.ts'
import { AppError } from '../../core/errors.ts'
import { type ArchiveFolder, monthEndMs, utcMonthOf } from '../../core/ledger/archive.ts'
import { type Difference, differenceText } from '../../core/ledger/difference.ts'
import { enter, type FiguresOf, openBooks } from '../../core/ledger/replay.ts'
import { isPersonal } from '../../core/target.ts'
import { type ArchivedOptions, oldestEntryMs, operatorJournal, readArchived } from '../archived.ts'
import { readArchivedBooks } from '../checkpoint.ts'
import { fromStore } from '../connection.ts'
import { lineOf } from '../journal.ts'
import { buckets } from '../keys.ts'
import { firstProblems } from './findings.ts'

const what = 'the archive of the journal'

const problem = (why: string, mend: string): Problem => ({ verdict: 'failed', what, why, mend })

/** What a server spent by the archived entries, against the books at their end. Its shares expire, and members have pseudonyms. */
const compareAccount = (
  { account, scope, windows }: FiguresOf,
  stored: FiguresOf | undefined,
): readonly Difference[] => {
  if (scope !== undefined || isPersonal(account)) return []
  return [...windows].flatMap(([window, { posted }]): Difference[] => {
    const found = stored?.windows.get(window)?.posted ?? 0
    return found === posted ? [] : [{ what: 'posted', at: { account, window }, expected: posted, found }]
  })
}

interface ArchiveCheckOptions extends ArchivedOptions {
  now: () => number
  /** How long a month stays in Redis after its end. */
  afterMs: number
}
type Readable = ArchiveCheckOptions & { archive: ArchiveFolder }

/** Workers archive every hour. */
const overdueMs = 7 * 24 * 60 * 60_000

/** Journals of which a month should have been archived a week ago. */
const lookForOverdue = async (options: Readable): Promise<readonly Problem[]> => {
  const overdue: string[] = []
  for (const journal of [...buckets, operatorJournal]) {
    const oldestMs = await oldestEntryMs(options, journal)
    if (oldestMs === undefined) continue
    if (monthEndMs(utcMonthOf(oldestMs)) + options.afterMs + overdueMs < options.now()) overdue.push(journal)
  }
  if (overdue.length === 0) return []
  const others = overdue.length > 1 ? `, and of ${overdue.length - 1} more` : ''
  const why = `A month of the journal ${overdue[0]}${others} should have been archived over a week ago.`
  return [
    {
      verdict: 'warning',
      what,
      why,
      mend: 'Make sure that a worker with ARCHIVE_DIR runs; its log says what keeps it.',
    },
  ]
}

/** Reads all files of a journal. Throws AppError `archive_unusable`. */
const readAllOf = async (
  options: Readable,
  journal: string,
): Promise<{ count: number; differences: readonly Difference[] }> => {
  const { months } = await readArchived(options, journal)
  // A correction of a job of an earlier month is believed, so that not all jobs have to be kept.
  const books = { ...openBooks(), isWhole: false }
  const differences: Difference[] = []
  for (const [month, file] of months) {
    for await (const entry of options.archive.read(journal, month, file)) {
      const line = lineOf(entry)
      // A member can have two pseudonyms.
      if (journal !== operatorJournal && 'job' in line)
        differences.push(...enter(books, { ...line, scopes: [] }))
      else books.lineCount += 1
    }
    for (const [job, { settled }] of books.jobs) if (settled !== undefined) books.jobs.delete(job)
  }
  if (journal === operatorJournal) return { count: books.lineCount, differences }
  const stored = await readArchivedBooks(options, journal)
  for (const [name, figures] of books.figures)
    differences.push(...compareAccount(figures, stored.figures.get(name)))
  return { count: books.lineCount, differences }
}

const readFolder = async (options: Readable): Promise<readonly Finding[]> => {
  const { redis, keys, archive } = options
  const overdue = await lookForOverdue(options)
  const known = await fromStore(redis.get(keys.archive))
  if (known === null) return overdue.length > 0 ? overdue : [ok('no month of the journal is archived yet')]
  if ((await archive.identity()) !== known)
    return [
      problem('ARCHIVE_DIR is another folder than before.', 'Set it to the folder that has the archive.'),
    ]
  let count = 0
  const problems: Problem[] = [...overdue]
  for (const journal of [...buckets, operatorJournal]) {
    const result = await readAllOf(options, journal)
    count += result.count
    for (const difference of result.differences)
      problems.push(
        problem(`${differenceText(difference)}.`, 'See "When the books differ" in docs/operating/money.md.'),
      )
  }
  return problems.length > 0
    ? firstProblems(what, problems)
    : [ok(`all archived months can be read, and agree with the books (${count} lines)`)]
}

/** Whether this process can read what was archived. It reads all of it, and writes nothing. */
export const archiveCheck = (options: ArchiveCheckOptions): Check => ({
  id: 'money.archive',
  isLong: true,
  async run() {
    const { redis, keys, archive } = options
    if (archive === undefined) {
      if ((await fromStore(redis.get(keys.archive))) === null)
        return [ok('nothing is archived, because ARCHIVE_DIR is not set')]
      return [
        problem(
          'Months of the journal are archived, and ARCHIVE_DIR is not set, so statements and exports are refused.',
          'Set it to the folder that has the archive.',
        ),
      ]
    }
    try {
      return await readFolder({ ...options, archive })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'archive_unusable') throw error
      return [problem(error.message, 'Copy the file back from a backup of the folder.')]
    }
  },
})
