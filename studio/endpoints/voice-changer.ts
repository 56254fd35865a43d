import { readClipSource } from '../clips/clip-source.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithMessage } from '../http/errors.ts'
import { clipParameters, integer, text, webhookUrl } from '../http/parameters.ts'
import { replyB, responseB } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'
import { voiceById } from '../voice-list/voices.ts'

const credits = 0.05
const semitonesMax = 12

const parameters = {
  ...clipParameters,
  voice_id: text().describe('The voice that the clip is given, from getAllVoices'),
  remove_background: integer({ min: 0, max: 1, unlessGiven: 0 }).describe('1 takes steady noise away'),
  pitch: integer({ min: -semitonesMax, max: semitonesMax, unlessGiven: 0 }).describe('Semitones up'),
  webhook_url: webhookUrl(),
}

/**
 * The interface description shows neither the answers nor the errors. Seen elsewhere are the statuses 400,
 * 402, 422 and 500 and one output; the shape of the errors is that of speech, which is described.
 */
const errors = endpointErrors({ refuse: refuseWithMessage })

const voiceProblem = (voiceId: string): string | undefined => {
  if (voiceId === '') return 'voice_id is required'
  return voiceById(voiceId) === undefined ? 'voice_id is not a known voice' : undefined
}

/** Gives a clip another voice. */
export const voiceChanger = defineEndpoint({
  method: 'POST',
  path: '/v1/VoiceChanger',
  encoding: 'form',
  summary: 'Gives a clip another voice, with its words and tones',
  parameters,
  required: ['voice_id'],
  success: responseB,
  errors,
  answer: async (values, call) => {
    const clip = readClipSource(values.audio_file, values.audio_url)
    if ('problem' in clip) return errors.refuse(400, clip.text)
    const problem = voiceProblem(values.voice_id)
    if (problem !== undefined) return errors.refuse(422, problem)
    const result = await submit(call, {
      feature: 'VOICE_CONVERSION',
      webhookUrl: values.webhook_url,
      creditEstimate: credits,
      outputCount: 1,
      errors,
      texts: [],
      work: {
        kind: 'voiceChange',
        order: {
          clip: clip.source,
          voiceId: values.voice_id,
          semitones: values.pitch,
          withoutBackground: values.remove_background === 1,
        },
      },
    })
    return replyB(result, errors)
  },
})
