import type { Account } from '../accounts/accounts.ts'
import type { Plan } from '../faults/plans.ts'
import type { Call } from '../http/endpoint.ts'
import { type EndpointErrors, tooMany } from '../http/errors.ts'
import type { Reply } from '../http/reply.ts'
import type { Studio } from '../studio.ts'
import { UnusableInput } from '../unusable-input.ts'
import type { Work } from '../work.ts'
import { works } from '../works.ts'
import { flaggedReason } from './moderation.ts'
import type { NewTask, StoredWork, Task, TaskStatus } from './task.ts'

/** Work somebody asks the service to do for credits. */
export type Submission = Pick<NewTask, 'feature' | 'webhookUrl' | 'creditEstimate' | 'outputCount'> & {
  readonly errors: EndpointErrors
  /** The texts of the request, which the service looks through before it accepts. */
  readonly texts: readonly string[]
  readonly work: StoredWork
}

/** What became of a submission. */
export type SubmissionResult =
  | { readonly kind: 'accepted'; readonly task: Task; readonly etaSeconds: number }
  | { readonly kind: 'flagged'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reply: Reply }

const refuseForCredits = async ({ errors, creditEstimate }: Submission, account: Account): Promise<Reply> => {
  const amounts = { required_credits: creditEstimate, available_credits: await account.balance() }
  return errors.refuse(402, errors.noCredits, errors.tellsCredits === true ? amounts : {})
}

const plannedRefusal = async (
  submission: Submission,
  { refuse: status }: Plan,
  account: Account,
): Promise<Reply | undefined> => {
  const { errors } = submission
  if (status === undefined) return undefined
  if (status === 402) return await refuseForCredits(submission, account)
  if (status === 429) return tooMany
  return errors.refuse(status, status === 500 ? errors.broken : 'Invalid request parameters')
}

/** `cost` is undefined for a failure, which costs nothing. */
type Ending = { readonly status: TaskStatus; readonly message?: string; readonly cost?: number }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`)

const failure = (message: string, status: 'ERROR' | 'FAILED'): Ending => ({ status, message })

const doWork = async (studio: Studio, task: Task): Promise<void> => {
  const { kind, order } = task.work
  const work: Work | undefined = works[kind]
  if (work === undefined) throw new Error(`nobody makes ${kind}`)
  // The order was typed when the task was taken on, and went through JSON since.
  await work.make(studio, task, order as never)
}

/** Does the work of a task and says how that ended; undefined when the studio closed meanwhile. */
const workOn = async (studio: Studio, task: Task): Promise<Ending | undefined> => {
  const { fail: reason, failStatus = 'ERROR', cost = task.creditEstimate } = task.plan
  if (reason !== undefined) return failure(reason, failStatus)
  try {
    await doWork(studio, task)
    return { status: 'COMPLETED', cost }
  } catch (error) {
    if (studio.closing.aborted) return undefined
    if (error instanceof UnusableInput) return failure(error.message, 'FAILED')
    return failure(`The audio could not be made: ${messageOf(error)}`, 'ERROR')
  }
}

const usualMessage = (latest: Task, task: Task): string =>
  latest.message === task.message ? 'Your conversion has been completed' : latest.message

const finish = async (studio: Studio, task: Task): Promise<void> => {
  const ending = await workOn(studio, task)
  if (ending === undefined) return
  await studio.tasks.update(task.taskId, (latest) => ({
    ...latest,
    status: ending.status,
    message: ending.message ?? usualMessage(latest, task),
    cost: ending.cost,
    completedAtMs: studio.clock.now(),
  }))
}

const waitAsPlanned = async ({ clock }: Studio, { plan: { delayMs = 0 } }: Task): Promise<void> => {
  if (delayMs > 0) await new Promise<void>((resolve) => clock.at(clock.now() + delayMs, resolve))
}

/** Has the work of a task done in its turn; one that never ends stays as it is. */
export const takeTurn = async (studio: Studio, task: Task): Promise<void> => {
  if (task.plan.neverEnds === true) return
  await waitAsPlanned(studio, task)
  if (studio.closing.aborted) return
  try {
    await studio.line.join(() => finish(studio, task))
  } catch (error) {
    // The next studio takes up what this one did not come to write down.
    if (!studio.closing.aborted) throw error
  }
}

/** Charges a submission and keeps it as a task, unless something speaks against it. */
const accept = async (
  { studio, account }: Call,
  submission: Submission,
  parallelMax: number | 'takes no place',
): Promise<SubmissionResult> => {
  const { feature, webhookUrl, creditEstimate, outputCount, errors, work } = submission
  const plan = studio.plans.take()
  const reason = plan.flag ?? flaggedReason(submission.texts)
  if (reason !== undefined) return { kind: 'flagged', reason }
  const planned = await plannedRefusal(submission, plan, account)
  if (planned !== undefined) return { kind: 'refused', reply: planned }
  if (!account.hasPlan && errors.noPlan !== undefined)
    return { kind: 'refused', reply: errors.refuse(404, errors.noPlan) }
  const accountKey = account.key
  const newTask = { accountKey, feature, webhookUrl, creditEstimate, outputCount, work, plan }
  const task = await studio.tasks.add(newTask, parallelMax)
  if (task === 'no_credits') return { kind: 'refused', reply: await refuseForCredits(submission, account) }
  if (task === 'too_many') return { kind: 'refused', reply: tooMany }
  const seconds = studio.line.secondsUntilDone() + (plan.delayMs ?? 0) / 1000
  return { kind: 'accepted', task, etaSeconds: studio.settings.etaSeconds ?? Math.ceil(seconds) }
}

/** Accepts work, charges its estimate and has it done in its turn; or says why not. */
export const submit = async (call: Call, submission: Submission): Promise<SubmissionResult> => {
  const result = await accept(call, submission, call.studio.settings.parallelMax ?? Number.POSITIVE_INFINITY)
  if (result.kind === 'accepted') void takeTurn(call.studio, result.task)
  return result
}

/**
 * The same for work of a moment: it is done before others, takes no place among the unfinished tasks, and
 * the task that is given has ended.
 */
export const submitAtOnce = async (call: Call, submission: Submission): Promise<SubmissionResult> => {
  const { studio } = call
  const result = await accept(call, submission, 'takes no place')
  if (result.kind !== 'accepted') return result
  await waitAsPlanned(studio, result.task)
  await finish(studio, result.task)
  return { ...result, task: (await studio.tasks.byTaskId(result.task.taskId)) ?? result.task }
}
