import { clipName } from '../../core/clip/clip.ts'
import { clip } from '../../core/clip/clip-field.ts'
import { defineFeature } from '../../core/command/feature.ts'
import { clipValue, requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { integer, optional, text } from '../../core/fields/field-builders.ts'
import { declared, say } from '../../core/text/say.ts'
import { partEnd, partFields, partProblems } from './fields/clip-part.ts'
import { fileNameAfter } from './fields/made-of-clip.ts'
import { songFields, songValues } from './fields/song-fields.ts'
import { audioView } from './views/audio-view.ts'

const endpoint = taskEndpoints.inpaint
const { lyrics, title, gender, cover, timestamps } = songFields
const { num_outputs: outputs, lyrics_section_to_replace: sectionText } = endpoint.fields

const takesOf = ({ takes = outputs.default }: { takes: number | undefined }): number => takes

/** A clip with a part remade: POST /v1/inpaint. */
export const inpaint = defineFeature({
  name: 'inpaint',
  summary: 'Redo part of a clip',
  topic: 'clips',
  example: { values: { prompt: declared('a saxophone solo'), start: '0:45', end: '1:00' } },
  product: 'your redone clip',
  conversionType: endpoint.conversionType,
  outputsExpected: takesOf,
  coverExpected: ({ cover }) => cover === true,
  usualSeconds: 240,
  messageAction: 'Redo part of this clip',
  takeAction: 'Redo part',
  fields: {
    clip: clip({ label: 'Clip', help: 'Audio file to change' }),
    // The service does not require it, but a part remade without a description costs credits and disappoints.
    prompt: text({
      label: 'Prompt',
      help: 'What to put there, such as "a saxophone solo"',
    }),
    ...partFields,
    section: optional(
      text({
        label: 'Section',
        help: 'Lyrics for that part',
        lengthMax: sectionText.lengthMax,
      }),
    ),
    lyrics: { ...lyrics, help: 'Lyrics of the whole song, for a better fit' },
    gender,
    takes: optional(
      integer({
        label: 'Takes',
        help: 'Number of takes (default: 2)',
        min: outputs.min,
        max: outputs.max,
        units: ['take', 'takes'],
      }),
    ),
    title,
    cover,
    timestamps,
  },
  shownFields: ['takes', 'title', 'cover'],
  check: partProblems,
  usualPrice: 'inpaint',
  priced: (input) => ({ price: 'inpaint', units: takesOf(input) }),
  encode: (input) =>
    requestTo(endpoint, {
      ...clipValue('audio', input.clip),
      prompt: input.prompt,
      replace_start_at: input.start,
      replace_end_at: partEnd(input),
      lyrics_section_to_replace: input.section,
      num_outputs: input.takes,
      ...songValues(input),
    }),
  view: (outcome, input, asked) =>
    audioView(outcome, {
      product: say('Your redone clip'),
      fileName: fileNameAfter(input.clip, 'redone'),
      takes: takesOf(input),
      about: [clipName(input.clip), input.prompt],
      hasCover: input.cover,
      asked,
    }),
})
