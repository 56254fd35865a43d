import {
  asked,
  deaf,
  defaulting,
  lenient,
  misreading,
  narrow,
  recorded,
  refusing,
  refusingWith,
  renaming,
  type Spoiling,
  setting,
  succeeding,
} from './spoiling.ts'

type Body = Record<string, unknown>

const listOf = (body: Body): Body[] => (Array.isArray(body.voices) ? body.voices : [])

const longer =
  (max: number, name: string) =>
  (fields: Readonly<Body>): boolean =>
    `${fields[name] ?? ''}`.length >= max

/** What the lists of voices do with pages. */
const spoiltVoices: readonly Spoiling[] = [
  ['a page has ten voices unasked', 'getAllVoices.limit.default', defaulting('getAllVoices', 'limit', 10)],
  [
    'the first page unasked is the second',
    'getAllVoices.page.default',
    defaulting('getAllVoices', 'page', 1),
  ],
  ['limit is not heard', 'getAllVoices.limit', deaf('getAllVoices', 'limit')],
  ['page is not heard', 'getAllVoices.page', deaf('getAllVoices', 'page')],
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
  ['a search has no limit unasked', 'searchVoices.limit.default', defaulting('searchVoices', 'limit', 50)],
]

const spoiltSongs: readonly Spoiling[] = [
  ['title is not heard', 'musicAiV2.title', deaf('musicAiV2', 'title')],
  ['lyrics are not heard', 'musicAiV2.lyrics', deaf('musicAiV2', 'lyrics')],
  ['make_instrumental is not heard', 'musicAiV2.make_instrumental', deaf('musicAiV2', 'make_instrumental')],
  [
    'songs are instrumental unasked',
    'musicAiV2.make_instrumental.default',
    defaulting('musicAiV2', 'make_instrumental', true),
  ],
  [
    'songs have a cover unasked',
    'musicAiV2.generate_album_cover.default',
    defaulting('musicAiV2', 'generate_album_cover', true),
  ],
  [
    'old songs have no cover unasked',
    'musicAiV1.generate_album_cover.default',
    defaulting('musicAiV1', 'generate_album_cover', false),
  ],
  [
    'old songs have a cover anyway',
    'musicAiV1.generate_album_cover',
    deaf('musicAiV1', 'generate_album_cover'),
  ],
  ['lyrics_timestamps is not heard', 'musicAiV2.lyrics_timestamps', deaf('musicAiV2', 'lyrics_timestamps')],
  [
    'lyrics have times unasked',
    'musicAiV2.lyrics_timestamps.default',
    defaulting('musicAiV2', 'lyrics_timestamps', true),
  ],
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
  [
    'the guidance for prompts is a limit',
    'musicAiV2.prompt.1001',
    narrow('musicAiV2', longer(1001, 'prompt')),
  ],
  [
    'the guidance for prompts is a limit of the old endpoint',
    'musicAiV1.prompt.1001',
    narrow('musicAiV1', longer(1001, 'prompt')),
  ],
  [
    'the guidance for prompts is a limit of the batch',
    'batch.prompt.281',
    narrow('batch', longer(281, 'prompt')),
  ],
  [
    'three outputs are two',
    'batch.num_outputs.3',
    misreading('batch', 'num_outputs', (count) => Math.min(2, Number(count))),
  ],
  [
    'no output is one',
    'batch.num_outputs.0',
    misreading('batch', 'num_outputs', (count) => Math.max(1, Number(count))),
  ],
  ['one output is two', 'batch.num_outputs.1', misreading('batch', 'num_outputs', () => 2)],
  ['output_length is not heard', 'batch.output_length', deaf('batch', 'output_length')],
  [
    'batches have a cover unasked',
    'batch.generate_album_cover.default',
    defaulting('batch', 'generate_album_cover', true),
  ],
]

const spoiltClips: readonly Spoiling[] = [
  [
    'lyrics of 5001 characters are cut',
    'remix.lyrics.5001',
    misreading('remix', 'lyrics', (lyrics) => lyrics.slice(0, 5000)),
  ],
  ['lyrics of 5000 characters are too long', 'remix.lyrics.5000', narrow('remix', longer(5000, 'lyrics'))],
  ['any gender will do', 'remix.gender.other', misreading('remix', 'gender', () => 'male')],
  ['a remix needs no clip', 'remix.audio.none', lenient('remix')],
  [
    'the text about clips is another',
    'remix.audio.none',
    refusing(
      'remix',
      setting('message', () => 'audio_file or audio_url is required'),
    ),
  ],
  ['0.audio_file is not known', 'remix.indexed', deaf('remix', '0.audio_file')],
  ['one painting is made unasked', 'inpaint.num_outputs.default', defaulting('inpaint', 'num_outputs', 1)],
  [
    'three paintings are two',
    'inpaint.num_outputs.3',
    misreading('inpaint', 'num_outputs', (count) => Math.min(2, Number(count))),
  ],
  [
    'a section of 3001 characters is cut',
    'inpaint.lyrics_section_to_replace.3001',
    misreading('inpaint', 'lyrics_section_to_replace', (text) => text.slice(0, 3000)),
  ],
  [
    'a section of 3000 characters is too long',
    'inpaint.lyrics_section_to_replace.3000',
    narrow('inpaint', longer(3000, 'lyrics_section_to_replace')),
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
    'pitch 13 is 12',
    'voiceChanger.pitch.13',
    misreading('voiceChanger', 'pitch', (pitch) => Math.min(12, Number(pitch))),
  ],
  [
    'pitch -13 is -12',
    'voiceChanger.pitch.-13',
    misreading('voiceChanger', 'pitch', (pitch) => Math.max(-12, Number(pitch))),
  ],
  [
    'pitch -12 is too low',
    'voiceChanger.pitch.-12',
    narrow('voiceChanger', ({ pitch }) => Number(pitch) <= -12),
  ],
  ['voices are three higher unasked', 'voiceChanger.default', defaulting('voiceChanger', 'pitch', 3)],
  [
    'remove_background 2 is 1',
    'voiceChanger.remove_background.2',
    misreading('voiceChanger', 'remove_background', (value) => Math.min(1, Number(value))),
  ],
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
  [
    'remove_background is not heard',
    'voiceChanger.remove_background.effect',
    deaf('voiceChanger', 'remove_background'),
  ],
  ['every cut is MP3', 'cutter.output_extension.flac', misreading('cutter', 'output_extension', () => 'mp3')],
  [
    'a cut may be reversed',
    'cutter.range.reversed',
    asked('cutter', (fields) => ({ ...fields, start_time: 0, end_time: 1000 })),
  ],
  [
    'the text about ranges is another',
    'cutter.range.empty',
    refusing(
      'cutter',
      setting('error', () => 'Bad range'),
    ),
  ],
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
    refusing(
      'textToSpeech',
      setting('message', () => 'text is required'),
    ),
  ],
  ['another text is spoken', 'textToSpeech.text', misreading('textToSpeech', 'text', () => 'No.')],
  ['gender is not heard', 'textToSpeech.gender.effect', deaf('textToSpeech', 'gender')],
  ['voice_id is not heard', 'textToSpeech.voice_id.effect', deaf('textToSpeech', 'voice_id')],
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
  ['times of words are not heard', 'transcribe.word_timestamps', deaf('transcribe', 'word_timestamps')],
  [
    'an empty language is wrong',
    'transcribe.language.empty',
    narrow('transcribe', ({ language }) => language === ''),
  ],
  [
    'a prompt of 1001 characters is cut',
    'promptToLyrics.prompt.1001',
    misreading('promptToLyrics', 'prompt', (prompt) => prompt.slice(0, 1000)),
  ],
  [
    'a prompt of 1000 characters is too long',
    'promptToLyrics.prompt.1000',
    narrow('promptToLyrics', longer(1000, 'prompt')),
  ],
  [
    'an empty prompt is a theme',
    'promptToLyrics.prompt.0',
    misreading('promptToLyrics', 'prompt', (prompt) => prompt || 'love'),
  ],
  [
    'the text about prompts is another',
    'promptToLyrics.prompt.required',
    refusing(
      'promptToLyrics',
      setting('error', () => 'prompt is required'),
    ),
  ],
  [
    'a parameter that nobody knows is refused',
    'promptToLyrics.unknownParameter',
    narrow('promptToLyrics', (fields) => 'no_such_parameter' in fields),
  ],
]

/** Parameters that are not heard, read otherwise, or have other defaults and limits. */
export const spoiltParameters: readonly Spoiling[] = [
  ...spoiltVoices,
  ...spoiltSongs,
  ...spoiltClips,
  ...spoiltWords,
]
