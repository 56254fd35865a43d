import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithMessage } from '../http/errors.ts'
import { gender, type ParameterValues, text, webAddress, webhookUrl } from '../http/parameters.ts'
import { replyB, responseB } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'
import { voiceById } from '../voice-list/voices.ts'

const creditsPerHundredWords = 0.01
/** The service documents no limit; an hour of speech would not fit into the studio's memory. */
const textLengthMax = 20_000

const parameters = {
  text: text().describe('What is spoken'),
  sample_audio_url: webAddress().describe('Address of a recording of the voice; counts before voice_id'),
  voice_id: text().describe('The voice that speaks, from getAllVoices; counts before gender'),
  gender: gender(),
  webhook_url: webhookUrl(),
}

const errors = endpointErrors({ refuse: refuseWithMessage })

type SpeechValues = ParameterValues<typeof parameters>

const problemOf = ({ text: words, voice_id }: SpeechValues): string | undefined => {
  if (words === '') return 'Missing required field: text'
  if ([...words].length > textLengthMax) return `text must have at most ${textLengthMax} characters`
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
  summary: 'Speaks a text',
  parameters,
  required: ['text'],
  success: responseB,
  errors,
  answer: async (values, call) => {
    const problem = problemOf(values)
    if (problem !== undefined) return errors.refuse(422, problem)
    const result = await submit(call, {
      feature: 'TEXT_TO_SPEECH',
      webhookUrl: values.webhook_url,
      creditEstimate: creditsFor(values.text),
      outputCount: 1,
      errors,
      texts: [values.text],
      work: {
        kind: 'speech',
        order: {
          text: values.text,
          sampleUrl: values.sample_audio_url,
          voice: values.voice_id,
          gender: values.gender ?? 'neutral',
        },
      },
    })
    return replyB(result, errors)
  },
})
