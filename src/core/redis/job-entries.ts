import type { AccountId } from '../target.ts'

const timeDigits = 15

/** An entry of a job among others by when it was asked for: as texts they sort by that. */
export const timedEntry = (atMs: number, jobId: string): string =>
  `${String(Math.round(atMs)).padStart(timeDigits, '0')} ${jobId}`

/** What the entries of an account's jobs, or of one member's, begin with; the oldest job's comes first. */
export const jobEntries = (account: AccountId, member: string | undefined): string =>
  member === undefined ? `account ${account} ` : `member ${account} ${member} `

/** What an entry by which a job is found by its id, or the beginning of that, begins with. */
export const jobEntry = (account: AccountId, idStart: string): string => `job ${account} ${idStart}`

/** How a new job is found: among all of its account, among its member's, and by its id. */
export const entriesOf = (
  account: AccountId,
  member: string,
  jobId: string,
  atMs: number,
): readonly string[] => {
  const timed = timedEntry(atMs, jobId)
  return [
    `${jobEntries(account, undefined)}${timed}`,
    `${jobEntries(account, member)}${timed}`,
    jobEntry(account, jobId),
  ]
}
