import { clipName } from '../../core/clip/clip.ts'
import { clip } from '../../core/clip/clip-field.ts'
import { defineFeature } from '../../core/command/feature.ts'
import { clipValue, requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { text } from '../../core/fields/field-builders.ts'
import { declared, say } from '../../core/text/say.ts'
import { songFields, songLyrics, songValues } from './fields/song-fields.ts'
import { audioView } from './views/audio-view.ts'

const remixes = 2

/** A new version of a clip, by a description: POST /v1/Remix, which always makes two takes. */
export const remix = defineFeature({
  name: 'remix',
  summary: 'Remix a clip',
  topic: 'clips',
  example: {
    values: { prompt: declared('slow jazz with brushes') },
    firstLabel: declared('Remix a clip'),
  },
  product: 'your remix',
  conversionType: taskEndpoints.remix.conversionType,
  outputsExpected: remixes,
  usualSeconds: 300,
  messageAction: 'Remix this clip',
  takeAction: 'Remix',
  fields: {
    clip: clip({ label: 'Clip', help: 'Audio file to remix' }),
    // The service does not require it, but a remix without a description costs credits and disappoints.
    prompt: text({
      label: 'Prompt',
      help: 'What to turn it into, such as "slow jazz with brushes"',
    }),
    ...songFields,
    lyrics: songLyrics({ lengthMax: taskEndpoints.remix.fields.lyrics.lengthMax }),
  },
  shownFields: ['title', 'cover'],
  usualPrice: 'remix',
  priced: () => ({ price: 'remix', units: remixes }), // whatever the clip's length
  encode: (input) =>
    requestTo(taskEndpoints.remix, {
      ...clipValue('audio', input.clip),
      prompt: input.prompt,
      ...songValues(input),
    }),
  view: (outcome, input, asked) =>
    audioView(outcome, {
      product: say('Your remix'),
      fileName: 'remix',
      takes: remixes,
      about: [clipName(input.clip), input.prompt],
      asked,
    }),
})
