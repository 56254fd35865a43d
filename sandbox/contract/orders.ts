import type { Order } from './requests.ts'

// The work that the suite orders, each piece once for all rows that look at it. Pieces are short, and each piece shows
// as much as it can.

/** Lyrics that songs are given. */
export const givenLyrics =
  '[Verse]\nRow the boat across the bay\nCount the stars along the way\n\n[Chorus]\nRow, row away'

/** A text of exactly so many characters. */
export const textOfLength = (length: number): string =>
  'a calm song about the sea, '
    .repeat(Math.ceil(length / 27))
    .slice(0, length - 1)
    .concat('s')

const song = (fields: Order['fields'], quiet?: true): Order => ({
  endpoint: 'musicAiV2',
  fields: { prompt: 'a short sea shanty', ...fields },
  ...(quiet ? { quiet } : {}),
})

/** A song with everything that can be asked for. */
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

const oldSong = (fields: Order['fields'], quiet?: true): Order => ({
  ...song(fields, quiet),
  endpoint: 'musicAiV1',
})

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

const batched = (fields: Order['fields'], quiet?: true): Order => ({
  ...song(fields, quiet),
  endpoint: 'batch',
})

/** How long the batch shall make its pieces: unlike what services make unasked. */
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

const spoken = (fields: Order['fields'], quiet?: true): Order => ({
  endpoint: 'textToSpeech',
  fields: { text: spokenText, ...fields },
  ...(quiet ? { quiet } : {}),
})

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

const converted = (fields: Order['fields']): Order => ({
  endpoint: 'voiceChanger',
  fields: { voice_id: { voice: 'first' }, ...fields },
})

export const plainVoice: Order = { ...converted({ audio_url: { resultOf: maleSpeech } }), quiet: true }
export const sameVoice = converted({ audio_url: { resultOf: maleSpeech }, remove_background: 0, pitch: 0 })
export const highVoice = converted({ audio_file: { upload: 'tones' }, remove_background: 1, pitch: 12 })
export const lowVoice = converted({ audio_url: { resultOf: maleSpeech }, remove_background: 0, pitch: -12 })
/** Tones with noise behind them, which is to stay, or to go. */
export const noisyVoice = converted({ audio_file: { upload: 'noisy' }, remove_background: 0 })
export const cleanVoice = converted({ audio_file: { upload: 'noisy' }, remove_background: 1 })

const remixed = (fields: Order['fields'], quiet?: true): Order => ({
  endpoint: 'remix',
  fields: { prompt: 'as a slow waltz', ...fields },
  ...(quiet ? { quiet } : {}),
})

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
export const outputExtensions = ['mp3', 'wav', 'flac', 'ogg', 'aac', 'webm'] as const
export type OutputExtension = (typeof outputExtensions)[number]

/** A quiet clip mastered after a loud one. */
export const masteredAs = (output_extension: OutputExtension): Order => ({
  endpoint: 'mastering',
  fields: { audio_file: { upload: 'quiet' }, reference_audio_file: { upload: 'loud' }, output_extension },
})
export const masteredAddresses: Order = {
  endpoint: 'mastering',
  quiet: true,
  fields: {
    audio_url: { resultOf: maleSpeech },
    reference_audio_url: { resultOf: femaleSpeech },
    output_extension: 'mp3',
  },
}
/** The clip as a file, the reference as an address. */
export const mixedMastering: Order = {
  endpoint: 'mastering',
  quiet: true,
  fields: {
    audio_file: { upload: 'quiet' },
    reference_audio_url: { resultOf: femaleSpeech },
    output_extension: 'mp3',
  },
}
export const indexedMastering: Order = {
  endpoint: 'mastering',
  fields: {
    '0.audio_file': { upload: 'quiet' },
    '0.reference_audio_file': { upload: 'loud' },
    output_extension: 'mp3',
  },
}

export const twoIndexedMasterings: Order = {
  endpoint: 'mastering',
  quiet: true,
  fields: {
    ...indexedMastering.fields,
    '1.audio_file': { upload: 'music' },
    '1.reference_audio_file': { upload: 'quiet' },
  },
}

/** The second of the three tones, cut out of them. */
export const cutAs = (output_extension: OutputExtension): Order => ({
  endpoint: 'cutter',
  fields: { audio_file: { upload: 'tones' }, start_time: 1000, end_time: 2000, output_extension },
})
export const cutAddress: Order = {
  endpoint: 'cutter',
  quiet: true,
  fields: { audio_url: { resultOf: maleSpeech }, start_time: 200, end_time: 900, output_extension: 'mp3' },
}
export const indexedCut: Order = {
  endpoint: 'cutter',
  fields: { '0.audio_file': { upload: 'tones' }, start_time: 0, end_time: 500, output_extension: 'mp3' },
}
export const twoIndexedCuts: Order = {
  endpoint: 'cutter',
  quiet: true,
  fields: { ...indexedCut.fields, '1.audio_file': { upload: 'music' } },
}
/** A part of the first video that was put on such a site. */
export const cutVideo: Order = {
  endpoint: 'cutter',
  quiet: true,
  fields: {
    audio_url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
    start_time: 0,
    end_time: 1000,
    output_extension: 'mp3',
  },
}

const painted = (fields: Order['fields'], quiet?: true): Order => ({
  endpoint: 'inpaint',
  fields: { prompt: 'a short violin solo', ...fields },
  ...(quiet ? { quiet } : {}),
})

/** Where the second of the four seconds of a clip is replaced. */
export const paintedSeconds = { from: 1, to: 2 } as const
const paintedRange = { replace_start_at: paintedSeconds.from, replace_end_at: paintedSeconds.to }
export const fullInpaint = painted({
  audio_file: { upload: 'music' },
  ...paintedRange,
  lyrics: givenLyrics,
  lyrics_section_to_replace: textOfLength(3000),
  gender: 'female',
  num_outputs: 1,
  title: 'Painted Bay',
  generate_album_cover: true,
  lyrics_timestamps: true,
})
export const plainInpaint = painted({ audio_url: { resultOf: maleSpeech }, ...paintedRange }, true)
export const doubleInpaint = painted({
  audio_file: { upload: 'music' },
  ...paintedRange,
  num_outputs: 2,
  gender: 'male',
})
export const indexedInpaint = painted({
  '0.audio_file': { upload: 'music' },
  ...paintedRange,
  num_outputs: 1,
  gender: 'neutral',
})

/** The four values of `transcription_format` and of `translation_format`. */
export const textFormats = ['plain_text', 'formatted_text', 'srt', 'vtt'] as const
export type TextFormat = (typeof textFormats)[number]

export const transcribedAs = (format: TextFormat): Order => ({
  endpoint: 'transcribe',
  fields: {
    audio_url: { resultOf: maleSpeech },
    language: 'en',
    transcription_format: format,
    translation_format: format,
  },
})
export const plainTranscription: Order = {
  endpoint: 'transcribe',
  quiet: true,
  fields: { audio_url: { resultOf: maleSpeech } },
}
export const fullTranscription: Order = {
  endpoint: 'transcribe',
  fields: { audio_url: { resultOf: maleSpeech }, language: '', translate: true, word_timestamps: true },
}
export const uploadedTranscription: Order = {
  endpoint: 'transcribe',
  fields: { audio_file: { upload: 'tones' }, translate: false, word_timestamps: false },
}
