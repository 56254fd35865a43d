import type { LeftServer, LeftServers } from '../core/job/left-servers.ts'
import { type AccountId, isPersonal, platformOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { keyNames } from './key-names.ts'
import {
  alertEntries,
  bucketOf,
  jobIdIn,
  type Keys,
  keyAlertEntries,
  keyOfAccount,
  questionEntries,
  weeklyEntries,
} from './keys.ts'
import type { OwnKeyStore } from './own-keys.ts'
import { plainScript, runScript } from './scripts.ts'

interface LeftServersOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  ownKeyStore: Pick<OwnKeyStore, 'read' | 'remove'>
}

const script = plainScript('clear-server')

/** Kinds of keys with a channel, a member or a month in their names, so that only their names find them. */
const partKinds: ReadonlySet<string> = new Set([
  'clips',
  'clip-channels',
  'draft',
  'drafts-of',
  'draft-names',
  'ratings-of',
  'refusals',
])

/** Kinds of keys by which an account is known. */
const knownKinds: ReadonlySet<string> = new Set([
  ...partKinds,
  'account',
  'groups',
  'settings',
  'where',
  'consents',
  'ratings',
])

/** The score of an account whose data was deleted, so that it isn't deleted again. */
const ended = '+inf'

const serverOf = (account: AccountId): string => account.slice(platformOf(account).length + 1)

/** The workspace that a personal account belongs to; undefined for other accounts, and on platforms without workspaces. */
const workspaceAround = (account: AccountId): string | undefined => {
  const [, platform, workspace] = /^([^:]+):@([^/]+)\//.exec(account) ?? []
  return workspace === undefined ? undefined : `${platform}:${workspace}`
}

const forgetApprovals = async ({ redis, keys }: LeftServersOptions, account: AccountId): Promise<void> => {
  const due = keys.approvals(bucketOf(account))
  for (const entry of await fromStore(redis.zrange(due, '0', '-1'))) {
    if (!entry.startsWith(`${account} `)) continue
    await fromStore(redis.del(keys.approval(jobIdIn(entry))))
    await fromStore(redis.zrem(due, entry))
  }
}

/** The key is kept for a day, as after any removal, for what the service is still making with it. */
const takeBackKey = async (
  { redis, keys, ownKeyStore }: LeftServersOptions,
  { account, leftAtMs }: LeftServer,
): Promise<void> => {
  const key = await ownKeyStore.read(account)
  if (key !== undefined)
    await ownKeyStore.remove({ account, eventId: `left ${leftAtMs}`, actor: 'operator', reason: undefined })
  await fromStore(redis.hdel(keys.ownKeys, `at|${account}`))
}

const createClear =
  (options: LeftServersOptions): LeftServers['clear'] =>
  async (server) => {
    const { redis, keys } = options
    const { account } = server
    await takeBackKey(options, server)
    await forgetApprovals(options, account)
    const prefixes = [alertEntries, weeklyEntries, keyAlertEntries, questionEntries]
    const inPlace = [keys.account(account), keys.groups(account), keys.listed(bucketOf(account))]
    const whole = [keys.settings, keys.whereabouts, keys.consents, keys.ratings, keys.keyTries]
    await runScript(
      redis,
      script,
      [...inPlace, ...whole.map((key) => key(account))],
      prefixes.map((prefix) => `${prefix}${account} `),
    )
    await fromStore(redis.hdel(keys.activeAccounts, account))
    // Slack may have refused the token without a word of the removal.
    if (platformOf(account) === 'slack') await fromStore(redis.hdel(keys.installations, serverOf(account)))
  }

/** The servers in Redis: a sorted set by when the bot was removed. */
export const createLeftServers = (options: LeftServersOptions): LeftServers => {
  const { redis, keys, now } = options
  const noteAt = async (account: AccountId, leftAtMs: number): Promise<void> => {
    await fromStore(redis.zadd(keys.leftServers, 'NX', Math.round(leftAtMs), account))
  }
  return {
    note: (account) => noteAt(account, now()),
    async returned(account) {
      await fromStore(redis.zrem(keys.leftServers, account))
    },
    async noteMissing(platform, isMissing) {
      const seen = new Set<AccountId>()
      for await (const names of keyNames(redis, keys.inEveryBucket))
        for (const name of names) {
          const { kind = '', account } = keyOfAccount(name) ?? {}
          if (account === undefined || !knownKinds.has(kind) || seen.has(account)) continue
          seen.add(account)
          if (isPersonal(account) || platformOf(account) !== platform) continue
          if (await isMissing(serverOf(account))) await noteAt(account, now())
        }
    },
    async leftBy(untilMs) {
      const found = await fromStore(
        redis.zrangebyscore(keys.leftServers, '-inf', String(Math.round(untilMs)), 'WITHSCORES'),
      )
      return found.flatMap((account, index) =>
        index % 2 === 0 ? [{ account: account as AccountId, leftAtMs: Number(found[index + 1]) }] : [],
      )
    },
    clear: createClear(options),
    async clearParts(servers) {
      const leftAtMs = new Map<string, number>(servers.map((server) => [server.account, server.leftAtMs]))
      if (leftAtMs.size === 0) return
      for await (const names of keyNames(redis, keys.inEveryBucket))
        for (const name of names) {
          const { kind = '', account } = keyOfAccount(name) ?? {}
          if (account === undefined) continue
          const sinceMs = leftAtMs.get(workspaceAround(account) ?? '')
          if (sinceMs !== undefined) await noteAt(account, sinceMs)
          if (leftAtMs.has(account) && partKinds.has(kind)) await fromStore(redis.del(name))
        }
    },
    async end(account) {
      if (isPersonal(account)) await fromStore(redis.zrem(keys.leftServers, account))
      else await fromStore(redis.zadd(keys.leftServers, 'XX', ended, account))
    },
  }
}
