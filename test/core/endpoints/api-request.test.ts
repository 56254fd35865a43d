import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkValues } from '../../../src/core/endpoints/api-request.ts'
import { audioEndpoints, endpointsByName as endpoints } from '../../../src/core/endpoints/audio-endpoints.ts'
import { conversionTypes } from '../../../src/core/endpoints/conversion-type.ts'
import type { Endpoint } from '../../../src/core/endpoints/endpoint.ts'

type Name = keyof typeof endpoints

const link = 'https://example.com/a.mp3'
const file = { path: '/tmp/a', name: 'a.mp3', contentType: 'audio/mpeg', bytes: 1, seconds: 1 }

type Values = Readonly<Record<string, unknown>>

/** What endpoints need at the least, by their description. */
const described: Readonly<Partial<Record<Name, Values>>> = {
  musicV1: {},
  music: {},
  musicBatch: {},
  voiceChanger: { audio_url: link, voice_id: 'v' },
  remix: { audio_url: link },
  mastering: { audio_url: link, reference_audio_url: link },
  cutter: { audio_url: link, start_time: 0, end_time: 1000 },
  inpaint: { audio_url: link, replace_start_at: 0, replace_end_at: 1 },
  speech: { text: 'hello' },
  transcription: { audio_url: link },
  lyrics: { prompt: 'autumn' },
  byId: { conversionType: 'MUSIC_AI', task_id: 't' },
  searchVoices: { query: 'ada' },
  getAllVoices: {},
}

/** The same of an endpoint that the description does not have: what its record requires, and addresses. */
const leastByRecord = ({ fields, example, exactlyOneOf }: Endpoint): Values => ({
  ...Object.fromEntries(Object.entries(example).filter(([name]) => fields[name]?.required)),
  ...Object.fromEntries(exactlyOneOf.map(([url]) => [url, link])),
})

const least = Object.fromEntries(
  Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    described[name as Name] ?? leastByRecord(endpoint),
  ]),
) as Readonly<Record<Name, Values>>

const problemsOf = (name: Name, values: Readonly<Record<string, unknown>>): readonly string[] =>
  checkValues(endpoints[name], { ...least[name], ...values }).problems.map(({ text }) => text)

const fieldsOf = (wanted: (field: Endpoint['fields'][string]) => boolean): [Name, string][] =>
  Object.entries(endpoints).flatMap(([name, { fields }]) =>
    Object.entries(fields)
      .filter(([, field]) => wanted(field))
      .map(([field]): [Name, string] => [name as Name, field]),
  )

/** A field with the field that it excludes left out. */
const alone = (name: Name, field: string, value: unknown) => {
  const pair = endpoints[name].exactlyOneOf.find((names) => names.some((one) => one === field)) ?? []
  return { ...Object.fromEntries(pair.map((one) => [one, undefined])), [field]: value }
}

describe('a request', () => {
  test.each(Object.keys(least))('for %s passes with the least that it needs', (name) => {
    expect(problemsOf(name as Name, {})).toEqual([])
  })

  test.each(fieldsOf((field) => field.required === true))('for %s needs %s', (name, field) => {
    const { method, path } = endpoints[name]
    expect(problemsOf(name, { [field]: undefined })).toEqual([
      `${field} is missing; ${method} ${path} needs it.`,
    ])
  })

  test.each<[Name, string, string]>([
    ['voiceChanger', 'audio_url', 'audio_file'],
    ['remix', 'audio_url', 'audio_file'],
    ['mastering', 'audio_url', 'audio_file'],
    ['mastering', 'reference_audio_url', 'reference_audio_file'],
    ['cutter', 'audio_url', 'audio_file'],
    ['inpaint', 'audio_url', 'audio_file'],
    ['transcription', 'audio_url', 'audio_file'],
  ])('for %s has one of %s and %s', (name, url, upload) => {
    expect(problemsOf(name, { [url]: undefined, [upload]: file })).toEqual([])
    expect(problemsOf(name, { [upload]: file })).toEqual([
      `${url} and ${upload} can't be used together. Remove one.`,
    ])
    expect(problemsOf(name, { [url]: undefined })).toEqual([
      `Neither ${url} nor ${upload} is given. Give one of them.`,
    ])
  })

  test('for a task names it by one of its two ids', () => {
    expect(problemsOf('byId', { task_id: undefined, conversion_id: 'c' })).toEqual([])
    expect(problemsOf('byId', { conversion_id: 'c' })).toEqual([
      "task_id and conversion_id can't be used together. Remove one.",
    ])
    expect(problemsOf('byId', { task_id: undefined })).toHaveLength(1)
  })
})

describe('a text', () => {
  // The maxima of the service's description.
  test.each<[Name, string, number]>([
    ['remix', 'lyrics', 5000],
    ['inpaint', 'lyrics_section_to_replace', 3000],
    ['lyrics', 'prompt', 1000],
  ])('of %s may have as many characters as %s is documented with', (name, field, max) => {
    expect(problemsOf(name, { [field]: '🎻'.repeat(max) })).toEqual([])
    const said = `${field} is ${(max + 1).toLocaleString('en-US')} characters long (max ${max.toLocaleString('en-US')}). Shorten it.`
    expect(problemsOf(name, { [field]: '🎻'.repeat(max + 1) })).toEqual([said])
  })

  // Guidance of the service's description.
  test.each<[Name, number]>([
    ['musicV1', 1000],
    ['music', 1000],
    ['musicBatch', 280],
  ])('as the prompt of %s only warns when it is longer than guidance', (name, most) => {
    const warningsAt = (length: number) =>
      checkValues(endpoints[name], { prompt: 'a'.repeat(length) }).warnings
    expect(warningsAt(most)).toEqual([])
    expect(warningsAt(most + 1)).toEqual([
      `prompt is over ${most.toLocaleString('en-US')} characters; the end of it may be ignored.`,
    ])
    expect(problemsOf(name, { prompt: 'a'.repeat(most * 10) })).toEqual([])
  })

  test.each(fieldsOf(({ kind }) => kind === 'text').filter(([, field]) => field !== 'language'))(
    'as %s %s is none when nothing of it can be seen, or when it is no text',
    (name, field) => {
      const empty = `${field} is empty. Write something, or leave it out.`
      for (const blank of ['', ' \n', '\u200B'])
        expect(problemsOf(name, alone(name, field, blank))).toEqual([empty])
      for (const value of [7, null, true, ['a'], {}])
        expect(problemsOf(name, alone(name, field, value))).toEqual([`${field} must be text.`])
      expect(problemsOf(name, alone(name, field, 'a\uD83C'))).toEqual([
        `${field} has a broken character in it. Type it again.`,
      ])
    },
  )

  test('as a language may be empty: the service finds out by itself then', () => {
    expect(problemsOf('transcription', { language: '' })).toEqual([])
  })
})

// The lists of the service's description.
test.each<[Name, string, string]>([
  ['music', 'model', 'v6, v6-pro, v7, v7-pro'],
  ['remix', 'gender', 'male, female, neutral'],
  ['inpaint', 'gender', 'male, female, neutral'],
  ['mastering', 'output_extension', 'mp3, wav, flac, ogg, aac, webm'],
  ['cutter', 'output_extension', 'mp3, wav, flac, ogg, aac, webm'],
  ['transcription', 'transcription_format', 'plain_text, formatted_text, srt, vtt'],
  ['transcription', 'translation_format', 'plain_text, formatted_text, srt, vtt'],
  ['byId', 'conversionType', conversionTypes.join(', ')],
])('for %s, %s is one of %s', (name, field, choices) => {
  for (const choice of choices.split(', ')) expect(problemsOf(name, { [field]: choice })).toEqual([])
  for (const value of ['', 'MP3', 'Male', 'v8', 1, null, '__proto__', 'constructor'])
    expect(problemsOf(name, { [field]: value })).toEqual([`${field} must be one of: ${choices}.`])
})

describe('a number', () => {
  test.each<[Name, string, number, number]>([
    ['musicBatch', 'num_outputs', 1, 2],
    ['inpaint', 'num_outputs', 1, 2],
    ['voiceChanger', 'pitch', -12, 12],
    ['voiceChanger', 'remove_background', 0, 1],
  ])('of %s is whole and within its bounds: %s', (name, field, min, max) => {
    for (const value of [min, max, 1]) expect(problemsOf(name, { [field]: value })).toEqual([])
    for (const value of [min - 1, max + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null, 1e300])
      expect(problemsOf(name, { [field]: value })).toEqual([
        `${field} is ${String(value)}; it must be a whole number from ${min} to ${max}.`,
      ])
  })

  test.each<[Name, string, number]>([
    ['searchVoices', 'limit', 1],
    ['searchVoices', 'page', 0],
    ['getAllVoices', 'limit', 1],
    ['getAllVoices', 'page', 0],
  ])('of %s is whole and not too small: %s', (name, field, min) => {
    for (const value of [min, 1000]) expect(problemsOf(name, { [field]: value })).toEqual([])
    for (const value of [min - 1, 1.5])
      expect(problemsOf(name, { [field]: value })).toEqual([
        `${field} is ${value}; it must be a whole number, ${min} or more.`,
      ])
  })

  test.each<[Name, string, string]>([
    ['cutter', 'start_time', 'milliseconds'],
    ['cutter', 'end_time', 'milliseconds'],
    ['inpaint', 'replace_start_at', 'seconds'],
    ['inpaint', 'replace_end_at', 'seconds'],
    ['musicBatch', 'output_length', 'seconds'],
  ])('of %s, %s, counts %s', (name, field, unit) => {
    for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY, '1', null])
      expect(problemsOf(name, { [field]: value })).toContain(
        `${field} must be a number of ${unit}, zero or more.`,
      )
  })

  test.each<[Name, string, string]>([
    ['cutter', 'start_time', 'end_time'],
    ['inpaint', 'replace_start_at', 'replace_end_at'],
  ])('of %s begins a range before it ends: %s, %s', (name, from, to) => {
    expect(problemsOf(name, { [from]: 0.25, [to]: 0.5 })).toEqual([])
    for (const [start, end] of [
      [5, 5],
      [6, 5],
    ])
      expect(problemsOf(name, { [from]: start, [to]: end })).toEqual([
        `${from} (${start}) must come before ${to} (${end}). Change one of them.`,
      ])
  })
})

test.each(fieldsOf(({ kind }) => kind === 'toggle'))('for %s, %s is true or false', (name, field) => {
  for (const value of [true, false]) expect(problemsOf(name, { [field]: value })).toEqual([])
  for (const value of ['true', 1, 0, null])
    expect(problemsOf(name, { [field]: value })).toEqual([`${field} must be true or false.`])
})

test.each(fieldsOf(({ kind }) => kind === 'address'))('for %s, %s is an address', (name, field) => {
  for (const value of [link, 'http://localhost:8080/x'])
    expect(problemsOf(name, alone(name, field, value))).toEqual([])
  for (const value of [
    '',
    'a.mp3',
    'ftp://example.com/a',
    'javascript:alert(1)',
    'https://me:pw@example.com',
    7,
  ])
    expect(problemsOf(name, alone(name, field, value))).toEqual([
      `${field} must be an address that begins with http:// or https://, without a password.`,
    ])
})

test.each(fieldsOf(({ kind }) => kind === 'file'))('for %s, %s is a file', (name, field) => {
  for (const value of ['a.mp3', true, 7])
    expect(problemsOf(name, alone(name, field, value))).toContain(`${field} must be a file.`)
})

describe('a field of another endpoint', () => {
  test.each(['model', 'gender', 'lyrics_timestamps'])('does not go with a batch: %s', (field) => {
    const [problem, ...others] = problemsOf('musicBatch', { [field]: 'v6' })
    expect(problem).toMatch(
      new RegExp(
        `^${field} is not a field of POST /v2/MusicAI/batch; it is one of .*POST /v2/MusicAI\\b.*Leave it out\\.$`,
      ),
    )
    expect(others).toEqual([])
  })

  test.each<[Name, string, string]>([
    ['music', 'num_outputs', 'POST /v2/MusicAI/batch, POST /v1/inpaint'],
    ['music', 'output_length', 'POST /v2/MusicAI/batch'],
    ['remix', 'start_time', 'POST /v1/audio_cutter'],
  ])('does not go with %s: %s, and it is said whose it is', (name, field, owners) => {
    const { method, path } = endpoints[name]
    expect(problemsOf(name, { [field]: 1 })).toEqual([
      `${field} is not a field of ${method} ${path}; it is one of ${owners}. Leave it out.`,
    ])
  })

  test.each(['modle', '__proto__', 'constructor', '0.audio_file'])(
    'that nobody has is named: %s',
    (field) => {
      const values = Object.fromEntries([[field, 'x']])
      expect(checkValues(endpoints.music, values).problems).toEqual([
        { field, text: `${field} is not a field of POST /v2/MusicAI. Leave it out.` },
      ])
    },
  )
})

test('every problem is named at once', () => {
  const values = { prompt: '', num_outputs: 3, output_length: -1, model: 'v6' }
  expect(checkValues(endpoints.musicBatch, values).problems.map(({ field }) => field)).toEqual([
    ...['model', 'prompt', 'output_length', 'num_outputs'],
  ])
})

test('whatever the values are, they are checked without a crash, and only known names pass', () => {
  const names = audioEndpoints.flatMap(({ fields }) => Object.keys(fields))
  const values = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.anything())
  fc.assert(
    fc.property(fc.constantFrom(...audioEndpoints), values, (endpoint, given) => {
      const { problems } = checkValues(endpoint, given)
      const isSet = (name: string) => given[name] !== undefined
      const strangers = Object.keys(given).filter(
        (name) => isSet(name) && !Object.hasOwn(endpoint.fields, name),
      )
      for (const name of strangers) expect(problems.map(({ field }) => field)).toContain(name)
    }),
    { examples: [[endpoints.voiceChanger, { remove_background: [{ toString: 0 }] }]] },
  )
})
