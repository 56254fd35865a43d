import { type Check, check, type Finding, ok } from '../../core/doctor-check.ts'
import { AppError } from '../../core/errors.ts'
import { archivedAfterMs } from '../../core/ledger/archive.ts'
import { once } from '../../core/waiting.ts'
import type { StoreConnection } from '../../redis/address.ts'
import { createAudit } from '../../redis/audit.ts'
import { adminsChecks } from '../../redis/doctor/admins.ts'
import { archiveCheck } from '../../redis/doctor/archive.ts'
import { booksChecks, spendingChecks } from '../../redis/doctor/books.ts'
import { installationsCheck } from '../../redis/doctor/installations.ts'
import { jobsChecks } from '../../redis/doctor/jobs.ts'
import { type OpenJobsChecks, readOpenJobs } from '../../redis/doctor/open-jobs.ts'
import { overrunCheck, priceCheck } from '../../redis/doctor/prices.ts'
import { processesCheck } from '../../redis/doctor/processes.ts'
import {
  encryptionCheck,
  jobKeysCheck,
  jobSecretsCheck,
  keyCheck,
  ownKeysCheck,
} from '../../redis/doctor/secrets.ts'
import { basicChecks, serverChecks, timingChecks } from '../../redis/doctor/server.ts'
import { tlsCheck } from '../../redis/doctor/tls.ts'
import { createJournal } from '../../redis/journal.ts'
import { addressId, createKeys, providerKeyId } from '../../redis/keys.ts'
import { waitForRedis } from '../../redis/wait.ts'
import { archiveIn } from '../archive-folder.ts'
import type { Config } from '../config.ts'
import { whileReachable } from './reachable.ts'

interface RedisLaneOptions {
  redis: StoreConnection
  settings: Config['redis']
  /** All settings, if they can be used. */
  config: Config | undefined
  now: () => number
  clockToleranceMs: number
}

/** Waits until Redis answers; otherwise tells why it does not. */
export const reachRedis = async (redis: StoreConnection, waitMs: number): Promise<Finding> => {
  try {
    await waitForRedis(redis, waitMs)
    return ok('Redis answers')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      verdict: 'failed',
      what: 'Redis',
      why: error.message,
      mend: 'Its contents could not be checked.',
    }
  }
}

/** What Redis has for the configured keys, limits and chats. */
const configured = (
  store: Pick<RedisLaneOptions, 'now'> & OpenJobsChecks,
  { audio, encryptionKeys, defaultZone, operator, discord, slack }: Config,
): readonly Check[] => {
  const { apiKey, apiUrl, olderKeys, prices } = audio
  const keyIds = [apiKey, ...olderKeys].map(providerKeyId)
  const secrets = { ...store, encryptionKeys: encryptionKeys.map((key) => Buffer.from(key, 'base64')) }
  const platforms = [
    ...(discord === undefined ? [] : (['discord'] as const)),
    ...(slack === undefined ? [] : (['slack'] as const)),
  ]
  return [
    encryptionCheck(secrets),
    ...spendingChecks({ ...store, zone: defaultZone, limit: operator.limit }),
    priceCheck({ ...store, providerKeyId: providerKeyId(apiKey), prices }),
    overrunCheck({ ...store, journal: createJournal(store) }),
    ownKeysCheck({ ...secrets, keyIds }),
    jobKeysCheck({ ...store, keyIds }),
    jobSecretsCheck(secrets),
    processesCheck({ ...store, platforms }),
    keyCheck({ ...store, providerKeyId: providerKeyId(apiKey), addressId: addressId(apiUrl) }),
  ]
}

/** The check of Slack installations, if the app is for many workspaces. */
const installationsChecks = async (
  store: Pick<RedisLaneOptions, 'redis'> & { keys: ReturnType<typeof createKeys> },
  { slack, encryptionKeys }: Config,
): Promise<readonly Check[]> => {
  if (slack === undefined || !('app' in slack)) return []
  const { isTokenRefused } = await import('../../bots/slack/setup/doctor.ts')
  return [
    installationsCheck({
      ...store,
      encryptionKeys: encryptionKeys.map((key) => Buffer.from(key, 'base64')),
      isRefused: (token) => isTokenRefused(token, slack.apiUrl),
      installUrl: `${slack.app.publicUrl}/slack/install`,
    }),
  ]
}

/** A check that was run at once, before anything else keeps this process busy; its result is told later. */
interface Ready {
  check: Check
  isPassed: boolean
}

const atOnce = async (checks: readonly Check[]): Promise<readonly Ready[]> => {
  const ready: Ready[] = []
  for (const check of checks) {
    const result = check.run()
    const findings = await result.catch(() => [])
    const isPassed = findings.length > 0 && findings.every(({ verdict }) => verdict !== 'failed')
    ready.push({ check: { ...check, run: () => result }, isPassed })
  }
  return ready
}

/** Whether a reachable Redis can be used at all; one that can't is not checked any further. */
export const checkBasics = async (
  redis: StoreConnection,
): Promise<{ isUsable: boolean; checks: readonly Check[] }> => {
  const ready = await atOnce(basicChecks({ redis }))
  return { isUsable: ready.every(({ isPassed }) => isPassed), checks: ready.map(({ check }) => check) }
}

/**
 * The checks of a usable Redis, which take turns on one connection, and those that were not begun because it was
 * lost. What measures time is run at once.
 */
export const redisLane = async (options: RedisLaneOptions): Promise<ReturnType<typeof whileReachable>> => {
  const { redis, settings, config, now } = options
  const keys = createKeys()
  const archive = archiveIn(config?.archiveDir)
  const store = { redis, keys, now, archive, openJobs: once(() => readOpenJobs({ redis, keys })) }
  const audit = createAudit(store)
  const server = { ...options, keys, durability: settings.durability }
  const measured = await atOnce(timingChecks(server))
  return whileReachable(redis, [
    ...measured.map(({ check }) => check),
    ...serverChecks(server),
    ...booksChecks({ ...store, audit }),
    archiveCheck({ ...store, afterMs: archivedAfterMs(config?.retentionMs) }),
    ...jobsChecks(store),
    ...adminsChecks(store),
    ...(config === undefined
      ? []
      : [...configured(store, config), ...(await installationsChecks(store, config))]),
  ])
}

/** The checks of Redis' address, which need no answer of it. */
export const addressChecks = (url: string, reached: Finding): readonly Check[] => [
  check('redis.reached', async () => reached),
  tlsCheck(url),
]
