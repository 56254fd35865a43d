import { randomBytes } from 'node:crypto'
import type { StreamEntry } from '../core/ledger/archive.ts'
import { nameOf, type Pseudonyms, swapMembers } from '../core/ledger/pseudonym.ts'
import { isPersonal } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { bucketOf, type Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const forgetScript = plainScript('forget-pseudonym')
const nameScript = plainScript('name-members')
const dropScript = plainScript('drop-forgotten')

interface PseudonymOptions {
  redis: StoreConnection
  keys: Keys
}

/** Random, so nobody can guess one, and none comes twice. */
const newPseudonym = (): string => `~${randomBytes(9).toString('base64url')}`

/** A forgotten member's pseudonym, for entries up to that time. */
interface Forgotten {
  untilMs: number
  pseudonym: string
}

const forgottenOf = (text: string): Forgotten => {
  const [untilMs = '', pseudonym = ''] = text.split(' ')
  return { untilMs: Number(untilMs), pseudonym }
}

const namesPerCall = 500

const msOf = ([id]: StreamEntry): number => Number(id.split('-')[0])

const jobOf = ([, fields]: StreamEntry): string | undefined => {
  const at = fields.findIndex((name, index) => index % 2 === 0 && name === 'job')
  return at < 0 ? undefined : fields[at + 1]
}

/**
 * What archived entries of a bucket have in place of members. A month's new members get pseudonyms first. All entries of a
 * job have the pseudonym of its time: of a member who was forgotten while it ran, the job must not name the others.
 * `entries` are the month's, `before` the previous month's.
 */
export const prepareHiding = async (
  { redis, keys }: PseudonymOptions,
  bucket: string,
  entries: () => AsyncIterable<StreamEntry>,
  monthEndMs: number,
  before: () => AsyncIterable<StreamEntry>,
): Promise<(entry: StreamEntry) => StreamEntry> => {
  const stored = await fromStore(redis.hgetall(keys.forgottenMembers(bucket)))
  const forgotten = new Map(Object.entries(stored).map(([name, text]) => [name, forgottenOf(text)]))
  const begunMs = new Map<string, number>()
  const noteJob = (entry: StreamEntry): void => {
    const job = jobOf(entry)
    if (job !== undefined && !begunMs.has(job)) begunMs.set(job, msOf(entry))
  }
  if (forgotten.size > 0) for await (const entry of before()) noteJob(entry)
  const kept = (name: string, entry: StreamEntry): string | undefined => {
    const known = forgotten.get(name)
    const atMs = begunMs.get(jobOf(entry) ?? '') ?? msOf(entry)
    return known !== undefined && atMs <= known.untilMs ? known.pseudonym : undefined
  }
  const names = new Set<string>()
  for await (const entry of entries()) {
    if (forgotten.size > 0) noteJob(entry)
    swapMembers(entry, (account, member) => {
      const name = nameOf(account, member)
      if (kept(name, entry) === undefined) names.add(name)
      return ''
    })
  }
  const pseudonyms = new Map<string, string>()
  const all = [...names]
  for (let first = 0; first < all.length; first += namesPerCall) {
    const part = all.slice(first, first + namesPerCall)
    const used = [keys.pseudonyms(bucket), keys.forgottenMembers(bucket)]
    const proposed = part.flatMap((name) => [name, newPseudonym()])
    const [, ...named] = await runScript(redis, nameScript, used, [monthEndMs, ...proposed])
    for (const [index, pseudonym] of named.entries()) pseudonyms.set(part[index] ?? '', pseudonym)
  }
  return (entry) =>
    swapMembers(entry, (account, member) => {
      const name = nameOf(account, member)
      return kept(name, entry) ?? pseudonyms.get(name) ?? '~'
    })
}

/** Gives archived entries of a bucket their members back, but for those who were forgotten. */
export const prepareShowing = async (
  { redis, keys }: PseudonymOptions,
  bucket: string,
): Promise<(entry: StreamEntry) => StreamEntry> => {
  const stored = await fromStore(redis.hgetall(keys.pseudonyms(bucket)))
  const members = new Map(
    Object.entries(stored).map(([name, pseudonym]) => {
      const [account = '', member = ''] = name.split(' ')
      return [pseudonym, member === '' ? account.slice(account.indexOf('@') + 1) : member]
    }),
  )
  const show = (pseudonym: string): string => members.get(pseudonym) ?? pseudonym
  return (entry) =>
    swapMembers(entry, (account, member) =>
      show(member === '' ? account.slice(account.indexOf('@') + 1) : member),
    )
}

/** A job that began before a member was forgotten has no entries so long after it. */
const longestJobMs = 32 * 24 * 60 * 60_000

/** Removes what is kept of members who were forgotten long before that time, when the oldest entry in Redis was made. */
export const dropForgotten = async (
  { redis, keys }: PseudonymOptions,
  bucket: string,
  oldestMs: number,
): Promise<void> => {
  await runScript(redis, dropScript, [keys.forgottenMembers(bucket)], [oldestMs - longestJobMs])
}

/** Pseudonyms, which only Redis maps to members. It keeps none unless something is archived. */
export const createPseudonyms = ({
  redis,
  keys,
  now,
}: PseudonymOptions & { now: () => number }): Pseudonyms => ({
  async forget(account, member) {
    if ((await fromStore(redis.exists(keys.archive))) === 0) return
    const bucket = bucketOf(account)
    const names = isPersonal(account)
      ? [nameOf(account, member), nameOf(account, '')]
      : [nameOf(account, member)]
    const used = [keys.pseudonyms(bucket), keys.forgottenMembers(bucket), keys.retiredPseudonyms(bucket)]
    for (const name of names) await runScript(redis, forgetScript, used, [name, now(), newPseudonym()])
  },
})

/** Cuts these pseudonyms off from their members, who were forgotten after a backup was made. */
export const forgetRetired = async (
  { redis, keys }: PseudonymOptions,
  buckets: readonly string[],
  retired: ReadonlySet<string>,
): Promise<void> => {
  if (retired.size === 0) return
  for (const bucket of buckets) {
    const key = keys.pseudonyms(bucket)
    const stored = await fromStore(redis.hgetall(key))
    const names = Object.entries(stored).flatMap(([name, pseudonym]) =>
      retired.has(pseudonym) ? [name] : [],
    )
    if (names.length > 0) await fromStore(redis.hdel(key, ...names))
  }
}

/** An account as archived entries of the operator's journal name it: not at all if it is a member's own. */
export const withoutPerson = (entry: StreamEntry): StreamEntry => swapMembers(entry, () => '~')
