import { type Check, type Finding, ok } from '../../core/doctor-check.ts'
import type { Durability, StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import type { Keys } from '../keys.ts'
import { checkRights } from '../rights.ts'
import { checkVersion, infoField, type Primary, primariesOf } from '../startup-check.ts'
import { mendedTrouble, troubleIn } from '../trouble.ts'
import { backupChecks } from './backups.ts'
import { clusterCheck } from './cluster.ts'
import { durabilityChecks } from './durability.ts'
import { notStarted, type PrimaryCheck, refusalOf } from './findings.ts'
import { diskChecks } from './server-disk.ts'
import { loadChecks } from './server-load.ts'

/** Dependencies of the checks of Redis itself. */
export interface ServerOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** What the operator accepts that it may lose. */
  durability: Durability
  /** How far our clock may be from Redis' own; beyond it every script refuses. */
  clockToleranceMs: number
}

const clockWarningMs = 10_000
const roundTrips = 5
const roundTripWarningMs = 50
const probeSeconds = 60

/** Runs a check on every primary. */
const eachPrimary = (
  { redis }: Pick<ServerOptions, 'redis'>,
  id: Check['id'],
  look: (primary: Primary) => Promise<Finding | undefined>,
): Check => ({
  id,
  async run() {
    const found = await Promise.all(primariesOf(redis).map(look))
    return found.filter((finding) => finding !== undefined)
  },
})

/** The same for a check that reads INFO. */
const onEach = (redis: StoreConnection, { id, look }: PrimaryCheck): Check =>
  eachPrimary({ redis }, id, (primary) => look(primary, (section) => fromStore(primary.redis.info(section))))

/** https://redis.io/docs/latest/commands/info/ */
const role: PrimaryCheck = {
  id: 'redis.role',
  async look({ name }, info) {
    const told = await info('replication')
    if (infoField(told, 'role') !== 'slave') return ok(`${name} is a primary`)
    const [host, port] = [infoField(told, 'master_host'), infoField(told, 'master_port')]
    return {
      verdict: 'failed',
      what: `${name} takes no writes`,
      why: `It is a replica of ${host}:${port}.`,
      mend: 'Let REDIS_URL lead to the primary.',
    }
  },
}

const clockOf = async (
  { now, clockToleranceMs }: ServerOptions,
  { redis, name }: Primary,
): Promise<Finding> => {
  const sentMs = now()
  const [seconds, microseconds] = await fromStore(redis.time())
  const middleMs = (sentMs + now()) / 2
  const apartMs = Math.round(Math.abs(Number(seconds) * 1000 + Number(microseconds) / 1000 - middleMs))
  const what = `the clocks of this machine and of ${name} are ${apartMs} ms apart`
  if (apartMs <= clockWarningMs) return ok(what)
  return {
    verdict: apartMs > clockToleranceMs ? 'failed' : 'warning',
    what,
    why: `The bot allows for that, but beyond ${clockToleranceMs / 1000} s it stops booking; the log and Slack's signatures use only this machine's clock.`,
    mend: 'Set both clocks by NTP.',
  }
}

/** The fastest of a few round trips: the others may have waited for something else. */
const roundTripMs = async (redis: Primary['redis'], now: () => number): Promise<number> => {
  const trips: number[] = []
  while (trips.length < roundTrips) {
    const sentMs = now()
    await fromStore(redis.ping())
    trips.push(now() - sentMs)
  }
  return Math.round(Math.min(...trips))
}

const distanceOf = async ({ now }: ServerOptions, { redis, name }: Primary): Promise<Finding> => {
  const tripMs = await roundTripMs(redis, now)
  const what = `a round trip to ${name} takes ${tripMs} ms`
  if (tripMs <= roundTripWarningMs) return ok(what)
  return {
    verdict: 'warning',
    what,
    why: `That is over ${roundTripWarningMs} ms. An answer needs about ten trips and has 1.5 s, so it may come too late.`,
    mend: 'Run Tunesmith closer to Redis.',
  }
}

const versionOf = async (primary: Primary): Promise<Finding> => {
  const checking = checkVersion(primary)
  const refusal = await refusalOf(checking)
  if (refusal !== undefined)
    return { verdict: 'failed', what: 'the version of Redis', why: refusal, mend: notStarted }
  return ok(`${primary.name} has version ${(await checking) ?? 'unknown'}`)
}

/** A Redis that takes no writes can't tell; the check of a write says why. */
const isMute = (error: unknown): boolean => {
  const trouble = troubleIn(error)
  return trouble !== undefined && trouble !== 'NOPERM'
}

const rightsOf = async ({ durability }: ServerOptions, primary: Primary): Promise<Finding | undefined> => {
  try {
    const refusal = await refusalOf(checkRights(primary, durability))
    return refusal === undefined
      ? ok(`${primary.name} gives our user all the rights it needs`)
      : { verdict: 'failed', what: 'the rights of our user', why: refusal, mend: notStarted }
  } catch (error) {
    if (isMute(error)) return undefined
    throw error
  }
}

const writeCheck = ({ redis, keys }: ServerOptions): Check => ({
  id: 'redis.write',
  async run() {
    try {
      await redis.set(keys.probe, 'written', 'EX', probeSeconds)
      return [ok('Redis takes writes')]
    } catch (error) {
      const trouble = mendedTrouble(error)
      if (trouble === undefined) throw error
      return [
        {
          verdict: 'failed',
          what: 'Redis takes no writes',
          why: `It ${trouble}`,
          mend: 'Until then nothing can be requested.',
        },
      ]
    }
  },
})

/**
 * What decides whether a Redis can be used and checked any further: whether it accepts writes at all, and is new
 * enough for our scripts.
 */
export const basicChecks = ({ redis }: Pick<ServerOptions, 'redis'>): readonly Check[] => [
  onEach(redis, role),
  eachPrimary({ redis }, 'redis.version', versionOf),
]

/** The checks that measure time, to be run while nothing else keeps this process or Redis busy. */
export const timingChecks = (options: ServerOptions): readonly Check[] => [
  eachPrimary(options, 'redis.latency', (primary) => distanceOf(options, primary)),
  eachPrimary(options, 'redis.clock', (primary) => clockOf(options, primary)),
]

/**
 * The other checks of a Redis that passed the basic ones. Nothing is written but a probe that every process writes.
 */
export const serverChecks = (options: ServerOptions): readonly Check[] => {
  const { redis } = options
  return [
    eachPrimary(options, 'redis.rights', (primary) => rightsOf(options, primary)),
    writeCheck(options),
    ...durabilityChecks(options),
    ...[...diskChecks, ...loadChecks].map((each) => onEach(redis, each)),
    ...backupChecks(options),
    clusterCheck(redis),
  ]
}
