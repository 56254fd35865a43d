import { clip } from '../../core/clip/clip-field.ts'
import { defineFeature } from '../../core/command/feature.ts'
import { clipValue, requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { say } from '../../core/text/say.ts'
import { fileFormat, fileNameAfter } from './fields/made-of-clip.ts'
import { audioView } from './views/audio-view.ts'

const endpoint = taskEndpoints.mastering

/** A clip mastered after another: POST /v1/audio_mastering. */
export const master = defineFeature({
  name: 'master',
  summary: 'Master a clip to match a reference track',
  topic: 'clips',
  example: { values: { format: 'flac' } },
  product: 'your master',
  conversionType: endpoint.conversionType,
  outputsExpected: 1,
  usualSeconds: 60,
  messageAction: 'Master this clip',
  takeAction: 'Master',
  fields: {
    clip: clip({ label: 'Clip', help: 'Audio file to master' }),
    reference: clip({
      label: 'Reference',
      help: 'Finished track to match, as a file or link',
    }),
    format: fileFormat,
  },
  check: ({ clip: given, reference }) =>
    given !== undefined && reference?.url === given.url
      ? [
          {
            field: 'reference',
            text: say('Reference is the clip itself, so nothing would change. Choose another.'),
          },
        ]
      : [],
  usualPrice: 'mastering',
  priced: (input) => ({ price: 'mastering', clip: input.clip }),
  encode: (input) =>
    requestTo(endpoint, {
      ...clipValue('audio', input.clip, input.reference),
      ...clipValue('reference_audio', input.reference, input.clip),
      output_extension: input.format,
    }),
  view: (outcome, input, asked) =>
    audioView(outcome, {
      product: say('Your master'),
      fileName: fileNameAfter(input.clip, 'mastered'),
      isNamedAfterClip: true,
      takes: 1,
      asked,
    }),
})
