import type { Call } from '../spoiling-proxy.ts'
import {
  answered,
  asked,
  deaf,
  delivered,
  refusing,
  refusingWith,
  renaming,
  retelling,
  type Spoiling,
  setting,
  without,
} from './spoiling.ts'

/** Whatever key comes, this one is used. */
const keyed = (change: (key: string | undefined) => string | undefined, apiKey: string) => ({
  request: (call: Call): Call => ({ ...call, authorization: change(call.authorization) ?? apiKey }),
})

/** Keys, accounts, failures and callbacks. */
export const spoiltAccounts = (apiKey: string): readonly Spoiling[] => [
  ['no key is needed', 'auth.getAllVoices.missing', keyed((key) => key, apiKey)],
  [
    'any key will do',
    'auth.getAllVoices.wrong',
    keyed((key) => (key === undefined ? undefined : apiKey), apiKey),
  ],
  ['Bearer may stand before the key', 'auth.bearer', keyed((key) => key?.replace('Bearer ', ''), apiKey)],
  [
    'only Bearer may stand before the key',
    'auth.bare',
    {
      request: (call) => ({
        ...call,
        authorization: call.authorization?.startsWith('Bearer ') ? apiKey : 'wrong',
      }),
    },
  ],
  ['the text about keys is another', 'auth.mastering.wrong', retelling('mastering', 'Forbidden')],
  [
    'the text about keys is under another name',
    'auth.cutter.missing',
    refusing('cutter', renaming('error', 'message')),
  ],
  ['a missing key has another status', 'auth.remix.missing.status', refusingWith('remix', 401, 400)],
  [
    'a poor account has another code',
    'musicAiV1.noCredits',
    refusing('musicAiV1', (body) => ({
      success: false,
      error_code: 'POOR',
      message: body.message ?? body.error,
    })),
  ],
  ['a poor account has another status', 'musicAiV2.noCredits', refusingWith('musicAiV2', 402, 400)],
  [
    'the text for a poor account is another',
    'textToSpeech.noCredits',
    retelling('textToSpeech', 'INSUFFICIENT FUNDS'),
  ],
  [
    'the text of a batch for a poor account is another',
    'batch.noCredits',
    retelling('batch', 'INSUFFICIENT FUNDS'),
  ],
  [
    'nobody says how much is missing',
    'mastering.noCredits',
    refusing('mastering', without('required_credits')),
  ],
  ['what is there is text', 'cutter.noCredits', refusing('cutter', setting('available_credits', String))],
  ['the text about plans is another', 'cutter.noPlan', retelling('cutter', 'No plan')],
  ['messsage is spelt well', 'inpaint.serverFailure', refusing('inpaint', renaming('messsage', 'message'))],
  ['a failure has another status', 'musicAiV2.serverFailure', refusingWith('musicAiV2', 500, 502)],
  [
    'a failure of the voices has another status',
    'getAllVoices.serverFailure',
    refusingWith('getAllVoices', 500, 503),
  ],
  [
    'a failure of the search has no code',
    'searchVoices.serverFailure',
    refusing('searchVoices', without('error_code')),
  ],
  [
    'the text of a failed master is another',
    'mastering.serverFailure',
    retelling('mastering', 'Internal Server Error'),
  ],
  [
    'the text of a failed cut is another',
    'cutter.serverFailure',
    retelling('cutter', 'Internal Server Error'),
  ],
  [
    'a failed transcription has no text',
    'transcribe.serverFailure',
    refusing('transcribe', without('error')),
  ],
  [
    'failed lyrics are told by a message',
    'promptToLyrics.serverFailure',
    refusing('promptToLyrics', renaming('error', 'message')),
  ],
  [
    'a busy account has another body',
    'musicAiV2.busy',
    answered('musicAiV2', (reply) =>
      reply.status === 429 ? { ...reply, body: { message: 'busy' } } : reply,
    ),
  ],
  ['songs do not call back', 'musicAiV2.webhook_url', deaf('musicAiV2', 'webhook_url')],
  ['remixes do not call back', 'remix.webhook_url', deaf('remix', 'webhook_url')],
  ['transcriptions do not call back', 'transcribe.webhook_url', delivered(() => undefined)],
  [
    'webhook_url has become required',
    'textToSpeech.webhook_url.optional',
    asked('textToSpeech', (fields) => ('webhook_url' in fields ? fields : { ...fields, text: '' })),
  ],
  [
    'callbacks do not name the task',
    'cutter.webhook_url',
    delivered((delivery) => ({ ...delivery, body: without('task_id')(delivery.body) })),
  ],
  [
    'callbacks bring no result',
    'textToSpeech.webhook_url.result',
    delivered(({ body, ...rest }) => ({ ...rest, body: { success: true, task_id: body.task_id } })),
  ],
  ['callbacks are PUTs', 'events.method', delivered((delivery) => ({ ...delivery, method: 'PUT' }))],
  [
    'callbacks are not called JSON',
    'events.json',
    delivered((delivery) => ({ ...delivery, type: 'text/plain' })),
  ],
  [
    'covers do not call back',
    'events.several',
    delivered((delivery) => (delivery.body.subtype === 'album_cover_generation' ? undefined : delivery)),
  ],
  [
    'callbacks have no subtype',
    'events.subtype',
    delivered((delivery) => ({ ...delivery, body: without('subtype')(delivery.body) })),
  ],
  [
    'callbacks do not say success',
    'events.success',
    delivered((delivery) => ({ ...delivery, body: without('success')(delivery.body) })),
  ],
  [
    'callbacks name the type as byId does',
    'events.conversion_type.textToSpeech',
    delivered((delivery) => ({ ...delivery, body: { ...delivery.body, conversion_type: 'TEXT_TO_SPEECH' } })),
  ],
]
