import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithCode } from '../http/errors.ts'
import { choice, flag, gender, type ParameterValues } from '../http/parameters.ts'
import { replyD, responseD } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'
import { musicParameters, musicProblem, musicTexts, musicWork } from './music-order.ts'

/** Credits for both outputs together. */
const creditsByModel = { v6: 0.1, 'v6-pro': 0.12, v7: 0.14, 'v7-pro': 0.16 } as const

const models = ['v6', 'v6-pro', 'v7', 'v7-pro'] as const

const parameters = {
  ...musicParameters,
  gender: gender(),
  lyrics_timestamps: flag(false).describe('Tell when each line is sung'),
  model: choice(models).describe('v6 unless given; v6 too for a chosen voice and for vocals alone'),
}

const errors = endpointErrors({ refuse: refuseWithCode })

/** A chosen voice, and vocals alone, are made by v6 whatever model was asked for. */
const effectiveModel = ({
  model,
  voice_id,
  vocal_only,
}: ParameterValues<typeof parameters>): keyof typeof creditsByModel =>
  voice_id !== '' || vocal_only ? 'v6' : (model ?? 'v6')

/** Makes two takes of a piece of music from a prompt, a style or lyrics. */
export const musicAiV2 = defineEndpoint({
  method: 'POST',
  path: '/v2/MusicAI',
  summary: 'Generates music: two takes of a song',
  parameters,
  success: responseD,
  errors,
  answer: async (values, call) => {
    const problem = musicProblem(values)
    if (problem !== undefined) return errors.refuse(422, problem)
    const result = await submit(call, {
      feature: 'MUSIC_AI',
      webhookUrl: values.webhook_url,
      creditEstimate: creditsByModel[effectiveModel(values)],
      outputCount: 2,
      errors,
      texts: musicTexts(values),
      work: musicWork(values, {
        gender: values.gender,
        seconds: call.studio.settings.musicSeconds,
        withTimedLyrics: values.lyrics_timestamps,
      }),
    })
    return replyD(result)
  },
})
