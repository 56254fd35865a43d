import { defineEndpoint } from '../endpoint.ts'
import { choice, flagAsText, type ParameterValues, text, upload, webAddress } from '../parameters.ts'
import { makeRemix, type RemixWork } from '../remix-task.ts'
import { refuseWithMessage } from '../reply.ts'
import { submit } from '../submission.ts'
import { pairReply } from '../submission-reply.ts'

/** Credits for both outputs together. */
const credits = 0.1
const lyricsLengthMax = 5000

const parameters = {
  audio_url: webAddress(),
  audio_file: upload(),
  prompt: text(),
  lyrics: text(),
  title: text(),
  gender: choice(['male', 'female', 'neutral']),
  generate_album_cover: flagAsText(false),
  lyrics_timestamps: flagAsText(false),
  webhook_url: webAddress(),
}

type RemixValues = ParameterValues<typeof parameters>

const clipOf = ({ audio_file, audio_url }: RemixValues): RemixWork['clip'] =>
  audio_file === undefined ? { url: audio_url } : { path: audio_file.path }

const problemOf = ({ audio_file, audio_url, lyrics }: RemixValues): string | undefined => {
  if (audio_file === undefined && audio_url === '') return 'Either audio_file or audio_url must be provided.'
  if (audio_file !== undefined && audio_url !== '')
    return 'Only one of audio_file and audio_url may be provided.'
  if ([...lyrics].length > lyricsLengthMax) return `lyrics must have at most ${lyricsLengthMax} characters`
  return undefined
}

/** Makes two remixes of a clip. */
export const remix = defineEndpoint({
  method: 'POST',
  path: '/v1/Remix',
  encoding: 'form',
  refuse: refuseWithMessage,
  parameters,
  answer: (values, studio) => {
    const problem = problemOf(values)
    if (problem !== undefined) return refuseWithMessage(422, problem)
    const result = submit(studio, {
      feature: 'REMIX',
      webhookUrl: values.webhook_url,
      creditEstimate: credits,
      outputCount: 2,
      refuse: refuseWithMessage,
      texts: [values.prompt, values.lyrics, values.title],
      work: makeRemix(studio, {
        clip: clipOf(values),
        prompt: values.prompt,
        lyrics: values.lyrics,
        title: values.title,
        gender: values.gender ?? 'neutral',
        withCover: values.generate_album_cover,
        withTimedLyrics: values.lyrics_timestamps,
      }),
    })
    return pairReply(result)
  },
})
