import { AppError } from '../core/errors.ts'
import { deadWhyOf, pickupsMax } from '../core/job/dead-letters.ts'
import { type JobRecord, jobRecordVersion, jobStates } from '../core/job/job.ts'
import type { JobStore, WakeUp } from '../core/job/job-store.ts'
import type { Log } from '../core/log.ts'
import type { StoreConnection } from './address.ts'
import { commandTimeoutMs, readAll, repliesOf } from './connection.ts'
import { parseJobRecord, recordFromPairs } from './job-record.ts'
import { buckets, type Keys } from './keys.ts'
import { type JobRunner, jobScript, plainScript, type RunnerOptions, runScript } from './scripts.ts'
import type { Sealer } from './sealer.ts'

type TakingOptions = RunnerOptions & { log: Log; sealer: Sealer }

/** What is done about a job that is not handed out: `tell` logs it, by a script's answer. */
type Telling = TakingOptions & { tell: (jobId: string, reply: readonly string[]) => void }

const scripts = {
  take: jobScript('take'),
  rewake: jobScript('rewake'),
  bury: jobScript('bury'),
  failed: jobScript('failed'),
}

const rewakeMaxPerBucket = 100

/** A wake-up in a script's reply: its number, and when it is due. */
export const wakeUp = ([wake, dueMs]: readonly string[]): WakeUp => ({
  wake: Number(wake),
  dueMs: Number(dueMs),
})

/** Reads a reply by its first word; those of `waking` are followed by a wake-up. */
export const answerOf = <Waking extends string, Other extends string>(
  [status, ...rest]: readonly string[],
  waking: readonly Waking[],
  others: readonly Other[],
): ({ status: Waking } & WakeUp) | { status: Other } => {
  for (const known of waking) if (known === status) return { status: known, ...wakeUp(rest) }
  for (const known of others) if (known === status) return { status: known }
  throw new Error(`a script on a job answered ${status}`)
}

/**
 * Names a job that became a dead letter; logs jobs of a newer version once per version: they wait for a newer
 * program, as during an upgrade.
 */
const createTell = ({ log }: TakingOptions): Telling['tell'] => {
  const told = new Set<string>()
  return (jobId, [status, why = '', detail]) => {
    if (status === 'dead')
      log.error('a job is a dead letter now: see npm run jobs -- dead', { job: jobId, why, detail })
    if (status !== 'newer' || told.has(why)) return
    told.add(why)
    log.warn('jobs with records of a newer version are left to it', {
      job: jobId,
      version: why,
      reads: jobRecordVersion,
    })
  }
}

/** How long a job is left to the processes that serve its chat: one may be starting. */
const leftForMs = 60 * 60_000

/** A record that can't be read now can't be read the next time either. */
const createTake =
  ({ tell, sealer }: Telling, run: JobRunner): JobStore['take'] =>
  async (jobId, wake, untilMs, platforms) => {
    // When the step must be done, by the state that the job turns out to be in.
    const until: Record<string, number> = {}
    for (const state of jobStates) {
      until[state] = Math.round(typeof untilMs === 'number' ? untilMs : untilMs(state))
    }
    const contents = {
      wake,
      until,
      pickups_max: pickupsMax,
      platforms,
      left_for: leftForMs,
      reads: jobRecordVersion,
    }
    const [status, ...rest] = await run(scripts.take, { id: jobId }, contents)
    if (status === 'elsewhere')
      throw new AppError('left_to_others', 'the job belongs to a chat that this process does not serve')
    if (status !== 'taken') {
      tell(jobId, [status ?? '', ...rest])
      return undefined
    }
    const hash = recordFromPairs(rest)
    try {
      return parseJobRecord(jobId, hash, sealer.open)
    } catch (error) {
      const why = error instanceof AppError ? deadWhyOf(error) : undefined
      if (!(error instanceof AppError) || why === undefined) throw error
      const burial = { why, detail: error.message, epoch: hash.epoch ?? '' }
      tell(jobId, await run(scripts.bury, { id: jobId }, burial))
      return undefined
    }
  }

/** Neither a job that can't be woken nor many left to a newer program keep the others asleep. */
const createRewake =
  ({ redis, keys, tell }: Telling, run: JobRunner): JobStore['rewake'] =>
  async (beforeMs) => {
    const overdueIn = async (of: readonly string[], skipped: number) => {
      const range = ['-inf', beforeMs, 'LIMIT', skipped, rewakeMaxPerBucket] as const
      const reads = of.map((bucket) => ['zrangebyscore', keys.open(bucket), ...range] as const)
      return (await readAll(redis, reads)) as readonly string[][]
    }
    const woken: ({ jobId: string } & WakeUp)[] = []
    const rewakeAll = async (bucket: string, overdue: readonly string[], skipped: number): Promise<void> => {
      let newer = 0
      for (const jobId of overdue) {
        const contents = { before: beforeMs, called: false, reads: jobRecordVersion }
        const reply = await run(scripts.rewake, { id: jobId }, contents)
        tell(jobId, reply)
        const [status, ...rest] = reply
        if (status === 'woken') woken.push({ jobId, ...wakeUp(rest) })
        if (status === 'newer') newer += 1
      }
      if (newer === 0 || overdue.length < rewakeMaxPerBucket) return
      const next = skipped + newer
      await rewakeAll(bucket, (await overdueIn([bucket], next)).flat(), next)
    }
    const overdue = await overdueIn(buckets, 0)
    for (const [index, bucket] of buckets.entries()) await rewakeAll(bucket, overdue[index] ?? [], 0)
    return woken
  }

const createCall =
  ({ tell }: Telling, run: JobRunner): JobStore['call'] =>
  async (jobId) => {
    const anyTime = { before: Number.MAX_SAFE_INTEGER, called: true, reads: jobRecordVersion }
    const reply = await run(scripts.rewake, { id: jobId }, anyTime)
    tell(jobId, reply)
    const [status, ...rest] = reply
    return status === 'woken' ? wakeUp(rest) : undefined
  }

/** Hands out jobs, and ends those that make no progress. */
export const createTaking = (
  options: TakingOptions,
  run: JobRunner,
): Pick<JobStore, 'take' | 'rewake' | 'call' | 'failed'> => {
  const telling = { ...options, tell: createTell(options) }
  return {
    take: createTake(telling, run),
    rewake: createRewake(telling, run),
    call: createCall(telling, run),
    async failed({ id, epoch }: Pick<JobRecord, 'id' | 'epoch'>, { reason, counts, againAtMs }) {
      await run(scripts.failed, { id, epoch }, { reason, counts }, { again_at: againAtMs })
    },
  }
}

interface ReplicasOptions {
  /** A separate connection: waiting for replicas blocks everything else on it. */
  redis: StoreConnection
  keys: Keys
}

const replicasScript = plainScript('replicas')
/** Writes once more that a job is being submitted, so that a WAIT covers it. */
export const confirmScript = plainScript('confirm-submitting')

/**
 * Half of a command's timeout, so that "none" still arrives in time on a busy machine. A step queued behind
 * others on the connection may get no answer, and then sends nothing either.
 */
const waitMs = commandTimeoutMs / 2

/**
 * Whether a replica, if there are any, has heard that a job is being submitted. A node that has had replicas needs
 * one for as long as its history continues, even while none follows it: a returning one may become the primary
 * without the writes in between. WAIT covers the writes of its own connection, so the write is repeated with it:
 * https://redis.io/docs/latest/commands/wait/
 */
export const createOutlivesFailover = ({ redis, keys }: ReplicasOptions) => {
  const withReplicas = new Set<string>()

  /** Throws AppError `store_unavailable` if that is unknown. */
  return async ({ id, epoch }: Pick<JobRecord, 'id' | 'epoch'>): Promise<boolean> => {
    const jobKey = keys.job(id)
    const [history = '', count] = await runScript(redis, replicasScript, [jobKey], [])
    if (Number(count) > 0) withReplicas.add(history)
    if (!withReplicas.has(history)) return true
    const [confirmed, reached] = await repliesOf(
      redis.pipeline([
        ['eval', confirmScript.source, 1, jobKey, String(epoch)],
        ['wait', 1, waitMs],
      ]),
    )
    return Array.isArray(confirmed) && confirmed[0] === 'confirmed' && Number(reached) > 0
  }
}
