import type { JobRecord, JobState } from '../../src/core/job.ts'
import type { JobStore, MoveResult } from '../../src/core/job-store.ts'
import { cost, estimate } from './job-states.ts'
import { twoTakes } from './outcome.ts'
import { bound } from './store-world.ts'

/** A transition as the store offers it. */
export interface Operation {
  name: string
  to: JobState
  /** The states it serves; every other one is refused. */
  from: readonly JobState[]
  /** Whose epoch it goes by: the step at hand, or the step that sent the paid request. */
  by: 'step' | 'sender' | 'nobody'
  /** What it leaves of the job's hold, and what it spends. */
  leaves: { pending: number; posted: number }
  run(store: JobStore, step: JobRecord): Promise<MoveResult>
}

export const held = { pending: bound, posted: 0 }
export const estimated = { pending: estimate, posted: 0 }
export const free = { pending: 0, posted: 0 }
const laterMs = 1_000_000

/** Every transition that the store serves. */
export const operations: readonly Operation[] = [
  {
    ...{ name: 'accept', to: 'accepted', from: ['requested'], by: 'nobody', leaves: held },
    run: (store, job) => store.accept(job, undefined),
  },
  {
    ...{ name: 'beginSubmit', to: 'submitting', from: ['accepted'], by: 'step', leaves: held },
    run: (store, step) => store.beginSubmit(step, laterMs),
  },
  {
    ...{
      name: 'submitted',
      to: 'submitted',
      from: ['submitting', 'uncertain'],
      by: 'sender',
      leaves: estimated,
    },
    run: (store, step) =>
      store.submitted(step, { taskId: 'task-2', etaSeconds: undefined, estimate }, laterMs),
  },
  {
    ...{ name: 'returnToAccepted', to: 'accepted', from: ['submitting'], by: 'sender', leaves: held },
    run: (store, step) => store.returnToAccepted(step, laterMs),
  },
  {
    ...{ name: 'uncertain', to: 'uncertain', from: ['submitting'], by: 'step', leaves: held },
    run: (store, step) => store.uncertain(step),
  },
  {
    ...{ name: 'void', to: 'voided', by: 'step', leaves: free },
    from: ['requested', 'accepted', 'submitting', 'uncertain'],
    run: (store, step) => store.void(step, 'interrupted'),
  },
  {
    ...{ name: 'fail', to: 'failed', from: ['submitted'], by: 'step', leaves: free },
    run: (store, step) => store.fail(step, undefined),
  },
  {
    ...{ name: 'book as booked', to: 'booked', from: ['uncertain'], by: 'step' },
    leaves: { pending: 0, posted: bound },
    run: (store, step) => store.book(step, 'booked', 'outcome_unknown'),
  },
  {
    ...{ name: 'book as expired', to: 'expired', from: ['submitted'], by: 'step' },
    leaves: { pending: 0, posted: estimate },
    run: (store, step) => store.book(step, 'expired', 'overdue'),
  },
  {
    ...{ name: 'ready', to: 'ready', from: ['submitted'], by: 'step', leaves: { pending: 0, posted: cost } },
    run: (store, step) => store.ready(step, twoTakes, { amount: cost, source: 'final' }),
  },
  {
    ...{ name: 'finish as posted', to: 'posted', from: ['ready', 'withheld'], by: 'step' },
    leaves: { pending: 0, posted: cost },
    run: (store, step) => store.finish(step, 'posted', undefined),
  },
  {
    ...{ name: 'finish as withheld', to: 'withheld', from: ['ready'], by: 'step' },
    leaves: { pending: 0, posted: cost },
    run: (store, step) => store.finish(step, 'withheld', undefined),
  },
]

/** The step as the operation's worker has it. */
export const stepFor = ({ by }: Operation, job: JobRecord): JobRecord =>
  by === 'sender' ? { ...job, epoch: job.submitEpoch ?? job.epoch } : job
