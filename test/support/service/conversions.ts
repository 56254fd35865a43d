// Conversions as GET /v1/byId tells of them: with the names of the service's interface description, and with
// those that callers elsewhere saw where it says nothing. Ids, texts and addresses are made up.

/** An address on a host for results. */
export const at = (name: string): string => `https://cdn.example/${name}`

/** A finished song, whole, by the description's record of a conversion. */
export const song = {
  task_id: 't',
  feature: 'MUSIC_AI',
  status: 'COMPLETED',
  message: 'Done',
  webhook_url: '',
  createdAt: '2026-03-01T10:00:00.123456+00:00',
  updatedAt: '2026-03-01T12:03:46.000001+02:00',
  generation_completed_at: '2026-03-01 10:03:40.250 +0000',
  conversion_id_1: 'c-1',
  conversion_id_2: 'c-2',
  title_1: 'Tide',
  title_2: 'Ebb',
  lyrics_1: 'heave ho',
  lyrics_2: '',
  sounds_1: 'strings',
  sounds_2: '',
  lyrics_timestamped_1: '[{"start":9880,"end":10720,"text":"heave","index":0},{"start":13720,"text":"ho"}]',
  lyrics_timestamped_2: null,
  conversion_path_1: at('1.mp3'),
  conversion_path_2: at('2.mp3'),
  conversion_path_wav_1: at('1.wav'),
  conversion_path_wav_2: '',
  conversion_duration_1: 155.95,
  conversion_duration_2: '98.7',
  album_cover_path: at('c.jpg'),
  album_cover_thumbnail: at('c_thumb.jpg'),
  is_streaming_request: true,
  is_streaming_available: false,
}

const single = { task_id: 't', conversion_id: 'c', status: 'COMPLETED' }

/** Conversions by what is particular about them, with the files that should be found in them. */
export const conversions: Readonly<
  Record<string, { conversion: object; files: readonly (string | undefined)[] }>
> = {
  'a song with two takes': { conversion: song, files: [at('1.mp3'), at('2.mp3')] },
  'a song of which one take is there': {
    conversion: { ...song, status: 'PARTIAL_COMPLETED', conversion_path_2: null, conversion_id_2: '' },
    files: [at('1.mp3')],
  },
  'a song that has only begun': {
    conversion: { ...song, status: 'IN_QUEUE', conversion_path_1: '', conversion_path_2: null },
    files: [undefined, undefined],
  },
  'the sample of the page on looking up': {
    conversion: {
      ...single,
      status_msg: 'Conversion successful',
      audio_url: at('a.mp3'),
      conversion_cost: 1.25,
      title: 'Song',
      lyrics: '[Verse 1]',
      music_style: 'Pop',
      createdAt: '2025-01-01T12:00:00Z',
    },
    files: [at('a.mp3')],
  },
  'speech, with a cost in a text': {
    conversion: {
      ...single,
      conversion_path: at('a.mp3'),
      conversion_cost: '0.68',
      conversion_duration: 27.78,
      conversion_path_wav: at('a.wav'),
      message: 'Conversion Completed',
    },
    files: [at('a.mp3')],
  },
  'a cut or a master': { conversion: { ...single, output_file: at('a.flac') }, files: [at('a.flac')] },
  'another file format': { conversion: { ...single, output_file_path: at('a.ogg') }, files: [at('a.ogg')] },
  'stems as JSON in a text': {
    conversion: { ...single, audio_url: JSON.stringify({ vocals: at('v.mp3'), drums: at('d.mp3') }) },
    files: [at('v.mp3'), at('d.mp3')],
  },
  'stems as a map': {
    conversion: { ...single, conversion_paths: { vocals: at('v.mp3'), bass: [at('b.mp3')] } },
    files: [at('v.mp3'), at('b.mp3')],
  },
  'stems as a list': {
    conversion: { ...single, conversion_paths: [at('v.mp3'), { url: at('d.mp3') }] },
    files: [at('v.mp3'), at('d.mp3')],
  },
  'one file as JSON in a text': {
    conversion: { ...single, audio_url: JSON.stringify(at('a.mp3')) },
    files: [at('a.mp3')],
  },
  'a transcription': {
    conversion: {
      ...single,
      transcription: 'Long day.',
      translation: null,
      detected_language: 'en',
      word_timestamps: [{ word: 'Long', start: 0.1 }],
    },
    files: [undefined],
  },
  'a key and a tempo': {
    conversion: { ...single, key_changes: { '0-120': ['A# major'] }, dominant_key: 'A# major', bpm: 162 },
    files: [undefined],
  },
  'one that tells of its end under every name but the status': {
    conversion: {
      task_id: 't',
      conversion_path: at('a.mp3'),
      message: 'COMPLETED',
      status_msg: 'COMPLETED',
      Status: 'COMPLETED',
      STATUS: 'COMPLETED',
      state: 'COMPLETED',
      task_status: 'COMPLETED',
    },
    files: [at('a.mp3')],
  },
  'a failure': {
    conversion: { ...single, status: 'ERROR', status_msg: 'Out of tune', audio_url: null },
    files: [undefined],
  },
}
