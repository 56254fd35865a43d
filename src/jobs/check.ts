import type { LookupOutcome } from '../core/audio-service.ts'
import type { Feature } from '../core/feature.ts'
import type { JobRecord } from '../core/job.ts'
import type { Cost } from '../core/job-store.ts'
import { nextLookDelayMs, taskDeadlineMs } from './deadlines.ts'
import type { JobDeps } from './job-deps.ts'
import { learnFinalCost } from './learn.ts'
import { lookAgain, wakeAfter } from './wake.ts'

type Finished = Extract<LookupOutcome, { status: 'finished' }>

const finalSince = 'final_since'

const costOf = (job: JobRecord, { cost }: Finished): Cost => {
  if (cost !== undefined) return { amount: cost, source: 'final' }
  if (job.estimate !== undefined) return { amount: job.estimate, source: 'estimate' }
  return { amount: job.held, source: 'hold' }
}

const isComplete = ({ outcome }: Finished, feature: Feature): boolean =>
  outcome.outputs.filter(({ audioUrl }) => audioUrl !== undefined).length >= feature.outputsExpected

const keepLooking = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<void> => {
  const elapsedMs = deps.now() - (job.submittedAtMs ?? deps.now())
  if (elapsedMs < taskDeadlineMs(deps.deadlines, job.etaSeconds ?? feature.usualSeconds)) {
    return lookAgain(deps, job, nextLookDelayMs(elapsedMs))
  }
  await wakeAfter(deps, job, await deps.store.book(job, 'expired', 'overdue'))
}

/** Files may lag behind a final status; after a while what is there is delivered. */
const waitForFiles = async (deps: JobDeps, job: JobRecord): Promise<'waiting' | 'over'> => {
  const since = Number(job.notes[finalSince] ?? Number.NaN)
  if (Number.isNaN(since)) await deps.store.note(job, finalSince, String(deps.now()))
  else if (deps.now() - since >= deps.deadlines.filesMs) return 'over'
  await lookAgain(deps, job, nextLookDelayMs(0))
  return 'waiting'
}

const finish = async (deps: JobDeps, job: JobRecord, feature: Feature, looked: Finished): Promise<void> => {
  if (!isComplete(looked, feature) && (await waitForFiles(deps, job)) === 'waiting') return
  await wakeAfter(deps, job, await deps.store.ready(job, looked.outcome, costOf(job, looked)))
  const prepared = feature.prepare(job.values)
  if (prepared.ok && looked.cost !== undefined)
    await learnFinalCost(deps, job, prepared.prepared.priced, looked.cost)
}

const act = async (deps: JobDeps, job: JobRecord, feature: Feature, looked: LookupOutcome): Promise<void> => {
  switch (looked.status) {
    case 'pending':
      return keepLooking(deps, job, feature)
    case 'unreadable':
      deps.log.warn('a look-up was not readable', { job: job.id, reason: looked.reason })
      return keepLooking(deps, job, feature)
    case 'later':
      return lookAgain(deps, job, looked.waitMs)
    case 'finished':
      return finish(deps, job, feature, looked)
    case 'failed':
      return wakeAfter(deps, job, await deps.store.fail(job, looked.said))
  }
}

/** A submitted job: looks its task up and writes the end, or looks again later. */
export const checkStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const feature = deps.features.get(job.feature)
  if (feature === undefined || job.taskId === undefined) {
    return wakeAfter(deps, job, await deps.store.book(job, 'expired', 'invalid_request'))
  }
  await act(deps, job, feature, await deps.service.lookUp(feature.conversionType, job.taskId))
}
