import type { FieldType } from '../../../src/core/endpoints/shapes.ts'
import { kindOf, secondsOf } from '../audio.ts'
import { becomes, demandNear, fetchPicture, timedLinesOf } from '../expectations.ts'
import { fullSong, maleSpeech } from '../orders.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import { hasType, textOf } from '../values.ts'

/** The fields of a record and their types; a field of an output stands for the first and the second. */
const recordFields: readonly (readonly [name: string, type: FieldType])[] = [
  ['task_id', 'string'],
  ['feature', 'string'],
  ['status', 'string'],
  ['message', 'string'],
  ['webhook_url', 'string'],
  ['createdAt', 'string'],
  ['updatedAt', 'string'],
  ['generation_completed_at', 'string'],
  ...[1, 2].flatMap((output): (readonly [string, FieldType])[] => [
    [`conversion_id_${output}`, 'string'],
    [`title_${output}`, 'string'],
    [`lyrics_${output}`, 'string'],
    [`lyrics_timestamped_${output}`, 'string'],
    [`sounds_${output}`, 'string'],
    [`conversion_path_${output}`, 'string'],
    [`conversion_path_wav_${output}`, 'string'],
    [`conversion_duration_${output}`, 'number'],
  ]),
  ['album_cover_path', 'string'],
  ['album_cover_thumbnail', 'string'],
  ['is_streaming_request', 'boolean'],
  ['is_streaming_available', 'boolean'],
]

const fieldRows: readonly Row[] = recordFields.map(([name, type]) =>
  documented(
    `conversion.${name}`,
    `a finished song's record has ${name}: ${type}`,
    becomes(fullSong, (conversion) =>
      demand(hasType(conversion[name], type), `${name} is ${shown(conversion[name])}, not of type ${type}`),
    ),
  ),
)

const isoForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(?:[+-]\d\d:\d\d|Z)$/
const spacedForm = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [+-]\d\d:?\d\d$/

const hasForm =
  (name: string, form: RegExp): Row['check'] =>
  async (service) => {
    const value = textOf(await service.completed(fullSong), name)
    demand(form.test(value), `${name} is ${shown(value)}`)
  }

const spacedTime = (text: string): number => Date.parse(text.replace(' ', 'T').replace(' ', ''))

const timeRows: readonly Row[] = [
  documented(
    'conversion.createdAt.form',
    'createdAt is ISO 8601 with microseconds and an offset',
    hasForm('createdAt', isoForm),
  ),
  documented(
    'conversion.updatedAt.form',
    'updatedAt is ISO 8601 with microseconds and an offset',
    hasForm('updatedAt', isoForm),
  ),
  documented(
    'conversion.generation_completed_at.form',
    'generation_completed_at is date, time with milliseconds, a space and an offset',
    hasForm('generation_completed_at', spacedForm),
  ),
  documented(
    'conversion.times.order',
    'a song is completed and updated after it was created',
    becomes(fullSong, (conversion) => {
      const created = Date.parse(textOf(conversion, 'createdAt'))
      const updated = Date.parse(textOf(conversion, 'updatedAt'))
      const completed = spacedTime(textOf(conversion, 'generation_completed_at'))
      const spanMs = `created ${created}, completed ${completed}, updated ${updated}`
      demand(created <= completed && created <= updated, spanMs)
    }),
  ),
]

const outputRows: readonly Row[] = [1, 2].flatMap((output) => [
  documented(
    `conversion.conversion_path_${output}.audio`,
    `conversion_path_${output} can be fetched and is audio`,
    becomes(fullSong, async (conversion, service) => {
      const bytes = await service.file(textOf(conversion, `conversion_path_${output}`))
      demand((await secondsOf(bytes)) > 0, `it is ${kindOf(bytes)}`)
    }),
  ),
  seenElsewhere(
    `conversion.conversion_path_${output}.mp3`,
    `conversion_path_${output} is MP3`,
    becomes(fullSong, async (conversion, service) => {
      const kind = kindOf(await service.file(textOf(conversion, `conversion_path_${output}`)))
      demand(kind === 'mp3', `it is ${kind}`)
    }),
  ),
  documented(
    `conversion.conversion_path_wav_${output}.wav`,
    `conversion_path_wav_${output} can be fetched and is WAV`,
    becomes(fullSong, async (conversion, service) => {
      const kind = kindOf(await service.file(textOf(conversion, `conversion_path_wav_${output}`)))
      demand(kind === 'wav', `it is ${kind}`)
    }),
  ),
  documented(
    `conversion.conversion_duration_${output}.seconds`,
    `conversion_duration_${output} is the length of the audio in seconds`,
    becomes(fullSong, async (conversion, service) => {
      const seconds = await secondsOf(await service.file(textOf(conversion, `conversion_path_${output}`)))
      demandNear(Number(conversion[`conversion_duration_${output}`]), seconds, 0.5, 'the duration')
    }),
  ),
  seenElsewhere(
    `conversion.lyrics_timestamped_${output}.milliseconds`,
    `lyrics_timestamped_${output} is JSON: {start, end, text, index} in milliseconds within the duration`,
    becomes(fullSong, (conversion) => {
      const lines = timedLinesOf(conversion, `lyrics_timestamped_${output}`)
      const durationMs = Number(conversion[`conversion_duration_${output}`]) * 1000
      const last = Math.max(...lines.map(({ end }) => end))
      demand(
        lines.every(({ start, end }) => start >= 0 && start <= end),
        `lines end before they start: ${shown(lines)}`,
      )
      demand(last <= durationMs + 500, `the last line ends at ${last}, the song at ${durationMs} ms`)
      demand(last > durationMs / 20, `the last line ends at ${last}: are these seconds?`)
    }),
  ),
])

const otherRows: readonly Row[] = [
  documented(
    'conversion.conversion_id.match',
    'conversion_id_1 and conversion_id_2 are those of the answer',
    async (service) => {
      const { body } = await service.accepted(fullSong)
      const conversion = await service.completed(fullSong)
      for (const name of ['task_id', 'conversion_id_1', 'conversion_id_2'])
        demand(
          conversion[name] === body[name],
          `${name} is ${shown(conversion[name])}, not ${shown(body[name])}`,
        )
    },
  ),
  documented(
    'conversion.album_cover_path.picture',
    'album_cover_path can be fetched and is a picture',
    becomes(fullSong, async (conversion, service) => {
      await fetchPicture(service, conversion, 'album_cover_path')
    }),
  ),
  documented(
    'conversion.album_cover_thumbnail.smaller',
    'album_cover_thumbnail is a smaller picture',
    becomes(fullSong, async (conversion, service) => {
      const [cover, thumbnail] = [
        await fetchPicture(service, conversion, 'album_cover_path'),
        await fetchPicture(service, conversion, 'album_cover_thumbnail'),
      ]
      demand(thumbnail < cover, `the thumbnail is ${thumbnail} pixels wide, the cover ${cover}`)
    }),
  ),
  documented(
    'conversion.message.readable',
    'message is a text for people',
    becomes(fullSong, (conversion) => demand(textOf(conversion, 'message') !== '', 'message is empty')),
  ),
  documented(
    'conversion.is_streaming_request.default',
    'is_streaming_request is false where nobody asked for streaming',
    becomes(fullSong, (conversion) =>
      demand(conversion.is_streaming_request === false, `it is ${shown(conversion.is_streaming_request)}`),
    ),
  ),
  seenElsewhere(
    'conversion.conversion_cost',
    'a finished record tells conversion_cost: a number, or one as text',
    becomes(fullSong, ({ conversion_cost: cost }) =>
      demand(cost !== '' && cost !== null && Number(cost) >= 0, `conversion_cost is ${shown(cost)}`),
    ),
  ),
]

const known = [
  'IN_QUEUE',
  'IN_PROGRESS',
  'GENERATION_COMPLETED',
  'PARTIAL_COMPLETED',
  'COMPLETED',
  'ERROR',
  'FAILED',
]

const statusRows: readonly Row[] = [
  documented('status.IN_QUEUE', 'an accepted task is IN_QUEUE at first', async (service) => {
    const { status } = await service.firstSeen(fullSong)
    demand(status === 'IN_QUEUE' || status === 'COMPLETED', `the first look-up shows ${shown(status)}`)
    const { status: spoken } = (await service.accepted(maleSpeech)).body
    demand(spoken === 'IN_QUEUE', `the answer to an order shows ${shown(spoken)}`)
  }),
  documented('status.COMPLETED', 'a finished song is COMPLETED', async (service) => {
    await service.completed(fullSong)
  }),
  seenElsewhere('status.known', 'every status is one that was seen before', async (service) => {
    await Promise.all([service.ended(fullSong), service.ended(maleSpeech)])
    const strange = service.statusesSeen().filter((status) => !known.includes(status))
    demand(strange.length === 0, `there were ${strange.join(', ')}`)
  }),
  seenElsewhere(
    'status.failed',
    'a task that cannot be done ends as ERROR or FAILED and says why',
    async (service) => {
      const { status, message } = await service.ended({
        endpoint: 'remix',
        fields: { prompt: 'of nothing', audio_url: `${service.baseUrl}/there-is-no-such-clip.mp3` },
      })
      demand(status === 'ERROR' || status === 'FAILED', `it ends as ${shown(status)}`)
      demand(typeof message === 'string' && message !== '', `message is ${shown(message)}`)
    },
  ),
]

/** The rows about the record of a conversion and its states. */
export const conversionRows: readonly Row[] = [
  ...fieldRows,
  ...timeRows,
  ...outputRows,
  ...otherRows,
  ...statusRows,
]
