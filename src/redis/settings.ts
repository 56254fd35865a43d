import { z } from 'zod'
import { consentModes, usualConsent } from '../core/command/consent.ts'
import {
  type ChannelKind,
  channelDefaultsMax,
  channelKinds,
  channelRulesMax,
  type Defaults,
  type SettingName,
  type SettingScope,
  type SettingsStore,
  settingNames,
} from '../core/command/settings.ts'
import { AppError } from '../core/errors.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import type { AccountId } from '../core/target.ts'
import { say } from '../core/text/say.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { requireLetIn } from './changes.ts'
import { fromStore, repliesOf, withoutDoubt } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const ruleChannel = plainScript('rule-channel')

interface SettingsOptions {
  redis: StoreConnection
  keys: Keys
  allowlist: Pick<Allowlist, 'peek'>
}

/** The field of a server's refused words, beside its defaults. */
const wordsField = 'refused-words'

const wordList = z.array(z.string())

/** The fields of a server's rules for clips. */
const consentFields = { voices: 'consent-voices', clips: 'consent-clips' } as const

const consentRules = z.object({
  voices: z.enum(consentModes).catch(usualConsent.voices),
  clips: z.enum(consentModes).catch(usualConsent.clips),
})

const fieldOf = (scope: SettingScope, name: string): string =>
  scope.kind === 'server' ? `server|${name}` : `${scope.kind}|${scope.id}|${name}`

/** The fields of rules for all channels of a kind, beside those of channels; no channel's id has a colon. */
const kindFields = {
  age_restricted: 'kind:age_restricted',
  announcement: 'kind:announcement',
} as const satisfies Record<ChannelKind, string>

/** Skips what another version of this program may have written. */
const readDefaults = (texts: readonly (string | null)[]): Defaults => {
  const defaults: Partial<Record<SettingName, unknown>> = {}
  for (const [index, name] of settingNames.entries()) {
    const value = parseJson(texts[index] ?? '') ?? undefined
    if (value !== undefined) defaults[name] = value
  }
  return defaults
}

/** The error for a change whose outcome is unknown: see `withoutDoubt`. */
const changeLost = (cause: unknown): AppError =>
  new AppError('store_unavailable', 'a change of a setting may be lost', {
    cause,
    retryable: true,
    saysUnknown: true,
    memberText: say(
      "I can't reach my database right now, so I don't know whether that was saved. Check /settings show before you try again.",
    ),
  })

const fieldsAtOnce = 1_000

/** The ids of channels with defaults; members' own are in the same hash, and can be far more. */
const channelsWithDefaults = async (
  { redis, keys }: Pick<SettingsOptions, 'redis' | 'keys'>,
  account: AccountId,
): Promise<ReadonlySet<string>> => {
  const channels = new Set<string>()
  let cursor = '0'
  do {
    const scan = redis.hscan(keys.settings(account), cursor, 'MATCH', 'channel|*', 'COUNT', fieldsAtOnce)
    const [next, fields] = await fromStore(scan)
    for (let at = 0; at < fields.length; at += 2) channels.add(String(fields[at]).split('|')[1] ?? '')
    cursor = next
  } while (cursor !== '0')
  return channels
}

/**
 * Settings in Redis: a hash of defaults and a hash of channels, beside the account. Whatever adds to them throws what
 * `requireLetIn` throws, because nothing removes what strangers set.
 */
export const createSettings = ({ redis, keys, allowlist }: SettingsOptions): SettingsStore => ({
  async read(account, { member, channel }) {
    const scopes: readonly SettingScope[] = [
      { kind: 'member', id: member },
      { kind: 'channel', id: channel },
      { kind: 'server' },
    ]
    const fields: string[] = []
    for (const scope of scopes) {
      for (const name of settingNames) fields.push(fieldOf(scope, name))
    }
    fields.push(wordsField, consentFields.voices, consentFields.clips)
    const [texts, rules] = await fromStore(
      Promise.all([redis.hmget(keys.settings(account), ...fields), redis.hgetall(keys.whereabouts(account))]),
    )
    const count = settingNames.length
    const [words, voices, clips] = texts.slice(3 * count)
    const allowed: string[] = []
    const refused: string[] = []
    const kinds: Partial<Record<ChannelKind, 'allow' | 'refuse'>> = {}
    // Skips what another version of this program may have written.
    for (const [field, rule] of Object.entries(rules).sort()) {
      if (rule !== 'allow' && rule !== 'refuse') continue
      const kind = channelKinds.find((one) => kindFields[one] === field)
      if (kind !== undefined) kinds[kind] = rule
      else if (!field.includes(':')) (rule === 'allow' ? allowed : refused).push(field)
    }
    return {
      defaults: {
        member: readDefaults(texts.slice(0, count)),
        channel: readDefaults(texts.slice(count, 2 * count)),
        server: readDefaults(texts.slice(2 * count, 3 * count)),
      },
      where: { allowed, refused, kinds },
      words: wordList.safeParse(parseJson(words ?? '')).data ?? [],
      consent: consentRules.parse({ voices, clips }),
    }
  },
  async change(account, scope, changes) {
    const key = keys.settings(account)
    const named = Object.entries(changes).map(([name, value]) => [fieldOf(scope, name), value] as const)
    const kept = named.flatMap(([field, value]) =>
      value === undefined ? [] : [field, JSON.stringify(value)],
    )
    const dropped = named.flatMap(([field, value]) => (value === undefined ? [field] : []))
    if (named.length === 0) return 'changed'
    if (kept.length > 0) await requireLetIn({ allowlist }, account)
    if (kept.length > 0 && scope.kind === 'channel') {
      const channels = await channelsWithDefaults({ redis, keys }, account)
      if (!channels.has(scope.id) && channels.size >= channelDefaultsMax) return 'full'
    }
    await withoutDoubt(async () => {
      const transaction = redis.multi()
      if (kept.length > 0) transaction.hset(key, ...kept)
      if (dropped.length > 0) transaction.hdel(key, ...dropped)
      await repliesOf(transaction)
    }, changeLost)
    return 'changed'
  },
  async rule(account, channels, rule) {
    const field = 'kind' in channels ? kindFields[channels.kind] : channels.channel
    const args = [field, rule ?? '', String(channelRulesMax)]
    if (rule !== undefined) await requireLetIn({ allowlist }, account)
    const [status] = await withoutDoubt(
      () => runScript(redis, ruleChannel, [keys.whereabouts(account)], args),
      changeLost,
    )
    return status === 'full' ? 'full' : 'changed'
  },
  async liftRules(account) {
    await withoutDoubt(() => fromStore(redis.del(keys.whereabouts(account))), changeLost)
  },
  async refuseWords(account, words) {
    const key = keys.settings(account)
    if (words.length > 0) await requireLetIn({ allowlist }, account)
    const change = (): Promise<number> =>
      words.length === 0 ? redis.hdel(key, wordsField) : redis.hset(key, wordsField, JSON.stringify(words))
    await withoutDoubt(() => fromStore(change()), changeLost)
  },
  async setConsent(account, { voices, clips }) {
    const changed = {
      ...(voices !== undefined && { [consentFields.voices]: voices }),
      ...(clips !== undefined && { [consentFields.clips]: clips }),
    }
    if (Object.keys(changed).length === 0) return
    await requireLetIn({ allowlist }, account)
    await withoutDoubt(() => fromStore(redis.hset(keys.settings(account), changed)), changeLost)
  },
})
