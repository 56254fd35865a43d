import { defineEndpoint } from '../endpoint.ts'
import { choice, type ParameterValues, text, webAddress } from '../parameters.ts'
import { refuseWithMessage } from '../reply.ts'
import { makeSpeech } from '../speech-task.ts'
import { submit } from '../submission.ts'
import { singleReply } from '../submission-reply.ts'
import { voiceById } from '../voices.ts'

const creditsPerHundredWords = 0.01
/** The service documents no limit; an hour of speech would not fit into the studio's memory. */
const textLengthMax = 20_000

const parameters = {
  text: text(),
  sample_audio_url: webAddress(),
  voice_id: text(),
  gender: choice(['male', 'female', 'neutral']),
  webhook_url: webAddress(),
}

type SpeechValues = ParameterValues<typeof parameters>

const problemOf = ({ text: words, voice_id }: SpeechValues): string | undefined => {
  if (words === '') return 'Missing required field: text'
  if (words.length > textLengthMax) return `text must have at most ${textLengthMax} characters`
  if (voice_id !== '' && voiceById(voice_id) === undefined) return 'voice_id is not a known voice'
  return undefined
}

/** Every hundred words begun are charged. */
const creditsFor = (words: string): number =>
  Math.ceil(words.split(/\s+/).length / 100) * creditsPerHundredWords

/** Speaks a text. */
export const textToSpeech = defineEndpoint({
  method: 'POST',
  path: '/v1/TextToSpeech',
  refuse: refuseWithMessage,
  parameters,
  answer: (values, studio) => {
    const problem = problemOf(values)
    if (problem !== undefined) return refuseWithMessage(422, problem)
    const result = submit(studio, {
      feature: 'TEXT_TO_SPEECH',
      webhookUrl: values.webhook_url,
      creditEstimate: creditsFor(values.text),
      outputCount: 1,
      refuse: refuseWithMessage,
      texts: [values.text],
      work: makeSpeech(studio, {
        text: values.text,
        sampleUrl: values.sample_audio_url,
        voice: values.voice_id,
        gender: values.gender ?? 'neutral',
      }),
    })
    return singleReply(result, refuseWithMessage)
  },
})
