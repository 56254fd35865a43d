import { AppError } from '../core/errors.ts'
import type { Durability, StoreConnection } from './address.ts'
import { type Primary, primariesOf } from './startup-check.ts'

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

const rewrite = async ({ redis }: Primary): Promise<'kept' | 'until_restart'> => {
  try {
    await redis.config('REWRITE')
    return 'kept'
  } catch (error) {
    if (hasNoFile(error)) return 'until_restart'
    throw changeError(error)
  }
}

/**
 * Sets them, and writes them to the configuration of Redis. `until_restart`: it has no file for that, so a restart
 * forgets them. Throws AppError `configuration` if Redis refuses.
 */
export const setSettings = async (lacked: readonly LackedSetting[]): Promise<'kept' | 'until_restart'> => {
  for (const { primary, name, wanted } of lacked)
    await primary.redis.config('SET', name, wanted).catch((error: unknown) => {
      throw changeError(error)
    })
  const outcomes: ('kept' | 'until_restart')[] = []
  for (const primary of new Set(lacked.map((setting) => setting.primary)))
    outcomes.push(await rewrite(primary))
  return outcomes.includes('until_restart') ? 'until_restart' : 'kept'
}
