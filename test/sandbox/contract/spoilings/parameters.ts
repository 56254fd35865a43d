import {
  asked,
  deaf,
  defaulting,
  lenient,
  misreading,
  narrow,
  recorded,
  refusingWith,
  renaming,
  retelling,
  type Spoiling,
  setting,
  succeeding,
} from './spoiling.ts'

type Body = Record<string, unknown>

const listOf = (body: Body): Body[] => (Array.isArray(body.voices) ? body.voices : [])

/** Parameters that are not heard, by the rows that must find it. */
const unheard: readonly Spoiling[] = (
  [
    ['getAllVoices', 'limit', 'getAllVoices.limit'],
    ['getAllVoices', 'page', 'getAllVoices.page'],
    ['musicAiV2', 'title', 'musicAiV2.title'],
    ['musicAiV2', 'lyrics', 'musicAiV2.lyrics'],
    ['musicAiV2', 'make_instrumental', 'musicAiV2.make_instrumental'],
    ['musicAiV2', 'lyrics_timestamps', 'musicAiV2.lyrics_timestamps'],
    ['musicAiV1', 'generate_album_cover', 'musicAiV1.generate_album_cover'],
    ['batch', 'output_length', 'batch.output_length'],
    ['transcribe', 'word_timestamps', 'transcribe.word_timestamps'],
    ['voiceChanger', 'remove_background', 'voiceChanger.remove_background.effect'],
    ['textToSpeech', 'gender', 'textToSpeech.gender.effect'],
    ['textToSpeech', 'voice_id', 'textToSpeech.voice_id.effect'],
    ['remix', '0.audio_file', 'remix.indexed'],
  ] as const
).map(([endpoint, name, row]) => [`${name} is not heard`, row, deaf(endpoint, name)])

const otherDefaults: readonly Spoiling[] = (
  [
    ['getAllVoices', 'limit', 10],
    ['searchVoices', 'limit', 50],
    ['getAllVoices', 'page', 1],
    ['musicAiV1', 'generate_album_cover', false],
    ['musicAiV2', 'make_instrumental', true],
    ['musicAiV2', 'generate_album_cover', true],
    ['musicAiV2', 'lyrics_timestamps', true],
    ['batch', 'generate_album_cover', true],
    ['inpaint', 'num_outputs', 1],
    ['transcribe', 'translate', true],
  ] as const
).map(([endpoint, name, value]) => [
  `${name} is ${value} unless given`,
  `${endpoint}.${name}.default`,
  defaulting(endpoint, name, value),
])

/** Texts that are as long as they may be, and refused. */
const lowerLimits: readonly Spoiling[] = (
  [
    ['musicAiV1', 'prompt', 1001],
    ['musicAiV2', 'prompt', 1001],
    ['batch', 'prompt', 281],
    ['remix', 'lyrics', 5000],
    ['inpaint', 'lyrics_section_to_replace', 3000],
    ['promptToLyrics', 'prompt', 1000],
  ] as const
).map(([endpoint, name, length]) => [
  'a text is too long',
  `${endpoint}.${name}.${length}`,
  narrow(endpoint, (fields) => `${fields[name] ?? ''}`.length >= length),
])

/** Texts that are too long, and cut instead of refused. */
const cutTexts: readonly Spoiling[] = (
  [
    ['remix', 'lyrics', 5001],
    ['inpaint', 'lyrics_section_to_replace', 3001],
    ['promptToLyrics', 'prompt', 1001],
  ] as const
).map(([endpoint, name, length]) => [
  'a text is cut',
  `${endpoint}.${name}.${length}`,
  misreading(endpoint, name, (text) => text.slice(0, length - 1)),
])

/** Numbers that are taken for others. */
const misreadNumbers: readonly Spoiling[] = (
  [
    ['batch', 'num_outputs', 0, 1],
    ['batch', 'num_outputs', 1, 2],
    ['batch', 'num_outputs', 3, 2],
    ['inpaint', 'num_outputs', 3, 2],
    ['inpaint', 'num_outputs', 1.5, 1],
    ['voiceChanger', 'pitch', 13, 12],
    ['voiceChanger', 'pitch', -13, -12],
    ['voiceChanger', 'remove_background', 2, 1],
  ] as const
).map(([endpoint, name, given, read]) => [
  `${given} is ${read}`,
  `${endpoint}.${name}.${given}`,
  misreading(endpoint, name, (value) => (Number(value) === given ? read : value)),
])

/** What the lists of voices do with pages. */
const spoiltVoices: readonly Spoiling[] = [
  [
    'total counts the page',
    'getAllVoices.total',
    succeeding('getAllVoices', (body) => ({ ...body, total: listOf(body).length })),
  ],
  [
    'pages overlap',
    'getAllVoices.total',
    misreading('getAllVoices', 'page', (page) => Math.max(0, Number(page) - 1)),
  ],
  [
    'past the end comes the first page',
    'getAllVoices.page.beyond',
    misreading('getAllVoices', 'page', (page) => (Number(page) > 3 ? 0 : page)),
  ],
  [
    'ids of voices have another name',
    'getAllVoices.voice.voice_id',
    succeeding('getAllVoices', (body) => ({ ...body, voices: listOf(body).map(renaming('voice_id', 'id')) })),
  ],
  [
    'names of voices have another name',
    'searchVoices.voice.voice_name',
    succeeding('searchVoices', (body) => ({
      ...body,
      voices: listOf(body).map(renaming('voice_name', 'name')),
    })),
  ],
  ['a search finds everything', 'searchVoices.query', misreading('searchVoices', 'query', () => 'a')],
  [
    'a search counts everything',
    'searchVoices.query.total',
    succeeding(
      'searchVoices',
      setting('total', () => 48),
    ),
  ],
  [
    'a search is for anything unasked',
    'searchVoices.query.required',
    defaulting('searchVoices', 'query', 'a'),
  ],
]

const spoiltSongs: readonly Spoiling[] = [
  [
    'one model is not known',
    'musicAiV2.model.v7-pro',
    narrow('musicAiV2', ({ model }) => model === 'v7-pro'),
  ],
  ['any model will do', 'musicAiV2.model.invalid', misreading('musicAiV2', 'model', () => 'v6')],
  [
    'flags may be any text',
    'musicAiV2.vocal_only.invalid',
    misreading('musicAiV2', 'vocal_only', () => false),
  ],
  [
    'flags of the old endpoint may be any text',
    'musicAiV1.make_instrumental.invalid',
    misreading('musicAiV1', 'make_instrumental', () => false),
  ],
]

const spoiltClips: readonly Spoiling[] = [
  ['any gender will do', 'remix.gender.other', misreading('remix', 'gender', () => 'male')],
  [
    'any word is a yes',
    'remix.generate_album_cover.other',
    misreading('remix', 'generate_album_cover', () => 'true'),
  ],
  [
    'any word is a time',
    'inpaint.replace_start_at.other',
    misreading('inpaint', 'replace_start_at', (value) => (value === 'long' ? '1' : value)),
  ],
  ['a remix needs no clip', 'remix.audio.none', lenient('remix')],
  [
    'the text about clips is another',
    'remix.audio.none',
    retelling('remix', 'audio_file or audio_url is required'),
  ],
  [
    'ranges are read as milliseconds',
    'inpaint.effect',
    asked('inpaint', (fields) => ({
      ...fields,
      replace_start_at: Number(fields.replace_start_at) / 1000,
      replace_end_at: Number(fields.replace_end_at) / 1000,
    })),
  ],
  [
    'painting begins too early',
    'inpaint.replace_start_at.seconds',
    misreading('inpaint', 'replace_start_at', () => 0.1),
  ],
  [
    'painting ends too late',
    'inpaint.replace_end_at.seconds',
    misreading('inpaint', 'replace_end_at', () => 3.9),
  ],
  [
    'a range may be reversed',
    'inpaint.range.reversed',
    asked('inpaint', (fields) => ({ ...fields, replace_start_at: 1, replace_end_at: 2 })),
  ],
  [
    'pitch -12 is too low',
    'voiceChanger.pitch.-12',
    narrow('voiceChanger', ({ pitch }) => Number(pitch) <= -12),
  ],
  ['voices are three higher unasked', 'voiceChanger.default', defaulting('voiceChanger', 'pitch', 3)],
  ['noise is removed unasked', 'voiceChanger.default', defaulting('voiceChanger', 'remove_background', 1)],
  ['a cut has a start unasked', 'cutter.start_time.required', defaulting('cutter', 'start_time', 0)],
  ['any voice will do', 'voiceChanger.voice_id.required', lenient('voiceChanger')],
  [
    'times of a cut are read as seconds',
    'cutter.end_time.milliseconds',
    asked('cutter', (fields) => ({
      ...fields,
      start_time: Number(fields.start_time) / 1000,
      end_time: Number(fields.end_time) / 1000,
    })),
  ],
  [
    'a cut begins and ends too early',
    'cutter.start_time.milliseconds',
    asked('cutter', (fields) => ({ ...fields, start_time: 0, end_time: 1000 })),
  ],
  [
    'video sites are refused',
    'cutter.audio_url.video',
    narrow('cutter', ({ audio_url }) => `${audio_url}`.includes('youtube')),
  ],
  [
    'why a video cannot be cut is not told',
    'cutter.audio_url.video.end',
    recorded(setting('message', () => '')),
  ],
  [
    'a second file is too much for a cut',
    'cutter.indexed.second',
    narrow('cutter', (fields) => '1.audio_file' in fields),
  ],
  [
    'a second reference is too much',
    'mastering.indexed.second',
    narrow('mastering', (fields) => '1.reference_audio_file' in fields),
  ],
  [
    'pitch is turned round',
    'voiceChanger.pitch.direction',
    misreading('voiceChanger', 'pitch', (pitch) => -Number(pitch)),
  ],
  ['every cut is MP3', 'cutter.output_extension.flac', misreading('cutter', 'output_extension', () => 'mp3')],
  [
    'a cut may be reversed',
    'cutter.range.reversed',
    asked('cutter', (fields) => ({ ...fields, start_time: 0, end_time: 1000 })),
  ],
  ['the text about ranges is another', 'cutter.range.empty', retelling('cutter', 'Bad range')],
  [
    'every master is MP3',
    'mastering.output_extension.webm',
    misreading('mastering', 'output_extension', () => 'mp3'),
  ],
  [
    'the reference is not heard',
    'mastering.effect',
    asked('mastering', (fields) => ({ ...fields, reference_audio_file: fields.audio_file })),
  ],
  [
    'any format will do',
    'mastering.output_extension.other',
    misreading('mastering', 'output_extension', (value) => (value === 'midi' ? 'mp3' : value)),
  ],
  [
    'wrong formats have another status',
    'mastering.output_extension.other.status',
    refusingWith('mastering', 400, 422),
  ],
]

const spoiltWords: readonly Spoiling[] = [
  ['speech needs no text', 'textToSpeech.text.required', defaulting('textToSpeech', 'text', 'Nothing.')],
  [
    'the text about text is another',
    'textToSpeech.text.empty',
    retelling('textToSpeech', 'text is required'),
  ],
  ['another text is spoken', 'textToSpeech.text', misreading('textToSpeech', 'text', () => 'No.')],
  [
    'gender comes before voice_id',
    'textToSpeech.precedence.voice_id',
    asked('textToSpeech', (fields) => ('gender' in fields ? { ...fields, voice_id: undefined } : fields)),
  ],
  [
    'voice_id comes before a sample',
    'textToSpeech.precedence.sample_audio_url',
    asked('textToSpeech', (fields) =>
      'voice_id' in fields ? { ...fields, sample_audio_url: undefined } : fields,
    ),
  ],
  [
    'subtitles are plain text',
    'transcribe.transcription_format.srt',
    misreading('transcribe', 'transcription_format', () => 'plain_text'),
  ],
  [
    'any form of text will do',
    'transcribe.transcription_format.other',
    misreading('transcribe', 'transcription_format', () => 'srt'),
  ],
  [
    'an empty language is wrong',
    'transcribe.language.empty',
    narrow('transcribe', ({ language }) => language === ''),
  ],
  [
    'an empty prompt is a theme',
    'promptToLyrics.prompt.0',
    misreading('promptToLyrics', 'prompt', (prompt) => prompt || 'love'),
  ],
  [
    'the text about prompts is another',
    'promptToLyrics.prompt.required',
    retelling('promptToLyrics', 'prompt is required'),
  ],
  [
    'a parameter that nobody knows is refused',
    'promptToLyrics.unknownParameter',
    narrow('promptToLyrics', (fields) => 'no_such_parameter' in fields),
  ],
]

/** Parameters that are not heard, read otherwise, or have other defaults and limits. */
export const spoiltParameters: readonly Spoiling[] = [
  ...unheard,
  ...otherDefaults,
  ...lowerLimits,
  ...cutTexts,
  ...misreadNumbers,
  ...spoiltVoices,
  ...spoiltSongs,
  ...spoiltClips,
  ...spoiltWords,
]
