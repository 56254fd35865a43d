import type { AccountId } from '../target.ts'
import type { Journal, JournalLine } from './journal.ts'

const linesPerPage = 500

interface Wanted<Line extends JournalLine> {
  account: AccountId
  isWanted: (line: JournalLine) => line is Line
  /** Limits one search to the time that an answer has; a page has some hundred entries. */
  pagesMax: number
  /** The search stops after the page on which this many are found; all matches of that page are included. */
  enough?: number
  /** Where the last search ended; if left out, it starts at the newest entry. */
  before?: string | undefined
}

/**
 * An account's newest matching entries, newest first, page by page. `next` is where older, unsearched ones begin;
 * undefined if there are none. Throws AppError `store_unavailable`.
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
