import type { ResponseName } from '../../src/core/endpoints/shapes.ts'
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

const replyA = (result: SubmissionResult): Reply =>
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
const refuseFlagged = ({ refuse, status }: EndpointErrors, reason: string): Reply =>
  refuse(status, `The request was flagged: ${reason}`)

const replyB = (result: SubmissionResult, errors: EndpointErrors): Reply =>
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

const replyC = (result: SubmissionResult, errors: EndpointErrors): Reply =>
  replyTo(result, (reason) => refuseFlagged(errors, reason), pairOf)

const replyD = (result: SubmissionResult): Reply =>
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

/** Lyrics are there at once. */
const replyLyrics = (result: SubmissionResult, errors: EndpointErrors): Reply => {
  if (result.kind === 'accepted' && result.task.status !== 'COMPLETED')
    return errors.refuse(500, errors.broken)
  return replyTo(
    result,
    (reason) => refuseFlagged(errors, reason),
    ({ task }) => ({
      task_id: task.taskId,
      message: 'Lyrics generated successfully',
      lyrics: task.outputs[0]?.lyrics ?? '',
      credit_estimate: task.creditEstimate,
    }),
  )
}

/** Answers a submission in the shape of that name. */
export const replyIn = (shape: ResponseName, result: SubmissionResult, errors: EndpointErrors): Reply => {
  switch (shape) {
    case 'A':
      return replyA(result)
    case 'B':
      return replyB(result, errors)
    case 'C':
      return replyC(result, errors)
    case 'D':
      return replyD(result)
    case 'lyrics':
      return replyLyrics(result, errors)
    case 'conversion':
    case 'voices':
      throw new Error(`${shape} answers no submission`)
  }
}
