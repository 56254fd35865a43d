import { z } from 'zod'
import type { Draft, Drafts } from '../core/command/draft.ts'
import { settingNames, settingOwners } from '../core/command/settings.ts'
import { type AccountId, accountOf, storedTarget } from '../core/target.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { knownClip } from './clip-index.ts'
import { fromStore, readAll, repliesOf } from './connection.ts'
import { type Keys, shortHash } from './keys.ts'

/** A draft is forgotten after this time. */
export const draftLapseMs = 24 * 60 * 60 * 1000

/** Longer than the draft itself: its entry is written first, and clocks differ a little. */
const entryLapseMs = draftLapseMs + 60 * 60 * 1000

interface DraftsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
}

const stored = z.object({
  command: z.string(),
  action: z.string().optional(),
  member: z.string(),
  values: z.record(z.string(), z.unknown()),
  defaults: z.array(
    z.object({ name: z.enum(settingNames), value: z.unknown(), owner: z.enum(settingOwners) }),
  ),
  shown: z.record(z.string(), z.unknown()),
  target: storedTarget.exactOptional(),
  clips: z.array(knownClip),
  askedFirst: z.array(z.string()).exactOptional(),
  partOf: z.string().exactOptional(),
  boundMax: z.number().exactOptional(),
  asks: z.literal(true).exactOptional(),
  confirmed: z.string().exactOptional(),
  shownOf: z.string().exactOptional(),
})

const parseDraft = (text: string): Draft | undefined => {
  const draft = stored.safeParse(parseJson(text)).data
  return draft === undefined ? undefined : { ...draft, action: draft.action }
}

const placesOf = (account: AccountId, { target }: Draft): ReadonlySet<AccountId> =>
  new Set(target === undefined ? [account] : [accountOf(target), account])

/**
 * Drafts in Redis, with the names of each member's in a sorted set by time, for the account where it is made
 * and the one that pays. A draft that another version of this program wrote in another shape counts as expired.
 */
export const createDrafts = ({ redis, keys, now }: DraftsOptions): Drafts => {
  const enter = async (account: AccountId, member: string, draftKey: string): Promise<void> => {
    const entries = keys.draftsOf(account, member)
    const nowMs = Math.round(now())
    const entered = redis
      .multi()
      .zadd(entries, nowMs, draftKey)
      .zremrangebyscore(entries, '-inf', `(${nowMs - entryLapseMs}`)
      .pexpire(entries, entryLapseMs)
    await repliesOf(entered)
  }
  const keysOf = (account: AccountId, member: string): Promise<readonly string[]> =>
    fromStore(redis.zrange(keys.draftsOf(account, member), '0', '-1'))
  return {
    async keep(account, eventId, draft) {
      const text = JSON.stringify(draft)
      const id = shortHash(`draft ${account} ${eventId} ${text}`)
      const key = keys.draft(account, id)
      // Entries are written first: a draft without one could not be found and forgotten.
      for (const place of placesOf(account, draft)) await enter(place, draft.member, key)
      await fromStore(redis.set(key, text, 'PX', draftLapseMs, 'NX'))
      return id
    },
    async read(account, draftId) {
      const text = await fromStore(redis.get(keys.draft(account, draftId)))
      return text === null ? undefined : parseDraft(text)
    },
    async of(account, member) {
      const texts = await readAll(
        redis,
        (await keysOf(account, member)).map((key) => ['get', key]),
      )
      return texts.flatMap((text) => (typeof text === 'string' ? (parseDraft(text) ?? []) : []))
    },
    async forget(account, member) {
      // Entries stay until they expire, since a draft may be written after its entry was read.
      const drafts = await keysOf(account, member)
      const counts = await Promise.all(drafts.map((key) => fromStore(redis.del(key))))
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
