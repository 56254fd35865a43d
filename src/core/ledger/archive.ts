import { say } from '../text/say.ts'
import type { JournalLine } from './journal.ts'

/** An entry of a journal as Redis keeps it: its id, and names and values in turn. */
export type StreamEntry = readonly [id: string, fields: readonly string[]]

/** How many entries a file has, and the SHA-256 of its lines in hexadecimal. */
export interface ArchivedFile {
  readonly count: number
  readonly digest: string
}

/** Which months of a journal are in files, the oldest first, and the last entry there; undefined: none. */
export interface Archived {
  readonly lastId: string | undefined
  readonly months: ReadonlyMap<string, ArchivedFile>
}

/**
 * A folder with the old months of all journals: a file per journal and month, such as "b07" and "2026-08". All throw
 * AppError `archive_unusable`.
 */
export interface ArchiveFolder {
  /** What identifies the folder; undefined: nothing was ever archived there. */
  identity(): Promise<string | undefined>
  /** Gives the folder this identity. */
  claim(identity: string): Promise<void>
  /** Lists pseudonyms that no longer have a member. */
  retire(pseudonyms: readonly string[]): Promise<void>
  /** The pseudonyms that are listed so. */
  retired(): Promise<ReadonlySet<string>>
  /** Writes a month, whole or not at all, in place of an earlier attempt. */
  write(journal: string, month: string, entries: AsyncIterable<StreamEntry>): Promise<ArchivedFile>
  /** Reads a month, oldest entry first; at its end it throws if the file isn't the expected one. */
  read(journal: string, month: string, expected: ArchivedFile): AsyncIterable<StreamEntry>
}

/** Result of looking for something to archive. `differs`: the books must agree first. */
export type ArchiveStep =
  | { readonly status: 'archived'; readonly month: string; readonly count: number }
  | { readonly status: 'nothing' | 'differs' }

/** Writes old months of the journals to files, and removes from Redis what they have. */
export interface Archiver {
  /** All journals: of the buckets, and of the operator's total. */
  readonly journals: readonly string[]
  /**
   * Archives the journal's oldest month if it is old enough and the books agree. Can be repeated after any failure. Throws
   * AppError `store_unavailable` or `archive_unusable`.
   */
  step(journal: string): Promise<ArchiveStep>
  /**
   * Runs if no other process archives. The folder is the one that was used before, or else becomes it. `isMine`, called
   * before each step, says whether no other process has taken over. Returns whether it ran. Throws AppError
   * `archive_unusable` if it is another folder.
   */
  alone(run: (isMine: () => Promise<boolean>) => Promise<void>): Promise<boolean>
}

/** For members, when archived entries can't be read. */
export const cannotReadOlder = (): string =>
  say("I can't read older entries right now. Your bot operator needs to fix this.")

const dayMs = 24 * 60 * 60 * 1000

/** Spending by day and operators' months are kept for less, so the audit needs no older entry. */
const keptDaysMin = 100

/** Records are removed a little after their time. */
const marginDays = 7

/** How long a month stays in Redis after its end: until nothing there refers to it. `retentionMs`: of records. */
export const archivedAfterMs = (retentionMs: number | undefined): number =>
  Math.max(retentionMs ?? 0, keptDaysMin * dayMs) + marginDays * dayMs

/** The month of a time in UTC, such as "2026-08". */
export const utcMonthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7)

/** When a month ends, in milliseconds since 1970. */
export const monthEndMs = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return Date.UTC(year, number, 1)
}

/** The jobs that entries are about. */
export const jobsIn = (lines: readonly JournalLine[]): readonly string[] =>
  lines.flatMap((line) => ('job' in line ? [line.job] : []))
