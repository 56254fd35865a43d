import { AppError } from '../core/errors.ts'
import type { Ending } from '../core/job/job.ts'
import type {
  CorrectResult,
  HintResult,
  JobAtHand,
  JobStore,
  LateMoveResult,
  MoveResult,
  RecoverResult,
  RemoveResult,
} from '../core/job/job-store.ts'
import { accountOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, readAll } from './connection.ts'
import { createCancel } from './job-cancel.ts'
import { madeEntries } from './job-entries.ts'
import { parseJobRecord } from './job-record.ts'
import { createRequest, type RequestOptions } from './job-requests.ts'
import {
  createJobRunner,
  creditsText,
  type JobRunner,
  type RunnerOptions,
  type ScriptArguments,
  type ScriptJob,
} from './job-runner.ts'
import { createTaking, wakeUp } from './job-taking.ts'
import { buckets } from './keys.ts'
import { withOperator } from './operator-mirror.ts'
import { createOperatorRepair } from './operator-repair.ts'
import { createReplicas } from './replicas.ts'
import { jobScript, type Script } from './scripts.ts'

export type JobStoreOptions = RunnerOptions &
  RequestOptions & {
    /** A connection on which only replicas are waited for. */
    waitingRedis: StoreConnection
  }

const scripts = {
  accept: jobScript('accept', 'accept'),
  beginSubmit: jobScript('begin-submit', 'begin-submit'),
  submitted: jobScript('submitted', 'submitted'),
  returnToAccepted: jobScript('return-to-accepted', 'return-to-accepted', 'void'),
  uncertain: jobScript('uncertain', 'uncertain'),
  void: jobScript('void', 'void'),
  fail: jobScript('fail', 'fail'),
  book: jobScript('book', 'book', 'expire'),
  ready: jobScript('ready', 'ready'),
  correct: jobScript('correct'),
  recover: jobScript('recover'),
  remove: jobScript('remove'),
  removed: jobScript('removed'),
  finish: jobScript('finish', 'post', 'withhold'),
  told: jobScript('told'),
  wakeAt: jobScript('wake-at'),
  note: jobScript('note'),
  putMessage: jobScript('put-message'),
  hint: jobScript('hint'),
} as const satisfies Record<string, Script>

/** Different tasks that callbacks on one job may name: more than a task ever has kinds of callbacks. */
const hintedTasksMax = 7
/** Callbacks so near to one another are one wake-up. */
const hintQuietMs = 2_000

const moveResult = ([status, ...rest]: readonly string[]): MoveResult =>
  status === 'moved' ? { status, ...wakeUp(rest) } : { status: 'refused' }

const lateMoveResult = (reply: readonly string[]): LateMoveResult => {
  const [status, ...rest] = reply
  return status === 'late' ? { status, ...wakeUp(rest) } : moveResult(reply)
}

const hintResult = ([status, ...rest]: readonly string[]): HintResult => {
  switch (status) {
    case 'woken':
      return { status, ...wakeUp(rest) }
    case 'kept':
    case 'ignored':
      return { status }
    default:
      throw new Error(`the hint script answered ${status}`)
  }
}

const recoverResult = ([status, ...rest]: readonly string[]): RecoverResult => {
  switch (status) {
    case 'woken':
      return { status, ...wakeUp(rest) }
    case 'on_its_way':
    case 'refused':
      return { status }
    default:
      throw new Error(`the recover script answered ${status}`)
  }
}

const removeResult = ([status, ...rest]: readonly string[]): RemoveResult => {
  switch (status) {
    case 'woken':
      return { status, ...wakeUp(rest) }
    case 'on_its_way':
    case 'removed_before':
    case 'refused':
      return { status }
    default:
      throw new Error(`the remove script answered ${status}`)
  }
}

const correctResult = ([status]: readonly string[]): CorrectResult => {
  switch (status) {
    case 'corrected':
    case 'same':
    case 'stale':
    case 'differs':
    case 'not_settled':
      return status
    default:
      throw new Error(`the correct script answered ${status}`)
  }
}

const runningEntry = 'running '

const createRunning =
  ({ redis, keys }: JobStoreOptions): JobStore['running'] =>
  async () => {
    const reads = buckets.map(
      (bucket) => ['zrangebylex', keys.listed(bucket), `[${runningEntry}`, `(${runningEntry}~`] as const,
    )
    const entries = (await readAll(redis, reads)) as readonly string[][]
    return entries.flat().map((entry) => entry.slice(runningEntry.length))
  }

const wholeMs = (instantMs: number): string => String(Math.round(instantMs))

/** An absent value travels as an empty text: the scripts' arguments are texts. */
const orEmpty = (value: object | string | number | undefined): string => {
  if (value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const madeText = ({ target }: JobAtHand, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => madeEntries(name, accountOf(target))))

type Move = (
  script: Script,
  job: ScriptJob,
  contents?: ScriptArguments,
  times?: ScriptArguments,
) => Promise<MoveResult>

const createLateSteps = (run: JobRunner): Pick<JobStore, 'accept' | 'submitted'> => ({
  accept: async ({ id, target, scopes }, message) =>
    lateMoveResult(await run(scripts.accept, { id, target, scopes }, { message: orEmpty(message) })),
  submitted: async (step, { taskId, etaSeconds, estimate, conversionIds = [] }, nextLookMs) => {
    const contents = {
      task: taskId,
      eta: orEmpty(etaSeconds),
      estimate: estimate === undefined ? '' : creditsText(estimate),
    }
    const made = madeText(step, [taskId, ...conversionIds])
    return lateMoveResult(
      await run(scripts.submitted, step, contents, { next_look: wholeMs(nextLookMs), made }),
    )
  },
})

const createSteps = (
  move: Move,
): Pick<JobStore, 'beginSubmit' | 'returnToAccepted' | 'uncertain' | 'void'> => ({
  beginSubmit: (step, deadlineMs, { callback, measured, isPlaceless = false, keyId = '' }) =>
    move(
      scripts.beginSubmit,
      step,
      {
        callback: callback ? 'asked' : '',
        clip_ms: measured === undefined ? '' : String(Math.ceil(measured.seconds * 1000)),
        bound: measured === undefined ? '' : creditsText(measured.bound),
        place: isPlaceless ? 'none' : '',
        key_id: keyId,
      },
      { deadline: wholeMs(deadlineMs) },
    ),
  returnToAccepted: (step, retryAtMs, why) =>
    move(
      scripts.returnToAccepted,
      step,
      {
        why,
        cancelled_ending: 'cancelled' satisfies Ending,
        booked_ending: 'interrupted' satisfies Ending,
      },
      { retry_at: wholeMs(retryAtMs) },
    ),
  uncertain: (step) => move(scripts.uncertain, step),
  void: (step, ending, endingDetail) => move(scripts.void, step, { ending, said: orEmpty(endingDetail) }),
})

const createEnds = (
  move: Move,
): Pick<JobStore, 'fail' | 'book' | 'ready' | 'finish' | 'told' | 'wakeAt'> => ({
  fail: (step, endingDetail) =>
    move(scripts.fail, step, { ending: 'service_failed' satisfies Ending, said: orEmpty(endingDetail) }),
  book: (step, to, ending) =>
    move(scripts.book, step, { operation: to === 'booked' ? 'book' : 'expire', ending }),
  ready: (step, outcome, { amount, source }, made = []) =>
    move(
      scripts.ready,
      step,
      {
        outcome: JSON.stringify(outcome, (_, value: unknown) => value ?? null),
        cost: creditsText(amount),
        source,
      },
      { made: madeText(step, made) },
    ),
  finish: (step, to, message) =>
    move(scripts.finish, step, {
      operation: to === 'posted' ? 'post' : 'withhold',
      message: orEmpty(message),
    }),
  told: (step, { againAtMs, message } = {}) =>
    move(
      scripts.told,
      step,
      { message: orEmpty(message) },
      { again_at: againAtMs === undefined ? '' : wholeMs(againAtMs) },
    ),
  wakeAt: (step, atMs, how) =>
    move(
      scripts.wakeAt,
      step,
      {
        counter: how === 'deliverTries' ? 'deliver_tries' : '',
        sooner: how === 'only_sooner' ? 'only' : '',
      },
      { at: wholeMs(atMs) },
    ),
})

/** The jobs' records in Redis; docs/ledger.md explains why each step is one script. */
export const createJobStore = (options: JobStoreOptions): JobStore => {
  const { redis, keys } = options
  const plainRun = createJobRunner(options)
  const run = withOperator(plainRun, options)
  const read: JobStore['read'] = async (jobId) => {
    const hash = await fromStore(redis.hgetall(keys.job(jobId)))
    return hash.state === undefined ? undefined : parseJobRecord(jobId, hash)
  }
  const move: Move = async (...call) => moveResult(await run(...call))
  return {
    read,
    wasForgotten: async (jobId) => (await fromStore(redis.hexists(keys.hold(jobId), 'forgotten'))) === 1,
    request: createRequest({ ...options, run, read }),
    ...createTaking(options, run),
    outlivesFailover: createReplicas({ redis: options.waitingRedis, keys }),
    running: createRunning(options),
    repairOperator: createOperatorRepair(options, plainRun),
    ...createLateSteps(run),
    async note({ id, epoch }, name, value) {
      const [status] = await run(scripts.note, { id, epoch }, { name, value })
      if (status !== 'noted') throw new AppError('step_over', 'another worker has the job by now')
    },
    async putMessage({ id, epoch }, message) {
      const [status] = await run(scripts.putMessage, { id, epoch }, { message: JSON.stringify(message) })
      if (status !== 'put') throw new AppError('step_over', 'another worker has the job by now')
    },
    hint: async (jobId, taskId) =>
      hintResult(
        await run(
          scripts.hint,
          { id: jobId },
          { task: taskId, tasks_max: String(hintedTasksMax), quiet: String(hintQuietMs) },
        ),
      ),
    cancel: createCancel(run),
    recover: async ({ id }) => recoverResult(await run(scripts.recover, { id })),
    remove: async ({ id }, by) => removeResult(await run(scripts.remove, { id }, { by })),
    removed: (step) => move(scripts.removed, step),
    correct: async ({ id, target, scopes }, { amount, source }, how) => {
      const truth = { credits: creditsText(amount), source, tell: how === 'told_again' ? 'again' : '' }
      return correctResult(await run(scripts.correct, { id, target, scopes }, truth))
    },
    ...createSteps(move),
    ...createEnds(move),
  }
}
