import { defineFeature } from '../../core/command/feature.ts'
import { type Microcredits, microcredits } from '../../core/credits.ts'
import { requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import type { Problem, ReadOf } from '../../core/fields/field.ts'
import { choice, integer, listed, optional, text, time, toggle } from '../../core/fields/field-builders.ts'
import type { Counted } from '../../core/ledger/price-book.ts'
import type { Prices } from '../../core/ledger/prices.ts'
import { modelName } from '../../core/ledger/scope.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { lengthOf } from '../../core/text/text.ts'
import { songFields } from './fields/song-fields.ts'
import { songPresets } from './fields/song-presets.ts'
import { audioView } from './views/audio-view.ts'

const endpoint = taskEndpoints.music
const { lyrics, title, gender, cover, timestamps } = songFields

const batch = taskEndpoints.musicBatch
const { num_outputs: outputs, prompt: batchPrompt } = batch.fields

/** The number that the usual endpoint always makes, and the default for the batch endpoint. */
const songs = 2

const fields = {
  prompt: text({
    label: 'Prompt',
    help: 'What the song is about and how it sounds, such as "a sea shanty about compilers"',
    guidanceLengthMax: endpoint.fields.prompt.guidanceLengthMax,
  }),
  style: optional(
    text({ label: 'Style', help: 'A genre or style, such as "bossa nova"', suggestions: 'styles' }),
  ),
  lyrics,
  title,
  instrumental: optional(
    toggle({ label: 'Instrumental', help: "No singing (can't be combined with lyrics, gender or voice)" }),
  ),
  vocals_only: optional(toggle({ label: 'Vocals only', help: 'Singing only, no music' })),
  gender,
  voice: optional(
    listed({
      label: 'Voice',
      help: 'Singing voice: start typing its name',
      list: 'voices',
      lengthMax: 200,
    }),
  ),
  cover,
  timestamps,
  model: optional(
    choice({
      label: 'Model',
      help: 'Version of the music model',
      choices: endpoint.fields.model.choices.map((value) => ({ value, label: modelName(value) })),
    }),
  ),
  takes: optional(
    integer({
      label: 'Takes',
      help: "Number of takes (default: 2; 1 can't be combined with gender, timestamps or model)",
      min: outputs.min,
      max: outputs.max,
      units: ['take', 'takes'],
    }),
  ),
  length: optional(
    time({
      label: 'Length',
      help: "Rough length (can't be combined with gender, timestamps or model)",
    }),
  ),
}

const usualPrice = 'music.v6'

/** What a song with the usual takes is charged by. */
export const usualSong: Counted = { price: usualPrice, units: songs }

/** The list price of such a song. */
export const songCredits = (prices: Prices): Microcredits => microcredits(songs * prices[usualPrice].credits)

/** The request, as far as it can be read. */
type Input = ReadOf<typeof fields>

/** A length, or a number of takes other than the usual one, needs an endpoint of its own. */
const isBatch = (input: Input): boolean => takesOf(input) !== songs || input.length !== undefined

const takesOf = ({ takes = songs }: Input): number => takes

/** The names of the values that ask for something; left out or switched off, they don't. */
const givenAmong = <Name extends keyof Input>(values: Pick<Input, Name>): Name[] =>
  (Object.keys(values) as Name[]).filter((name) => values[name] !== undefined && values[name] !== false)

const problemsOf = (input: Input): Problem[] => {
  const problems: Problem[] = []
  const { vocals_only, lyrics, voice, gender, timestamps, model } = input
  if (input.instrumental === true) {
    for (const field of givenAmong({ vocals_only, lyrics, voice, gender })) {
      problems.push({
        field,
        text: say('Instrumental songs have no singing. Turn off Instrumental or remove {{field}}.', {
          field: sayDeclared(fields[field].label),
        }),
      })
    }
  }
  // The service takes any length, but a length of zero is no song.
  if (input.length === 0) {
    problems.push({
      field: 'length',
      text: say('Length is 0. Give a length such as 1:30, or leave it out.'),
    })
  }
  // The batch endpoint takes neither a model nor a gender, and returns no lyric times.
  if (isBatch(input)) {
    const given = sayDeclared(takesOf(input) === songs ? fields.length.label : fields.takes.label)
    for (const field of givenAmong({ gender, timestamps, model })) {
      problems.push({
        field,
        text: say("{{given}} and {{field}} can't be used together. Remove one.", {
          given,
          field: sayDeclared(fields[field].label),
        }),
      })
    }
  }
  return problems
}

/** Music from a prompt: POST /v2/MusicAI, or POST /v2/MusicAI/batch if takes or a length are given. */
export const music = defineFeature({
  name: 'music',
  summary: 'Make a song',
  topic: 'new',
  example: {
    values: { prompt: declared('a sea shanty about compilers') },
    firstLabel: declared('Make music'),
  },
  product: 'your song',
  formTitle: 'Make a song',
  conversionType: endpoint.conversionType,
  outputsExpected: takesOf,
  coverExpected: ({ cover }) => cover === true,
  usualSeconds: 150,
  fields,
  starters: { field: 'prompt', presets: songPresets },
  shownFields: ['takes', 'title', 'cover'],
  check: problemsOf,
  warn: (input) =>
    isBatch(input) && lengthOf(input.prompt) > batchPrompt.guidanceLengthMax
      ? [
          say(
            'With one take or a set length, anything in the prompt past {{most}} characters may be ignored.',
            {
              most: batchPrompt.guidanceLengthMax,
            },
          ),
        ]
      : [],
  usualPrice,
  otherPrices: {
    voice: ['music.voice', 'musicBatch.voice'],
    model: ['music.v6-pro', 'music.v7', 'music.v7-pro'],
    takes: ['musicBatch'],
    length: ['musicBatch'],
  },
  // A voice has its own price. The service uses v6 if no model is named.
  priced: (input) => {
    const { voice, model = 'v6' } = input
    const units = takesOf(input)
    if (isBatch(input)) return { price: voice === undefined ? 'musicBatch' : 'musicBatch.voice', units }
    return { price: voice === undefined ? `music.${model}` : 'music.voice', units }
  },
  encode: (input) => {
    const song = {
      prompt: input.prompt,
      music_style: input.style,
      make_instrumental: input.instrumental,
      vocal_only: input.vocals_only,
      voice_id: input.voice,
      lyrics: input.lyrics,
      title: input.title,
      generate_album_cover: input.cover,
    }
    if (isBatch(input))
      return requestTo(batch, { ...song, num_outputs: takesOf(input), output_length: input.length })
    const { model, gender, timestamps } = input
    return requestTo(endpoint, { ...song, model, gender, lyrics_timestamps: timestamps })
  },
  view: (outcome, input, asked) =>
    audioView(outcome, {
      product: say('Your song'),
      fileName: 'song',
      takes: takesOf(input),
      about: [input.prompt],
      hasCover: input.cover,
      asked,
    }),
})
