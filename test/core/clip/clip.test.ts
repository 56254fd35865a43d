import { describe, expect, test } from 'vitest'
import {
  type Clip,
  clipExpiresAtMs,
  clipName,
  isTooLong,
  lengthAboveText,
  readClip,
} from '../../../src/core/clip/clip.ts'
import { clip, clipFieldsOf, clipsIn } from '../../../src/core/clip/clip-field.ts'
import type { Fields, RawValues } from '../../../src/core/fields/field.ts'
import { optional, text } from '../../../src/core/fields/field-builders.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'

const source = clip({ label: 'Clip', help: 'What it is made of' })
const words = text({ label: 'Words', help: 'Which', lengthMax: 50 })

const upload: Clip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=1',
  name: 'a.ogg',
  bytes: 5,
  message: { platform: 'discord', channel: '1', message: '2' },
}
const bareUpload: Clip = { ...upload, bytes: undefined, message: undefined }
const result: Clip = { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'b.mp3', seconds: 20.5 }
const link: Clip = { kind: 'link', url: 'https://example.com/c.mp3' }
const clips = [upload, bareUpload, result, { ...result, seconds: undefined }, link]

const readOne = (value: unknown) => readValues({ it: source }, { it: value })
const problemWith = (value: unknown) => {
  const read = readOne(value)
  return read.ok ? undefined : read.problems.map(({ text: said }) => said).join('\n')
}

const ways = 'Clip must be an audio file, a link, or a take such as 3f2akd7c.2.'

describe('a clip', () => {
  test.each(clips)('may be $kind', (value) => {
    expect(readOne(value)).toEqual({ ok: true, input: { it: value } })
  })

  test.each(clips)('comes back from stored JSON as it was: $kind', (value) => {
    expect(readClip(JSON.parse(JSON.stringify(value)))).toEqual(value)
  })

  test.each(['https://example.com/c.mp3', ' https://example.com/c.mp3\n'])(
    'may be an address: %j',
    (value) => {
      expect(readOne(value)).toEqual({ ok: true, input: { it: link } })
    },
  )

  test.each([
    'ftp://example.com/c.mp3',
    'https://me:secret@example.com/c.mp3',
    'https://localhost/c.mp3',
    'javascript:alert(1)',
  ])('is no address such as %s, and what one looks like is said', (value) => {
    expect(problemWith(value)).toBe(
      'Clip must be a link such as https://example.com/voice.mp3, without a password.',
    )
  })

  test.each(['song.mp3', '3f2akd7c', 'the second one', ''])(
    'is no word such as %j, and all the ways to give one are said',
    (value) => {
      expect(problemWith(value)).toBe(ways)
    },
  )

  test.each([[upload, 'https://example.com/c.mp3'], []])(
    'that is given twice is refused (%#)',
    (...value) => {
      expect(problemWith(value)).toBe('You gave Clip more than once. Keep only one.')
    },
  )

  test.each([
    5,
    null,
    true,
    {},
    { kind: 'upload', url: 'https://cdn.discordapp.com/a' },
    { ...upload, platform: 'elsewhere' },
    { ...upload, url: 7 },
    { kind: 'link', url: 'file:///etc/passwd' },
    { kind: 'link', url: 'https://me:secret@example.com/c.mp3' },
    { kind: 'memory', url: 'https://example.com/c.mp3' },
  ])('such as %j is refused with what it must be', (value) => {
    expect(problemWith(value)).toBe(ways)
    expect(readClip(value)).toBeUndefined()
  })

  test('keeps nothing that it does not know', () => {
    expect(readClip({ ...link, token: 'secret' })).toEqual(link)
  })

  test('may be left out where it is optional', () => {
    expect(readValues({ it: optional(source) }, {})).toEqual({ ok: true, input: { it: undefined } })
  })

  test.each<[Clip, string]>([
    [upload, 'a.ogg'],
    [result, 'b.mp3'],
    [link, 'example.com/c.mp3'],
    [
      { kind: 'link', url: 'https://files.example.com/x/y/talk.mp3?key=s3cret#k' },
      'files.example.com/…/talk.mp3',
    ],
    [{ kind: 'link', url: 'https://example.com/s3cret/' }, 'example.com/s3cret'],
    [{ kind: 'link', url: 'https://me:s3cret@example.com' }, 'example.com'],
    [
      { kind: 'link', url: `https://example.com/${'a'.repeat(200)}.mp3` },
      `example.com/${'a'.repeat(35)}…${'a'.repeat(28)}.mp3`,
    ],
    [{ ...upload, name: 'a\r\nCredits: 99\u202E.ogg' }, 'a Credits: 99.ogg'],
    [{ ...upload, name: '\n' }, 'clip'],
  ])('has a name for members (%#)', (value, name) => {
    expect(clipName(value)).toBe(name)
  })
})

describe('among fields', () => {
  test.each<[Fields, readonly string[]]>([
    [{}, []],
    [{ words }, []],
    [{ words, source }, ['source']],
    [{ words, source: optional(source) }, ['source']],
    [{ source, words, model: source }, ['source', 'model']],
  ])('those for clips are found (%#)', (fields, names) => {
    expect(clipFieldsOf(fields)).toEqual(names)
  })

  test.each<[RawValues, readonly Clip[]]>([
    [{ words: 'a', source: upload }, [upload]],
    [{ words: 'a' }, []],
    [{ words: 'a', source: undefined }, []],
    [{ words: link }, []],
    [{ source: link.url }, [link]],
    [{ source: ` ${link.url}\n` }, [link]],
    [{ source: '3f2akd7c.2' }, []],
    [{ source: 'file:///etc/passwd' }, []],
    [{ source: [link.url, upload] }, []],
    [{ words: link.url }, []],
  ])('the clip that was given is found (%#)', (input, found) => {
    expect(clipsIn({ words, source }, input)).toEqual(
      found.map((value) => ({ field: 'source', label: 'Clip', clip: value })),
    )
  })
})

describe('a clip as long as the limit', () => {
  test.each([
    ['MP3', 60.0555, 'audio/mpeg'],
    ['MP3 of 8 kHz', 60.264, 'audio/mpeg'],
    ['AAC', 60.023583, 'audio/mp4'],
    ['Opus', 60.02, 'audio/ogg'],
    ['Vorbis', 60.026485, 'audio/ogg'],
    ['WAV', 60, 'audio/wav'],
    ['a result, whose kind is not told,', 60.06, undefined],
  ])('is not too long, whatever %s adds to it', (_, seconds, contentType) => {
    expect(isTooLong(seconds, 60, contentType)).toBe(false)
  })

  test.each([
    ['MP3 by more than encoders add', 60.41, 'audio/mpeg'],
    ['WAV by anything', 60.01, 'audio/wav'],
    ['AIFF by anything', 60.01, 'audio/aiff'],
    ['FLAC by anything', 60.01, 'audio/flac'],
  ])('is left behind by %s', (_, seconds, contentType) => {
    expect(isTooLong(seconds, 60, contentType)).toBe(true)
  })

  test.each([
    [60.01, '1:00.1'],
    [60.5, '1:00.5'],
    [60.95, '1:01.0'],
    [61, '1:01'],
    [61.2, '1:02'],
  ])('is less than %d s, of which is told %s', (seconds, length) => {
    expect(lengthAboveText(seconds, 60)).toBe(length)
  })
})

describe('the address of a clip', () => {
  const at = (query: string): Clip => ({
    ...bareUpload,
    url: `https://cdn.discordapp.com/attachments/1/2/a.ogg${query}`,
  })

  // The example of https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
  test('of Discord ends when it says so itself, in hexadecimal seconds', () => {
    const ends = clipExpiresAtMs(at('?ex=65d903de&is=65c68ede&hm=2481f30dd67f503f54d020ae3b5533b9&'))
    expect(ends).toBe(Date.UTC(2024, 1, 23, 20, 45, 18))
  })

  test('whose address on Discord a member gave ends, too', () => {
    const { url } = at('?ex=65d903de')
    expect(clipExpiresAtMs({ kind: 'link', url })).toBe(Date.UTC(2024, 1, 23, 20, 45, 18))
  })

  test.each<[string, Clip]>([
    ['without a word about it', at('')],
    ['with one that is no number', at('?ex=soon')],
    ['with one that is no time', at('?ex=ffffffffffffffff')],
    ['that can be renewed by its message', upload],
    [
      'of another platform',
      { ...bareUpload, platform: 'slack', url: 'https://files.slack.com/a.ogg?ex=65d903de' },
    ],
    ['of the service', { ...result, url: 'https://cdn.example/1.mp3?ex=65d903de' }],
    ['of a member', { ...link, url: 'https://example.com/c.mp3?ex=65d903de' }],
    ['that is none', { ...bareUpload, url: 'nowhere' }],
  ])('%s does not end', (_, clipAt) => {
    expect(clipExpiresAtMs(clipAt)).toBeUndefined()
  })
})
