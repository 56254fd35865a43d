import { endpoints, type SubmissionName } from './endpoints.ts'
import type { Order } from './requests.ts'

// The work that the suite orders, each piece once for all rows that look at it. Pieces are short, and
// each piece shows as much as it can.

/** Lyrics that songs are given. */
export const givenLyrics =
  '[Verse]\nRow the boat across the bay\nCount the stars along the way\n\n[Chorus]\nRow, row away'

/** A text of exactly so many characters, with no space at its end that might not count. */
export const textOfLength = (length: number): string => 's'.padStart(length, 'a calm song about the sea, ')

/** Makes orders to one endpoint, with what most of them have in common. */
const ordersTo =
  (endpoint: SubmissionName, common: Order['fields']) =>
  (fields: Order['fields'], quiet?: true): Order => ({
    endpoint,
    fields: { ...common, ...fields },
    ...(quiet ? { quiet } : {}),
  })

const shanty = { prompt: 'a short sea shanty' }
const song = ordersTo('musicAiV2', shanty)

/** A song with every option. */
export const fullSong = song({
  music_style: 'pop',
  lyrics: givenLyrics,
  title: 'Across the Bay',
  gender: 'female',
  generate_album_cover: true,
  lyrics_timestamps: true,
  model: 'v7',
})
/** A song of a prompt alone, with no callbacks, and of a length beyond the guidance. */
export const plainSong = song({ prompt: textOfLength(1001) }, true)
/** Music without a voice. */
export const instrumentalSong = song({
  prompt: textOfLength(1000),
  make_instrumental: true,
  lyrics_timestamps: true,
  model: 'v6-pro',
})
/** A voice without music. */
export const vocalSong = song({ music_style: 'folk', vocal_only: true, gender: 'male', model: 'v7-pro' })
/** A song in a voice of the service. */
export const voicedSong = song({ voice_id: { voice: 'first' }, gender: 'neutral', model: 'v6' })

const oldSong = ordersTo('musicAiV1', shanty)

/** A song of the deprecated endpoint with all that it takes. */
export const fullOldSong = oldSong({
  prompt: textOfLength(1000),
  music_style: 'pop',
  lyrics: givenLyrics,
  title: 'Across the Bay',
  gender: 'female',
  voice_id: { voice: 'first' },
  generate_album_cover: false,
})
/** A song of a prompt alone from the deprecated endpoint. */
export const plainOldSong = oldSong({ prompt: textOfLength(1001) }, true)
export const instrumentalOldSong = oldSong({ make_instrumental: true, generate_album_cover: false })
export const vocalOldSong = oldSong({ vocal_only: true, generate_album_cover: false, gender: 'male' })

const batched = ordersTo('batch', shanty)

/** The requested length of the batch's pieces: unlike any default. */
export const batchSeconds = 7
export const singleBatch = batched({
  prompt: textOfLength(280),
  num_outputs: 1,
  output_length: batchSeconds,
  title: 'Across the Bay',
  generate_album_cover: true,
  music_style: 'pop',
  lyrics: givenLyrics,
})
export const doubleBatch = batched({
  prompt: textOfLength(281),
  num_outputs: 2,
  output_length: batchSeconds,
  voice_id: { voice: 'first' },
})
export const plainBatch = batched({}, true)
export const instrumentalBatch = batched({ make_instrumental: true, num_outputs: 1 })
export const vocalBatch = batched({ vocal_only: true, num_outputs: 1 })

/** What the suite has spoken, and expects to read again. */
export const spokenText = 'The quick brown fox jumps over the lazy dog.'

const spoken = ordersTo('textToSpeech', { text: spokenText })

export const plainSpeech = spoken({}, true)
export const maleSpeech = spoken({ gender: 'male' })
/** The same once more, to see whether the service makes the same sound twice. */
export const maleSpeechAgain = spoken({ gender: 'male' }, true)
export const femaleSpeech = spoken({ gender: 'female' })
export const voiceSpeech = spoken({ voice_id: { voice: 'first' }, gender: 'male' })
export const voiceSpeechOtherGender = spoken({ voice_id: { voice: 'first' }, gender: 'female' })
export const otherVoiceSpeech = spoken({ voice_id: { voice: 'second' }, gender: 'male' })
export const sampleSpeech = spoken({
  sample_audio_url: { resultOf: femaleSpeech },
  voice_id: { voice: 'first' },
})
export const sampleSpeechOtherVoice = spoken({
  sample_audio_url: { resultOf: femaleSpeech },
  voice_id: { voice: 'second' },
  gender: 'male',
})

const converted = ordersTo('voiceChanger', { voice_id: { voice: 'first' } })

export const plainVoice = converted({ audio_url: { resultOf: maleSpeech } }, true)
export const sameVoice = converted({ audio_url: { resultOf: maleSpeech }, remove_background: 0, pitch: 0 })
export const highVoice = converted({ audio_file: { upload: 'tones' }, remove_background: 1, pitch: 12 })
export const lowVoice = converted({ audio_url: { resultOf: maleSpeech }, remove_background: 0, pitch: -12 })
/** Tones with noise behind them, which is to stay, or to go. */
export const noisyVoice = converted({ audio_file: { upload: 'noisy' }, remove_background: 0 })
export const cleanVoice = converted({ audio_file: { upload: 'noisy' }, remove_background: 1 })

const remixed = ordersTo('remix', { prompt: 'as a slow waltz' })

export const fullRemix = remixed({
  audio_file: { upload: 'music' },
  lyrics: givenLyrics,
  title: 'Waltz of the Bay',
  gender: 'female',
  generate_album_cover: true,
  lyrics_timestamps: true,
})
export const plainRemix = remixed({ audio_url: { resultOf: maleSpeech } }, true)
export const longRemix = remixed({
  audio_file: { upload: 'music' },
  lyrics: textOfLength(5000),
  gender: 'male',
})
export const indexedRemix = remixed({ '0.audio_file': { upload: 'music' }, gender: 'neutral' })

/** The six values of `output_extension`. */
export const outputExtensions = endpoints.cutter.fields.output_extension.choices
export type OutputExtension = (typeof outputExtensions)[number]

const mastered = ordersTo('mastering', { output_extension: 'mp3' })

/** A quiet clip mastered after a loud one. */
export const masteredAs = (output_extension: OutputExtension): Order =>
  mastered({ audio_file: { upload: 'quiet' }, reference_audio_file: { upload: 'loud' }, output_extension })
export const masteredAddresses = mastered(
  { audio_url: { resultOf: maleSpeech }, reference_audio_url: { resultOf: femaleSpeech } },
  true,
)
/** The clip as a file, the reference as an address. */
export const mixedMastering = mastered(
  { audio_file: { upload: 'quiet' }, reference_audio_url: { resultOf: femaleSpeech } },
  true,
)
const indexedClip = {
  '0.audio_file': { upload: 'quiet' },
  '0.reference_audio_file': { upload: 'loud' },
} as const
export const indexedMastering = mastered(indexedClip)
export const twoIndexedMasterings = mastered(
  { ...indexedClip, '1.audio_file': { upload: 'music' }, '1.reference_audio_file': { upload: 'quiet' } },
  true,
)

const cut = ordersTo('cutter', { start_time: 0, end_time: 1000, output_extension: 'mp3' })

/** The second of the three tones, cut out of them. */
export const cutAs = (output_extension: OutputExtension): Order =>
  cut({ audio_file: { upload: 'tones' }, start_time: 1000, end_time: 2000, output_extension })
export const cutAddress = cut({ audio_url: { resultOf: maleSpeech }, start_time: 200, end_time: 900 }, true)
const indexedTones = { '0.audio_file': { upload: 'tones' }, end_time: 500 } as const
export const indexedCut = cut(indexedTones)
export const twoIndexedCuts = cut({ ...indexedTones, '1.audio_file': { upload: 'music' } }, true)
/** A part of the first video that was put on such a site. */
export const cutVideo = cut({ audio_url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' }, true)

/** Where the second of the four seconds of a clip is replaced. */
export const paintedSeconds = { from: 1, to: 2 } as const

const painted = ordersTo('inpaint', {
  prompt: 'a short violin solo',
  replace_start_at: paintedSeconds.from,
  replace_end_at: paintedSeconds.to,
})

export const fullInpaint = painted({
  audio_file: { upload: 'music' },
  lyrics: givenLyrics,
  lyrics_section_to_replace: textOfLength(3000),
  gender: 'female',
  num_outputs: 1,
  title: 'Painted Bay',
  generate_album_cover: true,
  lyrics_timestamps: true,
})
export const plainInpaint = painted({ audio_url: { resultOf: maleSpeech } }, true)
export const doubleInpaint = painted({
  audio_file: { upload: 'music' },
  num_outputs: 2,
  gender: 'male',
})
export const indexedInpaint = painted({
  '0.audio_file': { upload: 'music' },
  num_outputs: 1,
  gender: 'neutral',
})

/** The four values of `transcription_format` and of `translation_format`. */
export const textFormats = endpoints.transcribe.fields.transcription_format.choices
export type TextFormat = (typeof textFormats)[number]

const transcribed = ordersTo('transcribe', {})

export const transcribedAs = (format: TextFormat): Order =>
  transcribed({
    audio_url: { resultOf: maleSpeech },
    language: 'en',
    transcription_format: format,
    translation_format: format,
  })
export const plainTranscription = transcribed({ audio_url: { resultOf: maleSpeech } }, true)
export const fullTranscription = transcribed({
  audio_url: { resultOf: maleSpeech },
  language: '',
  translate: true,
  word_timestamps: true,
})
export const uploadedTranscription = transcribed({
  audio_file: { upload: 'tones' },
  translate: false,
  word_timestamps: false,
})

/** What is spoken in another language than English, in letters that English has. */
export const germanText = 'Morgen gehen wir mit den Kindern in den Wald.'
const germanSpeech = spoken({ text: germanText }, true)
export const germanTranscription = transcribed(
  { audio_url: { resultOf: germanSpeech }, language: 'de' },
  true,
)
