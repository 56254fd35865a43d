import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { requestTo } from '../../src/core/api-request.ts'
import { audioEndpoints, directEndpoints, taskEndpoints } from '../../src/core/audio-endpoints.ts'
import type { UploadedClip } from '../../src/core/clip.ts'
import { conversionTypes } from '../../src/core/conversion-type.ts'
import type { ValuesOf } from '../../src/core/endpoint.ts'
import { type Milliseconds, milliseconds, type Seconds, seconds } from '../../src/core/units.ts'
import { endpointTable, familyTable, fieldTable } from '../support/endpoint-tables.ts'

const endpoints = { ...taskEndpoints, ...directEndpoints }

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

  test('is 23 families', () => {
    expect(new Set(conversionTypes).size).toBe(23)
  })

  test.each(Object.entries(endpoints))(
    '%s excludes and orders fields that it has',
    (_, { fields, ...rules }) => {
      for (const name of [...rules.exactlyOneOf, ...rules.ranges].flat()) expect(fields).toHaveProperty(name)
    },
  )

  test('has the defaults that differ between the versions of music', () => {
    expect(taskEndpoints.musicV1.fields.generate_album_cover.default).toBe(true)
    expect(taskEndpoints.music.fields.generate_album_cover.default).toBe(false)
    expect(taskEndpoints.musicBatch.fields.generate_album_cover.default).toBe(false)
    expect(taskEndpoints.inpaint.fields.num_outputs.default).toBe(2)
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
  expect(() => seconds(value)).toThrow('is no number of seconds')
  expect(() => milliseconds(value)).toThrow('is no number of milliseconds')
})

test('a request has what was set, its files apart', () => {
  const file: UploadedClip = {
    ...{ kind: 'upload', platform: 'slack', url: 'https://files.slack.com/1', name: 'a.mp3' },
    ...{ bytes: undefined, message: undefined },
  }
  const cut = { audio_file: file, start_time: milliseconds(0), end_time: milliseconds(1500) }
  expect(requestTo(taskEndpoints.cutter, { ...cut, output_extension: undefined })).toEqual({
    ...{ path: '/v1/audio_cutter', encoding: 'form' },
    ...{ body: { start_time: 0, end_time: 1500 }, files: { audio_file: file } },
  })
})

const page = readFileSync(new URL('../../docs/audio-service.md', import.meta.url), 'utf8')

test.each([
  ['endpoints', endpointTable(endpoints)],
  ['fields', fieldTable(endpoints)],
  ['families', familyTable(conversionTypes, endpoints)],
])('the page on the service has the table of %s as it is declared', (name, expected) => {
  const [, written = ''] = new RegExp(`<!-- ${name} -->\n(.*?)\n<!-- /${name} -->`, 's').exec(page) ?? []
  expect(written.trim()).toBe(expected)
})
