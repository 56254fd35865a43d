import { clip } from '../../core/clip/clip-field.ts'
import { defineFeature } from '../../core/command/feature.ts'
import { clipValue, requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { integer, listed, optional, toggle } from '../../core/fields/field-builders.ts'
import { say } from '../../core/text/say.ts'
import { fileNameAfter } from './fields/made-of-clip.ts'
import { audioView } from './views/audio-view.ts'

const endpoint = taskEndpoints.voiceChanger

/** A clip in another voice: POST /v1/VoiceChanger. */
export const voice = defineFeature({
  name: 'voice',
  summary: 'Change the voice of a clip',
  topic: 'clips',
  example: { values: { pitch: '-2' } },
  product: 'your clip in a new voice',
  conversionType: endpoint.conversionType,
  outputsExpected: 1,
  usualSeconds: 60,
  messageAction: 'Change the voice',
  takeAction: 'New voice',
  voiceFields: ['clip'],
  fields: {
    clip: clip({ label: 'Clip', help: 'Audio file to change' }),
    voice: listed({
      label: 'Voice',
      help: 'Voice to use: start typing its name',
      list: 'voices',
      lengthMax: 200,
    }),
    pitch: optional(
      integer({
        label: 'Pitch',
        help: 'Semitones to shift (negative for down)',
        min: endpoint.fields.pitch.min,
        max: endpoint.fields.pitch.max,
        units: ['semitone', 'semitones', 'st', 'half step', 'half steps'],
      }),
    ),
    clean: optional(toggle({ label: 'Clean', help: 'Remove background noise' })),
  },
  usualPrice: 'voiceChanger',
  priced: (input) => ({ price: 'voiceChanger', clip: input.clip }),
  encode: (input) =>
    requestTo(endpoint, {
      ...clipValue('audio', input.clip),
      voice_id: input.voice,
      pitch: input.pitch,
      remove_background: input.clean === undefined ? undefined : Number(input.clean),
    }),
  view: (outcome, input, asked) =>
    audioView(outcome, {
      product: say('Your clip in a new voice'),
      fileName: fileNameAfter(input.clip, 'in another voice'),
      isNamedAfterClip: true,
      takes: 1,
      asked,
    }),
})
