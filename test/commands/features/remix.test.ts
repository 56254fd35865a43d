import { describe, expect, test } from 'vitest'
import { remix } from '../../../src/commands/features/remix.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const prompt = 'slow jazz with brushes'
const upload: Clip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.discordapp.com/attachments/1/2/storm.ogg?ex=1',
  name: 'storm.ogg',
  bytes: 90_000,
  message: undefined,
}
const link = 'https://example.com/storm.mp3'

const prepared = (values: RawValues) => {
  const result = remix.prepare({ clip: upload, prompt, ...values })
  if (!result.ok) throw new Error(result.problems.map(({ text }) => text).join('\n'))
  return result.prepared
}

const problemsOf = (values: RawValues): readonly string[] => {
  const result = remix.prepare(values)
  return result.ok ? [] : result.problems.map(({ field, text }) => `${field}: ${text}`)
}

describe('a request for a remix', () => {
  test('of a file brings the file along, as a form', () => {
    expect(prepared({}).request).toEqual({
      path: '/v1/Remix',
      encoding: 'form',
      body: { prompt },
      files: { audio_file: upload },
    })
  })

  test.each<[string, RawValues[string], string]>([
    ['a web address', link, link],
    [
      'our own result',
      { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'Tide take 1.mp3' },
      'https://cdn.example/1.mp3',
    ],
  ])('of %s names the address instead', (_, clip, address) => {
    expect(prepared({ clip }).request).toEqual({
      path: '/v1/Remix',
      encoding: 'form',
      body: { audio_url: address, prompt },
      files: {},
    })
  })

  // Names as the service documents the body of POST /v1/Remix.
  const sent: readonly [option: string, value: string | boolean, name: string][] = [
    ['lyrics', 'heave ho', 'lyrics'],
    ['title', 'Segfault Shore', 'title'],
    ['gender', 'neutral', 'gender'],
    ['cover', true, 'generate_album_cover'],
    ['timestamps', false, 'lyrics_timestamps'],
  ]

  test.each(sent)('sends %s (%j) as %s', (option, value, name) => {
    expect(prepared({ [option]: value }).request.body).toEqual({ prompt, [name]: value })
  })

  test('has a case above for every option that there is, in this order', () => {
    expect(Object.keys(remix.fields)).toEqual([
      'clip',
      'prompt',
      ...sent.map(([option]) => option),
      'permission',
      'seen_by',
      'spoiler',
    ])
  })

  test('keeps the clip for its readers', () => {
    expect(prepared({}).clips).toEqual([{ field: 'clip', label: 'Clip', clip: upload }])
  })
})

test('a remix is priced by its two takes, whatever is asked for', () => {
  expect(prepared({ lyrics: 'la '.repeat(1_000), cover: true }).priced).toEqual({ price: 'remix', units: 2 })
})

describe('refused is', () => {
  test.each<[what: string, values: RawValues, problems: readonly string[]]>([
    [
      'a remix of nothing into nothing',
      {},
      [
        'clip: Clip is missing. Audio file to remix. Pick a clip from the channel, or upload your own file.',
        'prompt: Prompt is missing. What to turn it into, such as "slow jazz with brushes".',
      ],
    ],
    [
      'a clip given twice',
      { clip: [upload, link], prompt },
      ['clip: You gave Clip more than once. Keep only one.'],
    ],
    [
      'a prompt that is too long',
      { clip: link, prompt: 'a'.repeat(6_001) },
      ['prompt: Prompt is 6,001 characters long (max 6,000). Shorten it.'],
    ],
    [
      // The most that the service documents.
      'a text that is too long to be sung',
      { clip: link, prompt, lyrics: 'a'.repeat(5_001) },
      ['lyrics: Lyrics is 5,001 characters long (max 5,000). Shorten it.'],
    ],
    [
      'a voice that the service does not know',
      { clip: link, prompt, gender: 'baritone' },
      ['gender: Gender must be one of: male, female, neutral.'],
    ],
  ])('%s', (_, values, problems) => {
    expect(problemsOf(values)).toEqual(problems)
  })
})

test('the answer names the clip, what it was to become, and both takes', () => {
  const outputs = [output(1, { title: undefined }), output(2, { title: undefined })]
  const message = prepared({}).view(outcomeOf(outputs, { coverUrl: 'https://cdn.example/c.png' }))
  expect(message).toMatchObject({
    text: 'Your remix is ready.',
    blocks: [
      {
        kind: 'line',
        facts: [
          { label: 'Clip', value: 'storm.ogg' },
          { label: '', value: `“${prompt}”` },
        ],
      },
      { kind: 'audio', file: { name: 'remix take 1.mp3' } },
      { kind: 'audio', file: { name: 'remix take 2.mp3' } },
      { kind: 'cover', description: `Album cover for: storm.ogg, ${prompt}` },
    ],
  })
})
