import { createHash } from 'node:crypto'
import type { GateUse } from '../core/command/gate.ts'
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

const bucketName = (number: number): string => `b${String(number).padStart(2, '0')}`

/** All buckets, in order. */
export const buckets: readonly string[] = Array.from({ length: bucketCount }, (_, number) =>
  bucketName(number),
)

/** The bucket of an account. */
export const bucketOf = (account: AccountId): string =>
  bucketName(createHash('sha256').update(account).digest().readUInt16BE(0) % bucketCount)

/**
 * The id of the job that this event asks for; whoever holds it knows the bucket.
 * The same event gives the same id.
 */
export const jobIdFor = (account: AccountId, eventId: string): string =>
  `${bucketOf(account)}x${shortHash(`${account} ${eventId}`)}`

/** The names of all keys. `prefix` keeps several worlds apart in one Redis; it is empty in production. */
export const createKeys = (prefix = '') => ({
  job: (jobId: string) => `${prefix}{${bucketOfJob(jobId)}}:job:${jobId}`,
  hold: (jobId: string) => `${prefix}{${bucketOfJob(jobId)}}:hold:${jobId}`,
  account: (account: AccountId) => `${prefix}{${bucketOf(account)}}:account:${account}`,
  /** A pattern for the keys of all accounts, which end in the account. */
  everyAccount: `${prefix}{*}:account:*`,
  groups: (account: AccountId) => `${prefix}{${bucketOf(account)}}:groups:${account}`,
  /** Of one member, or of the whole account. */
  allowance: (account: AccountId, use: GateUse, member: string | undefined) =>
    `${prefix}{${bucketOf(account)}}:allowance:${use}:${account}${member === undefined ? '' : `:${member}`}`,
  settings: (account: AccountId) => `${prefix}{${bucketOf(account)}}:settings:${account}`,
  whereabouts: (account: AccountId) => `${prefix}{${bucketOf(account)}}:where:${account}`,
  scope: (account: AccountId, { kind, id }: Scope) =>
    `${prefix}{${bucketOf(account)}}:${kind}:${account}:${id}`,
  change: (account: AccountId, eventId: string) =>
    `${prefix}{${bucketOf(account)}}:change:${shortHash(`${account} ${eventId}`)}`,
  journal: (bucket: string) => `${prefix}{${bucket}}:journal`,
  open: (bucket: string) => `${prefix}{${bucket}}:open`,
  waiting: (bucket: string) => `${prefix}{${bucket}}:waiting`,
  listed: (bucket: string) => `${prefix}{${bucket}}:listed`,
  dead: (bucket: string) => `${prefix}{${bucket}}:dead`,
  unmirrored: (bucket: string) => `${prefix}{${bucket}}:unmirrored`,
  checkpoint: (bucket: string) => `${prefix}{${bucket}}:checkpoint`,
  clips: (account: AccountId, channel: string) =>
    `${prefix}{${bucketOf(account)}}:clips:${account}:${channel}`,
  clipChannels: (account: AccountId) => `${prefix}{${bucketOf(account)}}:clip-channels:${account}`,
  draft: (account: AccountId, draftId: string) =>
    `${prefix}{${bucketOf(account)}}:draft:${account}:${draftId}`,
  draftsOf: (account: AccountId, member: string) =>
    `${prefix}{${bucketOf(account)}}:drafts-of:${account}:${member}`,
  /** Written to see whether Redis takes writes. */
  probe: `${prefix}{operator}:probe`,
  operatorFigures: `${prefix}{operator}:figures`,
  operatorHold: (jobId: string) => `${prefix}{operator}:hold:${jobId}`,
  operatorUnconfirmed: `${prefix}{operator}:unconfirmed`,
  operatorJournal: `${prefix}{operator}:journal`,
  operatorAccounts: `${prefix}{operator}:accounts`,
  allowed: `${prefix}{operator}:allowed`,
  activeAccounts: `${prefix}{operator}:active`,
  leases: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:leases`,
  line: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:line`,
  ring: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:ring`,
  offers: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:offers`,
  waiters: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:waiters`,
  pace: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:pace`,
  elsewhere: (providerKeyId: string, addressId: string) =>
    `${prefix}{key:${providerKeyId}}:elsewhere:${addressId}`,
  lookups: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:lookups`,
  lookupTurns: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:lookup-turns`,
  lookupsAwaited: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:lookups-awaited`,
  lookupShare: (providerKeyId: string, share: string) => `${prefix}{key:${providerKeyId}}:lookups:${share}`,
  voices: (providerKeyId: string) => `${prefix}{key:${providerKeyId}}:voices`,
  prices: (providerKeyId: string, price: PriceName) => `${prefix}{key:${providerKeyId}}:prices:${price}`,
  callers: (platform: PlatformName) => `${prefix}{chat:${platform}}:callers`,
  closedChat: (platform: PlatformName) => `${prefix}{chat:${platform}}:closed`,
  queuePrefix: `${prefix}{tunesmith}`,
})
export type Keys = ReturnType<typeof createKeys>

/** A name for a provider's API key that does not give the key away. */
export const providerKeyId = (apiKey: string): string => shortHash(`provider key ${apiKey}`).slice(0, 12)

/** A name for the address at which a process looks for the provider. */
export const addressId = (apiUrl: string): string => shortHash(`address ${apiUrl}`).slice(0, 12)
