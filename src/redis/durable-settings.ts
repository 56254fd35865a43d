import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../core/errors.ts'
import type { Durability, StoreConnection } from './address.ts'
import { infoField, type Primary, primariesOf } from './startup-check.ts'

/** A setting by which a Redis may forget, and what it has to be. */
export interface LackedSetting {
  primary: Primary
  name: string
  value: string
  wanted: string
}

const needed = [
  { name: 'maxmemory-policy', wanted: 'noeviction' },
  { name: 'appendfsync', wanted: 'always' },
  { name: 'appendonly', wanted: 'yes' },
] as const

const settingOf = async ({ redis }: Primary, name: string): Promise<string | undefined> => {
  const reply = await redis.config('GET', name)
  return Array.isArray(reply) && reply.length > 1 ? String(reply[1]) : undefined
}

const isAccepted = (name: string, value: string, durability: Durability): boolean =>
  name === 'appendfsync' && value === 'everysec' && durability === 'everysec-accepted'

/**
 * The settings that are wrong on each Redis that accepts writes. Those that can't be read are left out, because
 * `checkDurability` says more about them.
 */
export const lackedSettings = async (
  redis: StoreConnection,
  durability: Durability,
): Promise<readonly LackedSetting[]> => {
  if (durability === 'managed-accepted') return []
  const lacked: LackedSetting[] = []
  for (const primary of primariesOf(redis))
    for (const { name, wanted } of needed) {
      const value = await settingOf(primary, name).catch(() => undefined)
      if (value !== undefined && value !== wanted && !isAccepted(name, value, durability))
        lacked.push({ primary, name, value, wanted })
    }
  return lacked
}

const changeError = (cause: unknown): AppError => {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AppError('configuration', `Redis does not let its settings be changed (${reason}).`, { cause })
}

/** Redis was started without a file for its settings: https://redis.io/docs/latest/commands/config-rewrite/ */
const hasNoFile = (error: unknown): boolean =>
  error instanceof Error && /without a config file/.test(error.message)

const looksMax = 300
const lookAgainMs = 100

/**
 * Waits until everything is in an append-only file that was just switched on: a Redis that starts with the setting and
 * without the whole file starts empty. Returns false if that takes too long or fails.
 * https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/#how-can-i-switch-to-aof-if-im-currently-using-dumprdb-snapshots
 */
const hasAppendedAll = async ({ redis }: Pick<Primary, 'redis'>): Promise<boolean> => {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const told = await redis.info('persistence')
    if (infoField(told, 'aof_enabled') !== '1') return true
    const isWriting = ['aof_rewrite_in_progress', 'aof_rewrite_scheduled'].some(
      (field) => infoField(told, field) === '1',
    )
    if (!isWriting) return infoField(told, 'aof_last_bgrewrite_status') !== 'err'
    await wait(lookAgainMs)
  }
  return false
}

/** What INFO persistence says once the append-only file is whole, for the operator. */
export const wholeFileText = 'aof_rewrite_in_progress:0 and aof_last_bgrewrite_status:ok'

/**
 * Writes the settings of a primary into its configuration file, unless its append-only file is not whole yet: it would
 * start empty. Throws Redis' own error. https://redis.io/docs/latest/commands/config-rewrite/
 */
export const rewriteConfig = async (primary: Primary): Promise<'kept' | 'unfinished'> => {
  if (!(await hasAppendedAll(primary))) return 'unfinished'
  await primary.redis.config('REWRITE')
  return 'kept'
}

/** What became of new settings: whether a restart keeps them, or they are not in the configuration file yet. */
export type Kept = 'kept' | 'until_restart' | 'unfinished'

const rewrite = async (primary: Primary): Promise<Kept> => {
  try {
    return await rewriteConfig(primary)
  } catch (error) {
    if (hasNoFile(error)) return 'until_restart'
    throw changeError(error)
  }
}

/**
 * Sets them, and writes them to the configuration of Redis. `until_restart`: it has no file for that, so a restart
 * forgets them. `unfinished`: it still copies its data. Throws AppError `configuration` if Redis refuses.
 */
export const setSettings = async (lacked: readonly LackedSetting[]): Promise<Kept> => {
  for (const { primary, name, wanted } of lacked)
    await primary.redis.config('SET', name, wanted).catch((error: unknown) => {
      throw changeError(error)
    })
  const outcomes: Kept[] = []
  for (const primary of new Set(lacked.map((setting) => setting.primary)))
    outcomes.push(await rewrite(primary))
  return outcomes.find((outcome) => outcome !== 'kept') ?? 'kept'
}
