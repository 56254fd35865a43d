import { describe, expect, test } from 'vitest'
import { type Conversion, findConversion, taskStatusOf } from '../../src/audio-api/task-result.ts'
import { at, conversions, song } from '../support/service/conversions.ts'

const read = (conversion: object): Conversion => {
  const body = JSON.stringify({ success: true, conversion })
  const found = findConversion({ kind: 'answered', status: 200, body })
  if (found.status !== 'found') throw new Error(found.reason)
  return found.conversion
}

describe('a conversion', () => {
  test.each(Object.entries(conversions))('is read with its files: %s', (_, { conversion, files }) => {
    const { outputs, answer } = read(conversion)
    expect(outputs.map(({ audioUrl }) => audioUrl)).toEqual(files)
    expect(answer).toEqual(conversion)
  })

  test('has every field of its description', () => {
    expect(read(song)).toEqual({
      taskId: 't',
      feature: 'MUSIC_AI',
      status: 'COMPLETED',
      message: 'Done',
      webhookUrl: undefined,
      createdAtMs: Date.UTC(2026, 2, 1, 10, 0, 0, 123),
      updatedAtMs: Date.UTC(2026, 2, 1, 10, 3, 46, 0),
      generatedAtMs: Date.UTC(2026, 2, 1, 10, 3, 40, 250),
      outputs: [
        {
          conversionId: 'c-1',
          title: 'Tide',
          lyrics: 'heave ho',
          sounds: 'strings',
          timedLyrics: [
            { startSeconds: 9.88, text: 'heave' },
            { startSeconds: 13.72, text: 'ho' },
          ],
          audioUrl: at('1.mp3'),
          wavUrl: at('1.wav'),
          durationSeconds: 155.95,
        },
        {
          conversionId: 'c-2',
          title: 'Ebb',
          lyrics: undefined,
          sounds: undefined,
          timedLyrics: [],
          audioUrl: at('2.mp3'),
          wavUrl: undefined,
          durationSeconds: 98.7,
        },
      ],
      coverUrl: at('c.jpg'),
      coverThumbnailUrl: at('c_thumb.jpg'),
      isStreamingRequested: true,
      isStreamingAvailable: false,
      transcription: undefined,
      translation: undefined,
      cost: undefined,
      answer: song,
    })
  })

  test('has its words, its cost and its WAV under names without numbers as well', () => {
    const { conversion: speech } = conversions['speech, with a cost in a text'] ?? {}
    expect(read(speech ?? {})).toMatchObject({
      cost: 680_000,
      outputs: [{ conversionId: 'c', wavUrl: at('a.wav'), durationSeconds: 27.78 }],
    })
    const { conversion: words } = conversions['a transcription'] ?? {}
    expect(read(words ?? {})).toMatchObject({ transcription: 'Long day.' })
  })

  test('names stems by their keys, and other files by the title', () => {
    const paths = { vocals: at('v.mp3'), audio_url: at('a.mp3'), path: at('b.mp3') }
    const { outputs } = read({ conversion_id: 'c', title: 'Tide', conversion_paths: paths })
    expect(outputs.map(({ title }) => title)).toEqual(['vocals', 'Tide', 'Tide'])
  })

  test('takes neither its own id nor "audio" for the name of a file', () => {
    for (const files of [{ c: at('a.mp3') }, { audio: at('a.mp3') }]) {
      const { outputs } = read({ conversion_id: 'c', title: 'Tide', conversion_paths: files })
      expect(outputs.map(({ title }) => title)).toEqual(['Tide'])
    }
  })

  test('has the first name that has files: one of the others may be what was sent in', () => {
    const names = { conversion_path: '', output_file: at('out.mp3'), conversion_paths: [at('in.mp3')] }
    expect(read({ ...names, audio_url: null }).outputs.map(({ audioUrl }) => audioUrl)).toEqual([
      at('out.mp3'),
    ])
  })

  test.each<[string, unknown]>([
    ['what is no address', 'pending'],
    ['an address of another kind', 'file:///etc/passwd'],
    ['broken JSON', '{"vocals":'],
    ['a number', 7],
    ['nothing', null],
    ['JSON that is too deep', { a: { b: { c: { d: at('deep.mp3') } } } }],
  ])('has no file in %s', (_, audio_url) => {
    expect(read({ conversion_id: 'c', audio_url }).outputs.map(({ audioUrl }) => audioUrl)).toEqual([
      undefined,
    ])
  })

  test.each([
    ['2026-03-01T10:00:00.123456+00:00', 123],
    ['2026-03-01T10:00:00Z', 0],
    ['2026-03-01 10:00:00.250 +00:00', 250],
    ['2026-03-01 15:30:00.250 +0530', 250],
    [' 2026-03-01T10:00:00.9999999Z ', 999],
  ])('was made at the time %j', (createdAt, ms) => {
    expect(read({ createdAt }).createdAtMs).toBe(Date.UTC(2026, 2, 1, 10, 0, 0, ms))
  })

  test.each([
    '2026-03-01T10:00:00', // without an offset it could be any hour
    '2026-13-01T10:00:00Z',
    '2026-03-01',
    'soon',
    '',
    null,
    1_770_000_000,
    '2026-03-01T10:00:00+99:99',
  ])('was made at no time that %j tells', (createdAt) => {
    expect(read({ createdAt }).createdAtMs).toBeUndefined()
  })

  test.each([
    'N/A',
    'pending',
    '/files/abc.mp3',
    'cdn.example.com/x.mp3',
    'https://',
    'ftp://cdn.example/x.mp3',
  ])('has no file where the service writes %j for an address', (text) => {
    const numbered = { conversion_id_1: 'c', conversion_path_1: text, conversion_path_wav_1: text }
    const cover = { album_cover_path: text, album_cover_thumbnail: text }
    expect(read({ ...numbered, ...cover })).toMatchObject({
      outputs: [{ conversionId: 'c', audioUrl: undefined, wavUrl: undefined }],
      coverUrl: undefined,
      coverThumbnailUrl: undefined,
    })
    const unnumbered = { conversion_id: 'c', conversion_path: text, conversion_path_wav: text }
    expect(read(unnumbered).outputs).toMatchObject([{ audioUrl: undefined, wavUrl: undefined }])
  })

  test('has addresses without the blanks around them', () => {
    expect(read({ conversion_path_1: ' https://cdn.example/a.mp3\n' }).outputs).toMatchObject([
      { audioUrl: 'https://cdn.example/a.mp3' },
    ])
  })

  test.each([-5, 1e15, '-0.1', 24 * 60 * 60 + 1, 'long'])('has no times of %j seconds', (seconds) => {
    const lyrics = JSON.stringify([{ start: Number(seconds) * 1000, text: 'la' }])
    const given = { conversion_id_1: 'c', conversion_duration_1: seconds, lyrics_timestamped_1: lyrics }
    expect(read(given).outputs).toMatchObject([{ durationSeconds: undefined, timedLyrics: [] }])
  })

  test('without anything is one that still runs', () => {
    const nothing = read({})
    expect(nothing).toMatchObject({ status: '', outputs: [], isStreamingRequested: false })
    expect(taskStatusOf(nothing)).toEqual({ status: 'pending', unknownStatus: '' })
  })
})
