import { becomes, demandNear, fetchAudio, makesOutputs } from '../expectations.ts'
import {
  batchSeconds,
  doubleBatch,
  instrumentalBatch,
  plainBatch,
  singleBatch,
  vocalBatch,
} from '../orders.ts'
import { type Refusal, refusalRows, refusalsOf } from '../refusing.ts'
import type { FieldValue, Order } from '../requests.ts'
import { documented, type Row } from '../row.ts'
import { textOf } from '../values.ts'
import { coverRows, songRows } from './songs.ts'

/** Lengths are an experiment of the service, so a second more or less will do. */
const lengthTolerance = 1

const lasts = (order: Order, output: 1 | 2): Row['check'] =>
  becomes(order, async (conversion, service) => {
    const seconds = await fetchAudio(service, textOf(conversion, `conversion_path_${output}`))
    demandNear(seconds, batchSeconds, lengthTolerance, 'the length in seconds')
  })

const refused = (field: string, value: FieldValue): Refusal =>
  refusalsOf('batch')(`${field}.${value}`, `${field} ${value} is refused`, { [field]: value })

/** The rows about several songs at once. */
export const batchRows: readonly Row[] = [
  ...songRows('batch', {
    full: singleBatch,
    plain: plainBatch,
    instrumental: instrumentalBatch,
    vocal: vocalBatch,
    voiced: doubleBatch,
    guidance: 280,
    within: singleBatch,
    beyond: doubleBatch,
  }),
  documented('batch.output_length', 'output_length is the length in seconds', lasts(singleBatch, 1)),
  documented(
    'batch.output_length.both',
    'output_length is the length of both outputs',
    lasts(doubleBatch, 2),
  ),
  documented('batch.num_outputs.1', 'num_outputs 1 makes one output', makesOutputs(singleBatch, 1)),
  documented('batch.num_outputs.2', 'num_outputs 2 makes two outputs', makesOutputs(doubleBatch, 2)),
  ...coverRows('batch', singleBatch, plainBatch),
  ...refusalRows([
    refused('num_outputs', 1.5),
    refused('make_instrumental', 'perhaps'),
    refused('vocal_only', 'perhaps'),
    refused('generate_album_cover', 'perhaps'),
    refused('output_length', 'long'),
  ]),
]
