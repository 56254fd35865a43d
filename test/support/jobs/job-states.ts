import { microcredits } from '../../../src/core/credits.ts'
import type { JobRecord, JobState } from '../../../src/core/job/job.ts'
import type { JobStore } from '../../../src/core/job/job-store.ts'
import { jobRequest, type StoreWorld } from '../redis/store-world.ts'
import { twoTakes } from '../service/outcome.ts'

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
const submit = taken((store, job) => store.beginSubmit(job, untilMs, { callback: false }))
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

/** The states of jobs that are over. */
export const overStates = ['posted', 'withheld', 'voided', 'failed', 'booked', 'expired'] as const

/** A job in `state` of which its member was told, so that nothing is left to do. */
export const overIn = async (
  world: Pick<StoreWorld, 'store'>,
  state: (typeof overStates)[number],
  request = jobRequest(),
): Promise<JobRecord> => {
  const job = await jobIn(world, state, request)
  if (job.toldState !== state) await taken((store, step) => store.told(step))(world.store, job)
  return readJob(world, job.id)
}

/** Brings a job to its end with a result, from whatever state leads there. */
export const endedAs = async (
  world: Pick<StoreWorld, 'store'>,
  jobId: string,
  to: 'posted' | 'withheld',
): Promise<void> => {
  const { state } = await readJob(world, jobId)
  const before = state === 'withheld' ? [] : [...sent, ready]
  const finish = taken((store, job) => store.finish(job, to, undefined))
  for (const stage of [...before, finish]) await stage(world.store, await readJob(world, jobId))
}

/** A new job that has come to `state`. The account has to have the credits for it. */
export const jobIn = async (
  world: Pick<StoreWorld, 'store'>,
  state: JobState,
  request = jobRequest(),
): Promise<JobRecord> => {
  const { status } = await world.store.request(request)
  if (status !== 'created') throw new Error(`the request is ${status}`)
  for (const stage of ways[state]) await stage(world.store, await readJob(world, request.id))
  return readJob(world, request.id)
}

/** A job that is over, whose message should be removed, in a worker's hands. */
export const toBeRemoved = async (
  world: Pick<StoreWorld, 'store'>,
  state: (typeof overStates)[number],
): Promise<JobRecord> => {
  const job = await overIn(world, state)
  const woken = await world.store.remove(job, 'member-1')
  if (woken.status !== 'woken') throw new Error(woken.status)
  const step = await world.store.take(job.id, woken.wake, untilMs)
  if (step === undefined) throw new Error('the wake-up is stale')
  return step
}
