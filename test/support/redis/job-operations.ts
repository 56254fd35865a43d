import type { JobRecord, JobState } from '../../../src/core/job/job.ts'
import type { BeginResult, JobStore, LateMoveResult } from '../../../src/core/job/job-store.ts'
import { arrows, type JobOperation } from '../../../src/core/job/job-transitions.ts'
import { cost, estimate } from '../jobs/job-states.ts'
import { twoTakes } from '../service/outcome.ts'

/** How the store offers an operation. */
interface Operation {
  name: JobOperation
  /** Whose epoch it goes by: the step at hand, or the step that sent the paid request. */
  by: 'step' | 'sender' | 'nobody'
  run(store: JobStore, step: JobRecord): Promise<BeginResult | LateMoveResult>
  /** The same operation with other contents; undefined where it has none. */
  runOtherwise: ((store: JobStore, step: JobRecord) => Promise<BeginResult | LateMoveResult>) | undefined
}

const laterMs = 1_000_000
const message = { platform: 'discord', channel: 'channel-1', message: 'message-2' } as const
const task = { taskId: 'task-2', etaSeconds: undefined, estimate }
const final = { amount: cost, source: 'final' } as const

const operations: Readonly<Record<JobOperation, Omit<Operation, 'name'>>> = {
  accept: {
    by: 'nobody',
    run: (store, job) => store.accept(job, undefined),
    runOtherwise: (store, job) => store.accept(job, message),
  },
  'begin-submit': {
    by: 'step',
    run: (store, step) => store.beginSubmit(step, laterMs, { callback: false }),
    runOtherwise: undefined,
  },
  submitted: {
    by: 'sender',
    run: (store, step) => store.submitted(step, task, laterMs),
    runOtherwise: (store, step) => store.submitted(step, { ...task, taskId: 'task-3' }, laterMs),
  },
  'return-to-accepted': {
    by: 'sender',
    run: (store, step) => store.returnToAccepted(step, laterMs, 'busy'),
    runOtherwise: undefined,
  },
  uncertain: { by: 'step', run: (store, step) => store.uncertain(step), runOtherwise: undefined },
  void: {
    by: 'sender',
    run: (store, step) => store.void(step, 'interrupted'),
    runOtherwise: (store, step) => store.void(step, 'service_refused', 'no'),
  },
  fail: {
    by: 'step',
    run: (store, step) => store.fail(step, undefined),
    runOtherwise: (store, step) => store.fail(step, 'no'),
  },
  book: {
    by: 'step',
    run: (store, step) => store.book(step, 'booked', 'outcome_unknown'),
    runOtherwise: (store, step) => store.book(step, 'booked', 'overdue'),
  },
  expire: {
    by: 'step',
    run: (store, step) => store.book(step, 'expired', 'overdue'),
    runOtherwise: (store, step) => store.book(step, 'expired', 'invalid_request'),
  },
  ready: {
    by: 'step',
    run: (store, step) => store.ready(step, twoTakes, final),
    runOtherwise: (store, step) => store.ready(step, twoTakes, { ...final, amount: estimate }),
  },
  post: {
    by: 'step',
    run: (store, step) => store.finish(step, 'posted', undefined),
    runOtherwise: (store, step) => store.finish(step, 'posted', message),
  },
  withhold: {
    by: 'step',
    run: (store, step) => store.finish(step, 'withheld', undefined),
    runOtherwise: (store, step) => store.finish(step, 'withheld', message),
  },
}

/** Every operation that there is, as the store offers it. */
export const everyOperation: readonly Operation[] = [
  ...new Set(arrows.map(({ operation }) => operation)),
].map((name) => ({ name, ...operations[name] }))

/** A state from which the operation leads on. */
export const stateBefore = ({ name }: Operation): JobState => {
  const arrow = arrows.find(({ operation }) => operation === name)
  if (arrow === undefined) throw new Error(`nothing walks ${name}`)
  return arrow.from
}

/** The step as the operation's worker has it. */
export const stepFor = ({ by }: Operation, job: JobRecord): JobRecord =>
  by === 'sender' ? { ...job, epoch: job.submitEpoch ?? job.epoch } : job
