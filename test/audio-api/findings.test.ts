import { describe, expect, test } from 'vitest'
import { readFindings } from '../../src/audio-api/findings.ts'

const at = (name: string) => `https://cdn.example/${name}`
const read = (record: object, known: readonly string[] = []) =>
  readFindings(record as Readonly<Record<string, unknown>>, new Set(known))

// Names of KEY_BPM_EXTRACTION, AUDIO_TO_MIDI and streaming are those of the vendor's samples.
describe('what a record has beside sounds, words and a cover', () => {
  test('is told as facts, whatever form they have', () => {
    const found = read({
      bpm: 162,
      dominant_key: 'A# major',
      key_changes: { '0-120': ['A# major'], '120-140': ['D# major', 'G minor'] },
      chords: '["Am", "F"]',
      timeSignature_1: ' 4/4 ',
    })
    expect(found?.facts).toEqual([
      { name: 'bpm', value: '162' },
      { name: 'dominant_key', value: 'A# major' },
      { name: 'key_changes', value: '0-120: A# major; 120-140: D# major, G minor' },
      { name: 'chords', value: 'Am, F' },
      { name: 'time_signature', value: '4/4' },
    ])
  })

  test('is told as files and streams, each once', () => {
    const found = read(
      {
        midi_file_path: at('a.mid'),
        stem_paths: { vocals: at('v.mp3'), drums: at('d.mp3') },
        streaming_url: at('live.m3u8'),
        stream_url_2: at('live.m3u8'),
        copy_path: at('known.mp3'),
      },
      [at('known.mp3')],
    )
    expect(found).toEqual({
      facts: [],
      files: [
        { name: 'midi_file_path', url: at('a.mid') },
        { name: 'stem_paths_vocals', url: at('v.mp3') },
        { name: 'stem_paths_drums', url: at('d.mp3') },
      ],
      streams: [at('live.m3u8')],
    })
  })

  test.each<[string, object]>([
    ['nothing', {}],
    [
      'what is read by its own name',
      { title_1: 'Tide', conversion_path_1: at('1.mp3'), title_3: 'Neap', audio_url: at('1.mp3') },
    ],
    ['ids and the books', { user_id: 'u', conversion_cost: '0.78', createdAt: 'now', taskStatus: 'done' }],
    [
      'people and secrets',
      { email: 'a@example.org', webhook_url: at('hook'), api_key: 'k', userName: 'Ann' },
    ],
    ['what was sent in', { input_url: at('in.mp3'), reference_audio_url: at('in.wav'), prompt: 'a song' }],
    ['what is not there yet', { midi_file_path: '', bpm: null, key_changes: {}, chords: [] }],
    ['what is neither fact nor file', { is_done: true, deep: { a: { b: { c: 1 } } }, long: 'x'.repeat(301) }],
  ])('is not %s', (_, record) => {
    expect(read(record)).toBeUndefined()
  })

  test('has an end', () => {
    const record = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`fact${index}`, index]))
    expect(read(record)?.facts).toHaveLength(20)
  })
})
