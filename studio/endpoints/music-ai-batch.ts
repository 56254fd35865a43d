import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithError } from '../http/errors.ts'
import { integer, number } from '../http/parameters.ts'
import { replyC, responseC } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'
import { musicParameters, musicProblem, musicTexts, musicWork } from './music-order.ts'

const creditsPerOutput = 0.05
/** The service names no bounds; what is asked for beyond this is made so long, which a machine can render. */
const madeSecondsMax = 300
const outputsUnlessGiven = 2

const parameters = {
  ...musicParameters,
  prompt: musicParameters.prompt.describe('What the music is like; best under 280 characters'),
  output_length: number().describe('Seconds of each output that are wished for; experimental'),
  num_outputs: integer({ min: 1, max: 2, unlessGiven: outputsUnlessGiven }).describe('How many takes'),
}

const errors = endpointErrors({ refuse: refuseWithError })

/** The service does not say what becomes of no time; here it is no wish that can be met. */
const isLength = (seconds: number | undefined): boolean => seconds === undefined || seconds > 0

/** Makes one or two takes of a piece of music, as long as they are wanted. */
export const musicAiBatch = defineEndpoint({
  method: 'POST',
  path: '/v2/MusicAI/batch',
  summary: 'Generates music of a given length: one or two takes',
  parameters,
  success: responseC,
  errors,
  answer: async (values, call) => {
    const problem = isLength(values.output_length)
      ? musicProblem(values)
      : 'output_length must be more than 0'
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
        seconds: Math.min(values.output_length ?? call.studio.settings.musicSeconds, madeSecondsMax),
        withTimedLyrics: false,
      }),
    })
    return replyC(result, errors)
  },
})
