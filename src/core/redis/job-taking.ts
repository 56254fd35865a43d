import { deadWhyOf, takesMax } from '../dead-letters.ts'
import { AppError } from '../errors.ts'
import { type JobRecord, type JobState, jobStates } from '../job.ts'
import type { JobStore, WakeUp } from '../job-store.ts'
import type { Log } from '../log.ts'
import { fromStore } from './connection.ts'
import { parseJobRecord, recordFromPairs } from './job-record.ts'
import type { JobRunner, RunnerOptions } from './job-runner.ts'
import { buckets } from './keys.ts'
import { jobScript } from './scripts.ts'

type TakingOptions = RunnerOptions & { log: Log }

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

const tellDead = ({ log }: TakingOptions, jobId: string, [status, why, detail]: readonly string[]): void => {
  if (status === 'dead')
    log.error('a job is a dead letter now: see npm run jobs -- dead', { job: jobId, why, detail })
}

/** By the state that the job turns out to be in, when its step has to be done. */
const untilText = (untilMs: number | ((state: JobState) => number)): string =>
  JSON.stringify(
    Object.fromEntries(
      jobStates.map((state) => [state, Math.round(typeof untilMs === 'number' ? untilMs : untilMs(state))]),
    ),
  )

/** A record that cannot be read now cannot be read the next time either. */
const createTake =
  (options: TakingOptions, run: JobRunner): JobStore['take'] =>
  async (jobId, wake, untilMs) => {
    const [status, ...rest] = await run(
      scripts.take,
      { id: jobId },
      { wake: String(wake), until: untilText(untilMs), takes_max: String(takesMax) },
    )
    if (status !== 'taken') {
      tellDead(options, jobId, [status ?? '', ...rest])
      return undefined
    }
    const hash = recordFromPairs(rest)
    try {
      return parseJobRecord(jobId, hash)
    } catch (error) {
      const why = error instanceof AppError ? deadWhyOf(error) : undefined
      if (!(error instanceof AppError) || why === undefined) throw error
      const contents = { why, detail: error.message, epoch: hash.epoch ?? '' }
      tellDead(options, jobId, await run(scripts.bury, { id: jobId }, contents))
      return undefined
    }
  }

/** One that cannot be woken keeps none of the others asleep. */
const createRewake =
  (options: TakingOptions, run: JobRunner): JobStore['rewake'] =>
  async (beforeMs) => {
    const { redis, keys } = options
    const overdueIn = (bucket: string) =>
      redis.zrangebyscore(keys.open(bucket), '-inf', beforeMs, 'LIMIT', 0, rewakeMaxPerBucket)
    const overdue = await fromStore(Promise.all(buckets.map(overdueIn)))
    const woken: ({ jobId: string } & WakeUp)[] = []
    for (const jobId of overdue.flat()) {
      const reply = await run(scripts.rewake, { id: jobId }, { before: String(beforeMs), called: '' })
      tellDead(options, jobId, reply)
      const [status, ...rest] = reply
      if (status === 'woken') woken.push({ jobId, ...wakeUp(rest) })
    }
    return woken
  }

const createCall =
  (options: TakingOptions, run: JobRunner): JobStore['call'] =>
  async (jobId) => {
    const anyTime = { before: String(Number.MAX_SAFE_INTEGER), called: 'yes' }
    const reply = await run(scripts.rewake, { id: jobId }, anyTime)
    tellDead(options, jobId, reply)
    const [status, ...rest] = reply
    return status === 'woken' ? wakeUp(rest) : undefined
  }

/** Whose turn it is, and what becomes of jobs with which nobody gets anywhere. */
export const createTaking = (
  options: TakingOptions,
  run: JobRunner,
): Pick<JobStore, 'take' | 'rewake' | 'call' | 'failed'> => ({
  take: createTake(options, run),
  rewake: createRewake(options, run),
  call: createCall(options, run),
  async failed({ id, epoch }: Pick<JobRecord, 'id' | 'epoch'>, { reason, counts, againAtMs }) {
    const contents = { reason, counts: counts ? 'yes' : '' }
    await run(scripts.failed, { id, epoch }, contents, { again_at: String(Math.round(againAtMs)) })
  },
})
