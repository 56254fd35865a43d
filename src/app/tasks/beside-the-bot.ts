import type { Microcredits } from '../../core/credits.ts'
import { AppError } from '../../core/errors.ts'
import type { ArchiveFolder } from '../../core/ledger/archive.ts'
import type { StoreConnection } from '../../redis/address.ts'
import { createAllowlist, createAllowlistUpgrade } from '../../redis/allowlist.ts'
import { readOwnBudget } from '../../redis/budget-reading.ts'
import { createBudgets } from '../../redis/budgets.ts'
import { createClipStops } from '../../redis/clip-stops.ts'
import { connectStore } from '../../redis/connection.ts'
import { createKeys } from '../../redis/keys.ts'
import { checkVersions, refusePart } from '../../redis/startup-check.ts'
import { mendedTrouble } from '../../redis/trouble.ts'
import { waitForRedis } from '../../redis/wait.ts'
import { archiveIn } from '../archive-folder.ts'
import { readArchiveDir, readBudgetSettings, readRedisSettings } from '../config.ts'
import type { Environment } from '../setting-names.ts'

/** Dependencies of a task that uses only Redis and runs beside the bot. */
export interface BesideTheBot {
  environment: Environment
  redisWaitMs: number
  /** How long a command may take, unless as long as the bot allows. */
  commandTimeoutMs?: number
  /** Whether it works on a Redis that holds only part of a backup, too. */
  isPartTaken?: boolean
}

/**
 * Works on Redis over a separate connection. Needs only the Redis settings. Throws AppError `configuration` if they can't be
 * used, or Redis does not answer, is too old or holds only part of a backup, and `store_unavailable` if it stops answering, or
 * refuses something, with the fix.
 */
export const onRedis = async <T>(
  { environment, redisWaitMs, commandTimeoutMs, isPartTaken = false }: BesideTheBot,
  work: (redis: StoreConnection) => Promise<T>,
): Promise<T> => {
  const settings = readRedisSettings(environment)
  if (settings === undefined)
    throw new AppError(
      'configuration',
      'A Redis setting is missing or invalid; npm run doctor has the details.',
    )
  const redis = connectStore(settings, () => undefined, commandTimeoutMs)
  try {
    await waitForRedis(redis, redisWaitMs)
    await checkVersions(redis)
    if (!isPartTaken) await refusePart(redis, createKeys())
    return await work(redis)
  } catch (error) {
    const trouble = mendedTrouble(error)
    if (trouble === undefined) throw error
    throw new AppError('store_unavailable', `Redis ${trouble}`, { cause: error })
  } finally {
    redis.disconnect()
  }
}

/** The bot's folder of archived months. */
export const archiveBesideTheBot = ({
  environment,
}: Pick<BesideTheBot, 'environment'>): ArchiveFolder | undefined => archiveIn(readArchiveDir(environment))

/** The bot's budgets, allowlist and stops for clips. Throws AppError `configuration`. */
export const storesBesideTheBot = (
  { environment }: Pick<BesideTheBot, 'environment'>,
  redis: StoreConnection,
  given: { now: () => number; clockToleranceMs: number; newServerCredits?: Microcredits },
) => {
  const { defaultZone, servers, ...settings } = readBudgetSettings(environment)
  const options = {
    redis,
    keys: createKeys(),
    defaultZone,
    newServerCredits: settings.newServerCredits,
    ...given,
  }
  const allowlist = createAllowlist({
    ...options,
    zone: defaultZone,
    limit: undefined, // the operator's commands take no request that it could refuse
    allowedBySettings: servers,
    allowlistReady: createAllowlistUpgrade({
      ...options,
      allowedBySettings: servers,
      readBudget: (account) => readOwnBudget(options, account),
    }),
  })
  const unlimited = { server: 0, member: 0 } // the operator makes as many changes as it takes
  const budgets = createBudgets({ ...options, allowlist, allowances: { gift: unlimited, change: unlimited } })
  return { allowlist, budgets, clipStops: createClipStops(options) }
}
