import { readClipSource } from '../clips/clip-source.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithMessage } from '../http/errors.ts'
import { clipParameters, flag, gender, text, webhookUrl } from '../http/parameters.ts'
import { replyA, responseA } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'

/** Credits for both outputs together. */
const credits = 0.1
const lyricsLengthMax = 5000

const parameters = {
  ...clipParameters,
  prompt: text().describe('What the clip turns into'),
  lyrics: text().describe(`Words to be sung, at most ${lyricsLengthMax} characters`),
  title: text(),
  gender: gender(),
  generate_album_cover: flag(false),
  lyrics_timestamps: flag(false).describe('Tell when each line is sung'),
  webhook_url: webhookUrl(),
}

const errors = endpointErrors({ refuse: refuseWithMessage })

/** Makes two remixes of a clip. */
export const remix = defineEndpoint({
  method: 'POST',
  path: '/v1/Remix',
  encoding: 'form',
  summary: 'Remixes a clip by a description: two takes',
  parameters,
  success: responseA,
  errors,
  answer: async (values, call) => {
    const clip = readClipSource(values.audio_file, values.audio_url)
    if ('problem' in clip) return errors.refuse(422, clip.text)
    if ([...values.lyrics].length > lyricsLengthMax)
      return errors.refuse(422, `lyrics must have at most ${lyricsLengthMax} characters`)
    const result = await submit(call, {
      feature: 'REMIX',
      webhookUrl: values.webhook_url,
      creditEstimate: credits,
      outputCount: 2,
      errors,
      texts: [values.prompt, values.lyrics, values.title],
      work: {
        kind: 'remix',
        order: {
          clip: clip.source,
          prompt: values.prompt,
          lyrics: values.lyrics,
          title: values.title,
          gender: values.gender ?? 'neutral',
          withCover: values.generate_album_cover,
          withTimedLyrics: values.lyrics_timestamps,
        },
      },
    })
    return replyA(result)
  },
})
