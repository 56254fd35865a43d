import { type Check, type CheckId, checkIds, groupOf } from '../../core/doctor-check.ts'
import { performed } from '../../core/effect.ts'
import type { StoreConnection } from '../../redis/address.ts'
import { connectStore } from '../../redis/connection.ts'
import { createKeys, providerKeyId } from '../../redis/keys.ts'
import { createLookups } from '../../redis/places.ts'
import type { DoctorWish } from '../command-line/doctor.ts'
import { type Config, readConfig, readRedisSettings } from '../config.ts'
import { type Machine, machineChecks } from '../doctor/machine.ts'
import type { OutsideOptions } from '../doctor/outside-lanes.ts'
import { addressChecks, checkBasics, reachRedis, redisLane } from '../doctor/redis-lanes.ts'
import { countsOf, createReport, jsonReport, verdictOf } from '../doctor/report.ts'
import { runLanes } from '../doctor/run.ts'
import { settingsChecks } from '../doctor/settings.ts'
import type { Environment } from '../setting-names.ts'

interface DoctorDeps {
  /** Checks of everything external that the settings name. */
  outsideChecks: (config: Config, options: OutsideOptions) => Promise<readonly Check[]>
  environment: Environment
  /** Path of the file that was read as .env. */
  environmentFile: string
  machine: Machine
  write: (line: string) => void
  /** Width of the terminal; undefined if the output is not one. */
  columns: number | undefined
  now: () => number
  clockToleranceMs: number
  redisWaitMs: number
  /** The version of this program. */
  version: string
}

const limitMs = 10_000
/** Nobody waits for an answer here, and this machine may be busy. */
const commandMs = 5_000

/** Without Redis no other process makes look-ups either. */
const uncounted: OutsideOptions['spendLookup'] = () => Promise.resolve({ status: 'spent' })

interface Lanes {
  lanes: readonly (readonly Check[])[]
  /** Whether Redis can be used. */
  isReached: boolean
  /** Checks that were not begun because Redis was lost meanwhile. */
  lost: ReadonlySet<CheckId>
}

/** Nothing is known of a Redis that can't be used. */
const unusable: Lanes & Pick<OutsideOptions, 'spendLookup'> = {
  lanes: [],
  isReached: false,
  lost: new Set(),
  spendLookup: uncounted,
}

/** What needs Redis: all of its checks if it can be used, and the look-ups of the audio service. */
const withRedis = async (
  { now, clockToleranceMs, redisWaitMs }: DoctorDeps,
  redis: StoreConnection,
  settings: Config['redis'],
  config: Config | undefined,
): Promise<Lanes & Pick<OutsideOptions, 'spendLookup'>> => {
  const reached = await reachRedis(redis, redisWaitMs)
  const ofAddress = addressChecks(settings.url, reached).map((check) => [check])
  if (reached.verdict !== 'ok') return { ...unusable, lanes: ofAddress }
  const basics = await checkBasics(redis)
  const begun = [...ofAddress, basics.checks]
  if (!basics.isUsable) return { ...unusable, lanes: begun }
  const { checks: lane, lost } = await redisLane({ redis, settings, config, now, clockToleranceMs })
  const lanes = [...begun, lane]
  if (config === undefined) return { lanes, isReached: true, lost, spendLookup: uncounted }
  const { apiKey, lookupsPerMinute } = config.audio
  const spend = createLookups({
    redis,
    keys: createKeys(),
    now,
    providerKeyId: providerKeyId(apiKey),
    lookupsPerMinute,
  })
  return { lanes, isReached: true, lost, spendLookup: () => spend({ for: 'doctor' }) }
}

/** Checks that did not run because others failed: those that need Redis, or valid settings. */
const skippedChecks = (
  lanes: Lanes['lanes'],
  { isReached, config }: { isReached: boolean; config: Config | undefined },
) => {
  const ran = new Set(lanes.flat().map(({ id }) => id))
  const needRedis = ['redis', 'money', 'jobs']
  const isForMany = config?.slack !== undefined && 'app' in config.slack
  const isSkipped = (id: (typeof checkIds)[number]): boolean => {
    if (id === 'slack.installations' && config !== undefined) return isForMany && !isReached
    if (config === undefined) return true
    return !isReached && (needRedis.includes(groupOf(id)) || id === 'audio.account')
  }
  return checkIds.filter((id) => !ran.has(id) && isSkipped(id))
}

/**
 * Checks everything that can be checked from here and writes a report, as text or as one JSON document. Changes
 * nothing but the count of look-ups and a probe, even while the bot runs, unless it should fix what is safe. Returns
 * the exit code: 1 if anything failed, or, if strict, if there is a warning; otherwise 0.
 */
export const runDoctor = async (
  deps: DoctorDeps,
  { isFixing, isJson, isStrict, isWhole }: DoctorWish,
): Promise<0 | 1> => {
  const { environment, environmentFile, machine, write, columns, now, version } = deps
  const read = readConfig(environment, now())
  const config = read.ok ? read.config : undefined
  const settings = readRedisSettings(environment)
  const redis = settings && connectStore(settings, () => undefined, commandMs)
  const spending = Promise.withResolvers<OutsideOptions['spendLookup']>()
  const spendLookup: OutsideOptions['spendLookup'] = async (use) => (await spending.promise)(use)
  try {
    // Loads the chats' libraries, during which nothing could be heard from Redis.
    const outside =
      config === undefined ? [] : await deps.outsideChecks(config, { effect: performed, now, spendLookup })
    const stored =
      redis === undefined || settings === undefined
        ? unusable
        : await withRedis(deps, redis, settings, config)
    spending.resolve(stored.spendLookup)
    const here = [
      ...settingsChecks({ environment, read, environmentFile, now }),
      ...machineChecks(machine, now),
      ...outside,
    ]
    const lanes = [...here.map((check) => [check]), ...stored.lanes]
    const unbegun = skippedChecks(lanes, { isReached: stored.isReached, config })
    const skipped = () => [...unbegun, ...stored.lost]
    const isColoured = columns !== undefined && !environment.NO_COLOR
    const report = createReport({ isWhole, isColoured, columns })
    const examined = await runLanes(lanes, { isFixing, limitMs }, (group, of) => {
      if (!isJson) write(report.group(group, of, skipped()))
    })
    const time = new Date(now()).toISOString()
    write(
      isJson
        ? jsonReport({ version, time, examined, skipped: skipped() })
        : report.summary(examined, skipped()),
    )
    const verdict = verdictOf(countsOf(examined))
    return verdict === 'failed' || (isStrict && verdict === 'warning') ? 1 : 0
  } finally {
    redis?.disconnect()
  }
}
