import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithError } from '../http/errors.ts'
import { integer, number } from '../http/parameters.ts'
import { replyC, responseC } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'
import { musicParameters, musicProblem, musicTexts, musicWork } from './music-order.ts'

const creditsPerOutput = 0.05
/**
 * The service names no bounds; these are what a listener can tell as music and
 * this machine renders in a minute.
 */
const outputSeconds = { min: 1, max: 120 }
const outputsUnlessGiven = 2

const parameters = {
  ...musicParameters,
  prompt: musicParameters.prompt.describe('What the music is like; best under 280 characters'),
  output_length: number().describe(
    `Seconds of each output, from ${outputSeconds.min} to ${outputSeconds.max}; experimental`,
  ),
  num_outputs: integer({ min: 1, max: 2, unlessGiven: outputsUnlessGiven }).describe('How many takes'),
}

const errors = endpointErrors({ refuse: refuseWithError })

const isInBounds = (seconds: number | undefined): boolean =>
  seconds === undefined || (seconds >= outputSeconds.min && seconds <= outputSeconds.max)

/** Makes one or two takes of a piece of music, as long as they are wanted. */
export const musicAiBatch = defineEndpoint({
  method: 'POST',
  path: '/v2/MusicAI/batch',
  summary: 'Generates music of a given length: one or two takes',
  parameters,
  success: responseC,
  errors,
  answer: async (values, call) => {
    const problem = isInBounds(values.output_length)
      ? musicProblem(values)
      : `output_length must be from ${outputSeconds.min} to ${outputSeconds.max}`
    if (problem !== undefined) return errors.refuse(422, problem)
    const outputCount = values.num_outputs === 1 ? 1 : 2
    const result = await submit(call, {
      feature: 'MUSIC_AI',
      webhookUrl: values.webhook_url,
      creditEstimate: outputCount * creditsPerOutput,
      outputCount,
      errors,
      texts: musicTexts(values),
      work: musicWork(values, {
        gender: undefined,
        seconds: values.output_length ?? call.studio.settings.musicSeconds,
        withTimedLyrics: false,
      }),
    })
    return replyC(result, errors)
  },
})
