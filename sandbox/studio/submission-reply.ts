import { type Refuse, type Reply, succeed } from './reply.ts'
import type { SubmissionResult } from './submission.ts'

const accepted = 'Message published to queue'

/** Fields of the service for reasons it did not understand a request; the studio always has a plain one. */
const noMisunderstanding = {
  error_message: '',
  error_message_detail: '',
  missing_input_fields: '',
  predicted_user_intent: '',
}

/** The answer to a submission with two outputs that names its status, as remixes have it. */
export const pairReply = (result: SubmissionResult): Reply => {
  switch (result.kind) {
    case 'refused':
      return result.reply
    case 'flagged':
      return {
        status: 200,
        body: {
          success: false,
          message: 'The request was flagged',
          task_id: '',
          conversion_id_1: '',
          conversion_id_2: '',
          is_flagged: true,
          reason: result.reason,
          eta: 0,
          status: '',
          credit_estimate: 0,
          ...noMisunderstanding,
        },
      }
    case 'accepted':
      return succeed({
        message: accepted,
        task_id: result.task.taskId,
        conversion_id_1: result.task.outputs[0]?.conversionId ?? '',
        conversion_id_2: result.task.outputs[1]?.conversionId ?? '',
        is_flagged: false,
        reason: '',
        eta: result.etaSeconds,
        status: result.task.status,
        credit_estimate: result.task.creditEstimate,
        ...noMisunderstanding,
      })
  }
}

/** The answer to a submission with one output. It has no field for a flag, so a flagged one is refused. */
export const singleReply = (result: SubmissionResult, refuse: Refuse): Reply => {
  switch (result.kind) {
    case 'refused':
      return result.reply
    case 'flagged':
      return refuse(422, `The request was flagged: ${result.reason}`)
    case 'accepted':
      return succeed({
        task_id: result.task.taskId,
        conversion_id: result.task.outputs[0]?.conversionId ?? '',
        eta: result.etaSeconds,
        credit_estimate: result.task.creditEstimate,
        message: accepted,
        status: result.task.status,
      })
  }
}
