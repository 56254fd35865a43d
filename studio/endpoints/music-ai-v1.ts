import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, type Refuse, refuseWithCode, refuseWithError } from '../http/errors.ts'
import { flag, gender } from '../http/parameters.ts'
import { replyC, responseC } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'
import { musicParameters, musicProblem, musicTexts, musicWork } from './music-order.ts'

/** Credits for both outputs together: what the oldest model of version 2 costs. */
const credits = 0.1

const parameters = {
  ...musicParameters,
  gender: gender(),
  generate_album_cover: flag(true),
}

/** The statuses for which the service's machine-readable description gives this endpoint error codes. */
const codedStatuses: readonly number[] = [402, 422, 500]

/**
 * The interface description lists this endpoint with two error shapes: with codes in its
 * machine-readable part, with `error` in its reference. The codes belong to three statuses, so every
 * other status has the shape of the reference.
 */
const refuse: Refuse = (status, text, more) =>
  codedStatuses.includes(status) ? refuseWithCode(status, text, more) : refuseWithError(status, text, more)

const errors = endpointErrors({ refuse })

/**
 * Makes two takes of a piece of music, as version 2 does with fewer parameters, and
 * with a cover unless told not to.
 */
export const musicAiV1 = defineEndpoint({
  method: 'POST',
  path: '/v1/MusicAI',
  summary: 'Generates music; use version 2 instead',
  isDeprecated: true,
  parameters,
  success: responseC,
  errors,
  answer: async (values, call) => {
    const problem = musicProblem(values)
    if (problem !== undefined) return errors.refuse(422, problem)
    const result = await submit(call, {
      feature: 'MUSIC_AI',
      webhookUrl: values.webhook_url,
      creditEstimate: credits,
      outputCount: 2,
      errors,
      texts: musicTexts(values),
      work: musicWork(values, {
        gender: values.gender,
        seconds: call.studio.settings.musicSeconds,
        withTimedLyrics: false,
      }),
    })
    return replyC(result, errors)
  },
})
