import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { microcredits } from '../credits.ts'
import { AppError } from '../errors.ts'
import type { Ending, JobRequest } from '../job.ts'
import type { BudgetRefusal, JobStore, MoveResult, RequestResult, Step } from '../job-store.ts'
import { accountOf, type Target } from '../target.ts'
import { type BudgetSnapshot, readBudget } from './budgets.ts'
import { fromStore, storeError } from './connection.ts'
import { newJobFields, parseJobRecord, recordFromPairs } from './job-record.ts'
import { bucketOfJob, buckets, type Keys } from './keys.ts'
import { jobScript, runScript, type Script } from './scripts.ts'

interface JobStoreOptions {
  redis: Redis
  keys: Keys
  now: () => number
  defaultZone: string
  /** How far our clock may be from Redis' own; beyond it every script refuses. */
  clockToleranceMs: number
}

const scripts = {
  request: jobScript('request'),
  accept: jobScript('accept'),
  take: jobScript('take'),
  beginSubmit: jobScript('begin-submit'),
  submitted: jobScript('submitted'),
  returnToAccepted: jobScript('return-to-accepted'),
  uncertain: jobScript('uncertain'),
  void: jobScript('void'),
  fail: jobScript('fail'),
  book: jobScript('book'),
  ready: jobScript('ready'),
  finish: jobScript('finish'),
  told: jobScript('told'),
  wakeAt: jobScript('wake-at'),
  rewake: jobScript('rewake'),
  note: jobScript('note'),
} as const satisfies Record<string, Script>

const requestTriesMax = 3

/** For so long after the end of a window it is known what each member used in it. */
export const figuresKeptMs = 35 * 24 * 60 * 60 * 1000
const rewakeMaxPerBucket = 100

const fingerprintOf = ({ feature, values, target }: JobRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([feature, values, target]))
    .digest('base64url')

const moveResult = ([status, wake]: readonly string[]): MoveResult =>
  status === 'moved' ? { status, wake: Number(wake) } : { status: 'refused' }

const refusalFrom = (
  status: BudgetRefusal['status'],
  left: number,
  limit: number,
  { resetsAtMs }: BudgetSnapshot,
): BudgetRefusal =>
  status === 'no_budget' ? { status } : { status, left, limit: microcredits(limit), resetsAtMs }

/** Figures outlive their window, for a job of its last minute may be settled later. */
const figuresUntil = ({ resetsAtMs }: BudgetSnapshot): string =>
  resetsAtMs === undefined ? '' : String(resetsAtMs + figuresKeptMs)

/** The scripts' JSON parser takes no half of a surrogate pair, and nothing from outside may keep a job from its end. */
const argumentsText = (args: Readonly<Record<string, string>>): string =>
  JSON.stringify(args, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))

const createRunner =
  ({ redis, keys, now, clockToleranceMs }: JobStoreOptions) =>
  (
    script: Script,
    jobId: string,
    target: Target | undefined,
    args: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> => {
    const bucket = bucketOfJob(jobId)
    const jobKeys = [keys.job(jobId), keys.hold(jobId), keys.journal(bucket), keys.open(bucket)]
    const times = [String(now()), String(clockToleranceMs)]
    if (target === undefined) return runScript(redis, script, jobKeys, [...times, jobId, argumentsText(args)])
    const account = accountOf(target)
    const moneyKeys = [keys.account(account), keys.member(account, target.member)]
    const all = argumentsText({ account, ...args })
    return runScript(redis, script, [...jobKeys, ...moneyKeys], [...times, jobId, all])
  }
type Runner = ReturnType<typeof createRunner>

const createRequest =
  (options: JobStoreOptions, run: Runner, read: JobStore['read']): JobStore['request'] =>
  async (request) => {
    const account = accountOf(request.target)
    for (let attempt = 1; attempt <= requestTriesMax; attempt += 1) {
      const budget = await readBudget(options, account)
      const reply = await run(scripts.request, request.id, request.target, {
        member: request.target.member,
        fingerprint: fingerprintOf(request),
        amount: String(request.bound),
        window: budget.windowId,
        figures_until: figuresUntil(budget),
        revision: budget.revision,
        record: JSON.stringify(newJobFields(request)),
      })
      const result = await requestResult(reply, budget, () => read(request.id))
      if (result !== undefined) return result
    }
    throw storeError('the budget kept changing')
  }

/** Undefined when the budget changed between reading and asking, so that both are done again. */
const requestResult = async (
  [status, left, limit]: readonly string[],
  budget: BudgetSnapshot,
  read: () => ReturnType<JobStore['read']>,
): Promise<RequestResult | undefined> => {
  switch (status) {
    case 'created':
      return { status, left: Number(left) }
    case 'exists': {
      const job = await read()
      return job === undefined ? { status: 'differs' } : { status, job }
    }
    case 'differs':
      return { status }
    case 'no_budget':
    case 'exceeds_server':
    case 'exceeds_member':
      return refusalFrom(status, Number(left), Number(limit), budget)
    case 'stale':
      return undefined
    default:
      throw new Error(`the request script answered ${status}`)
  }
}

const createRewake =
  ({ redis, keys }: JobStoreOptions, run: Runner): JobStore['rewake'] =>
  async (beforeMs) => {
    const overdueIn = (bucket: string) =>
      redis.zrangebyscore(keys.open(bucket), '-inf', beforeMs, 'LIMIT', 0, rewakeMaxPerBucket)
    const overdue = await fromStore(Promise.all(buckets.map(overdueIn)))
    const woken: { jobId: string; wake: number }[] = []
    for (const jobId of overdue.flat()) {
      const [status, wake] = await run(scripts.rewake, jobId, undefined, { before: String(beforeMs) })
      if (status === 'woken') woken.push({ jobId, wake: Number(wake) })
    }
    return woken
  }

const wholeMs = (instantMs: number): string => String(Math.round(instantMs))

/** An absent value travels as an empty text: the scripts' arguments are texts. */
const orEmpty = (value: object | string | number | undefined): string => {
  if (value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const createTransitions = (run: Runner): Omit<JobStore, 'read' | 'request' | 'rewake' | 'take' | 'note'> => {
  type Mover = Pick<Step, 'id' | 'target'> & { epoch?: number }
  const move = async (
    script: Script,
    { id, target, epoch }: Mover,
    args: Readonly<Record<string, string>> = {},
  ) =>
    moveResult(await run(script, id, target, epoch === undefined ? args : { epoch: String(epoch), ...args }))
  return {
    accept: (job, message) =>
      move(scripts.accept, { id: job.id, target: job.target }, { message: orEmpty(message) }),
    beginSubmit: (step, deadlineMs) => move(scripts.beginSubmit, step, { deadline: wholeMs(deadlineMs) }),
    submitted: (step, { taskId, etaSeconds, estimate }, nextLookMs) =>
      move(scripts.submitted, step, {
        task: taskId,
        eta: orEmpty(etaSeconds),
        estimate: orEmpty(estimate),
        next_look: wholeMs(nextLookMs),
      }),
    returnToAccepted: (step, retryAtMs) =>
      move(scripts.returnToAccepted, step, { retry_at: wholeMs(retryAtMs) }),
    uncertain: (step) => move(scripts.uncertain, step),
    void: (step, ending, endingDetail) => move(scripts.void, step, { ending, said: orEmpty(endingDetail) }),
    fail: (step, endingDetail) =>
      move(scripts.fail, step, { ending: 'service_failed' satisfies Ending, said: orEmpty(endingDetail) }),
    book: (step, to, ending) => move(scripts.book, step, { to, ending }),
    ready: (step, outcome, { amount, source }) =>
      move(scripts.ready, step, {
        outcome: JSON.stringify(outcome, (_, value: unknown) => value ?? null),
        cost: String(amount),
        source,
      }),
    finish: (step, to, message) => move(scripts.finish, step, { to, message: orEmpty(message) }),
    told: (step) => move(scripts.told, step),
    wakeAt: (step, atMs, counts) =>
      move(scripts.wakeAt, step, {
        at: wholeMs(atMs),
        counter: counts === 'deliverTries' ? 'deliver_tries' : '',
      }),
  }
}

/** The jobs' records in Redis; docs/decisions/0002-record-and-ledger.md explains why each step is one script. */
export const createJobStore = (options: JobStoreOptions): JobStore => {
  const { redis, keys } = options
  const run = createRunner(options)
  const read: JobStore['read'] = async (jobId) => {
    const hash = await fromStore(redis.hgetall(keys.job(jobId)))
    return hash.state === undefined ? undefined : parseJobRecord(jobId, hash)
  }
  return {
    read,
    request: createRequest(options, run, read),
    rewake: createRewake(options, run),
    async take(jobId, wake, untilMs) {
      const [status, ...pairs] = await run(scripts.take, jobId, undefined, {
        wake: String(wake),
        until: String(untilMs),
      })
      return status === 'taken' ? parseJobRecord(jobId, recordFromPairs(pairs)) : undefined
    },
    async note(step, name, value) {
      const [status] = await run(scripts.note, step.id, step.target, {
        epoch: String(step.epoch),
        name,
        value,
      })
      if (status !== 'noted') throw new AppError('step_over', 'another worker has the job by now')
    },
    ...createTransitions(run),
  }
}
