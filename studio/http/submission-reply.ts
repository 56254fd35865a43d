import { z } from 'zod'
import type { SubmissionResult } from '../tasks/submission.ts'
import type { EndpointErrors } from './errors.ts'
import { type Reply, succeed } from './reply.ts'

const accepted = 'Message published to queue'

/** Fields of the service for reasons it did not understand a request; the studio always has a plain one. */
const noMisunderstanding = {
  error_message: '',
  error_message_detail: '',
  missing_input_fields: '',
  predicted_user_intent: '',
}

/** Submission response A: two outputs, a flag, and what the service made of the request. */
export const responseA = z.object({
  success: z.boolean(),
  message: z.string(),
  task_id: z.string(),
  conversion_id_1: z.string(),
  conversion_id_2: z.string(),
  is_flagged: z.boolean(),
  reason: z.string(),
  eta: z.int().describe('Seconds; -1 when nobody can say'),
  status: z.string().describe('IN_QUEUE on acceptance'),
  credit_estimate: z.number(),
  error_message: z.string(),
  error_message_detail: z.string(),
  missing_input_fields: z.string(),
  predicted_user_intent: z.string(),
})

/** Submission response B: one output. */
export const responseB = z.object({
  success: z.boolean(),
  task_id: z.string(),
  conversion_id: z.string(),
  eta: z.int().describe('Seconds; -1 when nobody can say'),
  credit_estimate: z.number(),
  message: z.string(),
  status: z.string().describe('IN_QUEUE on acceptance'),
})

/** Submission response C: two outputs. */
export const responseC = z.object({
  success: z.boolean(),
  message: z.string(),
  task_id: z.string(),
  conversion_id_1: z.string(),
  conversion_id_2: z.string().describe('Empty where one output was asked for'),
  eta: z.int().describe('Seconds; -1 when nobody can say'),
})

/** Submission response D: response C with a flag and an estimate. */
export const responseD = responseC.extend({
  is_flagged: z.boolean(),
  reason: z.string(),
  credit_estimate: z.number(),
})

type Accepted = Extract<SubmissionResult, { kind: 'accepted' }>

const pairOf = ({ task, etaSeconds }: Accepted) => ({
  message: accepted,
  task_id: task.taskId,
  conversion_id_1: task.outputs[0]?.conversionId ?? '',
  conversion_id_2: task.outputs[1]?.conversionId ?? '',
  eta: etaSeconds,
})

const flaggedPair = {
  message: 'The request was flagged',
  task_id: '',
  conversion_id_1: '',
  conversion_id_2: '',
  eta: 0,
}

const flagged = (fields: Readonly<Record<string, unknown>>, reason: string): Reply => ({
  status: 200,
  body: { success: false, ...fields, is_flagged: true, reason, credit_estimate: 0 },
})

/** Says what became of a submission; what is the same in all responses is a refusal. */
const replyTo = (
  result: SubmissionResult,
  whenFlagged: (reason: string) => Reply,
  whenAccepted: (accepted: Accepted) => Readonly<Record<string, unknown>>,
): Reply => {
  switch (result.kind) {
    case 'refused':
      return result.reply
    case 'flagged':
      return whenFlagged(result.reason)
    case 'accepted':
      return succeed(whenAccepted(result))
  }
}

/** Answers with response A. */
export const replyA = (result: SubmissionResult): Reply =>
  replyTo(
    result,
    (reason) => flagged({ ...flaggedPair, status: '', ...noMisunderstanding }, reason),
    (done) => ({
      ...pairOf(done),
      is_flagged: false,
      reason: '',
      status: done.task.status,
      credit_estimate: done.task.creditEstimate,
      ...noMisunderstanding,
    }),
  )

/** A response without a field for a flag: what is flagged is refused. */
export const refuseFlagged = ({ refuse, invalid }: EndpointErrors, reason: string): Reply =>
  refuse(invalid, `The request was flagged: ${reason}`)

/** Answers with response B. */
export const replyB = (result: SubmissionResult, errors: EndpointErrors): Reply =>
  replyTo(
    result,
    (reason) => refuseFlagged(errors, reason),
    ({ task, etaSeconds }) => ({
      task_id: task.taskId,
      conversion_id: task.outputs[0]?.conversionId ?? '',
      eta: etaSeconds,
      credit_estimate: task.creditEstimate,
      message: accepted,
      status: task.status,
    }),
  )

/** Answers with response C. */
export const replyC = (result: SubmissionResult, errors: EndpointErrors): Reply =>
  replyTo(result, (reason) => refuseFlagged(errors, reason), pairOf)

/** Answers with response D. */
export const replyD = (result: SubmissionResult): Reply =>
  replyTo(
    result,
    (reason) => flagged(flaggedPair, reason),
    (done) => ({
      ...pairOf(done),
      is_flagged: false,
      reason: '',
      credit_estimate: done.task.creditEstimate,
    }),
  )
