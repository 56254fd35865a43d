import { directEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { toldConversion } from '../dialects/look-up.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { tooMany } from '../http/errors.ts'
import { succeed } from '../http/reply.ts'

/** Looks one conversion up by the id of its task or of one of its outputs, but not by both. */
export const byId = defineEndpoint(
  directEndpoints.byId,
  async ({ conversionType, task_id, conversion_id }, { studio, account }, { refuse, status, texts }) => {
    const { settings, lookUpLimit, faults } = studio
    if (!lookUpLimit.spend(account.key, settings.lookUpsPerMinute)) return tooMany
    if ((task_id === '') === (conversion_id === '')) return refuse(status, texts?.task_id ?? '')
    const { byTaskId, byConversionId } = studio.tasks
    const task = task_id === '' ? await byConversionId(conversion_id) : await byTaskId(task_id)
    const isFound = task?.feature === conversionType && task.accountKey === account.key
    if (!isFound) return refuse(404, 'Conversion not found')
    const dialect = { ...settings.lookUp, ...task.plan.lookUp, ...faults.takeLookUp() }
    return succeed({ conversion: toldConversion(task, dialect) })
  },
)
