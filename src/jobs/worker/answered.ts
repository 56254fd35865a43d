import type { Feature } from '../../core/command/feature.ts'
import type { AnswerRequest } from '../../core/command/prepared-request.ts'
import type { LyricsOutcome } from '../../core/job/audio-service.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { Cost } from '../../core/job/job-store.ts'
import { noOutput, type Outcome } from '../../core/outcome.ts'
import type { JobDeps } from '../job-deps.ts'
import { leaveLine, wakeAfter } from '../wake.ts'
import { learnPrice, logOverrun, plausibleEstimate } from './costs.ts'
import { actOnNotTaken, beginToSend, keep, keepPlace } from './sending.ts'
import { emptyAnswerNote } from './uncertain.ts'

type Written = Extract<LyricsOutcome, { status: 'written' }>

const outcomeOf = ({ lyrics }: Written): Outcome => ({
  outputs: [{ ...noOutput, lyrics }],
  coverUrl: undefined,
  transcription: undefined,
  translation: undefined,
})

/** No look-up will ever report the final cost. */
const costOf = ({ held }: JobRecord, { estimate }: Written): Cost =>
  estimate === undefined ? { amount: held, source: 'hold' } : { amount: estimate, source: 'estimate' }

const afterWritten = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  written: Written,
): Promise<void> => {
  const made = written.taskId === undefined ? [] : [written.taskId]
  const write = () => deps.store.ready(job, outcomeOf(written), costOf(job, written), made)
  const moved = await keep(deps, job, write, { knows: 'answered' })
  logOverrun(deps, job, written.estimate, 'estimate')
  await keepPlace(deps, job, feature.usualSeconds, 'taken')
  if (moved.status === 'refused')
    deps.log.warn('the service answered a request whose job has ended without it', { job: job.id })
  await wakeAfter(deps, job, moved)
  await leaveLine(deps, job)
}

/** No text will arrive, but it may be billed: booked as an unknown outcome, with its own reason. */
const afterEmpty = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<void> => {
  await deps.store.note(job, emptyAnswerNote, String(deps.now()))
  deps.log.warn('the outcome of a paid request is unknown', { job: job.id, reason: emptyAnswerNote })
  await keepPlace(deps, job, feature.usualSeconds, 'taken')
  await wakeAfter(deps, job, await deps.store.uncertain(job))
}

/**
 * Sends the paid request of a job whose answer is its outcome, once. It takes a place like any other: the
 * service does not say that it counts such requests separately.
 */
export const sendForAnswer = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  { request, priced }: AnswerRequest,
): Promise<void> => {
  const deadlineMs = deps.now() + deps.deadlines.submitMs
  const about = { callback: false, keyId: deps.keyId }
  if (!(await beginToSend(deps, job, feature, deadlineMs, about))) return
  const outcome = await deps.service.answer(request)
  const sent = { ...job, callback: false }
  if (outcome.status === 'empty') return afterEmpty(deps, sent, feature)
  if (outcome.status !== 'written') return actOnNotTaken(deps, sent, feature, outcome)
  const estimate = plausibleEstimate(deps, sent, outcome.estimate)
  await afterWritten(deps, sent, feature, { ...outcome, estimate })
  if (estimate !== undefined) await learnPrice(deps, sent, priced, estimate, 'estimate')
}
