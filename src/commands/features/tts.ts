import { clip } from '../../core/clip/clip-field.ts'
import { defineFeature } from '../../core/command/feature.ts'
import { clipAddress, requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { choice, listed, optional, text } from '../../core/fields/field-builders.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { female, male } from './fields/song-fields.ts'
import { audioView } from './views/audio-view.ts'

/** The service bills speech per hundred words, rounded up. */
const wordsPerStep = 100

/** Scripts that write no blanks between words: each of their characters may count as a word. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu

const wordsMax = (words: string): number =>
  words.trim().split(/\s+/).length + (words.match(unspaced)?.length ?? 0)

/** The beginning of a text, with as many words. */
const firstWords = (words: string, count: number): string => {
  const last = [...words.matchAll(/\S+/gu)][count - 1]
  return last === undefined ? words : words.slice(0, last.index + last[0].length)
}

const fields = {
  text: text({ label: 'Text', help: 'Text to read aloud' }),
  voice: optional(
    listed({
      label: 'Voice',
      help: 'Voice to read it: start typing its name',
      list: 'voices',
      lengthMax: 200,
    }),
  ),
  gender: optional(
    choice({
      label: 'Gender',
      help: "Gender of the voice, if you don't choose one",
      choices: [male, female],
    }),
  ),
  sample: optional(
    clip({ label: 'Sample', help: 'Recording of a voice to imitate, without music', asAddress: true }),
  ),
}

/** Fields that choose the speaker, the strongest first: the service uses only one of them. */
const speakers = ['sample', 'voice', 'gender'] as const

/** Speech from a text: POST /v1/TextToSpeech. */
export const tts = defineFeature({
  name: 'tts',
  summary: 'Read text aloud',
  topic: 'new',
  example: {
    values: { text: declared('Doors open at eight. The band plays at nine.') },
    firstLabel: declared('Read aloud'),
  },
  product: 'your speech',
  formTitle: 'Read text aloud',
  conversionType: taskEndpoints.speech.conversionType,
  outputsExpected: 1,
  usualSeconds: 20,
  fields,
  voiceFields: ['sample'],
  check: ({ sample, voice, gender }) => {
    const values = { sample, voice, gender }
    const [first, ...ignored] = speakers.filter((name) => values[name] !== undefined)
    return ignored.map((field) => ({
      field,
      text: say('With {{given}}, {{field}} would be ignored. Remove one.', {
        given: first === undefined ? '' : sayDeclared(fields[first].label),
        field: sayDeclared(fields[field].label),
      }),
    }))
  },
  usualPrice: 'speech',
  priced: (input) => ({ price: 'speech', units: Math.ceil(wordsMax(input.text) / wordsPerStep) }),
  shorter: (input, units) => {
    // In scripts without spaces, we can't tell what the service counts as a word.
    if (input.text.match(unspaced) !== null) return undefined
    const count = units * wordsPerStep
    return { label: say('First {{count}} words', { count }), values: { text: firstWords(input.text, count) } }
  },
  encode: (input) =>
    requestTo(taskEndpoints.speech, {
      text: input.text,
      sample_audio_url: input.sample && clipAddress(input.sample),
      voice_id: input.voice,
      gender: input.gender,
    }),
  view: (outcome, _, asked) =>
    audioView(outcome, {
      product: say('Your speech'),
      fileName: 'reading',
      takes: 1,
      asked,
    }),
})
