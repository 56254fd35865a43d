import { z } from 'zod'
import type { Draft, Drafts } from '../core/command/draft.ts'
import { settingNames, settingOwners } from '../core/command/settings.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import { type AccountId, accountOf, storedTarget } from '../core/target.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { knownClip } from './clip-index.ts'
import { fromStore, readAll, repliesOf } from './connection.ts'
import { type Keys, shortHash } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** A draft is forgotten after this time. */
export const draftLapseMs = 24 * 60 * 60 * 1000

/** The most drafts of a member in an account; the oldest are forgotten first. */
export const draftsMax = 50

/** The most bytes of these. One refused request can have texts of 70 KB. */
export const draftBytesMax = 1_000_000

/** The same where the operator lets nobody spend: a server of one's own costs nothing, and a member can be in many. */
const ofStrangers = { lapseMs: 60 * 60 * 1000, draftsMax: 12, bytesMax: 100_000 }

const ofOthers = { lapseMs: draftLapseMs, draftsMax, bytesMax: draftBytesMax }

/** Names are small, and a name may be of a draft that is gone. */
const namesMax = 2 * draftsMax

/** Longer than the draft itself: its entry is written first, and clocks differ a little. */
const entryLapseMs = draftLapseMs + 60 * 60 * 1000

interface DraftsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  allowlist: Pick<Allowlist, 'lets'>
}

const keepDraft = plainScript('keep-draft')

const values = z.record(z.string(), z.unknown())

const whole = z.object({
  command: z.string(),
  action: z.string().optional(),
  member: z.string(),
  values,
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

/** Without `values`, so that an earlier version doesn't take the changes for the whole. */
const changed = whole.omit({ values: true }).extend({ base: z.string(), changes: values })

const parseDraft = (text: string): Draft | undefined => {
  const json = parseJson(text)
  const draft = whole.safeParse(json).data
  if (draft !== undefined) return { ...draft, action: draft.action }
  const change = changed.safeParse(json).data
  if (change === undefined) return undefined
  const { changes, ...rest } = change
  return { ...rest, action: rest.action, values: changes }
}

const textOf = ({ base, values: changes, ...rest }: Draft): string =>
  JSON.stringify(base === undefined ? { ...rest, values: changes } : { ...rest, base, changes })

/** A draft with the values that it changes, and without those that it leaves out. */
const applied = ({ base: _base, ...draft }: Draft, { values: before }: Draft): Draft => {
  const all = Object.entries({ ...before, ...draft.values })
  return { ...draft, values: Object.fromEntries(all.filter(([, value]) => value !== null)) }
}

/**
 * Drafts in Redis, with the names of each member's in a sorted set by time. The account that pays, if it is another one
 * than where a draft is made, has its name in a set of its own: its key is in another slot. A draft that another version
 * of this program wrote in another shape counts as expired.
 */
export const createDrafts = ({ redis, keys, now, allowlist }: DraftsOptions): Drafts => {
  const enterElsewhere = async (account: AccountId, member: string, draftKey: string): Promise<void> => {
    const names = keys.draftNames(account, member)
    const nowMs = Math.round(now())
    const entered = redis
      .multi()
      .zadd(names, nowMs, draftKey)
      .zremrangebyscore(names, '-inf', `(${nowMs - entryLapseMs}`)
      .zremrangebyrank(names, 0, -namesMax - 1)
      .pexpire(names, entryLapseMs)
    await repliesOf(entered)
  }
  /** The keys of a member's newest drafts, or of all: those made in the account, then those made in its name. */
  const keysOf = async (account: AccountId, member: string, countMax = 0): Promise<readonly string[]> => {
    const sets = [keys.draftsOf(account, member), keys.draftNames(account, member)]
    const found = await Promise.all(sets.map((set) => fromStore(redis.zrange(set, String(-countMax), '-1'))))
    return found.flat()
  }
  const readOne = async (account: AccountId, draftId: string): Promise<Draft | undefined> => {
    const text = await fromStore(redis.get(keys.draft(account, draftId)))
    return text === null ? undefined : parseDraft(text)
  }
  return {
    async keep(account, eventId, draft) {
      const { member, target } = draft
      const text = textOf(draft)
      const id = shortHash(`draft ${account} ${eventId} ${text}`)
      const key = keys.draft(account, id)
      const payer = target === undefined ? account : accountOf(target)
      // Its name is written first: a draft without one could not be found and forgotten.
      if (payer !== account) await enterElsewhere(payer, member, key)
      const entries = keys.draftsOf(account, member)
      const [isLetIn, known] = await Promise.all([
        allowlist.lets(payer),
        fromStore(redis.zrevrange(entries, 0, -1)),
      ])
      // Earlier versions entered here what was made elsewhere.
      const others = known.filter((other) => other !== key && other.startsWith(keys.draft(account, '')))
      const nowMs = Math.round(now())
      const most = isLetIn ? ofOthers : ofStrangers
      await runScript(
        redis,
        keepDraft,
        [entries, key, ...others],
        [nowMs, most.lapseMs, entryLapseMs, nowMs - entryLapseMs, text, most.draftsMax, most.bytesMax],
      )
      return id
    },
    async read(account, draftId) {
      const draft = await readOne(account, draftId)
      if (draft?.base === undefined) return draft
      const base = await readOne(account, draft.base)
      return base && applied(draft, base)
    },
    async of(account, member) {
      const texts = await readAll(
        redis,
        (await keysOf(account, member, namesMax)).map((key) => ['get', key]),
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
