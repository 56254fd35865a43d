import {
  type Hindrance,
  type Lease,
  type PauseReason,
  type PlaceResult,
  type Places,
  pauseReasons,
  type Standing,
  type Waiter,
} from '../core/job/concurrency.ts'
import { accountOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { type Keys, timedEntry } from './keys.ts'
import { createLookups } from './lookups.ts'
import { lineScript, runScript, type Script } from './scripts.ts'

const scripts = {
  take: lineScript('take-place'),
  keep: lineScript('keep-place'),
  release: lineScript('release-place'),
  leave: lineScript('leave-line'),
  busy: lineScript('busy-place'),
  pause: lineScript('pause-key'),
  resume: lineScript('resume-key'),
  tend: lineScript('tend-line'),
  positionOf: lineScript('place-in-line'),
} as const satisfies Record<string, Script>

/** Whoever was called and has not come by then is woken again. */
const calledAgainMs = 5_000

interface KeyOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Stands for the provider's API key, without giving it away. */
  providerKeyId: string
  /** Stands for the provider's address: a wrong one stops only the processes that have it. */
  addressId: string
}

interface PlacesOptions extends KeyOptions {
  /** Tasks that the plan runs at once. */
  parallel: number
  lookupsPerMinute: number
}

/** A job's entry in the line: by its account, and there by when it was asked for. */
const entryOf = ({ id, target, createdAtMs }: Waiter): string =>
  `${accountOf(target)} ${timedEntry(createdAtMs, id)}`

const leaseOf = ({ jobId, epoch }: Lease): string => `${jobId}-${epoch}`

const readLease = (lease: string): Lease => {
  const dash = lease.lastIndexOf('-')
  return { jobId: lease.slice(0, dash), epoch: Number(lease.slice(dash + 1)) }
}

const hindranceOf = (text: string | undefined): Hindrance | undefined =>
  text === 'busy' || text === 'paused' ? text : undefined

/**
 * With all places taken, the first one is free after a share of a job's usual time, and the jobs before this
 * one pass as many at once as there are places.
 */
const standingOf = (
  [position = '', secondsBefore, hindrance]: readonly string[],
  usualSeconds: number,
  parallel: number,
): Standing => ({
  position: position === '' ? undefined : Number(position),
  startsInSeconds: (Number(secondsBefore) + usualSeconds / 2) / parallel,
  hindrance: hindranceOf(hindrance),
})

const reasonOf = (why: string | null | undefined): PauseReason =>
  pauseReasons.find((reason) => reason === why) ?? 'balance'

/**
 * Why nothing is sent with this key or to this address, and until when; undefined while all is
 * well. Past `untilMs` one job may try.
 */
export const readPause = async ({
  redis,
  keys,
  providerKeyId,
  addressId,
}: Omit<KeyOptions, 'now'>): Promise<{ why: PauseReason; untilMs: number } | undefined> => {
  const [[until, why], elsewhereUntil] = await fromStore(
    Promise.all([
      redis.hmget(keys.pace(providerKeyId), 'paused_until', 'paused_for'),
      redis.get(keys.elsewhere(providerKeyId, addressId)),
    ]),
  )
  if (elsewhereUntil !== null) return { why: 'address', untilMs: Number(elsewhereUntil) }
  return typeof until === 'string' ? { why: reasonOf(why), untilMs: Number(until) } : undefined
}

const lineKeys = ({ keys, providerKeyId, addressId }: KeyOptions): readonly string[] => [
  keys.leases(providerKeyId),
  keys.ring(providerKeyId),
  keys.line(providerKeyId),
  keys.offers(providerKeyId),
  keys.waiters(providerKeyId),
  keys.pace(providerKeyId),
  keys.elsewhere(providerKeyId, addressId),
]

type RunOnLine = (script: Script, ...args: readonly (string | number)[]) => Promise<readonly string[]>

const createTaking = (run: RunOnLine, { parallel }: PlacesOptions): Pick<Places, 'take' | 'positionOf'> => ({
  async take(job, usualSeconds, untilMs): Promise<PlaceResult> {
    const args = [entryOf(job), job.id, job.epoch, Math.round(untilMs), Math.round(usualSeconds)]
    const [status, position = '', seconds = '', hindrance = '', news, ...called] = await run(
      scripts.take,
      ...args,
    )
    if (status === 'taken') return { status, called }
    const standing = standingOf([position, seconds, hindrance], usualSeconds, parallel)
    return { status: 'waiting', called, isNews: news !== '', ...standing }
  },
  async positionOf(job, usualSeconds) {
    const [status, ...rest] = await run(scripts.positionOf, entryOf(job), job.id)
    if (status === 'called') return { status }
    return status === 'waiting' ? { status, ...standingOf(rest, usualSeconds, parallel) } : undefined
  },
})

const createHolding = (
  run: RunOnLine,
): Pick<Places, 'keep' | 'release' | 'leave' | 'busy' | 'pause' | 'resume' | 'tend'> => ({
  async keep(jobId, epoch, untilMs, why) {
    await run(scripts.keep, jobId, epoch, Math.round(untilMs), why)
  },
  async release(jobId, epoch) {
    const [, ...called] = await run(scripts.release, leaseOf({ jobId, epoch }))
    return called
  },
  async leave(job) {
    const [, ...called] = await run(scripts.leave, entryOf(job), job.id, job.epoch)
    return called
  },
  async busy(job, usualSeconds, share) {
    await run(scripts.busy, entryOf(job), job.id, job.epoch, Math.round(usualSeconds), share)
  },
  async pause(lease, why, untilMs) {
    const [status] = await run(scripts.pause, Math.round(untilMs), why, leaseOf(lease))
    return status === 'opened' ? status : 'known'
  },
  async resume(lease) {
    const [, ...called] = await run(scripts.resume, leaseOf(lease))
    return called
  },
  async tend() {
    const [, ...waking] = await run(scripts.tend, calledAgainMs)
    return waking
  },
})

/** The line in front of one API key of the audio service, in one slot of Redis. */
export const createPlaces = (options: PlacesOptions): Places => {
  const { redis, keys, now, providerKeyId, parallel } = options
  const run: RunOnLine = (script, ...args) =>
    runScript(redis, script, lineKeys(options), [now(), parallel, ...args].map(String))
  return {
    ...createTaking(run, options),
    ...createHolding(run),
    async pausedFor() {
      const pause = await readPause(options)
      return pause !== undefined && pause.untilMs > now() ? pause.why : undefined
    },
    async leases() {
      return (await fromStore(redis.zrange(keys.leases(providerKeyId), '0', '-1'))).map(readLease)
    },
    spendLookup: createLookups(options),
  }
}
