import type { Feature } from '../../core/command/feature.ts'
import { operatorBlockOn } from '../../core/command/gate.ts'
import type { NotTaken, ServiceLook } from '../../core/job/audio-service.ts'
import { byAdminNote, type Ending, type JobRecord } from '../../core/job/job.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { accountOf } from '../../core/target.ts'
import { taskDeadlineMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { releasePlace, wakeAfter } from '../wake.ts'
import { pauseLine } from './take-slot.ts'
import { giveUp, keep, leaveUnbegun, leaveUnsent, tryAgain, waitAgain } from './unsent.ts'

const operatorEndings = { member: 'blocked', server: 'not_let_in' } as const satisfies Record<string, Ending>

const shutOutEnding = async (
  { allowlist, blocks, operatorBlocked }: JobDeps,
  { target, notes }: JobRecord,
): Promise<Ending | undefined> => {
  const byOperator = operatorBlockOn(operatorBlocked, target)
  if (byOperator !== undefined) return operatorEndings[byOperator]
  const account = accountOf(target)
  const [allowance, isBlocked] = await Promise.all([
    allowlist.peek(account),
    notes[byAdminNote] === undefined && blocks.has(account, target.member),
  ])
  if (allowance.status === 'not_allowed') return 'not_let_in'
  return isBlocked ? 'blocked' : undefined
}

/**
 * Whether a job was given up because its account or its member was shut out while it waited. Looked at right
 * before a paid request is sent, in one round trip.
 */
export const isShutOut = async (deps: JobDeps, job: JobRecord): Promise<boolean> => {
  const ending = await shutOutEnding(deps, job)
  if (ending === undefined) return false
  await giveUp(deps, job, ending)
  await releasePlace(deps, job, job.epoch)
  return true
}

type Refused = Extract<NotTaken, { status: 'refused' }>
type Cause = Exclude<Refused['why'], 'forbidden'>

const unsentTriesMax = 5

/** How a job ends whose request the service refuses. */
export const refusalEndings = {
  request: 'service_refused',
  balance: 'no_balance',
  key: 'key_refused',
  unsound: 'request_unsound',
} as const satisfies Record<Cause, Ending>

/**
 * A place is kept for as long as the task may run: by what is usual at first, and
 * by its own eta once that is known.
 */
export const keepPlace = (
  { places, deadlines, now }: JobDeps,
  { id, epoch }: JobRecord,
  etaSeconds: number,
  why: 'sent' | 'taken',
): Promise<void> => places.keep(id, epoch, now() + taskDeadlineMs(deadlines, etaSeconds), why)

const outlivesFailover = async ({ store, log }: JobDeps, job: JobRecord): Promise<boolean> => {
  try {
    return await store.outlivesFailover(job)
  } catch (error) {
    log.warn('nobody knows what a failover would keep', { error, job: job.id })
    return false
  }
}

const hasKeptPlace = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<boolean> => {
  try {
    await keepPlace(deps, job, feature.usualSeconds, 'sent')
    return true
  } catch (error) {
    deps.log.warn('a place could not be kept', { error, job: job.id })
    return false
  }
}

/**
 * Looked for right before the paid request leaves. After a failover nobody would know that it was sent, and
 * it would be bought twice; while Redis is away, its answer could not be kept; past its deadline it may count
 * as sent already; and a process that ends may not live to see the answer.
 */
const reasonNotToSend = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  deadlineMs: number,
): Promise<string | undefined> => {
  if (!(await outlivesFailover(deps, job))) return 'no replica of Redis has heard of it'
  if (!(await hasKeptPlace(deps, job, feature))) return 'Redis is away'
  if (deps.now() >= deadlineMs) return 'its time is over'
  return deps.isStopping() ? 'this process is ending' : undefined
}

/**
 * Writes that a job is being sent, as the last thing before its paid request leaves; false where it is not to be sent
 * now, which was seen to.
 */
export const beginToSend = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  deadlineMs: number,
  about: Parameters<JobStore['beginSubmit']>[2],
): Promise<boolean> => {
  if (deps.isStopping()) {
    await leaveUnbegun(deps, job)
    return false
  }
  if (await isShutOut(deps, job)) return false
  const begin = () => deps.store.beginSubmit(job, deadlineMs, about)
  const begun = await keep(deps, job, begin, { knows: 'not sent' })
  if (begun.status === 'refused') {
    await releasePlace(deps, job, job.epoch)
    return false
  }
  const why = await reasonNotToSend(deps, job, feature, deadlineMs)
  if (why !== undefined) await leaveUnsent(deps, job, why)
  return why === undefined
}

const lookIfPossible = async (
  { service, log }: JobDeps,
  job: JobRecord,
): Promise<ServiceLook | undefined> => {
  try {
    return await service.look()
  } catch (error) {
    log.warn('could not check whether the audio service accepts our key', { error, job: job.id })
    return undefined
  }
}

/**
 * One forbidden request says nothing about the next, so it must not stop them all: the key counts as refused only if a free
 * look is refused for it too. If the look gets no answer, words that came with the refusal count as about the request.
 */
const causeOf = async (deps: JobDeps, job: JobRecord, { why, said }: Refused): Promise<Cause> => {
  if (why !== 'forbidden') return why
  const looked = await lookIfPossible(deps, job)
  if (looked?.status === 'refused') return looked.why === 'key' ? 'key' : 'request'
  return looked?.status === 'accepted' || said !== undefined ? 'request' : 'key'
}

const refuse = async (deps: JobDeps, job: JobRecord, refused: Refused): Promise<void> => {
  const { said } = refused
  const why = await causeOf(deps, job, refused)
  if (why === 'unsound') {
    deps.log.error('a request breaks what the service documents, and was not sent', { job: job.id, said })
    return giveUp(deps, job, refusalEndings.unsound)
  }
  deps.log.warn('the service refused a request', { job: job.id, why })
  await giveUp(deps, job, refusalEndings[why], said)
  if (why === 'balance' || why === 'key') await pauseLine(deps, job, why)
}

/** Does what a paid request asks for that did not bring what it was for. */
export const actOnNotTaken = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  outcome: NotTaken,
): Promise<void> => {
  switch (outcome.status) {
    case 'refused':
      return refuse(deps, job, outcome)
    case 'busy':
      return waitAgain(deps, job, feature)
    case 'not_sent':
      deps.log.warn('the service could not be reached', { job: job.id, reason: outcome.reason })
      return job.unsentTries + 1 >= unsentTriesMax
        ? giveUp(deps, job, 'service_unreachable')
        : tryAgain(deps, job)
    case 'uncertain':
      deps.log.warn('the outcome of a paid request is unknown', {
        job: job.id,
        reason: outcome.reason,
      })
      return wakeAfter(deps, job, await deps.store.uncertain(job))
  }
}
