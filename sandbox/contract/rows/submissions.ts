import { endpoints, type SubmissionName } from '../endpoints.ts'
import {
  cutAddress,
  cutAs,
  doubleBatch,
  fullInpaint,
  fullOldSong,
  fullRemix,
  fullSong,
  fullTranscription,
  highVoice,
  maleSpeech,
  masteredAddresses,
  masteredAs,
  plainBatch,
  plainInpaint,
  plainOldSong,
  plainRemix,
  plainSong,
  plainSpeech,
  plainTranscription,
  plainVoice,
} from '../orders.ts'
import type { Order } from '../requests.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import { audioAddressOf } from '../service.ts'
import { extrasOf, type ResponseName, responses } from '../shapes.ts'
import { hasType, isRecord, textOf } from '../values.ts'

/** What the rows about an endpoint's answers and callbacks look at. */
type Submission = {
  readonly response: ResponseName
  /** Whether the description or only outside evidence gives the response. */
  readonly source: Row['source']
  readonly order: Order
  /** An order without an address for callbacks. */
  readonly quiet: Order
}

const submissions: Readonly<Record<SubmissionName, Submission>> = {
  musicAiV1: { response: 'C', source: 'document', order: fullOldSong, quiet: plainOldSong },
  musicAiV2: { response: 'D', source: 'document', order: fullSong, quiet: plainSong },
  batch: { response: 'C', source: 'document', order: doubleBatch, quiet: plainBatch },
  voiceChanger: { response: 'B', source: 'evidence', order: highVoice, quiet: plainVoice },
  remix: { response: 'A', source: 'document', order: fullRemix, quiet: plainRemix },
  mastering: { response: 'B', source: 'document', order: masteredAs('mp3'), quiet: masteredAddresses },
  cutter: { response: 'B', source: 'document', order: cutAs('mp3'), quiet: cutAddress },
  inpaint: { response: 'A', source: 'document', order: fullInpaint, quiet: plainInpaint },
  textToSpeech: { response: 'B', source: 'document', order: maleSpeech, quiet: plainSpeech },
  transcribe: { response: 'B', source: 'document', order: fullTranscription, quiet: plainTranscription },
}

const makeRow = (source: Row['source']): typeof documented =>
  source === 'document' ? documented : seenElsewhere

const responseRows = (name: SubmissionName, { response, source, order }: Submission): readonly Row[] => {
  const shape = responses[response]
  const make = makeRow(source)
  return [
    ...Object.entries(shape).map(([field, type]) =>
      make(`${name}.response.${field}`, `the answer carries ${field}: ${type}`, async (service) => {
        const { body } = await service.accepted(order)
        demand(hasType(body[field], type), `${field} is ${shown(body[field])}, not of type ${type}`)
      }),
    ),
    make(
      `${name}.response.noOther`,
      `the answer has the fields of response ${response} only`,
      async (service) => {
        const extras = extrasOf((await service.accepted(order)).body, shape)
        demand(extras.length === 0, `the answer also carries ${extras.join(', ')}`)
      },
    ),
  ]
}

const queueRows = (name: SubmissionName, { response, source, order }: Submission): readonly Row[] =>
  'status' in responses[response]
    ? [
        makeRow(source)(`${name}.response.IN_QUEUE`, 'status is IN_QUEUE on acceptance', async (service) => {
          const { status } = (await service.accepted(order)).body
          demand(status === 'IN_QUEUE', `status is ${shown(status)}`)
        }),
      ]
    : []

const flagRows = (name: SubmissionName, { response, order }: Submission): readonly Row[] =>
  'is_flagged' in responses[response]
    ? [
        seenElsewhere(`${name}.response.unflagged`, 'harmless work is not flagged', async (service) => {
          const { is_flagged } = (await service.accepted(order)).body
          demand(is_flagged === false, `is_flagged is ${shown(is_flagged)}`)
        }),
      ]
    : []

const lookUpRows = (name: SubmissionName, { order }: Submission): readonly Row[] => {
  const { conversionType } = endpoints[name]
  return [
    documented(`${name}.conversionType`, `the task is looked up as ${conversionType}`, async (service) => {
      const conversion = await service.completed(order)
      demand(conversion.feature === conversionType, `feature is ${shown(conversion.feature)}`)
    }),
    documented(
      `${name}.conversionId`,
      'the answer names the outputs by ids that byId knows',
      async (service) => {
        const { body } = await service.accepted(order)
        const ids = Object.keys(body).filter(
          (field) => field.startsWith('conversion_id') && body[field] !== '',
        )
        demand(ids.length > 0, `the answer names no output: ${shown(body)}`)
        for (const field of ids) {
          const fields = { conversionType, conversion_id: textOf(body, field) }
          const found = await service.answer({ endpoint: 'byId', fields })
          const conversion = isRecord(found.body.conversion) ? found.body.conversion : {}
          demand(conversion.task_id === body.task_id, `${field} leads to ${shown(found.body)}`)
        }
      },
    ),
  ]
}

const callbackRows = (name: SubmissionName, { order, quiet }: Submission): readonly Row[] => [
  documented(`${name}.webhook_url`, 'webhook_url is called about the task', async (service) => {
    const taskId = textOf((await service.accepted(order)).body, 'task_id')
    const calls = await service.callbacks(order, (came) =>
      came.some(({ body }) => JSON.stringify(body ?? '').includes(taskId)),
    )
    demand(calls.length > 0, 'no call came')
    demand(
      calls.some(({ body }) => JSON.stringify(body ?? '').includes(taskId)),
      `of ${calls.length} calls none names the task`,
    )
  }),
  documented(`${name}.webhook_url.result`, 'the call brings the result that byId shows', async (service) => {
    const address = audioAddressOf(await service.completed(order))
    const brings = ({ body }: { body: unknown }): boolean =>
      JSON.stringify(body ?? '').includes(JSON.stringify(address).slice(1, -1))
    const calls = await service.callbacks(order, (came) => came.some(brings))
    demand(calls.some(brings), `none of ${calls.length} calls brings ${shown(address)}`)
  }),
  documented(
    `${name}.webhook_url.record`,
    'byId shows the webhook_url given at submission',
    async (service) => {
      const { webhook_url: found } = await service.completed(order)
      const given = service.callbackAddress(order)
      if (given !== undefined) demand(found === given, `webhook_url is ${shown(found)}, not ${shown(given)}`)
    },
  ),
  documented(`${name}.webhook_url.optional`, 'works without webhook_url', async (service) => {
    await service.completed(quiet)
  }),
]

/** How an endpoint that takes work answers, is looked up, and calls back. */
export const submissionRows = (name: SubmissionName): readonly Row[] => {
  const submission = submissions[name]
  return [responseRows, queueRows, flagRows, lookUpRows, callbackRows].flatMap((rowsOf) =>
    rowsOf(name, submission),
  )
}
