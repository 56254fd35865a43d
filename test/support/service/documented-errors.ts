// Every error of the service's interface description, in its shape, with the endpoint that has it. Where a status is
// documented it is that one; where none is, the meaning may not depend on it.

/** The endpoints that take a paid request, as the description's table of errors calls them. */
export type Call =
  | 'v1 MusicAI'
  | 'v2 MusicAI'
  | 'v2 batch'
  | 'VoiceChanger'
  | 'Remix'
  | 'audio_mastering'
  | 'audio_cutter'
  | 'inpaint'
  | 'TextToSpeech'
  | 'audio_transcribe'
  | 'prompt_to_lyrics'

/** Statuses of which the description says nothing. */
export const unstated = [200, 400, 404, 409, 422]
/** An error in the shape with a code. */
export const coded = (error_code: string) => ({ error_code, message: 'In words.' })
const tooLittle = 'Insufficient credits for this operation'
const sums = { required_credits: 1.5, available_credits: 0.25 }
const noPlan = 'User subscription plan not found'
const balance = 'Insufficient credit balance'

type Why = 'request' | 'balance' | 'key'

/** What each may refuse: with which statuses, in which words, and what that means. */
export const documentedRefusals: readonly [Call, readonly number[], object, Why, said: string][] = [
  ['v1 MusicAI', [402], coded('INSUFFICIENT_CREDITS'), 'balance', 'In words.'],
  ['v1 MusicAI', [402, ...unstated], { error: balance }, 'balance', balance],
  ['v1 MusicAI', [422], coded('UNPROCESSABLE_CONTENT'), 'request', 'In words.'],
  ['v2 MusicAI', [402, 400], coded('INSUFFICIENT_CREDITS'), 'balance', 'In words.'],
  ['v2 MusicAI', [422], coded('UNPROCESSABLE_CONTENT'), 'request', 'In words.'],
  ['v2 MusicAI', [422], coded('SOMETHING_NEW'), 'request', 'In words.'],
  ['v2 batch', [402, ...unstated], { error: balance }, 'balance', balance],
  [
    ...(['Remix', unstated, { message: 'Either audio_file or audio_url must be provided.' }] as const),
    ...(['request', 'Either audio_file or audio_url must be provided.'] as const),
  ],
  [
    ...(['audio_mastering', unstated, { error: 'Invalid output format specified' }] as const),
    ...(['request', 'Invalid output format specified'] as const),
  ],
  [
    ...(['audio_cutter', unstated, { error: 'Invalid time range specified' }] as const),
    ...(['request', 'Invalid time range specified'] as const),
  ],
  ...(['audio_mastering', 'audio_cutter'] as const).flatMap((call): typeof documentedRefusals => [
    [call, [401, 403, ...unstated], { error: 'Authentication failed' }, 'key', 'Authentication failed'],
    [
      ...([call, [402, ...unstated], { error: tooLittle, ...sums }, 'balance'] as const),
      `${tooLittle}. Required: 1.50 credits. Available: 0.25 credits.`,
    ],
    [call, [403, ...unstated], { error: noPlan }, 'balance', noPlan],
  ]),
  [
    ...(['inpaint', unstated] as const),
    { message: 'audio_file or audio_url and valid replace range are required.' },
    ...(['request', 'audio_file or audio_url and valid replace range are required.'] as const),
  ],
  ['TextToSpeech', [402, ...unstated], { message: balance }, 'balance', balance],
  [
    ...(['TextToSpeech', unstated, { message: 'Missing required field: text' }] as const),
    ...(['request', 'Missing required field: text'] as const),
  ],
  [
    ...(['prompt_to_lyrics', unstated] as const),
    { error: 'Prompt must be between 1 and 1000 characters.' },
    ...(['request', 'Prompt must be between 1 and 1000 characters.'] as const),
  ],
]

/** What a failure says of itself. */
export const failed = 'Internal Server Error'
/** How each says that it failed. */
export const documentedFailures: readonly [Call, object][] = [
  ['v1 MusicAI', coded('INTERNAL_SERVER_ERROR')],
  ['v2 MusicAI', coded('INTERNAL_SERVER_ERROR')],
  ['v2 batch', { error: failed }],
  ['Remix', { message: failed }],
  ['audio_mastering', { error: 'Internal server error during mastering' }],
  ['audio_cutter', { error: 'Internal server error during audio trimming' }],
  ['inpaint', { messsage: failed }],
  ['TextToSpeech', { message: failed }],
  ['audio_transcribe', { error: failed }],
  ['prompt_to_lyrics', { error: failed }],
]
