import {
  type Defaults,
  ruledChannelsMax,
  type SettingScope,
  type SettingsStore,
  settingNames,
  type Whereabouts,
} from '../core/command/settings.ts'
import { AppError } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import { say } from '../core/text/say.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, repliesOf } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const ruleChannel = plainScript('rule-channel')

interface SettingsOptions {
  redis: StoreConnection
  keys: Keys
}

const fieldOf = (scope: SettingScope, name: string): string =>
  scope.kind === 'server' ? `server|${name}` : `${scope.kind}|${scope.id}|${name}`

const fieldsOf = (scope: SettingScope): string[] => settingNames.map((name) => fieldOf(scope, name))

/** What another version of this program may have written is left out. */
const readDefaults = (texts: readonly (string | null)[]): Defaults =>
  Object.fromEntries(
    settingNames.flatMap((name, index) => {
      const value = parseJson(texts[index] ?? '')
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )

const readWhere = (rules: Readonly<Record<string, string>>): Whereabouts => {
  const ruled = (wanted: string) =>
    Object.entries(rules).flatMap(([channel, rule]) => (rule === wanted ? [channel] : []))
  return { allowed: ruled('allow').sort(), refused: ruled('refuse').sort() }
}

/** A change that is the same twice is asked for once more where its answer got lost. */
const withoutDoubt = async <T>(change: () => Promise<T>): Promise<T> => {
  const isLost = (error: unknown) => error instanceof AppError && error.code === 'store_unavailable'
  try {
    return await change().catch((error: unknown) => (isLost(error) ? change() : Promise.reject(error)))
  } catch (cause) {
    if (!isLost(cause)) throw cause
    throw new AppError('store_unavailable', 'a change of a setting may be lost', {
      cause,
      retryable: true,
      memberText: say(
        'Tunesmith cannot reach its memory right now, so it is not known whether this was changed. Look at /settings show before you try again.',
      ),
    })
  }
}

/** Settings in Redis: a hash of defaults and a hash of channels, beside the account. */
export const createSettings = ({ redis, keys }: SettingsOptions): SettingsStore => ({
  async read(account, { member, channel }) {
    const fields = [
      ...fieldsOf({ kind: 'member', id: member }),
      ...fieldsOf({ kind: 'channel', id: channel }),
      ...fieldsOf({ kind: 'server' }),
    ]
    const [texts, rules] = await fromStore(
      Promise.all([redis.hmget(keys.settings(account), ...fields), redis.hgetall(keys.whereabouts(account))]),
    )
    const count = settingNames.length
    return {
      defaults: {
        member: readDefaults(texts.slice(0, count)),
        channel: readDefaults(texts.slice(count, 2 * count)),
        server: readDefaults(texts.slice(2 * count)),
      },
      where: readWhere(rules),
    }
  },
  async change(account, scope, changes) {
    const key = keys.settings(account)
    const named = Object.entries(changes).map(([name, value]) => [fieldOf(scope, name), value] as const)
    const kept = named.flatMap(([field, value]) =>
      value === undefined ? [] : [field, JSON.stringify(value)],
    )
    const dropped = named.flatMap(([field, value]) => (value === undefined ? [field] : []))
    if (named.length === 0) return
    await withoutDoubt(async () => {
      const transaction = redis.multi()
      if (kept.length > 0) transaction.hset(key, ...kept)
      if (dropped.length > 0) transaction.hdel(key, ...dropped)
      await repliesOf(transaction)
    })
  },
  async rule(account, channel, rule) {
    const args = [channel, rule ?? '', String(ruledChannelsMax)]
    const [status] = await withoutDoubt(() =>
      runScript(redis, ruleChannel, [keys.whereabouts(account)], args),
    )
    return status === 'full' ? 'full' : 'changed'
  },
  async liftRules(account) {
    await withoutDoubt(() => fromStore(redis.del(keys.whereabouts(account))))
  },
})
