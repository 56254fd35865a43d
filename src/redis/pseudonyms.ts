import { randomBytes } from 'node:crypto'
import type { StreamEntry } from '../core/ledger/archive.ts'
import { nameOf, type Pseudonyms, swapMembers } from '../core/ledger/pseudonym.ts'
import { isPersonal } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, repliesOf } from './connection.ts'
import { bucketOf, type Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const forgetScript = plainScript('forget-pseudonym')

interface PseudonymOptions {
  redis: StoreConnection
  keys: Keys
}

/** Nobody can guess one, and none comes twice. */
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

/** What archived entries of a bucket have in place of members. New members get a pseudonym first. */
export const readHiding = async (
  { redis, keys }: PseudonymOptions,
  bucket: string,
  entries: AsyncIterable<StreamEntry>,
): Promise<(entry: StreamEntry) => StreamEntry> => {
  const stored = await fromStore(redis.hgetall(keys.forgottenMembers(bucket)))
  const forgotten = new Map(Object.entries(stored).map(([name, text]) => [name, forgottenOf(text)]))
  const kept = (name: string, id: string): string | undefined => {
    const known = forgotten.get(name)
    return known !== undefined && Number(id.split('-')[0]) <= known.untilMs ? known.pseudonym : undefined
  }
  const names = new Set<string>()
  for await (const entry of entries)
    swapMembers(entry, (account, member) => {
      const name = nameOf(account, member)
      if (kept(name, entry[0]) === undefined) names.add(name)
      return ''
    })
  const pseudonyms = new Map<string, string>()
  const all = [...names]
  for (let first = 0; first < all.length; first += namesPerCall) {
    const part = all.slice(first, first + namesPerCall)
    const key = keys.pseudonyms(bucket)
    const replies = await repliesOf(
      redis.multi([...part.map((name) => ['hsetnx', key, name, newPseudonym()]), ['hmget', key, ...part]]),
    )
    for (const [index, pseudonym] of (replies.at(-1) as string[]).entries())
      pseudonyms.set(part[index] ?? '', pseudonym)
  }
  return (entry) =>
    swapMembers(entry, (account, member) => {
      const name = nameOf(account, member)
      return kept(name, entry[0]) ?? pseudonyms.get(name) ?? '~'
    })
}

/** Gives archived entries of a bucket their members back, but for those who were forgotten. */
export const readShowing = async (
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

/** Removes what is kept of members who were forgotten before that time, when the oldest entry in Redis was made. */
export const dropForgotten = async (
  { redis, keys }: PseudonymOptions,
  bucket: string,
  oldestMs: number,
): Promise<void> => {
  const stored = await fromStore(redis.hgetall(keys.forgottenMembers(bucket)))
  const over = Object.entries(stored).filter(([, text]) => forgottenOf(text).untilMs < oldestMs)
  if (over.length > 0)
    await fromStore(redis.hdel(keys.forgottenMembers(bucket), ...over.map(([name]) => name)))
}

/** Pseudonyms in Redis: only it knows whom they stand for. Nothing is kept unless something is archived. */
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

/** Removes whom these pseudonyms stand for: their members were forgotten after a backup was made. */
export const forgetRetired = async (
  { redis, keys }: PseudonymOptions,
  bucket: string,
  retired: ReadonlySet<string>,
): Promise<number> => {
  const key = keys.pseudonyms(bucket)
  const stored = await fromStore(redis.hgetall(key))
  const names = Object.entries(stored).flatMap(([name, pseudonym]) => (retired.has(pseudonym) ? [name] : []))
  if (names.length > 0) await fromStore(redis.hdel(key, ...names))
  return names.length
}

/** An account as archived entries of the operator's journal name it: not at all if it is a member's own. */
export const withoutPerson = (entry: StreamEntry): StreamEntry => swapMembers(entry, () => '~')
