import { microcredits } from '../core/credits.ts'
import { AppError } from '../core/errors.ts'
import type { Change } from '../core/job/change.ts'
import type { Ending } from '../core/job/job.ts'
import type {
  BeginResult,
  CancelResult,
  JobStore,
  LateMoveResult,
  MoveResult,
  WakeUp,
} from '../core/job/job-store.ts'
import { unbilledMax } from '../core/ledger/clip-stops.ts'
import { accountOf, type Target } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { stopEntry } from './clip-stops.ts'
import { fromStore, readAll } from './connection.ts'
import { draftLapseMs } from './drafts.ts'
import { parseJobRecord } from './job-record.ts'
import { createRequest, type RequestOptions } from './job-requests.ts'
import { answerOf, createOutlivesFailover, createTaking, wakeUp } from './job-taking.ts'
import { buckets, madeEntriesOf, stopEntries, unbilledEntries } from './keys.ts'
import { createOperatorRepair, factIn, repeatWord, withOperator } from './operator-mirror.ts'
import {
  countingOf,
  createJobRunner,
  type JobRunner,
  jobScript,
  plainScript,
  type RunnerOptions,
  runScript,
  type Script,
} from './scripts.ts'

export type JobStoreOptions = RunnerOptions &
  RequestOptions & {
    /** A connection used only to wait for replicas. */
    waitingRedis: StoreConnection
  }

const dropScript = plainScript('drop')
/** Longer than the drafts of a request, whose clocks differ a little. */
const droppedMs = draftLapseMs + 60 * 60 * 1000

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
  cancel: jobScript('cancel', 'void'),
  correct: jobScript('correct'),
  recover: jobScript('recover'),
  remove: jobScript('remove'),
  removed: jobScript('removed'),
  finish: jobScript('finish', 'post', 'withhold'),
  told: jobScript('told'),
  wakeAt: jobScript('wake-at'),
  note: jobScript('note'),
  news: jobScript('news'),
  putMessage: jobScript('put-message'),
  hint: jobScript('hint'),
} as const satisfies Record<string, Script>

/** Different tasks that callbacks on one job may name: more than a task ever has kinds of callbacks. */
const hintedTasksMax = 7
/** Callbacks this close together are one wake-up. */
const hintQuietMs = 2_000

/** Between two tries to show a hidden result. A chat that refuses may do so several times for each. */
const recoverPauseMs = 60_000

/** What the reply of a transition says: the next wake-up, and what it changed. */
const movedIn = (reply: readonly string[]): Change & WakeUp => {
  const [, wake, dueMs] = reply
  const fact = factIn(reply)
  return {
    wake: Number(wake),
    dueMs: Number(dueMs),
    ...(reply.at(-1) === repeatWord && { isRepeat: true }),
    ...(fact?.state === 'closed' && { charged: fact.amount }),
  }
}

const cancelResult = (reply: readonly string[]): CancelResult => {
  const [status, ...rest] = reply
  switch (status) {
    case 'moved':
      return { status: 'voided', ...movedIn(reply) }
    case 'flagged':
      return { status, wakeUp: rest.length === 0 ? undefined : wakeUp(rest) }
    case 'already_done':
    case 'cancelled_before':
    case 'not_free':
      return { status }
    case 'differs':
      return { status: 'cancelled_before' }
    case 'refused':
      return { status: 'unknown' }
    default:
      throw new Error(`the cancel script answered ${status}`)
  }
}

const runningEntry = 'running '

type Move<Result> = (...call: Parameters<JobRunner>) => Promise<Result>

const createSteps = (
  begin: Move<BeginResult>,
  move: Move<MoveResult>,
  moveOrLate: Move<LateMoveResult>,
): Pick<JobStore, 'accept' | 'beginSubmit' | 'submitted' | 'returnToAccepted' | 'uncertain' | 'void'> => ({
  accept: ({ id, target, scopes }, message) =>
    moveOrLate(scripts.accept, { id, target, scopes }, { message }),
  beginSubmit: (step, deadlineMs, { callback, measured, isPlaceless = false, keyId, isByUpload = false }) =>
    begin(
      scripts.beginSubmit,
      step,
      {
        callback: callback ? 'asked' : '',
        clip_ms: measured && Math.ceil(measured.seconds * 1000),
        bound: measured && microcredits(measured.bound),
        place: isPlaceless ? 'none' : '',
        key_id: keyId,
      },
      {
        deadline: deadlineMs,
        stops: isByUpload ? stopEntries(accountOf(step.target)) : '',
        unbilled: isByUpload ? unbilledEntries(accountOf(step.target)) : '',
        unbilled_max: unbilledMax,
      },
    ),
  async submitted(step, { taskId, etaSeconds, estimate, conversionIds = [] }, nextLookMs) {
    const contents = {
      task: taskId,
      eta: etaSeconds,
      estimate: estimate === undefined ? undefined : microcredits(estimate),
    }
    const made = madeEntriesOf(accountOf(step.target), [taskId, ...conversionIds])
    return moveOrLate(scripts.submitted, step, contents, { next_look: nextLookMs, made })
  },
  returnToAccepted: (step, retryAtMs, why) =>
    move(
      scripts.returnToAccepted,
      step,
      {
        why,
        cancelled_ending: 'cancelled' satisfies Ending,
        booked_ending: 'interrupted' satisfies Ending,
      },
      { retry_at: retryAtMs },
    ),
  uncertain: (step) => move(scripts.uncertain, step),
  void: (step, ending, endingDetail) => move(scripts.void, step, { ending, said: endingDetail }),
})

const createEnds = (
  move: Move<MoveResult>,
): Pick<JobStore, 'fail' | 'book' | 'ready' | 'finish' | 'told' | 'wakeAt' | 'removed'> => ({
  fail: (step, endingDetail) =>
    move(scripts.fail, step, { ending: 'service_failed' satisfies Ending, said: endingDetail }),
  book: (step, to, ending, stop) =>
    move(
      scripts.book,
      step,
      { operation: to === 'booked' ? 'book' : 'expire', ending },
      { stop: stop && stopEntry(stop) },
    ),
  ready: (step, outcome, { amount, source, stop }, names = []) => {
    const contents = {
      outcome: JSON.stringify(outcome, (_, value: unknown) => value ?? null),
      cost: microcredits(amount),
      source,
    }
    const made = madeEntriesOf(accountOf(step.target), names)
    return move(scripts.ready, step, contents, { made, stop: stop && stopEntry(stop) })
  },
  finish: (step, to, message, isNoticeDue = false) =>
    move(scripts.finish, step, {
      operation: to === 'posted' ? 'post' : 'withhold',
      message,
      notice: isNoticeDue ? 'due' : '',
    }),
  told: (step, { againAtMs, message, notice } = {}) =>
    move(scripts.told, step, { message, notice }, { again_at: againAtMs }),
  wakeAt: (step, atMs, how) => {
    const counter = how === 'deliverTries' ? 'deliver_tries' : ''
    return move(scripts.wakeAt, step, { counter, sooner: how === 'only_sooner' ? 'only' : '' }, { at: atMs })
  },
  removed: (step) => move(scripts.removed, step),
})

/** What can be done to a job without having it in hand. */
const createWishes = (
  run: JobRunner,
): Pick<JobStore, 'hint' | 'cancel' | 'recover' | 'remove' | 'correct'> => ({
  async hint(id, task) {
    const contents = { task, tasks_max: hintedTasksMax, quiet: hintQuietMs }
    return answerOf(await run(scripts.hint, { id }, contents), ['woken'], ['kept', 'ignored'])
  },
  async cancel({ id, target, scopes, day }, by, wish) {
    const contents = { ending: 'cancelled' satisfies Ending, by, if_free: wish === 'if_free' }
    return cancelResult(await run(scripts.cancel, { id, target, scopes, day }, contents))
  },
  async recover({ id }) {
    const reply = await run(scripts.recover, { id }, { pause: recoverPauseMs })
    const [status, waitMs] = reply
    if (status === 'too_soon') return { status, waitMs: Number(waitMs) }
    return answerOf(reply, ['woken'], ['on_its_way', 'refused'])
  },
  remove: async ({ id }, by) =>
    answerOf(
      await run(scripts.remove, { id }, { by }),
      ['woken'],
      ['on_its_way', 'removed_before', 'refused'],
    ),
  async correct({ id, target, scopes, day }, { amount, source }, how) {
    const truth = { credits: microcredits(amount), source, tell: how === 'told_again' ? 'again' : '' }
    const reply = await run(scripts.correct, { id, target, scopes, day }, truth)
    return answerOf(reply, [], ['corrected', 'same', 'stale', 'differs', 'not_settled']).status
  },
})

/** The jobs' records in Redis; docs/ledger.md explains why each step is one script. */
export const createJobStore = (options: JobStoreOptions): JobStore => {
  const { redis, keys } = options
  const uncharged = (target: Target) =>
    countingOf(options, { account: accountOf(target), member: target.member }, 'uncharged')
  const plainRun = createJobRunner({ ...options, uncharged })
  const run = withOperator(plainRun, options)
  const read: JobStore['read'] = async (jobId) => {
    const hash = await fromStore(redis.hgetall(keys.job(jobId)))
    return hash.state === undefined ? undefined : parseJobRecord(jobId, hash, options.sealer.open)
  }
  const tryMove: Move<LateMoveResult | BeginResult> = async (...call) => {
    const reply = await run(...call)
    const [status, ...rest] = reply
    if (status === 'late') return { status, ...wakeUp(rest) }
    if (status === 'not_now') return { status }
    return status === 'moved' ? { status, ...movedIn(reply) } : { status: 'refused' }
  }
  // Only two of the scripts report that a job is late, and one that it must not be sent now.
  const move = tryMove as Move<MoveResult>
  const moveOrLate = tryMove as Move<LateMoveResult>
  const begin = tryMove as Move<BeginResult>
  const request = createRequest({ ...options, run, read })
  return {
    read,
    wasForgotten: async (jobId) => (await fromStore(redis.hexists(keys.hold(jobId), 'forgotten'))) === 1,
    async drop(jobId) {
      const [status] = await runScript(redis, dropScript, [keys.job(jobId), keys.hold(jobId)], [droppedMs])
      return status === 'dropped' ? status : 'sent'
    },
    request: request as JobStore['request'], // only what is approved was decided before
    approve: request,
    ...createTaking(options, run),
    outlivesFailover: createOutlivesFailover({ redis: options.waitingRedis, keys }),
    async running() {
      const reads = buckets.map(
        (bucket) => ['zrangebylex', keys.listed(bucket), `[${runningEntry}`, `(${runningEntry}~`] as const,
      )
      const entries = (await readAll(redis, reads)) as readonly string[][]
      return entries.flat().map((entry) => entry.slice(runningEntry.length))
    },
    repairOperator: createOperatorRepair(options, plainRun),
    async note({ id, epoch }, name, value) {
      const [status] = await run(scripts.note, { id, epoch }, { name, value })
      if (status !== 'noted') throw new AppError('step_over', 'another worker has the job by now')
    },
    async news({ id, epoch, state }, event) {
      const [status, ...rest] = await run(scripts.news, { id, epoch }, { event, state })
      if (status === 'refused') throw new AppError('step_over', 'another worker has the job by now')
      return status === 'woken' ? wakeUp(rest) : undefined
    },
    async putMessage({ id, epoch }, message) {
      const [status] = await run(scripts.putMessage, { id, epoch }, { message })
      if (status !== 'put') throw new AppError('step_over', 'another worker has the job by now')
    },
    ...createSteps(begin, move, moveOrLate),
    ...createEnds(move),
    ...createWishes(run),
  }
}
