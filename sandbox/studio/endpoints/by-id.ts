import { conversionRecord } from '../conversion-record.ts'
import { defineEndpoint } from '../endpoint.ts'
import { features } from '../features.ts'
import { requiredChoice, text } from '../parameters.ts'
import { type Refuse, refuseWithCode, refuseWithMessage, succeed } from '../reply.ts'

/** A look-up answers an unprocessable request with an error code, and every other refusal with a message. */
const refuse: Refuse = (status, reason) =>
  status === 422 ? refuseWithCode(status, reason) : refuseWithMessage(status, reason)

const parameters = { conversionType: requiredChoice(features), task_id: text(), conversion_id: text() }

/** Looks one conversion up by the id of its task or of one of its outputs, but not by both. */
export const byId = defineEndpoint({
  method: 'GET',
  path: '/v1/byId',
  refuse,
  parameters,
  answer: ({ conversionType, task_id, conversion_id }, studio) => {
    if ((task_id === '') === (conversion_id === '')) return refuse(400, 'Invalid request parameters')
    const { byTaskId, byConversionId } = studio.tasks
    const task = task_id === '' ? byConversionId(conversion_id) : byTaskId(task_id)
    if (task?.feature !== conversionType) return refuse(404, 'Conversion not found')
    return succeed({ conversion: conversionRecord(task, studio.settings.costForm) })
  },
})
