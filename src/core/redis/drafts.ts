import { z } from 'zod'
import type { Draft, Drafts } from '../command/draft.ts'
import { settingNames, settingOwners } from '../command/settings.ts'
import { parseJson } from '../json.ts'
import { storedTarget } from '../target.ts'
import { fromStore, type StoreConnection } from './connection.ts'
import { type Keys, shortHash } from './keys.ts'
import { knownClip } from './stored-clip.ts'

/** A draft is forgotten after this time. */
export const draftLapseMs = 24 * 60 * 60 * 1000

interface DraftsOptions {
  redis: StoreConnection
  keys: Keys
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
})

const parseDraft = (text: string): Draft | undefined => {
  const draft = stored.safeParse(parseJson(text)).data
  return draft === undefined ? undefined : { ...draft, action: draft.action }
}

/** Drafts in Redis. One that another version of this program wrote in another shape counts as lapsed. */
export const createDrafts = ({ redis, keys }: DraftsOptions): Drafts => ({
  async keep(account, eventId, draft) {
    const text = JSON.stringify(draft)
    const id = shortHash(`draft ${account} ${eventId} ${text}`)
    await fromStore(redis.set(keys.draft(account, id), text, 'PX', draftLapseMs, 'NX'))
    return id
  },
  async read(account, draftId) {
    const text = await fromStore(redis.get(keys.draft(account, draftId)))
    return text === null ? undefined : parseDraft(text)
  },
})
