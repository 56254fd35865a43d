import { describe, expect, test } from 'vitest'
import { tts } from '../../../src/commands/features/tts.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { outcomeOf } from '../../support/service/outcome.ts'

const prepared = (values: RawValues) => {
  const result = tts.prepare(values)
  if (!result.ok) throw new Error(result.problems.map(({ text }) => text).join('\n'))
  return result.prepared
}

const problemsOf = (values: RawValues): readonly string[] => {
  const result = tts.prepare(values)
  return result.ok ? [] : result.problems.map(({ text }) => text)
}

describe('a text to be read', () => {
  // Names as the service documents the body of POST /v1/TextToSpeech.
  test.each([
    [{}, {}],
    [{ voice: 'voice-7' }, { voice_id: 'voice-7' }],
    [{ gender: 'female' }, { gender: 'female' }],
    [{ sample: 'https://example.com/me.mp3' }, { sample_audio_url: 'https://example.com/me.mp3' }],
    [
      { sample: { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'take', seconds: 3 } },
      { sample_audio_url: 'https://cdn.example/1.mp3' },
    ],
  ])('with %j is sent with %j', (values, body) => {
    expect(prepared({ text: 'hello', ...values }).request).toEqual({
      path: '/v1/TextToSpeech',
      encoding: 'json',
      body: { text: 'hello', ...body },
    })
  })

  test.each([
    ['one word', 'hello', 1],
    ['a hundred words', 'word '.repeat(100), 1],
    ['a hundred and one words', 'word '.repeat(101), 2],
    ['two hundred signs without blanks', '音'.repeat(200), 3],
  ])('of %s is priced by every hundred words begun', (_, text, units) => {
    expect(prepared({ text }).priced).toEqual({ price: 'speech', units })
  })
})

test('an uploaded sample must be served to the service, which takes addresses alone', () => {
  const sample = {
    kind: 'upload',
    platform: 'discord',
    url: 'https://cdn.discordapp.com/me.mp3',
    name: 'me.mp3',
    bytes: 5,
    message: undefined,
  }
  expect(prepared({ text: 'hello', sample }).request).toEqual({
    path: '/v1/TextToSpeech',
    encoding: 'json',
    body: { text: 'hello' },
    served: { sample_audio_url: sample },
  })
})

describe('what the service would ignore is refused by name', () => {
  test.each([
    [
      { sample: 'https://example.com/me.mp3', voice: 'v' },
      'With Sample, Voice would be ignored. Remove one.',
    ],
    [{ voice: 'v', gender: 'male' }, 'With Voice, Gender would be ignored. Remove one.'],
  ])('%j', (values, problem) => {
    expect(problemsOf({ text: 'hello', ...values })).toEqual([problem])
  })
})

test.each([
  'ftp://example.com/a',
  'https://me:secret@example.com/a.mp3',
  'javascript:alert(1)',
  'https://intranet/a',
])('a sample at %s is refused with what an address must look like', (sample) => {
  expect(problemsOf({ text: 'hello', sample })).toEqual([
    'Sample must be a link such as https://example.com/voice.mp3, without a password.',
  ])
})

test('the answer has one file and what was read', () => {
  const output = {
    conversionId: 'c',
    title: undefined,
    lyrics: undefined,
    timedLyrics: [],
    audioUrl: 'https://cdn.example/a.mp3',
    wavUrl: undefined,
    durationSeconds: 4,
    sounds: undefined,
  }
  expect(prepared({ text: 'hello' }).view(outcomeOf([output]))).toMatchObject({
    text: 'Your speech is ready.',
    blocks: [
      { kind: 'line', facts: [{ label: '', value: '“hello”' }] },
      { kind: 'audio', file: { name: 'reading.mp3' } },
    ],
  })
})
