import { z } from 'zod'
import { toldConversion } from '../dialects/look-up.ts'
import { features } from '../features.ts'
import { conversion } from '../http/conversion-record.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, type Refuse, refuseWithCode, refuseWithMessage, tooMany } from '../http/errors.ts'
import { requiredChoice, text } from '../http/parameters.ts'
import { succeed } from '../http/reply.ts'

/** A look-up answers an unprocessable request with an error code, and every other refusal with a message. */
const refuse: Refuse = (status, reason) =>
  status === 422 ? refuseWithCode(status, reason) : refuseWithMessage(status, reason)

const invalidText = 'Invalid request parameters'
const errors = endpointErrors({ refuse, invalidText })

/** Looks one conversion up by the id of its task or of one of its outputs, but not by both. */
export const byId = defineEndpoint({
  method: 'GET',
  path: '/v1/byId',
  summary: 'Looks a conversion up by exactly one of its ids',
  parameters: {
    conversionType: requiredChoice(features).describe('The family of the feature that made it'),
    task_id: text(),
    conversion_id: text(),
  },
  required: ['conversionType'],
  success: z.object({ success: z.boolean(), conversion }),
  errors,
  answer: async ({ conversionType, task_id, conversion_id }, { studio, account }) => {
    const { settings, lookUpLimit, faults } = studio
    if (!lookUpLimit.spend(account.key, settings.lookUpsPerMinute)) return tooMany
    if ((task_id === '') === (conversion_id === '')) return refuse(422, invalidText)
    const { byTaskId, byConversionId } = studio.tasks
    const task = task_id === '' ? await byConversionId(conversion_id) : await byTaskId(task_id)
    const isFound = task?.feature === conversionType && task.accountKey === account.key
    if (!isFound) return refuse(404, 'Conversion not found')
    const dialect = { ...settings.lookUp, ...task.plan.lookUp, ...faults.takeLookUp() }
    return succeed({ conversion: toldConversion(task, dialect) })
  },
})
