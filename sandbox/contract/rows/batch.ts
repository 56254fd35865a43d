import {
  becomes,
  demandNear,
  fetchAudio,
  fills,
  hasText,
  isTaken,
  lacks,
  makesAudio,
  makesCover,
  makesOutputs,
} from '../expectations.ts'
import {
  batchSeconds,
  doubleBatch,
  givenLyrics,
  instrumentalBatch,
  plainBatch,
  singleBatch,
  vocalBatch,
} from '../orders.ts'
import { refusalRows } from '../refusing.ts'
import type { FieldValue, Order } from '../requests.ts'
import { documented, type Row } from '../row.ts'
import { validRequest } from '../valid-requests.ts'
import { textOf } from '../values.ts'
import { submissionRows } from './submissions.ts'

/** Lengths are an experiment of the service, so a second more or less will do. */
const lengthTolerance = 1

const lasts = (order: Order, output: 1 | 2): Row['check'] =>
  becomes(order, async (conversion, service) => {
    const seconds = await fetchAudio(service, textOf(conversion, `conversion_path_${output}`))
    demandNear(seconds, batchSeconds, lengthTolerance, 'the length in seconds')
  })

const refused = (field: string, value: FieldValue) => ({
  id: `batch.${field}.${value}` as const,
  title: `${field} ${value} is refused`,
  request: validRequest('batch', 'own', { [field]: value }),
})

/** The rows about several pieces at once. */
export const batchRows: readonly Row[] = [
  ...submissionRows('batch'),
  documented('batch.prompt', 'makes a piece of a prompt alone', makesAudio(plainBatch)),
  documented('batch.prompt.280', 'takes a prompt of 280 characters', isTaken(singleBatch)),
  documented('batch.prompt.281', 'takes a prompt beyond the guidance: 281 characters', isTaken(doubleBatch)),
  documented('batch.music_style', 'takes music_style', makesAudio(singleBatch)),
  documented(
    'batch.lyrics',
    'sings the given lyrics',
    becomes(singleBatch, hasText('lyrics_1', givenLyrics.split('\n')[1] ?? '')),
  ),
  documented(
    'batch.title',
    'gives the piece the title',
    becomes(singleBatch, hasText('title_1', 'Across the Bay')),
  ),
  documented(
    'batch.make_instrumental',
    'make_instrumental leaves the lyrics out',
    becomes(instrumentalBatch, lacks('lyrics_1')),
  ),
  documented(
    'batch.make_instrumental.default',
    'make_instrumental is false unless given: the piece has lyrics',
    becomes(plainBatch, fills('lyrics_1')),
  ),
  documented(
    'batch.vocal_only',
    'vocal_only makes vocals: with lyrics',
    becomes(vocalBatch, fills('lyrics_1')),
  ),
  documented('batch.voice_id', 'takes a voice of the list', makesAudio(doubleBatch)),
  documented('batch.output_length', 'output_length is the length in seconds', lasts(singleBatch, 1)),
  documented(
    'batch.output_length.both',
    'output_length is the length of both outputs',
    lasts(doubleBatch, 2),
  ),
  documented('batch.num_outputs.1', 'num_outputs 1 makes one output', makesOutputs(singleBatch, 1)),
  documented('batch.num_outputs.2', 'num_outputs 2 makes two outputs', makesOutputs(doubleBatch, 2)),
  documented('batch.generate_album_cover', 'generate_album_cover makes a cover', makesCover(singleBatch)),
  documented(
    'batch.generate_album_cover.default',
    'makes no cover unless asked to',
    becomes(doubleBatch, lacks('album_cover_path', 'album_cover_thumbnail')),
  ),
  ...refusalRows([
    refused('num_outputs', 0),
    refused('num_outputs', 3),
    refused('num_outputs', 1.5),
    refused('make_instrumental', 'perhaps'),
  ]),
]
