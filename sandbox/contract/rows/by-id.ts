import { conversionTypes } from '../../../src/core/endpoints/conversion-type.ts'
import { fullSong, maleSpeech } from '../orders.ts'
import { refusalRows, refusalsOf } from '../refusing.ts'
import type { ServiceRequest } from '../requests.ts'
import { demand, documented, type Row, shown } from '../row.ts'
import type { Service } from '../service.ts'
import { isRecord } from '../values.ts'

/** In the form of an identifier, and of no task. */
const unknownId = '00000000-0000-4000-8000-000000000000'

const lookUp = (fields: NonNullable<ServiceRequest['fields']>): ServiceRequest => ({
  endpoint: 'byId',
  fields,
})

const found = async (service: Service, fields: NonNullable<ServiceRequest['fields']>): Promise<void> => {
  const { body } = await service.answer(lookUp(fields))
  const { task_id: wanted } = (await service.accepted(fullSong)).body
  const conversion = isRecord(body.conversion) ? body.conversion : {}
  demand(conversion.task_id === wanted, `it finds ${shown(body)}`)
}

/** An id of the answer to an order. */
const idOf = (field: string) => ({ answerOf: fullSong, field }) as const

const answerRows: readonly Row[] = [
  documented('byId.response.success', 'the answer carries success: true', async (service) => {
    await service.ended(fullSong)
    const { status, body } = await service.answerAgain(
      lookUp({ conversionType: 'MUSIC_AI', task_id: idOf('task_id') }),
    )
    demand(status === 200, `the status is ${status}, not 200`)
    demand(body.success === true, `success is ${shown(body.success)}`)
  }),
  documented('byId.response.conversion', 'the answer carries conversion: a record', async (service) => {
    const fields = { conversionType: 'MUSIC_AI', task_id: idOf('task_id') }
    const { body } = await service.answer(lookUp(fields))
    demand(isRecord(body.conversion), `conversion is ${shown(body.conversion)}`)
  }),
  documented('byId.task_id', 'finds a task by task_id', async (service) =>
    found(service, { conversionType: 'MUSIC_AI', task_id: idOf('task_id') }),
  ),
  ...(['conversion_id_1', 'conversion_id_2'] as const).map((name) =>
    documented(`byId.conversion_id.${name}`, `finds a task by the ${name} of its answer`, async (service) =>
      found(service, { conversionType: 'MUSIC_AI', conversion_id: idOf(name) }),
    ),
  ),
]

const typeRows: readonly Row[] = conversionTypes.map((conversionType) =>
  documented(
    `byId.conversionType.${conversionType}`,
    `takes conversionType ${conversionType}`,
    async (service) => {
      const { status, body } = await service.answer(lookUp({ conversionType, task_id: unknownId }))
      demand(status !== 422, `it is refused as unknown: ${shown(body)}`)
      demand(status < 500, `the status is ${status}: ${shown(body)}`)
    },
  ),
)

const invalid = {
  status: 422,
  errorCode: 'UNPROCESSABLE_CONTENT',
  shapes: ['E1'],
  text: 'Invalid request parameters',
} as const

const refused = refusalsOf('byId')

const failureRows = refusalRows([
  refused(
    'exactlyOne.both',
    'task_id together with conversion_id is refused',
    { task_id: idOf('task_id'), conversion_id: idOf('conversion_id_1') },
    invalid,
  ),
  refused('exactlyOne.none', 'neither task_id nor conversion_id is refused', { task_id: undefined }, invalid),
  refused(
    'conversionType.required',
    'a look-up without conversionType is refused',
    { conversionType: undefined },
    invalid,
  ),
  refused(
    'conversionType.unknown',
    'an unknown conversionType is refused',
    { conversionType: 'MUSIC' },
    invalid,
  ),
  refused('task_id.unknown', 'an unknown task_id is refused', { task_id: unknownId }, { seenStatus: 404 }),
  refused(
    'conversion_id.unknown',
    'an unknown conversion_id is refused',
    { task_id: undefined, conversion_id: unknownId },
    { seenStatus: 404 },
  ),
  refused(
    'conversionType.other',
    'a task of another feature is not found',
    { conversionType: 'COVER', task_id: { answerOf: maleSpeech, field: 'task_id' } },
    { source: 'evidence' },
  ),
])

/** The rows about looking a conversion up. */
export const byIdRows: readonly Row[] = [...answerRows, ...typeRows, ...failureRows]
