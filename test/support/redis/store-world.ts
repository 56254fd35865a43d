import type { Allowances } from '../../../src/core/command/gate.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { JobRequest } from '../../../src/core/job/job.ts'
import type { ShareBudget } from '../../../src/core/ledger/budget.ts'
import type { OperatorTotal } from '../../../src/core/ledger/operator-total.ts'
import { type AccountId, accountOf, type Target } from '../../../src/core/target.ts'
import type { StoreConnection } from '../../../src/redis/address.ts'
import { createAlerts } from '../../../src/redis/alerts.ts'
import { createAllowlist } from '../../../src/redis/allowlist.ts'
import { createApprovals } from '../../../src/redis/approvals.ts'
import { createBonuses } from '../../../src/redis/bonuses.ts'
import { createBudgetOverview } from '../../../src/redis/budget-overview.ts'
import { createBudgets } from '../../../src/redis/budgets.ts'
import { createClipIndex } from '../../../src/redis/clip-index.ts'
import { createClipStops } from '../../../src/redis/clip-stops.ts'
import { createConsents } from '../../../src/redis/consents.ts'
import { createDrafts } from '../../../src/redis/drafts.ts'
import { createBlocks, createGate } from '../../../src/redis/gate.ts'
import { createJobList } from '../../../src/redis/job-list.ts'
import { recordFromPairs } from '../../../src/redis/job-record.ts'
import { createJobStore } from '../../../src/redis/job-store.ts'
import { bucketOf, createKeys, jobIdFor } from '../../../src/redis/keys.ts'
import { createLeftServers } from '../../../src/redis/left-servers.ts'
import { type AllowedBySettings, createOperatorTotal } from '../../../src/redis/operator-total.ts'
import { createOwnKeyStore } from '../../../src/redis/own-keys.ts'
import { createPseudonyms } from '../../../src/redis/pseudonyms.ts'
import { createRatings } from '../../../src/redis/ratings.ts'
import { createRecords } from '../../../src/redis/records.ts'
import { createRefusals } from '../../../src/redis/refusals.ts'
import { createSealer, type Sealer } from '../../../src/redis/sealer.ts'
import { createSettings } from '../../../src/redis/settings.ts'
import { createTaskOwners } from '../../../src/redis/task-owners.ts'
import { createVoiceSamples } from '../../../src/redis/voice-samples.ts'
import { createTestClock } from '../clock.ts'
import { target } from '../commands/invocation.ts'
import { createRecordingLog } from '../recording-log.ts'
import { keysLike, openTestRedis, testPrefix } from './redis.ts'

interface StoreWorldOptions {
  url?: string
  /** A connection to look at the store through, in place of a patient one; the world closes it. */
  redis?: StoreConnection
  /** That of another world, to share its keys as a second process would. */
  prefix?: string
  /** Wide unless a test is about the clocks: the test's clock has nothing to do with the time of day. */
  clockToleranceMs?: number
  defaultZone?: string
  newServerCredits?: number
  /** The servers that can spend; any, unless a test is about that. */
  servers?: AllowedBySettings
  installedByAnybody?: string
  now?: () => number
  clipsKeptMs?: number
  allowances?: Allowances
  waitingMax?: { server?: number; member?: number }
  /** What all servers together may use in a month, in millionths. */
  operatorLimit?: number
  /** Encrypts secrets; without one they are stored as they are. */
  sealer?: Sealer
  /** What the store knows as the operator's total, made of the real one. */
  operatorAs?: (real: OperatorTotal) => OperatorTotal
}

/** A hold of the operator's total has its record by then. */
export const operatorHoldMs = 10_000

const unlimited = { member: 0, server: 0 }
/** No limits per minute or day. */
export const noAllowances: Allowances = {
  request: unlimited,
  command: unlimited,
  uncharged: unlimited,
  gift: unlimited,
  change: unlimited,
}

/** Stores secrets as they are. */
export const plainSealer = createSealer({ keys: [], tell: () => undefined })

let worlds = 0

/** A store, budgets, clips and drafts on a real Redis, in a namespace of their own. */
export const openStoreWorld = (options: StoreWorldOptions = {}) => {
  worlds += 1
  const prefix = options.prefix ?? `${testPrefix}${worlds}:`
  const redis = options.redis ?? openTestRedis(options.url)
  const clock = createTestClock()
  const keys = createKeys(prefix)
  const now = options.now ?? clock.now
  const shared = {
    redis,
    waitingRedis: redis,
    keys,
    now,
    clockToleranceMs: options.clockToleranceMs ?? Number.MAX_SAFE_INTEGER,
    defaultZone: options.defaultZone ?? 'UTC',
    allowances: options.allowances ?? noAllowances,
    newServerCredits: microcredits(options.newServerCredits ?? 0),
  }
  const { operatorLimit, operatorAs = (real: OperatorTotal) => real } = options
  const allowance = {
    ...shared,
    zone: shared.defaultZone,
    allowedBySettings: options.servers ?? 'any',
    installedByAnybody: options.installedByAnybody,
    allowlistReady: async () => undefined,
  }
  const limit = operatorLimit === undefined ? undefined : microcredits(operatorLimit)
  const allowlist = createAllowlist({ ...allowance, limit })
  const operator = createOperatorTotal({
    ...allowance,
    holdMs: operatorHoldMs,
    limit,
  })
  const ownKeyStore = createOwnKeyStore({ ...shared, allowlist, sealer: options.sealer ?? plainSealer })
  const storeLog = createRecordingLog()
  const store = createJobStore({
    ...shared,
    waitingMax: { server: 1_000_000, member: 1_000_000, ...options.waitingMax },
    operator: operatorAs(operator),
    sealer: options.sealer ?? plainSealer,
    log: storeLog,
  })
  return {
    prefix,
    redis,
    clock,
    keys,
    operator,
    allowlist,
    clipStops: createClipStops({ redis, keys }),
    storeLog,
    store,
    jobList: createJobList({ redis, keys, read: store.read }),
    taskOwners: createTaskOwners({ redis, keys, read: store.read }),
    records: createRecords({ ...shared, read: store.read }),
    budgets: createBudgets({ ...shared, allowlist }),
    approvals: createApprovals({ ...shared, allowlist }),
    alerts: createAlerts(shared),
    bonuses: createBonuses(shared),
    overview: createBudgetOverview(shared),
    blocks: createBlocks({ ...shared, allowlist }),
    gate: createGate(shared),
    clips: createClipIndex({ redis, keys, now, keptMs: options.clipsKeptMs }),
    drafts: createDrafts({ redis, keys, now, allowlist }),
    settings: createSettings({ redis, keys, allowlist }),
    refusals: createRefusals({ redis, keys, now }),
    consents: createConsents({ redis, keys, now, allowlist }),
    pseudonyms: createPseudonyms({ redis, keys, now }),
    ownKeyStore,
    leftServers: createLeftServers({ redis, keys, now, ownKeyStore }),
    voiceSamples: createVoiceSamples({ redis, keys, now, providerKeyId: 'key-1' }),
    ratings: createRatings({ redis, keys, retentionMs: ratingsKeptMs }),
    close: () => redis.disconnect(),
  }
}
export type StoreWorld = ReturnType<typeof openStoreWorld>

/** How long ratings are kept in these worlds. */
export const ratingsKeptMs = 90 * 24 * 60 * 60_000

/** What most jobs of these tests may cost. */
export const bound = microcredits(200_000)

let events = 0

/** A request that nobody has made before. */
export const jobRequest = (overrides: Partial<JobRequest> = {}, place: Partial<Target> = {}): JobRequest => {
  events += 1
  const where = target(place)
  return {
    id: jobIdFor(accountOf(where), `event-${events}`),
    feature: 'music',
    values: { prompt: 'a sea shanty' },
    given: overrides.values ?? { prompt: 'a sea shanty' },
    target: where,
    fileBytesMax: 10_000_000,
    replyToken: 'application-1/token-1',
    bound,
    isFree: false,
    groups: [],
    ...overrides,
  }
}

/** Gives the account a limit of so many millionths. */
export const giveBudget = async (
  { budgets }: Pick<StoreWorld, 'budgets'>,
  millionths: number,
  account: AccountId = accountOf(target()),
): Promise<void> => {
  events += 1
  const change = {
    account,
    eventId: `event-${events}`,
    actor: 'admin-1',
    period: 'month',
    zone: 'UTC',
  } as const
  await budgets.setLimit({ ...change, limit: microcredits(millionths) })
}

/**
 * Limits a member, or everyone without a limit of their own, to so many
 * millionths; undefined lifts the limit.
 */
export const limitMember = async (
  { budgets }: Pick<StoreWorld, 'budgets'>,
  member: string | undefined,
  millionths: number | undefined,
  account: AccountId = accountOf(target()),
): Promise<void> => {
  events += 1
  const limit = millionths === undefined ? undefined : microcredits(millionths)
  const change = { account, eventId: `event-${events}`, actor: 'admin-1' }
  await budgets.setShareLimit({ ...change, of: { kind: 'member', id: member }, limit })
}

/** What a member who is in no group may use, and uses. */
export const memberShare = async (
  { budgets }: Pick<StoreWorld, 'budgets'>,
  member: string,
  account: AccountId = accountOf(target()),
): Promise<ShareBudget> => (await budgets.readShare(account, { kind: 'member', id: member })).share

const readKey = async (redis: StoreConnection, key: string): Promise<unknown> => {
  const type = await redis.type(key)
  switch (type) {
    case 'hash':
      return redis.hgetall(key)
    case 'zset':
      return redis.zrange(key, '0', '-1', 'WITHSCORES')
    case 'set':
      return redis.smembers(key)
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'stream':
      return redis.xrange(key, '-', '+')
    default:
      return redis.get(key)
  }
}

/** Everything that lies in Redis under this world's prefix. */
export const dump = async ({ redis, prefix }: Pick<StoreWorld, 'redis' | 'prefix'>) => {
  const names = await keysLike(redis, `${prefix}*`)
  return Object.fromEntries(
    await Promise.all(names.map(async (key) => [key, await readKey(redis, key)] as const)),
  )
}

/** The same without the forms that are kept for requests with mistakes. */
export const dumpWithoutDrafts = async (store: Pick<StoreWorld, 'redis' | 'prefix'>) =>
  Object.fromEntries(
    Object.entries(await dump(store)).filter(([key]) => !/:draft(?:s-of|-names)?:/.test(key)),
  )

/** One line of the journal: its fields by name. */
export type JournalEntry = Readonly<Record<string, string>>

/** The lines of a stream, oldest first. */
export const linesOf = async (redis: StoreConnection, stream: string): Promise<readonly JournalEntry[]> =>
  (await redis.xrange(stream, '-', '+')).map(([, fields]) => recordFromPairs(fields))

/** The journal of the account's bucket, oldest line first. */
export const journalOf = (
  { redis, keys }: Pick<StoreWorld, 'redis' | 'keys'>,
  account: AccountId = accountOf(target()),
): Promise<readonly JournalEntry[]> => linesOf(redis, keys.journal(bucketOf(account)))
