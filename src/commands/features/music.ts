import { requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { defineFeature } from '../../core/feature.ts'
import { choice, listed, optional, text, toggle } from '../../core/field.ts'
import { audioView } from './audio-view.ts'
import { promptLengthMax, songFields, songValues } from './song-fields.ts'

const endpoint = taskEndpoints.music
const { lyrics, title, gender, cover, timestamps } = songFields

const songs = 2

/** Music from a prompt: POST /v2/MusicAI, which always makes two takes. */
export const music = defineFeature({
  name: 'music',
  summary: 'Make a song from a description',
  product: 'your song',
  conversionType: endpoint.conversionType,
  outputsExpected: songs,
  usualSeconds: 150,
  fields: {
    prompt: text({
      label: 'Prompt',
      help: 'What the song is about and how it sounds, such as "a sea shanty about compilers"',
      lengthMax: promptLengthMax,
      guidanceLengthMax: endpoint.fields.prompt.guidanceLengthMax,
    }),
    style: optional(text({ label: 'Style', help: 'A genre or style, such as "bossa nova"', lengthMax: 500 })),
    lyrics,
    title,
    instrumental: optional(toggle({ label: 'Instrumental', help: 'Music without singing' })),
    vocals_only: optional(toggle({ label: 'Vocals only', help: 'Singing without music' })),
    gender,
    voice: optional(
      listed({ label: 'Voice', help: 'Who sings; start typing a name', list: 'voices', lengthMax: 200 }),
    ),
    cover,
    timestamps,
    model: optional(
      choice({
        label: 'Model',
        help: 'Which generation of the music model sings and plays',
        choices: endpoint.fields.model.choices.map((value) => ({ value, label: value.replace('-', ' ') })),
      }),
    ),
  },
  check: (input) => {
    if (input.instrumental !== true) return []
    const singing = {
      vocals_only: input.vocals_only,
      lyrics: input.lyrics,
      voice: input.voice,
      gender: input.gender,
    }
    const clashing = Object.entries(singing).filter(([, value]) => value !== undefined && value !== false)
    return clashing.map(([field]) => ({
      field,
      text: `An instrumental has no singing, so ${field.replace('_', ' ')} can't be used with it. Leave one of the two out.`,
    }))
  },
  // A voice has a price of its own. The service takes v6 where no model is named.
  priced: ({ voice, model = 'v6' }) => ({
    price: voice === undefined ? `music.${model}` : 'music.voice',
    units: songs,
  }),
  encode: (input) =>
    requestTo(endpoint, {
      prompt: input.prompt,
      music_style: input.style,
      make_instrumental: input.instrumental,
      vocal_only: input.vocals_only,
      voice_id: input.voice,
      model: input.model,
      ...songValues(input),
    }),
  view: (outcome, { prompt }) =>
    audioView(outcome, {
      product: 'Your song',
      fileName: 'song',
      takes: songs,
      asked: [{ label: 'Prompt', value: prompt }],
    }),
})
