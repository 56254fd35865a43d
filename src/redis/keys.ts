import { createHash } from 'node:crypto'
import type { AllowanceUse } from '../core/command/gate.ts'
import type { ResultsOf } from '../core/job/job-list.ts'
import { bucketOfJob } from '../core/job-id.ts'
import type { GrantScope } from '../core/ledger/budget.ts'
import type { PriceName } from '../core/ledger/prices.ts'
import type { Scope } from '../core/ledger/scope.ts'
import { type AccountId, isAccount, type PlatformName } from '../core/target.ts'

/**
 * Number of buckets that accounts are spread over; all keys of a bucket share one hash slot, so that one script
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

/** The id of the job for this event; it contains the bucket. The same event gives the same id. */
export const jobIdFor = (account: AccountId, eventId: string): string =>
  `${bucketOf(account)}x${shortHash(`${account} ${eventId}`)}`

/** How keys are named that lie beside others: in a bucket, or with what one API key shares. */
const namesWith = (prefix: string) => ({
  ofBucket: (name: string) => (bucket: string) => `${prefix}{${bucket}}:${name}`,
  ofJob: (name: string) => (jobId: string) => `${prefix}{${bucketOfJob(jobId)}}:${name}:${jobId}`,
  ofAccount:
    <More extends string[] = []>(name: string) =>
    (account: AccountId, ...more: More) =>
      [`${prefix}{${bucketOf(account)}}:${name}`, account, ...more].join(':'),
  ofProvider:
    <More extends string[] = []>(name: string) =>
    (providerKeyId: string, ...more: More) =>
      [`${prefix}{key:${providerKeyId}}:${name}`, ...more].join(':'),
})

/** The names of keys about archived entries. A journal is a bucket's, or `operator`. */
const archiveKeys = (ofBucket: ReturnType<typeof namesWith>['ofBucket'], prefix: string) => ({
  /** Which months of a journal are archived. */
  archived: ofBucket('archived'),
  /** The books at the end of the last of them. */
  archivedBooks: ofBucket('archived-books'),
  /** Jobs whose records were removed after something was archived: their holds may have to go. */
  lateHolds: ofBucket('late-holds'),
  /** The pseudonym of each member, there. */
  pseudonyms: ofBucket('pseudonyms'),
  /** Those of forgotten members, until all of their entries are archived. */
  forgottenMembers: ofBucket('forgotten-members'),
  /** Pseudonyms without a member, until the folder lists them. */
  retiredPseudonyms: ofBucket('retired-pseudonyms'),
  /** Identifies the folder. */
  archive: `${prefix}{tunesmith}:archive`,
  /** There while a process archives. */
  archiving: `${prefix}{tunesmith}:archiving`,
})

/** The names of all keys. `prefix` separates deployments in one Redis; it is empty in production. */
export const createKeys = (prefix = '') => {
  const { ofBucket, ofJob, ofAccount, ofProvider } = namesWith(prefix)
  return {
    job: ofJob('job'),
    hold: ofJob('hold'),
    approval: ofJob('approval'),
    /** Of one member: how many requests to admins they withdrew, by when these would have expired. */
    withdrawn: ofAccount<[member: string]>('withdrawn'),
    account: ofAccount('account'),
    /** A pattern for the keys of all accounts, which end in the account. */
    everyAccount: `${prefix}{*}:account:*`,
    /** A pattern for the keys of all buckets. */
    inEveryBucket: `${prefix}{b*}:*`,
    groups: ofAccount('groups'),
    /** Of one member, or of the whole account. */
    allowance: (account: AccountId, use: AllowanceUse, member: string | undefined) =>
      `${prefix}{${bucketOf(account)}}:allowance:${use}:${account}${member === undefined ? '' : `:${member}`}`,
    keyTries: ofAccount('key-tries'),
    settings: ofAccount('settings'),
    whereabouts: ofAccount('where'),
    refusals: ofAccount<[month: string]>('refusals'),
    consents: ofAccount('consents'),
    ratings: ofAccount('ratings'),
    ratingsOf: ofAccount<[member: string]>('ratings-of'),
    scope: (account: AccountId, { kind, id }: Scope) =>
      `${prefix}{${bucketOf(account)}}:${kind}:${account}:${id}`,
    spend: ofAccount<[day: string]>('spend'),
    change: (account: AccountId, eventId: string) =>
      `${prefix}{${bucketOf(account)}}:change:${shortHash(`${account} ${eventId}`)}`,
    journal: ofBucket('journal'),
    open: ofBucket('open'),
    waiting: ofBucket('waiting'),
    listed: ofBucket('listed'),
    bonuses: ofBucket('bonuses'),
    dead: ofBucket('dead'),
    unmirrored: ofBucket('unmirrored'),
    approvals: ofBucket('approvals'),
    checkpoint: ofBucket('checkpoint'),
    ...archiveKeys(ofBucket, prefix),
    clips: ofAccount<[channel: string]>('clips'),
    clipChannels: ofAccount('clip-channels'),
    draft: ofAccount<[draftId: string]>('draft'),
    draftsOf: ofAccount<[member: string]>('drafts-of'),
    draftNames: ofAccount<[member: string]>('draft-names'), // of drafts made elsewhere in the account's name
    probe: `${prefix}{operator}:probe`, // written to see whether Redis accepts writes
    operatorFigures: `${prefix}{operator}:figures`,
    operatorHold: (jobId: string) => `${prefix}{operator}:hold:${jobId}`,
    operatorUnconfirmed: `${prefix}{operator}:unconfirmed`,
    operatorJournal: `${prefix}{operator}:journal`,
    operatorAccounts: `${prefix}{operator}:accounts`,
    operatorLog: `${prefix}{operator}:log`,
    operatorMark: (what: string) => `${prefix}{operator}:mark:${shortHash(what)}`,
    allowed: `${prefix}{operator}:allowed`,
    activeAccounts: `${prefix}{operator}:active`,
    leftServers: `${prefix}{operator}:left`,
    ownKeys: `${prefix}{operator}:own-keys`,
    ownSecrets: `${prefix}{operator}:own-secrets`,
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
    voiceSamples: ofProvider('voice-samples'),
    sampledVoices: ofProvider('sampled-voices'),
    prices: ofProvider<[price: PriceName]>('prices'),
    callers: (platform: PlatformName) => `${prefix}{chat:${platform}}:callers`,
    claims: (platform: PlatformName) => `${prefix}{chat:${platform}}:claims`,
    closedChat: (platform: PlatformName) => `${prefix}{chat:${platform}}:closed`,
    installations: `${prefix}{chat:slack}:installations`,
    installationState: (state: string) => `${prefix}{chat:slack}:install_state:${shortHash(state)}`,
    installationTurn: (workspace: string) => `${prefix}{chat:slack}:refreshing:${workspace}`,
    queuePrefix: `${prefix}{tunesmith}`,
    lastBackup: `${prefix}{tunesmith}:last-backup`, // when, in milliseconds since 1970
    restoring: `${prefix}{tunesmith}:restoring`, // there until a restore is finished
  }
}
export type Keys = ReturnType<typeof createKeys>

/** Whether a key is one of Tunesmith's, by its name. */
export const isOwnKey = (name: string): boolean =>
  /^\{(?:b\d\d|operator|key:[^}]*|chat:[^}]*|tunesmith)\}:/.test(name)

/** Identifies a provider's API key without revealing it. */
export const providerKeyId = (apiKey: string): string => shortHash(`provider key ${apiKey}`).slice(0, 12)

/** Identifies the address at which a process calls the provider. */
export const addressId = (apiUrl: string): string => shortHash(`address ${apiUrl}`).slice(0, 12)

/** Sorts after every character of an id. */
export const lastEntry = '~'

/** The job's id in an entry: its last word. */
export const jobIdIn = (entry: string): string => entry.slice(entry.lastIndexOf(' ') + 1)

/** A job's entry in a list by time of request, sortable as text. */
export const timedEntry = (atMs: number, jobId: string): string =>
  `${String(Math.round(atMs)).padStart(15, '0')} ${jobId}`

/** Prefix of the entries of an account's jobs, or of one member's, the oldest first. */
export const jobEntries = (account: AccountId, member: string | undefined): string =>
  member === undefined ? `account ${account} ` : `member ${account} ${member} `

/** Prefix of the entry that finds a job by its id or the beginning of it. */
export const jobEntry = (account: AccountId, idStart: string): string =>
  `${everyJobEntry}${account} ${idStart}`

/** Prefix of the entries that find jobs of all accounts by their ids, ordered by account. */
export const everyJobEntry = 'job '

/** The account in an entry that finds a job by its id. */
export const accountIn = (entry: string): AccountId =>
  entry.slice(everyJobEntry.length, entry.lastIndexOf(' ')) as AccountId

/** Prefix of the entries that find jobs old enough to be forgotten, the oldest first. */
export const agedEntries = 'aged '

/** Prefix of the entries of jobs that a member wants forgotten as soon as possible, the oldest first. */
export const askedEntries = 'asked '

/** Prefix of the entries of alerts about budgets that are due. */
export const alertEntries = 'alert '

/** Prefix of the entries of weekly summaries, which an older program doesn't take for alerts. */
export const weeklyEntries = 'weekly '

/** Prefix of the entries of alerts about servers' own keys. */
export const keyAlertEntries = 'own-key '

/** Prefix of the entries of stops for uploaded clips, of all accounts or of one. */
export const stopEntries = (account?: AccountId): string =>
  account === undefined ? 'stopped ' : `stopped ${account} `

/** Prefix of the entries of an account's jobs at the service whose price an uploaded clip sets. */
export const unbilledEntries = (account: AccountId): string => `unbilled ${account} `

/** Prefix of the entries of questions to owners of clips that are due. */
export const questionEntries = 'question '

/** The kind of a key in a bucket, and its account; undefined for a key without one. */
export const keyOfAccount = (name: string): { kind: string; account: AccountId } | undefined => {
  const [, kind, account] = /\{b\d\d\}:([a-z-]+):([a-z]+:[^:]+)/.exec(name) ?? []
  return kind !== undefined && account !== undefined && isAccount(account) ? { kind, account } : undefined
}

/** A share among those with bonuses that expire. */
export const bonusEntry = (account: AccountId, scope: GrantScope): string =>
  `${account} ${scope.kind} ${scope.kind === 'server' ? '' : scope.id}`

/** The entries that find a new job: among its account's, among its member's, by its id and by its age. */
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

/** Prefix of the entries of jobs that show this job's result again. */
export const copyEntries = (jobId: string): string => `copy ${jobId} `

/** Prefix of the entries of an account's results, of all or of one member or feature, the oldest first. */
export const resultEntries = (account: AccountId, { member = '*', feature = '*' }: ResultsOf): string =>
  `result ${account} ${member} ${feature} `

/** The entries that find a job among results once it has one: one per combination of filters. */
export const resultEntriesOf = (
  account: AccountId,
  { member, feature }: { member: string; feature: string },
  jobId: string,
  atMs: number,
): readonly string[] => {
  const timed = timedEntry(atMs, jobId)
  return [
    `result ${account} ${member} ${feature} ${timed}`,
    `result ${account} ${member} * ${timed}`,
    `result ${account} * ${feature} ${timed}`,
    `result ${account} * * ${timed}`,
  ]
}

/**
 * Prefix of the entries of jobs that made the task or output with this name, of all accounts or of one.
 * Contains only a hash of the name.
 */
export const madeEntries = (name: string, account?: AccountId): string =>
  `made ${shortHash(name)} ${account === undefined ? '' : `${account} `}`

/** The prefixes of an account's entries for all names of a job's task and outputs. */
export const madeEntriesOf = (account: AccountId, names: readonly string[]): readonly string[] =>
  names.map((name) => madeEntries(name, account))
