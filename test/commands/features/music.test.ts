import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const prompt = 'a sea shanty about compilers'

const prepared = (values: RawValues) => {
  const result = music.prepare(values)
  if (!result.ok) throw new Error(result.problems.map(({ text }) => text).join('\n'))
  return result.prepared
}

const bodyOf = (values: RawValues) => prepared({ prompt, ...values }).request.body
const problemsOf = (values: RawValues): readonly string[] => {
  const result = music.prepare({ prompt, ...values })
  return result.ok ? [] : result.problems.map(({ field, text }) => `${field}: ${text}`)
}

describe('a request for music', () => {
  test('goes to the endpoint that is not deprecated, as JSON', () => {
    expect(prepared({ prompt }).request).toMatchObject({ path: '/v2/MusicAI', encoding: 'json' })
  })

  test('has only what was requested', () => {
    expect(bodyOf({})).toEqual({ prompt })
  })

  // Names as the service documents the body of POST /v2/MusicAI.
  test.each([
    ['style', 'bossa nova', 'music_style'],
    ['lyrics', 'la la la', 'lyrics'],
    ['title', 'Segfault Shore', 'title'],
    ['instrumental', true, 'make_instrumental'],
    ['instrumental', false, 'make_instrumental'],
    ['vocals_only', true, 'vocal_only'],
    ['gender', 'neutral', 'gender'],
    ['voice', 'voice-7', 'voice_id'],
    ['cover', true, 'generate_album_cover'],
    ['cover', false, 'generate_album_cover'],
    ['timestamps', true, 'lyrics_timestamps'],
    ['model', 'v7-pro', 'model'],
  ])('sends %s (%j) as %s', (option, value, name) => {
    expect(bodyOf({ [option]: value })).toEqual({ prompt, [name]: value })
  })

  test('sends everything at once', () => {
    const values = {
      style: 'shanty',
      lyrics: 'heave',
      title: 'Ho',
      instrumental: false,
      vocals_only: true,
      gender: 'male',
      voice: 'voice-7',
      cover: true,
      timestamps: true,
      model: 'v6',
    }
    expect(bodyOf(values)).toEqual({
      prompt,
      music_style: 'shanty',
      lyrics: 'heave',
      title: 'Ho',
      make_instrumental: false,
      vocal_only: true,
      gender: 'male',
      voice_id: 'voice-7',
      generate_album_cover: true,
      lyrics_timestamps: true,
      model: 'v6',
    })
  })

  test('has a case above for every option that there is', () => {
    expect(Object.keys(music.fields).sort()).toEqual([
      'cover',
      'gender',
      'instrumental',
      'length',
      'lyrics',
      'model',
      'prompt',
      'seen_by',
      'spoiler',
      'style',
      'takes',
      'timestamps',
      'title',
      'vocals_only',
      'voice',
    ])
  })

  test('passes texts on untouched, but for marks that turn them around', () => {
    const hostile = '  @everyone **bold**\n{"prompt": 1} 🎻 '
    expect(prepared({ prompt: `${hostile}\u202e` }).request.body.prompt).toBe(hostile)
  })

  test('warns of a prompt longer than the service promises to follow', () => {
    expect(prepared({ prompt: 'a'.repeat(1_000) }).warnings).toEqual([])
    expect(prepared({ prompt: 'a'.repeat(1_001) }).warnings).toEqual([
      'Prompt is over 1,000 characters, so the end may be ignored.',
    ])
  })
})

// Names as the service documents the body of POST /v2/MusicAI/batch, which takes
// neither model, gender nor timestamps.
describe('a request for music of so many takes, or of a length', () => {
  test('with as many as there are anyway goes with timestamps, as if it did not say so', () => {
    const { request } = prepared({ prompt, takes: 2, timestamps: true })
    expect(request).toMatchObject({ path: '/v2/MusicAI', body: { prompt, lyrics_timestamps: true } })
  })

  test.each([
    [{ takes: 1 }, { num_outputs: 1 }, 1],
    [{ length: '1:30.5' }, { num_outputs: 2, output_length: 90.5 }, 2],
    [{ length: '20 minutes' }, { num_outputs: 2, output_length: 1200 }, 2],
    [{ takes: 1, length: '45' }, { num_outputs: 1, output_length: 45 }, 1],
  ])('with %j goes to an endpoint of its own, and waits for as many', (values, sent, takes) => {
    const { request, priced, isComplete } = prepared({ prompt, ...values })
    expect(request).toEqual({ path: '/v2/MusicAI/batch', encoding: 'json', body: { prompt, ...sent } })
    expect(priced).toEqual({ price: 'musicBatch', units: takes })
    expect(isComplete(outcomeOf([output(1)]))).toBe(takes === 1)
  })

  test('sends everything else that it takes', () => {
    const values = {
      style: 'shanty',
      lyrics: 'heave',
      title: 'Ho',
      instrumental: false,
      vocals_only: true,
      voice: 'voice-7',
      cover: true,
      takes: 1,
    }
    expect(bodyOf(values)).toEqual({
      prompt,
      music_style: 'shanty',
      lyrics: 'heave',
      title: 'Ho',
      make_instrumental: false,
      vocal_only: true,
      voice_id: 'voice-7',
      generate_album_cover: true,
      num_outputs: 1,
    })
    expect(prepared({ prompt, ...values }).priced).toEqual({ price: 'musicBatch.voice', units: 1 })
  })

  test.each([
    [{ takes: 1, model: 'v7' }, "model: Takes and Model can't be used together. Remove one."],
    [{ length: '45', gender: 'male' }, "gender: Length and Gender can't be used together. Remove one."],
    [{ takes: 1, timestamps: true }, "timestamps: Takes and Timestamps can't be used together. Remove one."],
    [{ length: '0' }, 'length: Length is 0. Give a length such as 1:30, or leave it out.'],
    [{ length: '1:5' }, 'length: Length: 1:5 could mean two different times. Type 1:05 or 1:50.'],
    [{ takes: 0 }, 'takes: Takes must be 1 or 2.'],
  ])('with %j is refused', (values, problem) => {
    expect(problemsOf(values)).toEqual([problem])
  })

  test('may say no to what it would not do anyway', () => {
    expect(bodyOf({ takes: 1, timestamps: false })).toEqual({ prompt, num_outputs: 1 })
  })

  test('warns of a prompt longer than this endpoint promises to follow', () => {
    const long = 'a'.repeat(281)
    expect(prepared({ prompt: long }).warnings).toEqual([])
    expect(prepared({ prompt: long.slice(1), takes: 1 }).warnings).toEqual([])
    expect(prepared({ prompt: long, takes: 1 }).warnings).toEqual([
      'With one take or a set length, anything in the prompt past 280 characters may be ignored.',
    ])
  })
})

describe('what music may cost', () => {
  // The service takes v6 where no model is named, and sings with a named voice at a price of its own.
  test.each([
    [{}, 'music.v6'],
    [{ model: 'v6' }, 'music.v6'],
    [{ model: 'v7' }, 'music.v7'],
    [{ model: 'v6-pro' }, 'music.v6-pro'],
    [{ model: 'v7-pro' }, 'music.v7-pro'],
    [{ voice: 'voice-7' }, 'music.voice'],
    [{ voice: 'voice-7', model: 'v7-pro' }, 'music.voice'],
  ])('with %j is two songs at the price %s', (values, price) => {
    expect(prepared({ prompt, ...values }).priced).toEqual({ price, units: 2 })
  })
})

describe('options that clash', () => {
  const clash = (name: string): string =>
    `Instrumental songs have no singing. Turn off Instrumental or remove ${name}.`

  test.each([
    ['vocals_only', true, 'Vocals only'],
    ['lyrics', 'la la la', 'Lyrics'],
    ['voice', 'voice-7', 'Voice'],
    ['gender', 'male', 'Gender'],
  ])('with an instrumental: %s', (option, value, name) => {
    expect(problemsOf({ instrumental: true, [option]: value })).toEqual([`${option}: ${clash(name)}`])
  })

  test('are all named at once', () => {
    expect(problemsOf({ instrumental: true, vocals_only: true, lyrics: 'la', gender: 'male' })).toHaveLength(
      3,
    )
  })

  test.each([
    { instrumental: false, lyrics: 'la', vocals_only: true, voice: 'voice-7', gender: 'male' },
    { instrumental: true, vocals_only: false },
    { instrumental: true, cover: true, style: 'jazz', title: 'Blue', model: 'v7', timestamps: true },
    { lyrics: 'la', vocals_only: true },
  ])('are not found in %j', (values) => {
    expect(problemsOf(values)).toEqual([])
  })
})

describe('an option beyond its bounds', () => {
  test.each([
    ['prompt', 'a'.repeat(6_001), 'Prompt is 6,001 characters long (max 6,000). Shorten it.'],
    ['style', 'a'.repeat(6_001), 'Style is 6,001 characters long (max 6,000). Shorten it.'],
    ['lyrics', 'a'.repeat(6_001), 'Lyrics is 6,001 characters long (max 6,000). Shorten it.'],
    ['title', 'a'.repeat(6_001), 'Title is 6,001 characters long (max 6,000). Shorten it.'],
    ['gender', 'baritone', 'Gender must be one of: male, female, neutral.'],
    ['model', 'v8', 'Model must be one of: v6, v6-pro, v7, v7-pro.'],
    ['cover', 'yes', 'Cover must be yes or no.'],
  ])('%s is refused', (option, value, text) => {
    expect(problemsOf({ [option]: value })).toEqual([`${option}: ${text}`])
  })

  test('is refused even where the service would only ignore it', () => {
    expect(problemsOf({ music_style: 'jazz' })).toEqual([
      'music_style: No option "music_style" here. Leave it out.',
    ])
  })
})
