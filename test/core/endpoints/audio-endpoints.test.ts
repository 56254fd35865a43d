import { describe, expect, expectTypeOf, test } from 'vitest'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { checkValues, requestTo } from '../../../src/core/endpoints/api-request.ts'
import {
  audioEndpoints,
  endpointsByName as endpoints,
  taskEndpoints,
} from '../../../src/core/endpoints/audio-endpoints.ts'
import { conversionTypes } from '../../../src/core/endpoints/conversion-type.ts'
import type { Endpoint, ValuesOf, WireField } from '../../../src/core/endpoints/endpoint.ts'
import { type Milliseconds, milliseconds, type Seconds, seconds } from '../../../src/core/time.ts'

// Every name below is written down from the service's interface description, endpoint by endpoint.
const described: readonly [endpoint: string, encoding: string, type: string | undefined, fields: string][] = [
  [
    ...(['POST /v1/MusicAI', 'json', 'MUSIC_AI'] as const),
    'prompt music_style lyrics title make_instrumental vocal_only gender voice_id generate_album_cover webhook_url',
  ],
  [
    ...(['POST /v2/MusicAI', 'json', 'MUSIC_AI'] as const),
    'prompt music_style lyrics title make_instrumental vocal_only gender voice_id generate_album_cover lyrics_timestamps model webhook_url',
  ],
  [
    ...(['POST /v2/MusicAI/batch', 'json', 'MUSIC_AI'] as const),
    'prompt music_style lyrics title make_instrumental vocal_only voice_id output_length num_outputs generate_album_cover webhook_url',
  ],
  [
    ...(['POST /v1/VoiceChanger', 'form', 'VOICE_CONVERSION'] as const),
    'audio_url audio_file voice_id remove_background pitch webhook_url',
  ],
  [
    ...(['POST /v1/Remix', 'form', 'REMIX'] as const),
    'audio_url audio_file prompt lyrics title gender generate_album_cover lyrics_timestamps webhook_url',
  ],
  [
    ...(['POST /v1/audio_mastering', 'form', 'AUDIO_MASTERING'] as const),
    'audio_url audio_file reference_audio_url reference_audio_file output_extension webhook_url',
  ],
  [
    ...(['POST /v1/audio_cutter', 'form', 'AUDIO_CUTTER'] as const),
    'audio_url audio_file start_time end_time output_extension webhook_url',
  ],
  [
    ...(['POST /v1/inpaint', 'form', 'INPAINT'] as const),
    'audio_url audio_file prompt replace_start_at replace_end_at lyrics lyrics_section_to_replace gender num_outputs title generate_album_cover lyrics_timestamps webhook_url',
  ],
  [
    ...(['POST /v1/TextToSpeech', 'json', 'TEXT_TO_SPEECH'] as const),
    'text sample_audio_url voice_id gender webhook_url',
  ],
  [
    ...(['POST /v1/audio_transcribe', 'form', 'AUDIO_TRANSCRIPTION'] as const),
    'audio_url audio_file language translate transcription_format translation_format word_timestamps webhook_url',
  ],
  ['GET /v1/prompt_to_lyrics', 'query', 'LYRICS_GENERATOR', 'prompt'],
  ['GET /v1/byId', 'query', undefined, 'conversionType task_id conversion_id'],
  ['GET /v1/searchVoices', 'query', undefined, 'query limit page'],
  ['GET /v1/getAllVoices', 'query', undefined, 'limit page'],
]

describe('what is declared of the service', () => {
  test.each(described)(
    '%s has the fields of its description, and no others',
    (name, encoding, type, fields) => {
      const found = audioEndpoints.find(({ method, path }) => `${method} ${path}` === name)
      expect([found?.encoding, found?.conversionType]).toEqual([encoding, type])
      expect(Object.keys(found?.fields ?? {})).toEqual(fields.split(' '))
    },
  )

  test('is fourteen endpoints, of which one is deprecated', () => {
    expect(audioEndpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(
      described.map(([name]) => name),
    )
    expect(audioEndpoints.filter(({ deprecated }) => deprecated).map(({ path }) => path)).toEqual([
      '/v1/MusicAI',
    ])
  })

  // The description's list of feature families, in its order.
  test('is 23 families', () => {
    expect(conversionTypes).toHaveLength(23)
    expect(conversionTypes.join(' ')).toBe(
      [
        'MUSIC_AI TEXT_TO_SPEECH VOICE_CONVERSION EXTRACTION COVER STEMS_SEPARATION VOCAL_EXTRACTION DENOISING',
        'DEECHO DEREVERB SOUND_GENERATOR AUDIO_TRANSCRIPTION AUDIO_SPEED_CHANGER AUDIO_MASTERING AUDIO_CUTTER',
        'REMIX FILE_CONVERT KEY_BPM_EXTRACTION AUDIO_TO_MIDI EXTEND INPAINT SING_OVER_INSTRUMENTAL',
        'LYRICS_GENERATOR',
      ].join(' '),
    )
  })

  test.each(Object.entries<Endpoint>(endpoints))(
    '%s excludes, orders and has words for fields that it has',
    (_, { fields, ...rules }) => {
      const named = [...rules.exactlyOneOf, ...rules.ranges].flat()
      for (const name of [...named, ...Object.keys(rules.failures.texts ?? {})])
        expect(fields).toHaveProperty(name)
    },
  )

  test.each(Object.entries<Endpoint>(endpoints))('%s has an example that is sound', (_, endpoint) => {
    const { fields, example } = endpoint
    const sent = Object.entries(example).map(([name, value]) => [
      name,
      fields[name]?.kind === 'file' ? { name: value } : value,
    ])
    expect(checkValues(endpoint, Object.fromEntries(sent))).toEqual({ problems: [], warnings: [] })
  })

  const fieldsWith = (textOf: (field: WireField) => string | undefined): readonly string[] =>
    Object.entries(endpoints).flatMap(([call, { fields }]) =>
      Object.entries<WireField>(fields).flatMap(([name, field]) => {
        const text = textOf(field)
        return text === undefined ? [] : [`${call}.${name}${text}`]
      }),
    )

  test('has the defaults of the description, and no others', () => {
    const defaultOf = ({ default: usual }: WireField) => (usual === undefined ? undefined : ` ${usual}`)
    expect(fieldsWith(defaultOf)).toEqual([
      ...['musicV1.make_instrumental false', 'musicV1.vocal_only false', 'musicV1.generate_album_cover true'],
      ...['music.make_instrumental false', 'music.vocal_only false', 'music.generate_album_cover false'],
      ...['music.lyrics_timestamps false', 'musicBatch.make_instrumental false'],
      ...['musicBatch.vocal_only false', 'musicBatch.generate_album_cover false'],
      ...['voiceChanger.remove_background 0', 'voiceChanger.pitch 0', 'inpaint.num_outputs 2'],
      ...['transcription.translate false', 'transcription.word_timestamps false'],
      ...['searchVoices.limit 20', 'searchVoices.page 0', 'getAllVoices.limit 20', 'getAllVoices.page 0'],
    ])
  })

  // What the description calls required, what it says a valid request has, and both ends of a cut.
  test('needs no more than a request cannot do without', () => {
    expect(fieldsWith(({ required }) => (required ? '' : undefined))).toEqual([
      ...['voiceChanger.voice_id', 'cutter.start_time', 'cutter.end_time', 'inpaint.replace_start_at'],
      ...['inpaint.replace_end_at', 'speech.text', 'lyrics.prompt', 'byId.conversionType'],
      'searchVoices.query',
    ])
  })

  test('has the limits of lengths of the description, and no others', () => {
    const limitOf = (field: WireField) => {
      if (field.kind !== 'text') return undefined
      const { lengthMax, guidanceLengthMax } = field
      if (guidanceLengthMax !== undefined) return ` guidance ${guidanceLengthMax}`
      return lengthMax === undefined ? undefined : ` maximum ${lengthMax}`
    }
    expect(fieldsWith(limitOf)).toEqual([
      ...['musicV1.prompt guidance 1000', 'music.prompt guidance 1000', 'musicBatch.prompt guidance 280'],
      ...['remix.lyrics maximum 5000', 'inpaint.lyrics_section_to_replace maximum 3000'],
      'lyrics.prompt maximum 1000',
    ])
  })
})

describe('the compiler', () => {
  type Cut = ValuesOf<typeof taskEndpoints.cutter, string>
  type Inpaint = ValuesOf<typeof taskEndpoints.inpaint, string>

  test('keeps seconds and milliseconds apart', () => {
    expectTypeOf<Cut['start_time']>().toEqualTypeOf<Milliseconds>()
    expectTypeOf<Inpaint['replace_start_at']>().toEqualTypeOf<Seconds>()
    expectTypeOf<Seconds>().not.toExtend<Milliseconds>()
    expectTypeOf<number>().not.toExtend<Milliseconds>()
    expectTypeOf<number>().not.toExtend<Seconds>()
  })

  test('knows what is required, what is one of a list, and what is no field at all', () => {
    expectTypeOf<Omit<Cut, 'end_time'>>().not.toExtend<Cut>()
    expectTypeOf<Inpaint['gender']>().toEqualTypeOf<'male' | 'female' | 'neutral' | undefined>()
    expectTypeOf<ValuesOf<typeof taskEndpoints.musicBatch, string>>().not.toHaveProperty('model')
  })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY])('%d is no span of time', (value) => {
  expect(() => seconds(value)).toThrow('is not a number of seconds')
  expect(() => milliseconds(value)).toThrow('is not a number of milliseconds')
})

test('a request has what was set, its files apart', () => {
  const file: UploadedClip = {
    kind: 'upload',
    platform: 'slack',
    url: 'https://files.slack.com/1',
    name: 'a.mp3',
    bytes: undefined,
    message: undefined,
  }
  const cut = { audio_file: file, start_time: milliseconds(0), end_time: milliseconds(1500) }
  expect(requestTo(taskEndpoints.cutter, { ...cut, output_extension: undefined })).toEqual({
    path: '/v1/audio_cutter',
    encoding: 'form',
    body: { start_time: 0, end_time: 1500 },
    files: { audio_file: file },
  })
})
