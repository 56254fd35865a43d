import { responses } from '../../../src/core/endpoints/shapes.ts'
import { endpoints, type SubmissionName, submissionNames } from '../endpoints.ts'
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
import { extrasOf } from '../shapes.ts'
import { validRequest } from '../valid-requests.ts'
import { hasType, isRecord, textOf } from '../values.ts'

/** What the rows about an endpoint's answers and callbacks look at. */
type Submission = {
  readonly order: Order
  /** An order without an address for callbacks. */
  readonly quiet: Order
}

/** Orders that other rows look at as well; of other endpoints the example of their record is ordered. */
const submissions: Readonly<Partial<Record<SubmissionName, Submission>>> = {
  musicAiV1: { order: fullOldSong, quiet: plainOldSong },
  musicAiV2: { order: fullSong, quiet: plainSong },
  batch: { order: doubleBatch, quiet: plainBatch },
  voiceChanger: { order: highVoice, quiet: plainVoice },
  remix: { order: fullRemix, quiet: plainRemix },
  mastering: { order: masteredAs('mp3'), quiet: masteredAddresses },
  cutter: { order: cutAs('mp3'), quiet: cutAddress },
  inpaint: { order: fullInpaint, quiet: plainInpaint },
  textToSpeech: { order: maleSpeech, quiet: plainSpeech },
  transcribe: { order: fullTranscription, quiet: plainTranscription },
}

const submissionOf = (name: SubmissionName): Submission => {
  const order = validRequest(name)
  return submissions[name] ?? { order, quiet: { ...order, quiet: true } }
}

/** The description does not give the response of all endpoints. */
const responseRow = (name: SubmissionName): typeof documented =>
  name === 'voiceChanger' ? seenElsewhere : documented

const responseRows = (name: SubmissionName, { order }: Submission): readonly Row[] => {
  const { response } = endpoints[name]
  const shape = responses[response]
  const make = responseRow(name)
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

const queueRows = (name: SubmissionName, { order }: Submission): readonly Row[] =>
  'status' in responses[endpoints[name].response]
    ? [
        responseRow(name)(
          `${name}.response.IN_QUEUE`,
          'status is IN_QUEUE on acceptance',
          async (service) => {
            const { status } = (await service.accepted(order)).body
            demand(status === 'IN_QUEUE', `status is ${shown(status)}`)
          },
        ),
      ]
    : []

const flagRows = (name: SubmissionName, { order }: Submission): readonly Row[] =>
  'is_flagged' in responses[endpoints[name].response]
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

const rowsFor = (name: SubmissionName): readonly Row[] => {
  const submission = submissionOf(name)
  return [responseRows, queueRows, flagRows, lookUpRows, callbackRows].flatMap((rowsOf) =>
    rowsOf(name, submission),
  )
}

/** A transcription is a text, and no file that a call could bring. */
const notTold: Row['id'] = 'transcribe.webhook_url.result'

/** How each endpoint that takes work answers, is looked up, and calls back. */
export const submissionRows: readonly Row[] = submissionNames
  .flatMap(rowsFor)
  .filter(({ id }) => id !== notTold)
