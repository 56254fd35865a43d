import { readClipSource } from '../clips/clip-source.ts'
import { type TimeRange, timeRangeOf } from '../clips/range.ts'
import { invalidRange } from '../cutter/order.ts'
import { audioFormats } from '../encode/formats.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithError } from '../http/errors.ts'
import { choice, clipParameters, numberIfAny, webhookUrl } from '../http/parameters.ts'
import { replyB, responseB } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'

/** Every minute begun is charged, but none beyond the longest clip that the studio works on. */
const minutesPerCredit = 100
const chargedMinutesMax = 10

const parameters = {
  ...clipParameters,
  start_time: numberIfAny().describe('Start of what is kept, in milliseconds; parts of one count'),
  end_time: numberIfAny().describe(
    'End of what is kept, in milliseconds; behind the end of the clip the task fails',
  ),
  output_extension: choice(audioFormats).describe(
    "The form of the file; without it the clip's own, or mp3 where that is none of them",
  ),
  webhook_url: webhookUrl(),
}

const errors = endpointErrors({
  refuse: refuseWithError,
  invalid: 400,
  noCredits: 'Insufficient credits for this operation',
  tellsCredits: true,
  noPlan: 'User subscription plan not found',
  serverFailure: 'Internal server error during audio trimming',
})

const creditsFor = ({ start, end }: TimeRange): number =>
  Math.min(chargedMinutesMax, Math.ceil((end - start) / 60_000)) / minutesPerCredit

/** Keeps a range of a clip. */
export const audioCutter = defineEndpoint({
  method: 'POST',
  path: '/v1/audio_cutter',
  encoding: 'form',
  summary: 'Keeps a range of a clip, exact to the sample',
  parameters,
  required: ['start_time', 'end_time'],
  success: responseB,
  errors,
  answer: async (values, call) => {
    const clip = readClipSource(values.audio_file, values.audio_url)
    if ('problem' in clip) return errors.refuse(400, clip.text)
    const rangeMs = timeRangeOf(values.start_time, values.end_time)
    if (rangeMs === undefined) return errors.refuse(400, invalidRange)
    const result = await submit(call, {
      feature: 'AUDIO_CUTTER',
      webhookUrl: values.webhook_url,
      creditEstimate: creditsFor(rangeMs),
      outputCount: 1,
      errors,
      texts: [],
      work: { kind: 'cut', order: { clip: clip.source, rangeMs, format: values.output_extension } },
    })
    return replyB(result, errors)
  },
})
