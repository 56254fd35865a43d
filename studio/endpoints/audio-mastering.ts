import { readClipSource } from '../clips/clip-source.ts'
import { audioFormats } from '../encode/formats.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithError } from '../http/errors.ts'
import { clipParameters, text, upload, webAddress, webhookUrl } from '../http/parameters.ts'
import { replyB, responseB } from '../http/submission-reply.ts'
import { submit } from '../tasks/submission.ts'

/** The interface description has no price; that of a clip is only known when it was read. Masters are as cheap as cuts. */
const creditEstimate = 0.01

const parameters = {
  ...clipParameters,
  reference_audio_url: webAddress().describe(
    'Address of the track whose spectrum, width, dynamics and loudness the clip is to have; either this or reference_audio_file',
  ),
  reference_audio_file: upload().describe(
    'The reference itself; it may be a file where the clip is an address',
  ),
  output_extension: text()
    .meta({ enum: audioFormats })
    .describe("The form of the file; without it the clip's own, or mp3 where that is none of them"),
  webhook_url: webhookUrl(),
}

const errors = endpointErrors({
  refuse: refuseWithError,
  invalid: 400,
  noCredits: 'Insufficient credits for this operation',
  tellsCredits: true,
  noPlan: 'User subscription plan not found',
  serverFailure: 'Internal server error during mastering',
})

/** Masters a clip like a reference. */
export const audioMastering = defineEndpoint({
  method: 'POST',
  path: '/v1/audio_mastering',
  encoding: 'form',
  summary: 'Gives a clip the mastering of a reference track',
  parameters,
  success: responseB,
  errors,
  answer: async (values, call) => {
    const clip = readClipSource(values.audio_file, values.audio_url)
    if ('problem' in clip) return errors.refuse(400, clip.text)
    const { reference_audio_file: file, reference_audio_url: url } = values
    const reference = readClipSource(file, url, 'reference_audio')
    if ('problem' in reference) return errors.refuse(400, reference.text)
    const format = audioFormats.find((known) => known === values.output_extension)
    if (format === undefined && values.output_extension !== '')
      return errors.refuse(400, 'Invalid output format specified')
    const result = await submit(call, {
      feature: 'AUDIO_MASTERING',
      webhookUrl: values.webhook_url,
      creditEstimate,
      outputCount: 1,
      errors,
      texts: [],
      work: { kind: 'mastering', order: { clip: clip.source, reference: reference.source, format } },
    })
    return replyB(result, errors)
  },
})
