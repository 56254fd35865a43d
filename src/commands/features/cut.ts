import { clip } from '../../core/clip/clip-field.ts'
import { defineFeature } from '../../core/command/feature.ts'
import { clipValue, requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { say } from '../../core/text/say.ts'
import { inMilliseconds } from '../../core/time.ts'
import { partEnd, partFields, partProblems } from './fields/clip-part.ts'
import { fileFormat, fileNameAfter } from './fields/made-of-clip.ts'
import { audioView } from './views/audio-view.ts'

const endpoint = taskEndpoints.cutter

/** A part of a clip: POST /v1/audio_cutter. */
export const cut = defineFeature({
  name: 'cut',
  summary: 'Trim a clip',
  topic: 'clips',
  example: { values: { start: '0:10', end: '0:30' } },
  product: 'your trimmed clip',
  conversionType: endpoint.conversionType,
  outputsExpected: 1,
  usualSeconds: 30,
  messageAction: 'Trim this clip',
  takeAction: 'Trim',
  fields: {
    clip: clip({ label: 'Clip', help: 'Audio file to trim' }),
    ...partFields,
    format: fileFormat,
  },
  check: partProblems,
  usualPrice: 'cutter',
  priced: (input) => ({ price: 'cutter', clip: input.clip }),
  encode: (input) =>
    requestTo(endpoint, {
      ...clipValue('audio', input.clip),
      start_time: inMilliseconds(input.start),
      end_time: inMilliseconds(partEnd(input)),
      output_extension: input.format,
    }),
  view: (outcome, input, asked) =>
    audioView(outcome, {
      product: say('Your trimmed clip'),
      fileName: fileNameAfter(input.clip, 'cut'),
      isNamedAfterClip: true,
      takes: 1,
      asked,
    }),
})
