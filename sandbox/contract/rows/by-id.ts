import { conversionTypes } from '../endpoints.ts'
import { fullSong, maleSpeech } from '../orders.ts'
import { refusalRows } from '../refusing.ts'
import type { ServiceRequest } from '../requests.ts'
import { demand, documented, type Row, shown } from '../row.ts'
import type { Service } from '../service.ts'
import { demandFailure } from '../shapes.ts'
import { isRecord, textOf } from '../values.ts'

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

const idOf = async (service: Service, name: string): Promise<string> =>
  textOf((await service.accepted(fullSong)).body, name)

const answerRows: readonly Row[] = [
  documented('byId.response.success', 'the answer carries success: true', async (service) => {
    await service.ended(fullSong)
    const { status, body } = await service.answerAgain(
      lookUp({ conversionType: 'MUSIC_AI', task_id: await idOf(service, 'task_id') }),
    )
    demand(status === 200, `the status is ${status}, not 200`)
    demand(body.success === true, `success is ${shown(body.success)}`)
  }),
  documented('byId.response.conversion', 'the answer carries conversion: a record', async (service) => {
    const fields = { conversionType: 'MUSIC_AI', task_id: await idOf(service, 'task_id') }
    const { body } = await service.answer(lookUp(fields))
    demand(isRecord(body.conversion), `conversion is ${shown(body.conversion)}`)
  }),
  documented('byId.task_id', 'finds a task by task_id', async (service) =>
    found(service, { conversionType: 'MUSIC_AI', task_id: await idOf(service, 'task_id') }),
  ),
  ...(['conversion_id_1', 'conversion_id_2'] as const).map((name) =>
    documented(`byId.conversion_id.${name}`, `finds a task by the ${name} of its answer`, async (service) =>
      found(service, { conversionType: 'MUSIC_AI', conversion_id: await idOf(service, name) }),
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

const bothIds: Row['check'] = async (service) => {
  const { task_id, conversion_id_1: conversion_id } = (await service.accepted(fullSong)).body
  const fields = { conversionType: 'MUSIC_AI', task_id: `${task_id}`, conversion_id: `${conversion_id}` }
  const { status, body } = await service.answer(lookUp(fields))
  demand(status >= 400, `it is not refused: ${status} ${shown(body)}`)
  demandFailure(body, ['E3'])
  demand(body.message === 'Invalid request parameters', `the text is ${shown(body.message)}`)
}

const invalid = { errorCode: 'UNPROCESSABLE_CONTENT', shapes: ['E1'], status: 422 } as const

const failureRows: readonly Row[] = [
  documented(
    'byId.exactlyOne.both',
    'task_id together with conversion_id is refused: Invalid request parameters',
    bothIds,
  ),
  ...refusalRows([
    {
      id: 'byId.exactlyOne.none',
      title: 'neither task_id nor conversion_id is refused: Invalid request parameters',
      request: lookUp({ conversionType: 'MUSIC_AI' }),
      text: 'Invalid request parameters',
      seenStatus: 400,
    },
    {
      id: 'byId.conversionType.required',
      title: 'a look-up without conversionType is refused: 422 UNPROCESSABLE_CONTENT',
      request: lookUp({ task_id: unknownId }),
      ...invalid,
    },
    {
      id: 'byId.conversionType.unknown',
      title: 'an unknown conversionType is refused: 422 UNPROCESSABLE_CONTENT',
      request: lookUp({ conversionType: 'MUSIC', task_id: unknownId }),
      ...invalid,
    },
    {
      id: 'byId.task_id.unknown',
      title: 'an unknown task_id is refused',
      request: lookUp({ conversionType: 'MUSIC_AI', task_id: unknownId }),
      seenStatus: 404,
    },
    {
      id: 'byId.conversion_id.unknown',
      title: 'an unknown conversion_id is refused',
      request: lookUp({ conversionType: 'MUSIC_AI', conversion_id: unknownId }),
      seenStatus: 404,
    },
    {
      id: 'byId.conversionType.other',
      title: 'a task of another feature is not found',
      request: lookUp({ conversionType: 'COVER', task_id: { answerOf: maleSpeech, field: 'task_id' } }),
      source: 'evidence',
    },
  ]),
]

/** The rows about looking a conversion up. */
export const byIdRows: readonly Row[] = [...answerRows, ...typeRows, ...failureRows]
