import type { ResultsOf } from '../core/job/job-list.ts'
import type { AccountId } from '../core/target.ts'
import { shortHash } from './keys.ts'

const timeDigits = 15

/** Comes after everything that an id is made of. */
export const lastEntry = '~'

/** Where the last word of an entry begins. */
export const jobIdIn = (entry: string): string => entry.slice(entry.lastIndexOf(' ') + 1)

/** An entry of a job among others by when it was asked for: as texts they sort by that. */
export const timedEntry = (atMs: number, jobId: string): string =>
  `${String(Math.round(atMs)).padStart(timeDigits, '0')} ${jobId}`

/** What the entries of an account's jobs, or of one member's, begin with; the oldest job's comes first. */
export const jobEntries = (account: AccountId, member: string | undefined): string =>
  member === undefined ? `account ${account} ` : `member ${account} ${member} `

/** What an entry by which a job is found by its id, or the beginning of that, begins with. */
export const jobEntry = (account: AccountId, idStart: string): string => `job ${account} ${idStart}`

/**
 * What the entries begin with by which jobs are found that may be old enough to be forgotten; the oldest
 * comes first.
 */
export const agedEntries = 'aged '

/** How a new job is found: among all of its account, among its member's, by its id, and by its age. */
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
    `${agedEntries}${timed}`,
  ]
}

/** What the entries of the jobs begin with that show the result of this one once more. */
export const copyEntries = (jobId: string): string => `copy ${jobId} `

const all = '*'

/** What the entries of an account's results begin with, of those that are meant; the oldest comes first. */
export const resultEntries = (account: AccountId, { member = all, feature = all }: ResultsOf): string =>
  `result ${account} ${member} ${feature} `

/** How a job is found among results once it has one: by each way to ask for them. */
export const resultEntriesOf = (
  account: AccountId,
  { member, feature }: { member: string; feature: string },
  jobId: string,
  atMs: number,
): readonly string[] =>
  [member, undefined].flatMap((ofMember) =>
    [feature, undefined].map(
      (ofFeature) =>
        `${resultEntries(account, { member: ofMember, feature: ofFeature })}${timedEntry(atMs, jobId)}`,
    ),
  )

/**
 * The prefix of the entries of jobs that made the task or output with this name, of all accounts or of one. It has only
 * a hash of the name.
 */
export const madeEntries = (name: string, account?: AccountId): string =>
  `made ${shortHash(name)} ${account === undefined ? '' : `${account} `}`
