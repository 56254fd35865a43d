import { microcredits } from '../../../src/core/credits.ts'
import type { ApiRequest } from '../../../src/core/endpoints/api-request.ts'
import type { LookupOutcome, SubmitOutcome } from '../../../src/core/job/audio-service.ts'
import type { Outcome } from '../../../src/core/outcome.ts'
import { outcomeOf, output } from '../service/outcome.ts'

/** What a paid request may come to; the last two are taken, and one of them without an answer. */
export type PaidAnswer =
  | 'busy'
  | 'no balance'
  | 'no key'
  | 'refused'
  | 'not sent'
  | 'broken'
  | 'no answer'
  | 'taken'

/** How a task ends. */
export type TaskEnd = 'complete' | 'partial' | 'without files' | 'failed' | 'never'

/** One call of the service at a job's address: from whom, and how long after the task began or ended. */
export interface CallBack {
  about: 'own task' | 'stranger task' | 'no task'
  from: 'begin' | 'end'
  afterMs: number
}

/** What the service does with the request of one job. */
export interface ServicePlan {
  /** For one try each; after these every request is taken. */
  answers: readonly PaidAnswer[]
  answerMs: number
  etaSeconds: number | undefined
  runMs: number
  end: TaskEnd
  estimate: number | undefined
  cost: number | undefined
  callBacks: readonly CallBack[]
}

/** A task as the service has it. */
export interface ModelTask {
  id: string
  /** What was asked for, which tells jobs apart. */
  mark: string
  address: string | undefined
  startedAtMs: number
  plan: ServicePlan
}

interface ServiceOptions {
  now(): number
  parallel: number
  planOf(mark: string): ServicePlan | undefined
  /** Whether a look-up cannot be read. */
  isUnreadable(): boolean
  /** Has the service call an address later on. */
  callBack(address: string, taskId: string, afterMs: number): void
}

const refusals = {
  'no balance': { status: 'refused', why: 'balance', said: 'Insufficient credits' },
  'no key': { status: 'refused', why: 'key', said: 'Forbidden' },
  refused: { status: 'refused', why: 'request', said: 'Prompt refused' },
  'not sent': { status: 'not_sent', reason: 'ECONNREFUSED' },
  busy: { status: 'busy' },
} as const satisfies Partial<Record<PaidAnswer, SubmitOutcome>>

const unsure: SubmitOutcome = { status: 'uncertain', reason: 'HTTP 502' }

/** The files of a task, which name it. */
const filesOf = (task: ModelTask, count: number): Outcome =>
  outcomeOf(
    [1, 2].map((take) =>
      output(take, { audioUrl: take <= count ? `https://cdn.example/${task.id}/${take}.mp3` : undefined }),
    ),
  )

const fileCounts = { complete: 2, partial: 1, 'without files': 0, failed: 0, never: 0 } as const

/** The audio service by what was seen of it: it counts what it took, and what it charged. */
export const createServiceModel = (options: ServiceOptions) => {
  const { now, parallel, planOf, isUnreadable, callBack } = options
  const tasks: ModelTask[] = []
  const arrivals = new Map<string, number>()
  const doubtful = new Map<string, number>()
  const tries = new Map<string, number>()

  const endsAtMs = ({ startedAtMs, plan }: ModelTask): number =>
    plan.end === 'never' ? Number.POSITIVE_INFINITY : startedAtMs + plan.runMs

  const running = (): number => tasks.filter((task) => endsAtMs(task) > now()).length

  const count = (counts: Map<string, number>, mark: string): number => {
    const next = (counts.get(mark) ?? 0) + 1
    counts.set(mark, next)
    return next
  }

  const announce = (task: ModelTask): void => {
    const { address, plan } = task
    if (address === undefined) return
    for (const { about, from, afterMs } of plan.callBacks) {
      const stranger = tasks.find(({ mark }) => mark !== task.mark)?.id ?? 'task-of-nobody'
      const ids = { 'own task': task.id, 'stranger task': stranger, 'no task': 'task-of-nobody' } as const
      const endMs = Math.min(endsAtMs(task) - now(), 3_600_000)
      callBack(address, ids[about], afterMs + (from === 'end' ? endMs : 0))
    }
  }

  const take = (mark: string, address: string | undefined, plan: ServicePlan): ModelTask => {
    const task = { id: `task-${tasks.length + 1}`, mark, address, startedAtMs: now(), plan }
    tasks.push(task)
    announce(task)
    return task
  }

  const submit = ({ body }: ApiRequest): SubmitOutcome => {
    const mark = String(body.prompt)
    const plan = planOf(mark)
    if (plan === undefined) throw new Error(`nobody requested ${mark}`)
    const answer = plan.answers[count(tries, mark) - 1] ?? 'taken'
    if (answer === 'not sent') return refusals[answer]
    count(arrivals, mark)
    if (answer === 'broken') {
      count(doubtful, mark)
      return unsure
    }
    if (answer !== 'taken' && answer !== 'no answer') return refusals[answer]
    if (running() >= parallel) return refusals.busy
    count(doubtful, mark)
    const address = typeof body.webhook_url === 'string' ? body.webhook_url : undefined
    const task = take(mark, address, plan)
    if (answer === 'no answer') return unsure
    const { etaSeconds, estimate } = plan
    return {
      status: 'accepted',
      taskId: task.id,
      conversionIds: [],
      flaggedFor: undefined,
      etaSeconds,
      estimate: estimate === undefined ? undefined : microcredits(estimate),
    }
  }

  const lookUp = (taskId: string): LookupOutcome => {
    const task = tasks.find(({ id }) => id === taskId)
    if (task === undefined || isUnreadable()) return { status: 'unreadable', reason: 'HTTP 404' }
    const said = { webhookUrl: task.address }
    const { end, cost } = task.plan
    if (now() < endsAtMs(task)) return { status: 'pending', ...said }
    if (end === 'failed') return { status: 'failed', said: undefined, ...said }
    const outcome = filesOf(task, fileCounts[end])
    return {
      status: 'finished',
      outcome,
      ...said,
      cost: cost === undefined ? undefined : microcredits(cost),
    }
  }

  const chargeOf = ({ plan: { end, cost, estimate } }: ModelTask): number | undefined =>
    end === 'failed' ? 0 : (cost ?? estimate)

  return {
    submit,
    lookUp,
    tasks,
    /** What it may have taken of a job: tasks, and requests whose fate nobody was told. */
    mayHaveTaken: (mark: string): number => doubtful.get(mark) ?? 0,
    /** What it took of a job. */
    tasksOf: (mark: string): readonly ModelTask[] => tasks.filter((task) => task.mark === mark),
    chargeOf,
  }
}
export type ServiceModel = ReturnType<typeof createServiceModel>
