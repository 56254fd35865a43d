import type { Callback } from '../callbacks.ts'
import { endpointNames, endpoints } from '../endpoints.ts'
import { fullRemix, fullSong, highVoice, instrumentalSong, maleSpeech, plainSong } from '../orders.ts'
import type { Order } from '../requests.ts'
import { demand, documented, NotTried, type Row, seenElsewhere, shown } from '../row.ts'
import type { Service } from '../service.ts'
import { validRequest } from '../valid-requests.ts'
import { textOf } from '../values.ts'

/**
 * Asked without a key, so that nothing is ordered: what is there refuses the
 * key, what is not there is not found.
 */
const pathRows: readonly Row[] = endpointNames.map((name) => {
  const { method, path, encoding } = endpoints[name]
  const form = { query: 'in the query', json: 'as JSON', form: 'as multipart/form-data' }[encoding]
  return documented(`${name}.path`, `${method} ${path} is there and answers JSON`, async (service) => {
    const { status, contentType } = await service.answer(validRequest(name, 'none'))
    demand(status !== 404 && status !== 405, `with its parameters ${form} it answers ${status}`)
    demand(contentType.includes('application/json'), `the answer's type is ${shown(contentType)}`)
  })
})

/** Where no task is started by asking with one parameter too many. */
const readNames = ['byId', 'searchVoices', 'getAllVoices', 'promptToLyrics'] as const

const unknownParameterRows: readonly Row[] = [
  ...readNames.map((name) =>
    seenElsewhere(`${name}.unknownParameter`, 'a parameter that nobody knows is ignored', async (service) => {
      const [usual, odd] = [
        await service.answer(validRequest(name)),
        await service.answer(validRequest(name, 'own', { no_such_parameter: 'x' })),
      ]
      demand(odd.status === usual.status, `the status is ${odd.status}, and ${usual.status} without it`)
    }),
  ),
  seenElsewhere(
    'textToSpeech.unknownParameter',
    'a parameter that nobody knows is ignored',
    async (service) => {
      await service.accepted(validRequest('textToSpeech', 'own', { no_such_parameter: 'x' }))
    },
  ),
  seenElsewhere('cutter.unknownParameter', 'a parameter that nobody knows is ignored', async (service) => {
    await service.accepted(validRequest('cutter', 'own', { no_such_parameter: 'x' }))
  }),
]

const many =
  (count: number) =>
  (calls: readonly Callback[]): boolean =>
    calls.length >= count

const called = async (service: Service, order: Order, count: number): Promise<readonly Callback[]> => {
  const calls = await service.callbacks(order, many(count))
  demand(calls.length >= count, `${calls.length} calls came, not ${count}`)
  return calls
}

const values = (calls: readonly Callback[], field: string): readonly unknown[] => [
  ...new Set(calls.map(({ body }) => body?.[field])),
]

const labels: readonly (readonly [Order, string])[] = [
  [fullSong, 'Music AI'],
  [maleSpeech, 'Text To Speech'],
  [highVoice, 'Voice Conversion'],
]

/** Two songs, two timed lyrics and a cover. */
const callsForFullSong = 5

const eventRows: readonly Row[] = [
  seenElsewhere('events.method', 'a callback is a POST', async (service) => {
    const calls = await called(service, fullSong, 1)
    demand(
      calls.every(({ method }) => method === 'POST'),
      `it is ${calls.map(({ method }) => method).join(', ')}`,
    )
  }),
  seenElsewhere('events.json', 'a callback is JSON', async (service) => {
    const calls = await called(service, fullSong, 1)
    const isJson = ({ contentType, body }: Callback): boolean =>
      contentType.includes('application/json') && body !== undefined
    demand(calls.every(isJson), `there are ${calls.map(({ contentType }) => contentType).join(', ')}`)
  }),
  seenElsewhere(
    'events.several',
    'a song with everything calls back at least five times',
    async (service) => {
      await called(service, fullSong, callsForFullSong)
    },
  ),
  seenElsewhere('events.subtype', 'subtype tells audio, timed lyrics and cover apart', async (service) => {
    const found = values(await called(service, fullSong, callsForFullSong), 'subtype')
    for (const subtype of ['music_ai', 'lyrics_timestamped', 'album_cover_generation'])
      demand(found.includes(subtype), `no call is of ${subtype}: ${shown(found)}`)
  }),
  seenElsewhere('events.subtype.remix', 'the audio of a remix has the subtype remix', async (service) => {
    const found = values(await called(service, fullRemix, 2), 'subtype')
    demand(found.includes('remix'), `there are ${shown(found)}`)
  }),
  seenElsewhere('events.fewer', 'an instrumental without a cover calls back fewer times', async (service) => {
    const [full, fewer] = [
      await called(service, fullSong, callsForFullSong),
      await called(service, instrumentalSong, 2),
    ]
    demand(
      fewer.length < full.length,
      `${fewer.length} calls came, and ${full.length} for the song with everything`,
    )
  }),
  seenElsewhere('events.success', 'a callback about a result carries success: true', async (service) => {
    const found = values(await called(service, fullSong, 1), 'success')
    demand(
      found.every((value) => value === true),
      `success is ${shown(found)}`,
    )
  }),
  ...labels.map(([order, label]) =>
    seenElsewhere(
      `events.conversion_type.${order.endpoint}`,
      `conversion_type is the label ${label}`,
      async (service) => {
        const found = values(await called(service, order, 1), 'conversion_type')
        demand(found.includes(label), `conversion_type is ${shown(found)}`)
      },
    ),
  ),
  seenElsewhere('events.cover', 'a callback about a cover carries no conversion_id', async (service) => {
    const calls = await called(service, fullSong, callsForFullSong)
    const cover = calls.find(({ body }) => body?.subtype === 'album_cover_generation')
    demand(cover?.body !== undefined, 'no call is about a cover')
    demand(textOf(cover.body, 'conversion_id') === '', `it carries ${shown(cover.body.conversion_id)}`)
  }),
]

const etaRows: readonly Row[] = [
  seenElsewhere('service.eta.seconds', 'eta is a number of seconds, or -1 for unknown', async (service) => {
    const { eta } = (await service.accepted(plainSong)).body
    demand(typeof eta === 'number' && (eta === -1 || (eta >= 0 && eta < 3600)), `eta is ${shown(eta)}`)
  }),
  documented('service.submissions', 'the answer comes before the work is done', async (service) => {
    const { status } = await service.firstSeen(fullSong)
    if (status === 'COMPLETED') throw new NotTried('the song was done before it could be looked up')
    demand(status === 'IN_QUEUE', `status is ${shown(status)}`)
  }),
]

/** The rows about what all endpoints share, and about callbacks. */
export const sharedRows: readonly Row[] = [...pathRows, ...unknownParameterRows, ...eventRows, ...etaRows]
