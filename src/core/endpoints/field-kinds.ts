// Fields and rules that several endpoints share.

export const text = { kind: 'text' } as const
export const needed = { kind: 'text', required: true } as const
export const toggle = { kind: 'toggle' } as const
export const off = { kind: 'toggle', default: false } as const
export const on = { kind: 'toggle', default: true } as const
export const oneOrTwo = { kind: 'integer', min: 1, max: 2, help: 'Number of takes' } as const
export const singers = ['male', 'female', 'neutral'] as const
export const singer = { kind: 'choice', choices: singers, help: 'How the voice sounds' } as const
/** The description does not list the genders of music and speech. */
export const gender = { kind: 'text', known: singers, help: 'How the voice sounds' } as const
export const voice = { kind: 'text', idOf: 'voices', help: 'A voice, from getAllVoices' } as const
export const fileFormat = {
  kind: 'choice',
  choices: ['mp3', 'wav', 'flac', 'ogg', 'aac', 'webm'],
  help: 'File format',
} as const
export const cover = { ...toggle, help: 'Make an album cover' } as const
export const timedLyrics = { ...toggle, help: 'Give the time of each line' } as const
export const callback = { kind: 'address', help: 'Callback URL that receives the result' } as const

/** A clip, as a file or by its address. */
export const audio = {
  audio_url: { kind: 'address', help: 'Address of the clip; either this or audio_file' },
  audio_file: { kind: 'file', help: 'The clip itself' },
} as const
export const audioOnce = ['audio_url', 'audio_file'] as const

const paid = { method: 'POST', deprecated: false, exactlyOneOf: [], ranges: [] } as const
export const json = { ...paid, encoding: 'json' } as const
export const form = { ...paid, encoding: 'form' } as const
export const clipForm = { ...form, exactlyOneOf: [audioOnce] } as const

/** Texts of most endpoints. */
export const usualFailure = {
  status: 422,
  noCredits: 'Insufficient credit balance',
  broken: 'Internal Server Error',
} as const
