import { setTimeout as delay } from 'node:timers/promises'
import { flaggedReason } from './moderation.ts'
import type { Plan } from './plans.ts'
import type { Refuse, Reply } from './reply.ts'
import type { Studio } from './studio.ts'
import type { NewTask, Task } from './task.ts'
import { UnusableInput } from './unusable-input.ts'

/** Work somebody asks the service to do for credits. */
export type Submission = NewTask & {
  readonly refuse: Refuse
  /** The texts of the request, which the service looks through before it accepts. */
  readonly texts: readonly string[]
  /** Makes the results and writes them into the task. */
  readonly work: (task: Task) => Promise<void>
}

/** What became of a submission. */
export type SubmissionResult =
  | { readonly kind: 'accepted'; readonly task: Task; readonly etaSeconds: number }
  | { readonly kind: 'flagged'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reply: Reply }

const plannedRefusalTexts = { 402: 'Insufficient credit balance', 500: 'Internal Server Error' } as const

const refused = (studio: Studio, submission: Submission, plan: Plan): Reply | undefined => {
  if (plan.refuse === 402 || plan.refuse === 500) {
    return submission.refuse(plan.refuse, plannedRefusalTexts[plan.refuse])
  }
  if (plan.refuse !== undefined) return submission.refuse(plan.refuse, 'Invalid request parameters')
  if (studio.account.charge(submission.creditEstimate)) return undefined
  return submission.refuse(402, plannedRefusalTexts[402])
}

const fail = (studio: Studio, task: Task, message: string, status: 'ERROR' | 'FAILED'): void => {
  studio.account.refund(task.creditEstimate)
  studio.tasks.update(task.taskId, (latest) => ({ ...latest, status, message, completedAtMs: studio.now() }))
}

const complete = (studio: Studio, task: Task, cost: number): void => {
  studio.account.refund(task.creditEstimate - cost)
  const message = 'Your conversion has been completed'
  studio.tasks.update(task.taskId, (latest) => ({
    ...latest,
    status: 'COMPLETED',
    message,
    cost,
    completedAtMs: studio.now(),
  }))
}

const finish = async (studio: Studio, { work }: Submission, task: Task, plan: Plan): Promise<void> => {
  if (plan.fail !== undefined) return fail(studio, task, plan.fail, plan.failStatus ?? 'ERROR')
  try {
    await work(task)
    complete(studio, task, plan.cost ?? task.creditEstimate)
  } catch (error) {
    const reason = error instanceof UnusableInput ? error.message : `The audio could not be made: ${error}`
    if (!studio.closing.aborted) fail(studio, task, reason, 'ERROR')
  }
}

const takeTurn = async (studio: Studio, submission: Submission, task: Task, plan: Plan): Promise<void> => {
  const { delayMs = 0 } = plan
  if (delayMs > 0) await delay(delayMs, undefined, { signal: studio.closing }).catch(() => undefined)
  if (studio.closing.aborted) return
  await studio.line.join(() => finish(studio, submission, task, plan))
}

/** Accepts work, charges its estimate and has it done in its turn; or says why not. */
export const submit = (studio: Studio, submission: Submission): SubmissionResult => {
  const plan = studio.plans.take()
  const reason = plan.flag ?? flaggedReason(submission.texts)
  if (reason !== undefined) return { kind: 'flagged', reason }
  const reply = refused(studio, submission, plan)
  if (reply !== undefined) return { kind: 'refused', reply }

  const { feature, webhookUrl, creditEstimate, outputCount } = submission
  const task = studio.tasks.add({ feature, webhookUrl, creditEstimate, outputCount })
  const seconds = studio.line.secondsUntilDone() + (plan.delayMs ?? 0) / 1000
  void takeTurn(studio, submission, task, plan)
  return { kind: 'accepted', task, etaSeconds: studio.settings.etaSeconds ?? Math.ceil(seconds) }
}
