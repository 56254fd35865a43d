import type { CostSource } from '../../../src/core/job/job.ts'
import { arrowOf, type JobOperation } from '../../../src/core/job/job-transitions.ts'
import type { Model, ModelJob, Reply } from './model.ts'
import { type Call, contentsOf, type StepCall } from './model-calls.ts'

type CallOf<K extends Call['kind']> = Extract<Call, { kind: K }>

const refused: Reply = { status: 'refused' }
const ranks = { hold: 1, estimate: 2, refund: 3, final: 4 } as const

/** What those may still say who sent the paid request, no matter who has the job by now. */
const sendersToo: readonly JobOperation[] = ['submitted', 'ready', 'return-to-accepted', 'void']

const mayWrite = (job: ModelJob, { operation, epoch }: StepCall): boolean => {
  const isUnsent = operation === 'return-to-accepted' || operation === 'void'
  if (isUnsent && job.state === 'booked') return job.submitEpoch === epoch
  if (epoch === undefined || epoch === job.epoch) return true
  if (operation === 'ready' && job.state === 'booked') return job.submitEpoch === epoch
  const isSent = job.state === 'submitting' || job.state === 'uncertain'
  return isSent && job.submitEpoch === epoch && sendersToo.includes(operation)
}

const note = (job: ModelJob, settled: number, source: CostSource): void => {
  job.settled = settled
  job.source = source
  job.isHeld = false
  job.version += 1
}

/** What a later truth is: `corrected` where it takes the place of what was known. */
const correct = (job: ModelJob, credits: number, source: CostSource): string => {
  const { settled, source: known = 'hold' } = job
  if (settled === undefined) return 'not_settled'
  if (ranks[source] < ranks[known]) return 'stale'
  if (ranks[source] === ranks[known]) return credits === settled ? 'same' : 'differs'
  note(job, credits, source)
  return 'corrected'
}

const endMoney = (job: ModelJob, { operation, contents }: StepCall): void => {
  switch (operation) {
    case 'ready':
      note(job, contents.credits ?? 0, contents.source)
      break
    case 'book':
    case 'expire':
      note(job, job.hold, job.estimate === undefined ? 'hold' : 'estimate')
      break
    default:
      note(job, 0, 'final')
  }
}

const moveMoney = (job: ModelJob, call: StepCall, fate: string): void => {
  const { operation, contents } = call
  if (fate === 'adjusted' && contents.credits !== undefined) {
    job.hold = contents.credits
    job.estimate = contents.credits
    job.version += 1
  }
  if (fate === 'lowered' && contents.credits !== undefined && contents.credits < job.hold) {
    job.hold = contents.credits
    job.bound = contents.credits
    job.version += 1
  }
  if (fate === 'freed' || fate === 'spent') endMoney(job, call)
  if (fate !== 'corrected') return
  if (operation === 'ready') correct(job, contents.credits ?? 0, contents.source)
  else correct(job, 0, 'final')
}

/** What somebody outside told of a job is looked into no later than was asked for then. */
const wakeAgain = ({ nowMs }: Model, job: ModelJob, askedMs: number): Reply => {
  const { calledMs } = job
  const dueMs = calledMs === undefined ? askedMs : Math.min(askedMs, Math.max(calledMs, nowMs))
  job.wake += 1
  job.dueMs = dueMs
  return { status: 'moved', wake: job.wake, dueMs }
}

/** In how many milliseconds a job is looked at again after a step. */
export const nextLookMs = 60_000

const dueAfter = (model: Model, { operation }: StepCall): number =>
  operation === 'begin-submit' || operation === 'submitted' || operation === 'return-to-accepted'
    ? model.nowMs + nextLookMs
    : model.nowMs

/** Gives the first answer to what was said before, under the same epoch. */
const onceOnly = (
  job: ModelJob,
  name: string,
  said: { epoch: number | undefined; contents: string },
  run: () => Reply | undefined,
): Reply => {
  const known = job.answers.get(name)
  if (known !== undefined && known.epoch === said.epoch) {
    return known.contents === said.contents ? known.reply : refused
  }
  const reply = run()
  if (reply === undefined) return refused
  job.answers.set(name, { ...said, reply })
  return reply
}

/** An answer that came after its job had ended: that of a member's request, or that of the paid one. */
const madeGood = (
  model: Model,
  job: ModelJob,
  { operation, epoch, contents }: StepCall,
): Reply | undefined => {
  if (operation === 'accept' && job.state === 'voided' && contents.word !== '' && !job.hasMessage) {
    job.hasMessage = true
    job.epoch += 1
    return { ...wakeAgain(model, job, model.nowMs), status: 'late' }
  }
  if (operation !== 'submitted' || job.state !== 'booked' || epoch !== job.submitEpoch) return undefined
  job.calledMs = model.nowMs
  return { ...wakeAgain(model, job, model.nowMs), status: 'late' }
}

const walk = (model: Model, job: ModelJob, call: StepCall): Reply | undefined => {
  const { operation, epoch } = call
  const arrow = arrowOf(operation, job.state)
  if (arrow === undefined) return madeGood(model, job, call)
  if (!mayWrite(job, call)) return undefined
  const isOwn = epoch === job.epoch
  if (!isOwn) job.epoch += 1
  if (operation === 'return-to-accepted' && (job.state === 'booked' || job.cancelledBy !== undefined)) {
    if (job.state === 'booked') correct(job, 0, 'final')
    else note(job, 0, 'final')
    job.state = 'voided'
    return wakeAgain(model, job, model.nowMs)
  }
  if (operation === 'begin-submit') job.submitEpoch = epoch
  if (operation === 'accept' && call.contents.word !== '') job.hasMessage = true
  job.state = arrow.to
  moveMoney(job, call, arrow.hold)
  // That it can be cancelled no more, or was taken by others than who has it, is said in its message at once.
  const isSaidSoon = operation === 'submitted' && (job.cancelledBy !== undefined || !isOwn)
  const reply = wakeAgain(model, job, isSaidSoon ? model.nowMs : dueAfter(model, call))
  if (operation === 'post' || operation === 'withhold') job.dueMs = undefined
  return reply
}

/** What a step ought to be told. */
export const stepped = (model: Model, call: StepCall): Reply => {
  const job = model.jobs.get(call.slot)
  if (job === undefined) return refused
  const said = { epoch: call.epoch, contents: contentsOf(call) }
  return onceOnly(job, call.operation, said, () => walk(model, job, call))
}

/** A worker takes the job up, if its wake-up is the valid one. */
export const taken = ({ jobs, nowMs }: Model, { slot, wake, untilMs }: CallOf<'take'>): Reply => {
  const job = jobs.get(slot)
  if (job === undefined || job.wake !== wake || job.dueMs === undefined) return { status: 'stale' }
  job.epoch += 1
  job.dueMs = untilMs
  if (job.calledMs !== undefined && job.calledMs <= nowMs) job.calledMs = undefined
  return { status: 'taken', state: job.state, epoch: job.epoch, wake }
}

const endedStates: readonly string[] = ['voided', 'failed', 'booked', 'expired']

/** The closing message of a job is shown. */
export const told = (model: Model, { slot, epoch }: CallOf<'told'>): Reply => {
  const job = model.jobs.get(slot)
  if (job === undefined) return refused
  return onceOnly(job, 'told', { epoch, contents: '' }, () => {
    if (!endedStates.includes(job.state) || epoch !== job.epoch) return undefined
    const mayBeCorrected = job.state === 'booked' || job.state === 'expired'
    if (job.calledMs === undefined || !mayBeCorrected) job.dueMs = undefined
    return { status: 'moved', wake: job.wake, dueMs: model.nowMs }
  })
}

/** A job should be looked at again later. */
export const wokenAt = (model: Model, { slot, epoch, atMs, counts }: CallOf<'wake at'>): Reply => {
  const job = model.jobs.get(slot)
  if (job === undefined) return refused
  const wake = () =>
    job.dueMs === undefined || epoch !== job.epoch ? undefined : wakeAgain(model, job, atMs)
  if (!counts) return wake() ?? refused
  return onceOnly(job, 'wake-at', { epoch, contents: '' }, wake)
}

/** Somebody does not want the job any more. */
export const cancelled = (model: Model, { slot, by }: CallOf<'cancel'>): Reply => {
  const job = model.jobs.get(slot)
  if (job === undefined) return { status: 'unknown' }
  if (job.state === 'requested' || job.state === 'accepted') {
    job.state = 'voided'
    job.cancelledBy = by
    job.epoch += 1
    note(job, 0, 'final')
    const reply = { ...wakeAgain(model, job, model.nowMs), status: 'voided' }
    job.answers.set('cancel', { epoch: undefined, contents: by, reply })
    return reply
  }
  const known = job.answers.get('cancel')
  if (known !== undefined) return known.contents === by ? known.reply : { status: 'cancelled_before' }
  if (!['submitting', 'submitted', 'uncertain'].includes(job.state)) return { status: 'already_done' }
  if (job.cancelledBy !== undefined) return { status: 'cancelled_before' }
  job.cancelledBy = by
  if (job.state === 'submitting') return { status: 'flagged', wakeUp: undefined }
  job.calledMs = model.nowMs
  const { wake, dueMs } = wakeAgain(model, job, model.nowMs)
  return { status: 'flagged', wakeUp: { wake, dueMs } }
}

/** A later truth about what a job cost. */
export const corrected = (model: Model, { slot, credits, source }: CallOf<'correct'>): Reply => {
  const job = model.jobs.get(slot)
  return { status: job === undefined ? 'not_settled' : correct(job, credits, source) }
}

/** Every job that should have been touched by then gets another wake-up. */
export const rewoken = (model: Model, { beforeMs }: CallOf<'rewake'>): Reply => {
  const late = [...model.jobs].filter(([, { dueMs }]) => dueMs !== undefined && dueMs <= beforeMs)
  for (const [, job] of late) wakeAgain(model, job, model.nowMs)
  return { woken: Object.fromEntries(late.map(([slot, { wake }]) => [slot, wake])) }
}
