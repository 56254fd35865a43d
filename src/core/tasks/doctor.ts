import type { Check, Finding } from '../check.ts'
import { AppError } from '../errors.ts'
import { createAudit } from '../redis/audit.ts'
import { redisChecks } from '../redis/checks.ts'
import { connectStore, type StoreConnection } from '../redis/connection.ts'
import { keyCheck } from '../redis/key-check.ts'
import { createKeys, type Keys, providerKeyId } from '../redis/keys.ts'
import { waitForRedis } from '../redis/wait.ts'
import { readConfig, readRedisSettings } from '../runtime/config.ts'
import { exposedSettings } from '../runtime/exposed-settings.ts'
import { runChecks } from '../runtime/findings.ts'
import { type Environment, ignoredSettings } from '../runtime/setting-names.ts'

interface DoctorDeps {
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
    const doubtful = [...ignoredSettings(environment), ...(read.ok ? exposedSettings(read.config) : [])]
    const warnings = doubtful.map(
      ({ name, text }): Finding => ({
        verdict: 'warning',
        what: name,
        why: sentence(text),
        mend: 'Change it, unless it is intended.',
      }),
    )
    if (read.ok) return [{ verdict: 'ok', what: 'every setting can be used' }, ...warnings]
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

/** What is known of the key of the audio service, where the settings say which one it is. */
const serviceChecks = (
  environment: Environment,
  store: { redis: StoreConnection; keys: Keys; now: () => number },
): readonly Check[] => {
  const read = readConfig(environment)
  if (!read.ok) return []
  return [keyCheck({ ...store, providerKeyId: providerKeyId(read.config.audio.apiKey) })]
}

const connect = async (redis: StoreConnection, redisWaitMs: number): Promise<Finding> => {
  try {
    await waitForRedis(redis, redisWaitMs)
    return { verdict: 'ok', what: 'Redis answers' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      ...{ verdict: 'failed', what: 'Redis', why: error.message },
      mend: 'Nothing that lies in it could be looked at.',
    }
  }
}

/**
 * Looks at everything that can be looked at from here and writes a line for each. Changes nothing, also while
 * the bot runs. Returns the exit code: 1 where anything failed, else 0.
 */
export const runDoctor = async (deps: DoctorDeps): Promise<0 | 1> => {
  const { environment, write, now, clockToleranceMs, redisWaitMs } = deps
  const code = await runChecks([settingsCheck(environment)], write)
  const settings = readRedisSettings(environment)
  if (settings === undefined) return 1
  const redis = connectStore(settings.url, () => undefined)
  try {
    const answers = await connect(redis, redisWaitMs)
    const reached = await runChecks([{ name: 'Redis', run: async () => [answers] }], write)
    if (reached === 1) return 1
    const keys = createKeys()
    const audit = createAudit({ redis, keys, now })
    const { durability } = settings
    const checks = redisChecks({ redis, keys, now, audit, durability, clockToleranceMs })
    const ofService = serviceChecks(environment, { redis, keys, now })
    return (await runChecks([...checks, ...ofService], write)) === 1 ? 1 : code
  } finally {
    redis.disconnect()
  }
}
