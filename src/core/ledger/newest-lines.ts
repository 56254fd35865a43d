import type { AccountId } from '../target.ts'
import type { Journal, JournalLine } from './journal.ts'

const linesPerPage = 500

interface Wanted<Line extends JournalLine> {
  account: AccountId
  isWanted: (line: JournalLine) => line is Line
  /** No more is looked through at a time than an answer has time for, some hundred lines a page. */
  pagesMax: number
  /** With so many found there is no further page; all of the last one are among them. */
  enough?: number
  /** Where the last look ended; the newest line of all, if left out. */
  before?: string | undefined
}

/**
 * The newest lines of an account that somebody wants, the newest first, page by page. `next` is where older
 * ones begin that were not looked through; undefined where there are none. Throws AppError `store_unavailable`.
 */
export const newestLines = async <Line extends JournalLine>(
  journal: Pick<Journal, 'page'>,
  { account, isWanted, pagesMax, enough = Number.POSITIVE_INFINITY, before }: Wanted<Line>,
): Promise<{ lines: readonly Line[]; next: string | undefined }> => {
  const lines: Line[] = []
  let next = before
  for (let page = 0; page < pagesMax; page += 1) {
    const read = await journal.page(account, linesPerPage, next)
    lines.push(...read.lines.filter(isWanted))
    next = read.next
    if (next === undefined || lines.length >= enough) break
  }
  return { lines, next }
}
