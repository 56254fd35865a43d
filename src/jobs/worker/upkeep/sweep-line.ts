import type { Lease } from '../../../core/job/concurrency.ts'
import { isRunning, type JobRecord } from '../../../core/job/job.ts'
import { taskDeadlineMs } from '../../deadlines.ts'
import type { JobDeps } from '../../job-deps.ts'
import { type LineDeps, readIfPossible, wakeCalled } from '../../wake.ts'
import { isOfOtherKey, withJobKey } from '../look-up.ts'

/** Dependencies for maintaining the line. */
type SweepLineDeps = LineDeps & Pick<JobDeps, 'deadlines' | 'keyId' | 'keyRing'>

/** A place is taken just before the job is marked as being sent. */
const isAboutToBeSent = ({ state, epoch }: JobRecord, lease: Lease): boolean =>
  state === 'accepted' && epoch === lease.epoch

const releaseIfIdle = async (deps: SweepLineDeps, lease: Lease): Promise<void> => {
  const job = await readIfPossible(deps, lease.jobId)
  if (job === 'unreadable') return // it may be running; its place expires by itself
  if (job !== undefined && (isRunning(job) || isAboutToBeSent(job, lease))) return
  // A finished job gives its place back a moment later. A lease without a record is unexpected.
  if (job === undefined)
    deps.log.warn('a slot was held for an unknown job', { job: lease.jobId, epoch: lease.epoch })
  await wakeCalled(deps, await deps.places.release(lease.jobId, lease.epoch))
}

const keepMissing = async (deps: SweepLineDeps, jobId: string): Promise<void> => {
  const { deadlines, now } = deps
  const job = await readIfPossible(deps, jobId)
  if (job === undefined || job === 'unreadable' || !isRunning(job)) return
  if (job.state === 'uncertain') return // its place has its own expiry
  const { keyId, places } = withJobKey(deps, job)
  if (isOfOtherKey({ keyId }, job)) return
  const untilMs = (job.submittedAtMs ?? job.changedAtMs) + taskDeadlineMs(deadlines, job.etaSeconds ?? 0)
  if (now() < untilMs) await places.keep(jobId, job.submitEpoch ?? job.epoch, untilMs, 'missing')
}

/**
 * Compares places and jobs: a place without a running job is given back, and a running job without a place gets
 * one, over the limit if need be.
 */
const comparePlaces = async (lines: readonly SweepLineDeps[], deps: SweepLineDeps): Promise<void> => {
  const [running, ...all] = await Promise.all([
    deps.store.running(),
    ...lines.map(async (line) => ({ line, leases: await line.places.leases() })),
  ])
  const known = new Set(running)
  const held = new Set(all.flatMap(({ leases }) => leases.map(({ jobId }) => jobId)))
  for (const { line, leases } of all)
    for (const lease of leases) if (!known.has(lease.jobId)) await releaseIfIdle(line, lease)
  for (const jobId of running) if (!held.has(jobId)) await keepMissing(deps, jobId)
}

/**
 * Wakes jobs that missed their call, and those whose message shows a wrong position, in the line of every key; then
 * compares.
 */
export const sweepLine = async (deps: SweepLineDeps): Promise<void> => {
  const own = await deps.keyRing.all()
  const lines = [deps, ...own.map((keyDeps) => ({ ...deps, ...keyDeps }))]
  for (const line of lines) await wakeCalled(line, await line.places.tend())
  await comparePlaces(lines, deps)
}
