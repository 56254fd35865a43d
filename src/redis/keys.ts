import { createHash } from 'node:crypto'
import type { GateUse } from '../core/command/gate.ts'
import type { ResultsOf } from '../core/job/job-list.ts'
import { bucketOfJob } from '../core/job-id.ts'
import type { PriceName } from '../core/ledger/prices.ts'
import type { Scope } from '../core/ledger/scope.ts'
import type { AccountId, PlatformName } from '../core/target.ts'

/**
 * Accounts are spread over this many buckets; all keys of a bucket share one hash slot, so that one script
 * can change a job, its hold and its account together.
 */
export const bucketCount = 64

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** 125 bits of SHA-256 as 25 letters and digits: also short enough for Discord's nonce. */
export const shortHash = (text: string): string => {
  const bytes = createHash('sha256').update(text).digest()
  let bits = 0
  let bitCount = 0
  let out = ''
  for (const byte of bytes) {
    bits = (bits << 8) | byte
    bitCount += 8
    while (bitCount >= 5 && out.length < 25) {
      bitCount -= 5
      out += base32[(bits >> bitCount) & 31]
    }
    bits &= (1 << bitCount) - 1
  }
  return out
}

/** All buckets, in order. */
export const buckets: readonly string[] = Array.from(
  { length: bucketCount },
  (_, number) => `b${String(number).padStart(2, '0')}`,
)

/** The bucket of an account. */
export const bucketOf = (account: AccountId): string =>
  buckets[createHash('sha256').update(account).digest().readUInt16BE(0) % bucketCount] ?? ''

/**
 * The id of the job that this event asks for; whoever holds it knows the bucket.
 * The same event gives the same id.
 */
export const jobIdFor = (account: AccountId, eventId: string): string =>
  `${bucketOf(account)}x${shortHash(`${account} ${eventId}`)}`

/** The names of all keys. `prefix` keeps several worlds apart in one Redis; it is empty in production. */
export const createKeys = (prefix = '') => {
  const ofBucket = (name: string) => (bucket: string) => `${prefix}{${bucket}}:${name}`
  const ofJob = (name: string) => (jobId: string) => `${prefix}{${bucketOfJob(jobId)}}:${name}:${jobId}`
  const ofAccount =
    <More extends string[] = []>(name: string) =>
    (account: AccountId, ...more: More) =>
      [`${prefix}{${bucketOf(account)}}:${name}`, account, ...more].join(':')
  const ofProvider =
    <More extends string[] = []>(name: string) =>
    (providerKeyId: string, ...more: More) =>
      [`${prefix}{key:${providerKeyId}}:${name}`, ...more].join(':')
  return {
    job: ofJob('job'),
    hold: ofJob('hold'),
    account: ofAccount('account'),
    /** A pattern for the keys of all accounts, which end in the account. */
    everyAccount: `${prefix}{*}:account:*`,
    groups: ofAccount('groups'),
    /** Of one member, or of the whole account. */
    allowance: (account: AccountId, use: GateUse, member: string | undefined) =>
      `${prefix}{${bucketOf(account)}}:allowance:${use}:${account}${member === undefined ? '' : `:${member}`}`,
    settings: ofAccount('settings'),
    whereabouts: ofAccount('where'),
    scope: (account: AccountId, { kind, id }: Scope) =>
      `${prefix}{${bucketOf(account)}}:${kind}:${account}:${id}`,
    change: (account: AccountId, eventId: string) =>
      `${prefix}{${bucketOf(account)}}:change:${shortHash(`${account} ${eventId}`)}`,
    journal: ofBucket('journal'),
    open: ofBucket('open'),
    waiting: ofBucket('waiting'),
    listed: ofBucket('listed'),
    dead: ofBucket('dead'),
    unmirrored: ofBucket('unmirrored'),
    checkpoint: ofBucket('checkpoint'),
    clips: ofAccount<[channel: string]>('clips'),
    clipChannels: ofAccount('clip-channels'),
    draft: ofAccount<[draftId: string]>('draft'),
    draftsOf: ofAccount<[member: string]>('drafts-of'),
    /** Written to see whether Redis takes writes. */
    probe: `${prefix}{operator}:probe`,
    operatorFigures: `${prefix}{operator}:figures`,
    operatorHold: (jobId: string) => `${prefix}{operator}:hold:${jobId}`,
    operatorUnconfirmed: `${prefix}{operator}:unconfirmed`,
    operatorJournal: `${prefix}{operator}:journal`,
    operatorAccounts: `${prefix}{operator}:accounts`,
    allowed: `${prefix}{operator}:allowed`,
    activeAccounts: `${prefix}{operator}:active`,
    leases: ofProvider('leases'),
    line: ofProvider('line'),
    ring: ofProvider('ring'),
    offers: ofProvider('offers'),
    waiters: ofProvider('waiters'),
    pace: ofProvider('pace'),
    elsewhere: ofProvider<[addressId: string]>('elsewhere'),
    lookups: ofProvider('lookups'),
    lookupTurns: ofProvider('lookup-turns'),
    lookupsAwaited: ofProvider('lookups-awaited'),
    lookupShare: ofProvider<[share: string]>('lookups'),
    voices: ofProvider('voices'),
    prices: ofProvider<[price: PriceName]>('prices'),
    callers: (platform: PlatformName) => `${prefix}{chat:${platform}}:callers`,
    claims: (platform: PlatformName) => `${prefix}{chat:${platform}}:claims`,
    closedChat: (platform: PlatformName) => `${prefix}{chat:${platform}}:closed`,
    queuePrefix: `${prefix}{tunesmith}`,
  }
}
export type Keys = ReturnType<typeof createKeys>

/** A name for a provider's API key that does not give the key away. */
export const providerKeyId = (apiKey: string): string => shortHash(`provider key ${apiKey}`).slice(0, 12)

/** A name for the address at which a process looks for the provider. */
export const addressId = (apiUrl: string): string => shortHash(`address ${apiUrl}`).slice(0, 12)

/** Comes after everything that an id is made of. */
export const lastEntry = '~'

/** Where the last word of an entry begins. */
export const jobIdIn = (entry: string): string => entry.slice(entry.lastIndexOf(' ') + 1)

/** An entry of a job among others by when it was asked for: as texts they sort by that. */
export const timedEntry = (atMs: number, jobId: string): string =>
  `${String(Math.round(atMs)).padStart(15, '0')} ${jobId}`

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

/** What the entries of an account's results begin with, of those that are meant; the oldest comes first. */
export const resultEntries = (account: AccountId, { member = '*', feature = '*' }: ResultsOf): string =>
  `result ${account} ${member} ${feature} `

/** How a job is found among results once it has one: by each way to ask for them. */
export const resultEntriesOf = (
  account: AccountId,
  { member, feature }: { member: string; feature: string },
  jobId: string,
  atMs: number,
): readonly string[] =>
  [`${member} ${feature}`, `${member} *`, `* ${feature}`, '* *'].map(
    (of) => `result ${account} ${of} ${timedEntry(atMs, jobId)}`,
  )

/**
 * The prefix of the entries of jobs that made the task or output with this name, of all accounts or of one. It has only
 * a hash of the name.
 */
export const madeEntries = (name: string, account?: AccountId): string =>
  `made ${shortHash(name)} ${account === undefined ? '' : `${account} `}`
