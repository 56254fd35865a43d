import { AppError } from '../core/errors.ts'
import { deadWhyOf, pickupsMax } from '../core/job/dead-letters.ts'
import { type JobRecord, type JobState, jobRecordVersion, jobStates } from '../core/job/job.ts'
import type { JobStore, WakeUp } from '../core/job/job-store.ts'
import type { Log } from '../core/log.ts'
import { readAll } from './connection.ts'
import { parseJobRecord, recordFromPairs } from './job-record.ts'
import type { JobRunner, RunnerOptions } from './job-runner.ts'
import { buckets } from './keys.ts'
import { jobScript } from './scripts.ts'

type TakingOptions = RunnerOptions & { log: Log }

/** What is done about a job that is not handed out: `tell` says it in the log, by what a script answered. */
type Telling = TakingOptions & { tell: (jobId: string, reply: readonly string[]) => void }

const scripts = {
  take: jobScript('take'),
  rewake: jobScript('rewake'),
  bury: jobScript('bury'),
  failed: jobScript('failed'),
}

const rewakeMaxPerBucket = 100

/** A wake-up as scripts answer it: its number, and when it is due. */
export const wakeUp = ([wake, dueMs]: readonly string[]): WakeUp => ({
  wake: Number(wake),
  dueMs: Number(dueMs),
})

/**
 * A job that became a dead letter is named; those of a newer version are told of once per version: they wait
 * for a newer program, as while an upgrade is under way.
 */
const createTell = ({ log }: TakingOptions): Telling['tell'] => {
  const told = new Set<string>()
  return (jobId, [status, why = '', detail]) => {
    if (status === 'dead')
      log.error('a job is a dead letter now: see npm run jobs -- dead', { job: jobId, why, detail })
    if (status !== 'newer' || told.has(why)) return
    told.add(why)
    log.warn('jobs whose records a newer version of this program wrote are left to that', {
      job: jobId,
      version: why,
      reads: jobRecordVersion,
    })
  }
}

/** Which records are ours to touch, as scripts are told. */
export const reads = { reads: String(jobRecordVersion) }

/** By the state that the job turns out to be in, when its step has to be done. */
const untilText = (untilMs: number | ((state: JobState) => number)): string =>
  JSON.stringify(
    Object.fromEntries(
      jobStates.map((state) => [state, Math.round(typeof untilMs === 'number' ? untilMs : untilMs(state))]),
    ),
  )

/** For so long a job is left to a process that serves its chat: it may only be starting. */
const leftForMs = 60 * 60_000

/** A record that cannot be read now cannot be read the next time either. */
const createTake =
  ({ tell }: Telling, run: JobRunner): JobStore['take'] =>
  async (jobId, wake, untilMs, platforms) => {
    const [status, ...rest] = await run(
      scripts.take,
      { id: jobId },
      {
        wake: String(wake),
        until: untilText(untilMs),
        pickups_max: String(pickupsMax),
        platforms: platforms === undefined ? '' : JSON.stringify(platforms),
        left_for: String(leftForMs),
        ...reads,
      },
    )
    if (status === 'elsewhere')
      throw new AppError('left_to_others', 'the job is of a chat that this process does not serve')
    if (status !== 'taken') {
      tell(jobId, [status ?? '', ...rest])
      return undefined
    }
    const hash = recordFromPairs(rest)
    try {
      return parseJobRecord(jobId, hash)
    } catch (error) {
      const why = error instanceof AppError ? deadWhyOf(error) : undefined
      if (!(error instanceof AppError) || why === undefined) throw error
      const contents = { why, detail: error.message, epoch: hash.epoch ?? '' }
      tell(jobId, await run(scripts.bury, { id: jobId }, contents))
      return undefined
    }
  }

/** One that cannot be woken keeps none of the others asleep, nor do many that are left to a newer program. */
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
        const reply = await run(
          scripts.rewake,
          { id: jobId },
          { before: String(beforeMs), called: '', ...reads },
        )
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
    const anyTime = { before: String(Number.MAX_SAFE_INTEGER), called: 'yes', ...reads }
    const reply = await run(scripts.rewake, { id: jobId }, anyTime)
    tell(jobId, reply)
    const [status, ...rest] = reply
    return status === 'woken' ? wakeUp(rest) : undefined
  }

/** Whose turn it is, and what becomes of jobs with which nobody gets anywhere. */
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
      const contents = { reason, counts: counts ? 'yes' : '' }
      await run(scripts.failed, { id, epoch }, contents, { again_at: String(Math.round(againAtMs)) })
    },
  }
}
