import { tmpdir } from 'node:os'
import type { Check, Finding } from '../../core/doctor-check.ts'
import { AppError } from '../../core/errors.ts'
import type { Durability, StoreConnection } from '../../redis/address.ts'
import { createAudit } from '../../redis/audit.ts'
import { connectStore } from '../../redis/connection.ts'
import { redisChecks, versionFindings } from '../../redis/doctor-checks.ts'
import { createJournal } from '../../redis/journal.ts'
import { encryptionCheck, jobKeysCheck, keyCheck, ownKeysCheck } from '../../redis/key-check.ts'
import { addressId, createKeys, providerKeyId } from '../../redis/keys.ts'
import { createLookups } from '../../redis/places.ts'
import { overrunCheck, priceCheck } from '../../redis/price-check.ts'
import { waitForRedis } from '../../redis/wait.ts'
import { createClipFolder } from '../clip-folder.ts'
import { type Config, readConfig, readRedisSettings } from '../config.ts'
import { exposedSettings } from '../config-secrets.ts'
import { runChecks } from '../findings.ts'
import type { OutsideOptions } from '../outside-checks.ts'
import { unusedRedisSettings } from '../redis-settings.ts'
import { type Environment, ignoredSettings } from '../setting-names.ts'

interface DoctorDeps {
  /** Checks of everything external that the settings name. */
  outsideChecks: (config: Config, options: OutsideOptions) => Promise<readonly Check[]>
  environment: Environment
  write: (line: string) => void
  now: () => number
  clockToleranceMs: number
  redisWaitMs: number
}

const settingsCheck = (environment: Environment): Check => ({
  name: 'the settings',
  run: async () => {
    const read = readConfig(environment)
    const sentence = (text: string): string => `It ${text}${text.endsWith('?') ? '' : '.'}`
    const doubtful = [
      ...ignoredSettings(environment),
      ...(read.ok ? [...exposedSettings(read.config), ...unusedRedisSettings(read.config.redis)] : []),
    ]
    const warnings = doubtful.map(
      ({ name, text }): Finding => ({
        verdict: 'warning',
        what: name,
        why: sentence(text),
        mend: 'Change it, unless it is intended.',
      }),
    )
    if (read.ok) return [{ verdict: 'ok', what: 'all settings are valid' }, ...warnings]
    const failed = read.problems.map(
      ({ name, text }): Finding => ({
        verdict: 'failed',
        what: name,
        why: sentence(text),
        mend: 'Set it in the environment or in .env; see .env.example.',
      }),
    )
    return [...failed, ...warnings]
  },
})

const folderCheck = (now: () => number): Check => ({
  name: 'the folder for clips',
  async run() {
    const folder = tmpdir()
    const clips = createClipFolder(folder, now)
    try {
      await clips.tryOut()
      return [{ verdict: 'ok', what: `clips can be stored in ${folder}` }]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return [
        { verdict: 'failed', what: 'TMPDIR', why: error.message, mend: 'Until then no clip can be read.' },
      ]
    } finally {
      await clips.remove()
    }
  },
})

/** Without Redis no other process makes look-ups either. */
const uncounted: OutsideOptions = { spendLookup: () => Promise.resolve({ status: 'spent' }) }

const outsideOf = async (
  { environment, outsideChecks }: DoctorDeps,
  options: (config: Config) => OutsideOptions,
): Promise<readonly Check[]> => {
  const read = readConfig(environment)
  return read.ok ? outsideChecks(read.config, options(read.config)) : []
}

/** Checks what Redis has for the configured keys. */
const keyChecks = (
  store: Pick<Parameters<typeof keyCheck>[0], 'redis' | 'keys' | 'now'>,
  { audio: { apiKey, apiUrl, olderKeys, prices }, encryptionKeys }: Config,
): readonly Check[] => {
  const keyIds = [apiKey, ...olderKeys].map(providerKeyId)
  const secrets = { ...store, encryptionKeys: encryptionKeys.map((key) => Buffer.from(key, 'base64')) }
  return [
    keyCheck({ ...store, providerKeyId: providerKeyId(apiKey), addressId: addressId(apiUrl) }),
    jobKeysCheck({ ...store, keyIds }),
    encryptionCheck(secrets),
    ownKeysCheck({ ...secrets, keyIds }),
    priceCheck({ ...store, providerKeyId: providerKeyId(apiKey), prices }),
    overrunCheck({ ...store, journal: createJournal(store) }),
  ]
}

/** The checks of a reachable Redis, and the external ones. */
const allChecks = async (
  deps: DoctorDeps,
  redis: StoreConnection,
  durability: Durability,
): Promise<readonly Check[]> => {
  const { now, clockToleranceMs } = deps
  const keys = createKeys()
  const audit = createAudit({ redis, keys, now })
  const read = readConfig(deps.environment)
  const store = { redis, keys, now }
  const ofKeys = read.ok ? keyChecks(store, read.config) : []
  const outside = await outsideOf(deps, ({ audio: { apiKey, lookupsPerMinute } }) => {
    const spendLookup = createLookups({ ...store, providerKeyId: providerKeyId(apiKey), lookupsPerMinute })
    return { spendLookup: () => spendLookup({ for: 'doctor' }) }
  })
  return [...redisChecks({ ...store, audit, durability, clockToleranceMs }), ...ofKeys, ...outside]
}

const connect = async (redis: StoreConnection, redisWaitMs: number): Promise<readonly Finding[]> => {
  try {
    await waitForRedis(redis, redisWaitMs)
    return [{ verdict: 'ok', what: 'Redis answers' }, ...(await versionFindings(redis))]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [
      {
        verdict: 'failed',
        what: 'Redis',
        why: error.message,
        mend: 'Its contents could not be checked.',
      },
    ]
  }
}

/**
 * Checks everything that can be checked from here and writes a line for each. Changes nothing but the count of
 * look-ups, even while the bot runs. Returns the exit code: 1 if anything failed, otherwise 0.
 */
export const runDoctor = async (deps: DoctorDeps): Promise<0 | 1> => {
  const { environment, write, redisWaitMs, now } = deps
  const code = await runChecks([settingsCheck(environment), folderCheck(now)], write)
  const settings = readRedisSettings(environment)
  if (settings === undefined) return 1
  const redis = connectStore(settings, () => undefined)
  try {
    const answers = await connect(redis, redisWaitMs)
    const reached = await runChecks([{ name: 'Redis', run: async () => answers }], write)
    if (reached === 1) {
      await runChecks(await outsideOf(deps, () => uncounted), write)
      return 1
    }
    const checks = await allChecks(deps, redis, settings.durability)
    return (await runChecks(checks, write)) === 1 ? 1 : code
  } finally {
    redis.disconnect()
  }
}
