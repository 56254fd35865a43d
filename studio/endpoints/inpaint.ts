import { readClipSource } from '../clips/clip-source.ts'
import { timeRangeOf } from '../clips/range.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, type Refuse, refuseWithMessage } from '../http/errors.ts'
import { clipParameters, flag, gender, integer, numberIfAny, text, webhookUrl } from '../http/parameters.ts'
import { replyA, responseA } from '../http/submission-reply.ts'
import { invalidRange, isLongEnough } from '../inpaint/order.ts'
import { submit } from '../tasks/submission.ts'

const creditsPerOutput = 0.06
const sectionLengthMax = 3000

const parameters = {
  ...clipParameters,
  prompt: text().describe('What the range is to sound like'),
  replace_start_at: numberIfAny().describe('Where the range begins, in seconds'),
  replace_end_at: numberIfAny().describe('Where the range ends, in seconds; at least 10 ms behind its start'),
  lyrics: text().describe(
    'The words of the whole song; without words of its own the range is sung with those of them that fall into it when they are spread evenly',
  ),
  lyrics_section_to_replace: text().describe(
    `Words to be sung inside the range, at most ${sectionLengthMax} characters`,
  ),
  gender: gender(),
  num_outputs: integer({ min: 1, max: 2, unlessGiven: 2 }).describe('How many different takes'),
  title: text(),
  generate_album_cover: flag(false),
  lyrics_timestamps: flag(false).describe('Tell when each line inside the range is sung'),
  webhook_url: webhookUrl(),
}

/** A failure of the server has its text under a key of its own, misspelt as the service has it. */
const refuse: Refuse = (status, message, more) =>
  status === 500
    ? { status, body: { success: false, messsage: message, ...more } }
    : refuseWithMessage(status, message, more)

const errors = endpointErrors({ refuse })

/** Plays a range of a clip anew. */
export const inpaint = defineEndpoint({
  method: 'POST',
  path: '/v1/inpaint',
  encoding: 'form',
  summary: 'Replaces a range of a clip by new music in its tempo and key, with words where there are some',
  parameters,
  required: ['replace_start_at', 'replace_end_at'],
  success: responseA,
  errors,
  answer: async (values, call) => {
    const { lyrics_section_to_replace: section, num_outputs: outputCount, prompt, lyrics, title } = values
    const clip = readClipSource(values.audio_file, values.audio_url)
    const rangeSeconds = timeRangeOf(values.replace_start_at, values.replace_end_at)
    if ('problem' in clip && clip.problem === 'both') return refuse(422, clip.text)
    if ('problem' in clip || rangeSeconds === undefined || !isLongEnough(rangeSeconds))
      return refuse(422, invalidRange)
    if ([...section].length > sectionLengthMax)
      return refuse(422, `lyrics_section_to_replace must have at most ${sectionLengthMax} characters`)
    const result = await submit(call, {
      feature: 'INPAINT',
      webhookUrl: values.webhook_url,
      creditEstimate: outputCount * creditsPerOutput,
      outputCount: outputCount === 1 ? 1 : 2,
      errors,
      texts: [prompt, lyrics, section, title],
      work: {
        kind: 'inpaint',
        order: {
          clip: clip.source,
          rangeSeconds,
          prompt,
          lyrics,
          section,
          title,
          gender: values.gender ?? 'neutral',
          withCover: values.generate_album_cover,
          withTimedLyrics: values.lyrics_timestamps,
        },
      },
    })
    return replyA(result)
  },
})
