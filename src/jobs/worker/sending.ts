import type { Feature } from '../../core/command/feature.ts'
import type { NotTaken, ServiceLook } from '../../core/job/audio-service.ts'
import { byAdminNote, type Ending, type JobRecord, reportMs } from '../../core/job/job.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import type { Payer } from '../../core/job/own-keys.ts'
import { onChange } from '../../core/log.ts'
import { accountOf, operatorBlockOn } from '../../core/target.ts'
import { retrying } from '../../core/waiting.ts'
import { retryDelayMs, taskDeadlineMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { lookAgain, releasePlace, wakeAfter } from '../wake.ts'
import { pauseLine } from './take-slot.ts'

const keepPauseMs = 500
const keepTriesMax = reportMs / keepPauseMs

/**
 * Only this worker knows what happened to a paid request, so it must not be lost while Redis is away. Tries for
 * ten minutes, with one warning per problem. A write whose reply was lost gets its first answer again.
 */
export const keep = <Moved>(
  { pause, log, now }: JobDeps,
  { id }: JobRecord,
  write: () => Promise<Moved>,
  known: { knows: string; task?: string },
): Promise<Moved> => {
  const warn = (error: unknown): void =>
    log.warn('the outcome of a paid request could not be stored yet', { error, job: id, ...known })
  let tell: typeof warn | undefined
  return retrying(write, {
    triesMax: keepTriesMax,
    pauseMs: keepPauseMs,
    wait: pause,
    onRetry(error) {
      tell ??= onChange(warn, now)
      tell(error)
    },
  })
}

/** Ends a job for which nothing was bought. */
export const giveUp = async (
  deps: JobDeps,
  job: JobRecord,
  ending: Ending,
  detail?: string,
): Promise<void> => {
  const moved = await keep(deps, job, () => deps.store.void(job, ending, detail), { knows: ending })
  await wakeAfter(deps, job, moved)
}

/** Nothing was bought: the job looks again later, which is written before anything else. */
const returnToLine = async (
  deps: JobDeps,
  job: JobRecord,
  why: 'busy' | 'unsent' | 'unkept',
  delayMs: number,
): Promise<void> => {
  const retryAtMs = deps.now() + delayMs
  const moved = await keep(deps, job, () => deps.store.returnToAccepted(job, retryAtMs, why), {
    knows: 'not bought',
  })
  await wakeAfter(deps, job, moved)
}

/** The request did not leave this machine; other workers may succeed meanwhile. */
const tryAgain = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await returnToLine(deps, job, 'unsent', retryDelayMs(job.unsentTries, deps.random))
  await releasePlace(deps, job, job.epoch)
}

/** Only this process knows that the request was not sent; the next worker to take the job may send it. */
const leaveUnsent = async (deps: JobDeps, job: JobRecord, why: string): Promise<void> => {
  deps.log.warn(`nothing is sent, because ${why}`, { job: job.id })
  await returnToLine(deps, job, 'unkept', retryDelayMs(job.submitTries, deps.random))
  await releasePlace(deps, job, job.epoch)
}

/**
 * A stopping process starts nothing: work never marked as being sent needs no correction if Redis is
 * unavailable.
 */
const leaveUnbegun = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  deps.log.info('a request is left to other processes, because this one is stopping', { job: job.id })
  await lookAgain(deps, job, retryDelayMs(job.submitTries, deps.random))
  await releasePlace(deps, job, job.epoch)
}

/** The service is too busy: the job waits for its next turn at its old position, and all requests slow down. */
const waitAgain = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<void> => {
  deps.log.info('the service is too busy for another task', { job: job.id })
  await returnToLine(deps, job, 'busy', retryDelayMs(0, deps.random))
  await deps.places.busy(job, feature.usualSeconds, 0.5 + deps.random() / 2)
}

const operatorEndings = { member: 'blocked', server: 'not_let_in' } as const satisfies Record<string, Ending>

/**
 * Whether a job was given up because its account or member was shut out while it waited, or we were. Checked right
 * before a paid request is sent, in one round trip.
 */
const isShutOut = async (deps: JobDeps, job: JobRecord): Promise<boolean> => {
  const { allowlist, blocks, operatorBlocked, platforms } = deps
  const account = accountOf(job.target)
  const byOperator = operatorBlockOn(operatorBlocked, job.target)
  let ending: Ending | undefined = byOperator && operatorEndings[byOperator]
  if (ending === undefined) {
    const [allowance, isBlocked, hasLeft] = await Promise.all([
      allowlist.peek(account),
      job.notes[byAdminNote] === undefined && blocks.has(account, job.target.member),
      platforms.get(job.target.platform)?.hasLeft?.(job.target),
    ])
    if (hasLeft) ending = 'bot_gone'
    if (isBlocked) ending = 'blocked'
    if (allowance.status === 'not_allowed') ending = 'not_let_in'
  }
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
  operator: {
    request: 'service_refused',
    balance: 'no_balance',
    key: 'key_refused',
    no_key: 'key_refused',
    unsound: 'request_unsound',
  },
  server: {
    request: 'service_refused',
    balance: 'no_own_balance',
    key: 'own_key_refused',
    no_key: 'own_key_refused',
    unsound: 'request_unsound',
  },
} as const satisfies Record<Payer, Record<Cause, Ending>>

/** A place is kept for as long as the task may run: the usual time at first, then its own eta. */
export const keepPlace = async (
  { places, deadlines, now, log }: JobDeps,
  { id, epoch }: JobRecord,
  etaSeconds: number,
  why: 'sent' | 'taken',
): Promise<void> => {
  const kept = await places.keep(id, epoch, now() + taskDeadlineMs(deadlines, etaSeconds), why)
  if (kept === 'resumed') log.info('the audio service takes requests again')
}

/**
 * Checked right before the paid request leaves. After a failover no record would show that it was sent, and it
 * would be bought twice; with Redis unavailable, its answer could not be kept; past its deadline it may count
 * as already sent; and a stopping process may not live to see the answer.
 */
const reasonNotToSend = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  deadlineMs: number,
): Promise<string | undefined> => {
  const unheard = 'no replica of Redis confirmed it'
  try {
    if (!(await deps.store.outlivesFailover(job))) return unheard
  } catch (error) {
    deps.log.warn('a replica could not be asked', { error, job: job.id })
    return unheard
  }
  try {
    await keepPlace(deps, job, feature.usualSeconds, 'sent')
  } catch (error) {
    deps.log.warn('a slot could not be kept', { error, job: job.id })
    return 'Redis is away'
  }
  if (deps.now() >= deadlineMs) return 'its time is over'
  return deps.isStopping() ? 'this process is ending' : undefined
}

/**
 * Writes that a job is being sent, as the last thing before its paid request leaves. Returns false, with the
 * job handled, if it must not be sent now.
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
  if (begun.status === 'not_now') await lookAgain(deps, job, deps.deadlines.clipRetryMs)
  if (begun.status !== 'moved') {
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
 * One forbidden request must not stop the others: the key counts as refused only if a free look-up is refused
 * too. If the look-up gets no answer, a refusal with a message counts as about the request.
 */
const causeOf = async (deps: JobDeps, job: JobRecord, { why, said }: Refused): Promise<Cause> => {
  if (why !== 'forbidden') return why
  const looked = await lookIfPossible(deps, job)
  if (looked?.status === 'refused') return looked.why === 'key' ? 'key' : 'request'
  return looked?.status === 'accepted' || said !== undefined ? 'request' : 'key'
}

/** A refused job ends with its third submission, however the first two ended: others may need less of the account. */
const submissionsMax = 3

/** Whether the refused job was the one that tries after a pause. It then keeps its place, like all that wait. */
const mayTryAgain = async (
  { places, log }: JobDeps,
  { id, epoch, submitTries }: JobRecord,
): Promise<boolean> => {
  if (submitTries + 1 >= submissionsMax) return false
  try {
    return await places.isTry({ jobId: id, epoch })
  } catch (error) {
    log.warn('the line could not be read', { error, job: id })
    return false
  }
}

const refuse = async (deps: JobDeps, job: JobRecord, refused: Refused): Promise<void> => {
  const { said, fault: error, credits } = refused
  const why = await causeOf(deps, job, refused)
  if (why === 'unsound') {
    const about = { job: job.id, said }
    if (error === undefined) deps.log.error('a request breaks a documented limit and was not sent', about)
    else deps.log.error('a request could not be built, and was not sent', { ...about, error })
    return giveUp(deps, job, refusalEndings[deps.payer].unsound)
  }
  if (why === 'no_key') {
    // Another server may have the same key, so this pauses nothing.
    deps.log.info("nothing is sent, because a server's own key is gone", { job: job.id })
    return giveUp(deps, job, refusalEndings[deps.payer].no_key)
  }
  const isOfAccount = why !== 'request'
  deps.log.warn('the service refused a request', { job: job.id, why, ...(isOfAccount && { said }) })
  if (!isOfAccount) return giveUp(deps, job, refusalEndings[deps.payer][why], said)
  const isKept = await mayTryAgain(deps, job)
  if (isKept) await returnToLine(deps, job, 'busy', retryDelayMs(0, deps.random))
  else await giveUp(deps, job, refusalEndings[deps.payer][why], said)
  await pauseLine(deps, job, why, credits)
  if (isKept) await releasePlace(deps, job, job.epoch)
}

/** Handles a paid request that did not succeed. */
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
      deps.log.warn('the outcome of a paid request is unknown', { job: job.id, reason: outcome.reason })
      await wakeAfter(deps, job, await deps.store.uncertain(job))
      return pauseLine(deps, job, 'unclear')
  }
}
