import {
  type AccountCredits,
  accountCredits,
  hindrances,
  type Lease,
  type LookupUse,
  type PauseReason,
  type PlaceResult,
  type Places,
  pauseReasons,
  type QueuePosition,
  type Waiter,
} from '../core/job/concurrency.ts'
import { accountOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { type Keys, timedEntry } from './keys.ts'
import { lineScript, plainScript, runScript, type Script } from './scripts.ts'

const spendLookupScript = plainScript('spend-lookup')

interface LookupsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
  lookupsPerMinute: number
}

/** At most `most` look-ups in any `spanMs` milliseconds. */
interface Share {
  name: string
  most: number
  spanMs: number
}

/** The service's minute may start at any time, and a request may take two seconds to arrive. */
const windowMs = 62_000

/** A fraction of a minute's look-ups; below one, it becomes one look-up in a longer span. */
const shareOf = (name: string, lookups: number): Share =>
  lookups >= 1
    ? { name, most: Math.floor(lookups), spanMs: windowMs }
    : { name, most: 1, spanMs: Math.ceil(windowMs / lookups) }

const readingPart = 0.25
const listPart = 0.2
/** Of the same share: pages leave the rest to searches. */
const pagePart = 0.1
/** Members who are still typing leave the rest to names that were sent. */
const typingPart = 0.15
const readingsOfMember = 3
/** Several processes may start at once. */
const looksAtService = 2
/** An operator who fixes a setting runs the doctor several times. */
const doctorPart = 0.25

const sharesFor = (use: LookupUse, perMinute: number): readonly Share[] => {
  switch (use.for) {
    case 'result':
      return []
    case 'reading':
      return [
        shareOf('readings', perMinute * readingPart),
        shareOf(`readings:${use.account}:${use.member}`, readingsOfMember),
      ]
    case 'list':
      return [shareOf('lists', perMinute * pagePart)]
    case 'search':
      return [shareOf('lists', perMinute * listPart)]
    case 'typing':
      return [shareOf('lists', perMinute * typingPart)]
    case 'service':
      return [shareOf('service', looksAtService)]
    case 'doctor':
      return [shareOf('doctor', Math.max(perMinute * doctorPart, looksAtService))]
  }
}

/** Lower ranks go first. Lists rank with results because their share is small. */
const ranks = {
  result: 1,
  list: 1,
  search: 1,
  typing: 1,
  reading: 2,
  service: 2,
  doctor: 2,
} as const satisfies Record<LookupUse['for'], number>

/** The look-ups of the API keys that we use; see `Places.spendLookup`. */
export const createLookups =
  ({
    redis,
    keys,
    now,
    providerKeyId: currentKeyId,
    lookupsPerMinute,
  }: LookupsOptions): Places['spendLookup'] =>
  async (use) => {
    const providerKeyId = ('keyId' in use ? use.keyId : undefined) ?? currentKeyId
    // Waiting jobs wake up together, so they wait until there are look-ups for several of them.
    const several = Math.max(Math.floor(lookupsPerMinute / 4), 1)
    const shares = sharesFor(use, lookupsPerMinute)
    // The account and the job that take turns.
    const turn = 'account' in use ? [use.account, use.jobId] : [use.for, use.for]
    const keyNames = [
      keys.lookups(providerKeyId),
      keys.lookupTurns(providerKeyId),
      keys.lookupsAwaited(providerKeyId),
    ]
    const args = [now(), several, ranks[use.for], ...turn, lookupsPerMinute, windowMs]
    for (const { name, most, spanMs } of shares) {
      keyNames.push(keys.lookupShare(providerKeyId, name))
      args.push(most, spanMs)
    }
    const [status, waitMs] = await runScript(redis, spendLookupScript, keyNames, args)
    return status === 'spent' ? { status } : { status: 'wait', waitMs: Number(waitMs) }
  }

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

/** A called job that has not come within this time is woken again. */
const calledAgainMs = 5_000

interface KeyOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
  /** Identifies the provider's address: a wrong one stops only the processes that have it. */
  addressId: string
}

interface PlacesOptions extends KeyOptions {
  /** Tasks that the plan runs at once. */
  parallel: number
  lookupsPerMinute: number
}

/** A job's entry in the line: by account, then by time of request. */
const entryOf = ({ id, target, createdAtMs }: Waiter): string =>
  `${accountOf(target)} ${timedEntry(createdAtMs, id)}`

const leaseOf = ({ jobId, epoch }: Lease): string => `${jobId}-${epoch}`

const readLease = (lease: string): Lease => {
  const dash = lease.lastIndexOf('-')
  return { jobId: lease.slice(0, dash), epoch: Number(lease.slice(dash + 1)) }
}

/**
 * If all places are taken, the first one is free after a share of a job's usual time, and earlier jobs pass as
 * many at once as there are places.
 */
const queuePositionOf = (
  [position = '', secondsBefore, hindrance]: readonly string[],
  usualSeconds: number,
  parallel: number,
): QueuePosition => ({
  position: position === '' ? undefined : Number(position),
  startsInSeconds: (Number(secondsBefore) + usualSeconds / 2) / parallel,
  hindrance: hindrances.find((known) => known === hindrance),
})

const reasonOf = (why: string | null | undefined): PauseReason =>
  pauseReasons.find((reason) => reason === why) ?? 'balance'

/** Why a key is paused, until when, and what the service said of its account. */
interface KeyPause {
  why: PauseReason
  untilMs: number
  credits?: AccountCredits | undefined
}

/**
 * Why nothing is sent with this key or to this address, and until when; undefined while all is well. After
 * `untilMs` one job may try.
 */
export const readPause = async ({
  redis,
  keys,
  providerKeyId,
  addressId,
}: Omit<KeyOptions, 'now'>): Promise<KeyPause | undefined> => {
  const [[until, why, available, required], elsewhereUntil] = await fromStore(
    Promise.all([
      redis.hmget(keys.pace(providerKeyId), 'paused_until', 'paused_for', 'available', 'required'),
      redis.get(keys.elsewhere(providerKeyId, addressId)),
    ]),
  )
  if (elsewhereUntil !== null) return { why: 'address', untilMs: Number(elsewhereUntil) }
  if (typeof until !== 'string') return undefined
  return { why: reasonOf(why), untilMs: Number(until), credits: accountCredits(available, required) }
}

type RunOnLine = (script: Script, ...args: readonly (string | number)[]) => Promise<readonly string[]>

const createTaking = (run: RunOnLine, { parallel }: PlacesOptions): Pick<Places, 'take' | 'positionOf'> => ({
  async take(job, usualSeconds, untilMs): Promise<PlaceResult> {
    const args = [entryOf(job), job.id, job.epoch, Math.round(untilMs), Math.round(usualSeconds)]
    const [status, position = '', seconds = '', hindrance = '', news, ...called] = await run(
      scripts.take,
      ...args,
    )
    if (status === 'taken') return { status, called }
    const queuePosition = queuePositionOf([position, seconds, hindrance], usualSeconds, parallel)
    return { status: 'waiting', called, isNews: news !== '', ...queuePosition }
  },
  async positionOf(job, usualSeconds) {
    const [status, ...rest] = await run(scripts.positionOf, entryOf(job), job.id)
    if (status === 'called') return { status }
    return status === 'waiting' ? { status, ...queuePositionOf(rest, usualSeconds, parallel) } : undefined
  },
})

const createHolding = (
  run: RunOnLine,
): Pick<Places, 'keep' | 'release' | 'leave' | 'busy' | 'pause' | 'resume' | 'tend'> => ({
  async keep(jobId, epoch, untilMs, why) {
    const [status] = await run(scripts.keep, jobId, epoch, Math.round(untilMs), why)
    return status === 'resumed' ? status : 'kept'
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
  async pause(lease, why, untilMs, { available, required }: Partial<AccountCredits> = {}) {
    const args = [Math.round(untilMs), why, leaseOf(lease), available ?? '', required ?? ''] as const
    const [status] = await run(scripts.pause, ...args)
    return status === 'opened' || status === 'goes_on' ? status : 'known'
  },
  async resume(lease) {
    const [, ...called] = await run(scripts.resume, lease === undefined ? '' : leaseOf(lease))
    return called
  },
  async tend() {
    const [, ...waking] = await run(scripts.tend, calledAgainMs)
    return waking
  },
})

/** The line in front of one API key of the audio service, in one slot of Redis. */
export const createPlaces = (options: PlacesOptions): Places => {
  const { redis, keys, now, providerKeyId, addressId, parallel } = options
  const lineKeys = [
    keys.leases(providerKeyId),
    keys.ring(providerKeyId),
    keys.line(providerKeyId),
    keys.offers(providerKeyId),
    keys.waiters(providerKeyId),
    keys.pace(providerKeyId),
    keys.elsewhere(providerKeyId, addressId),
  ]
  const run: RunOnLine = (script, ...args) => runScript(redis, script, lineKeys, [now(), parallel, ...args])
  return {
    ...createTaking(run, options),
    ...createHolding(run),
    async pausedFor() {
      const pause = await readPause(options)
      return pause !== undefined && pause.untilMs > now() ? pause.why : undefined
    },
    async isTry(lease) {
      return (await fromStore(redis.hget(keys.pace(providerKeyId), 'trial'))) === leaseOf(lease)
    },
    async leases() {
      return (await fromStore(redis.zrange(keys.leases(providerKeyId), '0', '-1'))).map(readLease)
    },
    spendLookup: createLookups(options),
  }
}
