import { readClipSource } from '../clips/clip-source.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithError } from '../http/errors.ts'
import { choice, clipParameters, flag, text, webhookUrl } from '../http/parameters.ts'
import { replyB, responseB } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'
import { isLanguage } from '../transcription/languages.ts'
import { transcriptionFormats } from '../transcription/written.ts'

const credits = 0.02
const formatUnlessGiven = 'plain_text'

const parameters = {
  ...clipParameters,
  audio_file: clipParameters.audio_file.describe('The clip itself; the studio reads the words in its tags'),
  language: text()
    .refine((given) => given === '' || isLanguage(given), {
      error: 'must be a language such as en, or empty to have it found out',
    })
    .describe('The language spoken, by its code or its English name; found out unless given'),
  translate: flag(false).describe('Have the text in English; the studio cannot translate other languages'),
  transcription_format: choice(transcriptionFormats).describe(`${formatUnlessGiven} unless given`),
  translation_format: choice(transcriptionFormats).describe('Without effect'),
  word_timestamps: flag(false).describe(
    'Tell when each word is heard: in lyrics_timestamped_1, and in subtitles',
  ),
  webhook_url: webhookUrl(),
}

const errors = endpointErrors({ refuse: refuseWithError, invalid: 400 })

/** Writes down the words of a clip. */
export const audioTranscribe = defineEndpoint({
  method: 'POST',
  path: '/v1/audio_transcribe',
  encoding: 'form',
  summary: 'Writes down the words of a clip, as text or subtitles',
  parameters,
  success: responseB,
  errors,
  answer: async (values, call) => {
    const clip = readClipSource(values.audio_file, values.audio_url)
    if ('problem' in clip) return errors.refuse(errors.invalid, clip.text)
    const result = await submit(call, {
      feature: 'AUDIO_TRANSCRIPTION',
      webhookUrl: values.webhook_url,
      creditEstimate: credits,
      outputCount: 1,
      errors,
      texts: [],
      work: {
        kind: 'transcription',
        order: {
          clip: clip.source,
          format: values.transcription_format ?? formatUnlessGiven,
          withWordTimes: values.word_timestamps,
          translate: values.translate,
          language: values.language,
        },
      },
    })
    return replyB(result, errors)
  },
})
