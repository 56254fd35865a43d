import { microcredits } from '../../src/core/credits.ts'
import type { JobRecord, JobState } from '../../src/core/job.ts'
import type { JobStore } from '../../src/core/job-store.ts'
import { twoTakes } from './outcome.ts'
import { jobRequest, type StoreWorld } from './store-world.ts'

/** What the service estimates, and what it finally charges, for the jobs made here. */
export const estimate = microcredits(150_000)
export const cost = microcredits(120_000)

type Stage = (store: JobStore, job: JobRecord) => Promise<unknown>

const untilMs = Number.MAX_SAFE_INTEGER

/** A worker takes the job up under a new epoch. */
const taken =
  (stage: Stage): Stage =>
  async (store, job) => {
    const step = await store.take(job.id, job.wake, untilMs)
    if (step === undefined) throw new Error('the job could not be taken')
    return stage(store, step)
  }

const accept: Stage = (store, job) => store.accept(job, undefined)
const submit = taken((store, job) => store.beginSubmit(job, untilMs, false))
const submitted: Stage = (store, job) =>
  store.submitted(job, { taskId: 'task-1', etaSeconds: 60, estimate }, untilMs)
const lose = taken((store, job) => store.uncertain(job))
const ready = taken((store, job) => store.ready(job, twoTakes, { amount: cost, source: 'final' }))

const sent = [accept, submit, submitted]

/** The shortest way to every state. */
const ways: Readonly<Record<JobState, readonly Stage[]>> = {
  requested: [],
  accepted: [accept],
  submitting: [accept, submit],
  uncertain: [accept, submit, lose],
  submitted: sent,
  ready: [...sent, ready],
  posted: [...sent, ready, taken((store, job) => store.finish(job, 'posted', undefined))],
  withheld: [...sent, ready, taken((store, job) => store.finish(job, 'withheld', undefined))],
  voided: [accept, taken((store, job) => store.void(job, 'service_refused', 'no'))],
  failed: [...sent, taken((store, job) => store.fail(job, 'no'))],
  booked: [accept, submit, lose, taken((store, job) => store.book(job, 'booked', 'outcome_unknown'))],
  expired: [...sent, taken((store, job) => store.book(job, 'expired', 'overdue'))],
}

/** The job as it is now. */
export const readJob = async ({ store }: Pick<StoreWorld, 'store'>, jobId: string): Promise<JobRecord> => {
  const job = await store.read(jobId)
  if (job === undefined) throw new Error('there is no such job')
  return job
}

/** A new job that has come to `state`. The account has to have the credits for it. */
export const jobIn = async (world: Pick<StoreWorld, 'store'>, state: JobState): Promise<JobRecord> => {
  const request = jobRequest()
  await world.store.request(request)
  for (const stage of ways[state]) await stage(world.store, await readJob(world, request.id))
  return readJob(world, request.id)
}
