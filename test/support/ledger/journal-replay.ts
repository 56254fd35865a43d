import { differenceText } from '../../../src/core/ledger/difference.ts'
import { parseJournalLine } from '../../../src/core/ledger/journal-entries.ts'
import { type Books, type FiguresOf, replay as replayLines } from '../../../src/core/ledger/replay.ts'
import type { JournalEntry } from '../redis/store-world.ts'

/** What is spent and held in one window of one account. */
export interface Balance {
  posted: number
  pending: number
}

/** The books of a whole journal. Throws where it contradicts itself, or cannot be read. */
const booksOf = (journal: readonly JournalEntry[]): Books => {
  const { books, differences } = replayLines(
    journal.map((entry, index) => parseJournalLine(`${index}-0`, entry)),
  )
  const unread = books.unknownLines.map(({ named, problem }) => `${named}: ${problem}`)
  const problems = [...differences.map(differenceText), ...unread]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return books
}

const balancesOf = (books: Books, nameOf: (figures: FiguresOf) => string | undefined) => {
  const named = [...books.figures.values()].flatMap((figures) =>
    [...figures.windows].map(([window, { posted, pending }]) => ({
      name: nameOf(figures),
      key: `${figures.account}|${window}`,
      balance: { posted, pending },
    })),
  )
  return Object.fromEntries(
    named.flatMap(({ name, key, balance }) => (name === undefined ? [] : [[`${key}${name}`, balance]])),
  )
}

/**
 * Computes all balances from the journal alone, by `<account>|<window>`. Throws where a line's own figures
 * are not what the lines before it add up to.
 */
export const replay = (journal: readonly JournalEntry[]): Readonly<Record<string, Balance>> =>
  balancesOf(booksOf(journal), ({ scope }) => (scope === undefined ? '' : undefined))

/** Computes what each member used from the journal alone, by `<account>|<window>|<member>`. */
export const replayMembers = (journal: readonly JournalEntry[]): Readonly<Record<string, Balance>> =>
  balancesOf(booksOf(journal), ({ scope }) => (scope?.kind === 'member' ? `|${scope.id}` : undefined))
