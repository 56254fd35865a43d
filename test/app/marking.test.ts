import { parseBuffer } from 'music-metadata'
import { describe, expect, test } from 'vitest'
import { createMarkWriter, withMarks } from '../../src/app/marking.ts'
import type { AiMark } from '../../src/core/outcome.ts'
import { readFixture } from '../clips/fixtures.ts'
import { encodeFlac } from '../support/audio/clip-files.ts'
import { createRecordingLog } from '../support/recording-log.ts'

const write = createMarkWriter()

const mark: AiMark = {
  job: 'b07x3f2akd7cabcdefghijklmnopq',
  model: 'v7-pro',
  source: 'trainedAlgorithmicMedia',
}
const expected = [
  'Made with AI (Tunesmith job 3f2akd7c, model v7-pro)',
  'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  'b07x3f2akd7cabcdefghijklmnopq',
  'v7-pro',
]

const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const u32 = (value: number): Buffer => {
  const written = Buffer.alloc(4)
  written.writeUInt32BE(value)
  return written
}
const le32 = (value: number): Buffer => Buffer.from(u32(value).toReversed())

/** A tag as other programs write it, with padding. https://id3.org/id3v2.3.0 */
const id3 = (version: number, flags = 0): Buffer => {
  const frame = (id: string, text: string) => bytes(id, u32(text.length + 1), '\0\0', '\0', text)
  const frames = bytes(frame('TIT2', 'Tide'), frame('COMM', 'eng\0theirs'), Buffer.alloc(40))
  return bytes('ID3', Buffer.from([version, 0, flags, 0, 0, 0, frames.length]), frames)
}
const id3v1 = bytes('TAG', 'Tide'.padEnd(30, '\0'), Buffer.alloc(95, 0))

const fixture = (name: string): Buffer => readFixture({ name }) ?? Buffer.alloc(0)
const mp3 = fixture('song.mp3')
const wav = fixture('call.wav')
const opus = fixture('stereo.opus')
const vorbis = fixture('song.ogg')
const moovLast = fixture('Song.m4a')
const moovFirst = fixture('audioclip-1767345300.mp4')
const flac = Buffer.from(
  encodeFlac({ left: new Float32Array(5000), right: new Float32Array(5000).fill(0.5), sampleRate: 44_100 }),
)

const withFacts = (): Buffer => {
  const facts = bytes('LIST', le32(20), 'INFO', 'INAM', le32(6), 'Tide\0\0', '\0\0')
  const file = bytes(wav, facts.subarray(0, -2))
  file.writeUInt32LE(18, wav.length + 4)
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

/** The checksum of RFC 3533, bit by bit. */
const checksum = (page: Buffer): number => {
  let sum = 0
  for (const [index, byte] of page.entries()) {
    sum ^= (index >= 22 && index < 26 ? 0 : byte) << 24
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0)
  }
  return sum >>> 0
}

const pages = (file: Buffer) => {
  const found: { page: Buffer; body: Buffer; sequence: number }[] = []
  for (let at = 0; at < file.length; ) {
    const start = at + 27 + file.readUInt8(at + 26)
    const end = file.subarray(at + 27, start).reduce((sum, length) => sum + length, start)
    const page = file.subarray(at, end)
    expect(page.readUInt32LE(22)).toBe(checksum(page))
    const endsPacket = file.subarray(at + 27, start).some((length) => length < 255)
    expect(page.readBigInt64LE(6) === -1n).toBe(!endsPacket)
    found.push({ page, body: file.subarray(start, end), sequence: page.readUInt32LE(18) })
    at = end
  }
  expect(found.map(({ sequence }) => sequence)).toEqual(found.map((_, index) => index))
  return found
}

/** The last pages of an Ogg file, whose bodies are its sound, with the times that they tell. */
const oggSound = (count: number) => (file: Buffer) =>
  pages(file)
    .slice(-count)
    .flatMap(({ page, body }) => [page.subarray(0, 18), body])

/** The same stream with comments that fill all but the end of a page, and a second one with what is left. */
const longComments = (): Buffer => {
  const [first, , ...sound] = pages(opus)
  const text = Buffer.from(`NOTE=${'x'.repeat(64_900)}`)
  const tags = bytes('OpusTags', le32(2), 'me', le32(1), le32(text.length), text)
  const lengths = [...Array.from({ length: Math.floor(tags.length / 255) }, () => 255), tags.length % 255]
  const head = bytes(first?.page.subarray(0, 26) ?? '', Buffer.from([lengths.length, ...lengths]), tags)
  head.writeUInt8(0, 5)
  head.writeUInt32LE(1, 18)
  head.writeUInt32LE(checksum(head), 22)
  return bytes(first?.page ?? '', head, ...sound.map(({ page }) => page))
}

/** The frames of an MP3, between the tag before them and the old one behind. */
const afterId3 = (file: Buffer): Buffer => {
  const isTagged = file.toString('latin1', 0, 3) === 'ID3'
  const start = isTagged ? 10 + [...file.subarray(6, 10)].reduce((sum, digit) => sum * 128 + digit, 0) : 0
  const end = file.toString('latin1', file.length - 128, file.length - 125) === 'TAG' ? -128 : undefined
  return file.subarray(start, end)
}
const waveSound = (file: Buffer): Buffer => {
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  const at = file.indexOf('data')
  return file.subarray(at, at + 8 + file.readUInt32LE(at + 4))
}
const flacSound = (file: Buffer): Buffer => file.subarray(file.indexOf(Buffer.from([0xff, 0xf8, 0x79])))
/** Where each chunk of sound is said to begin, what is there. */
const mp4Sound = (file: Buffer): Buffer[] => {
  const at = file.indexOf('stco') + 4
  return Array.from({ length: file.readUInt32BE(at + 4) }, (_, index) => {
    const address = file.readUInt32BE(at + 8 + index * 4)
    return file.subarray(address, address + 64)
  })
}

type Row = readonly [kind: string, file: Buffer, sound: (file: Buffer) => unknown]
const rows: readonly Row[] = [
  ['an MP3 without a tag', mp3, afterId3],
  ['an MP3 with an ID3v2.3 tag', bytes(id3(3), mp3), afterId3],
  ['an MP3 with an ID3v2.4 tag', bytes(id3(4), mp3), afterId3],
  ['an MP3 with an ID3v1 tag at its end', bytes(mp3, id3v1), afterId3],
  ['a WAV', wav, waveSound],
  ['a WAV with facts of its own', withFacts(), waveSound],
  ['a FLAC', flac, flacSound],
  ['an Opus in Ogg', opus, oggSound(pages(opus).length - 2)],
  ['an Opus in Ogg whose comments need one page more', longComments(), oggSound(pages(opus).length - 2)],
  ['a Vorbis in Ogg', vorbis, oggSound(1)],
  ['an M4A with its index behind the sound', moovLast, mp4Sound],
  ['an M4A with its index before the sound', moovFirst, mp4Sound],
]

const tagsOf = async (file: Buffer): Promise<string[]> => {
  const { native } = await parseBuffer(file)
  return Object.values(native).flatMap((tags) =>
    tags.map(({ id, value }) => {
      const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value
      return `${id.replace(/^.*:/, '')}=${String(text)}`
    }),
  )
}

const marked = async (file: Buffer, by = mark): Promise<Buffer> => Buffer.from((await write(file, by)) ?? [])

describe.each(rows)('%s', (_, file, sound) => {
  test('says that it was made with AI, by which job and how', async () => {
    // Of ID3v2.3 the reader takes what stands between slashes for a value each.
    const values = (await tagsOf(await marked(file))).map((tag) => tag.replace(/^[^=]*=/, '')).join('/')
    for (const text of expected) expect(values).toContain(text)
  })

  test('keeps its sound, and the tags that it has', async () => {
    expect(sound(await marked(file))).toEqual(sound(file))
    const tags = await tagsOf(await marked(file))
    for (const tag of await tagsOf(file)) expect(tags).toContainEqual(expect.stringContaining(tag))
  })

  test('has one mark, the latest, however often it is marked', async () => {
    const other: AiMark = { job: 'another', source: 'algorithmicallyEnhanced' }
    const once = await marked(file)
    expect(await marked(file)).toEqual(once)
    expect(await marked(once)).toEqual(once)
    const again = (await tagsOf(await marked(once, other))).join('\n')
    expect(again).toMatch(/DIGITALSOURCETYPE=\S*algorithmicallyEnhanced/)
    for (const text of expected) expect(again).not.toContain(text)
  })
})

const sizedBeyond = bytes(wav)
sizedBeyond.writeUInt32LE(0xffff_ffff, 4)
test.each([
  ['an MP3 whose tag is of a version before 2.3', bytes(id3(2), mp3)],
  ['an MP3 whose tag has flags', bytes(id3(4, 0x40), mp3)],
  ['an AAC', fixture('stereo.aac')],
  ['a WAV of a length that nobody knew yet', sizedBeyond],
  ['a WAV that is cut off', wav.subarray(0, -100)],
  ['an Ogg file of another codec', fixture('mumble.spx')],
  ['an M4A that is cut off', moovFirst.subarray(0, -100)],
  ['an M4A in fragments', fixture('dash_audio.m4a')],
])('%s keeps its last sound', async (_, file) => {
  expect((await marked(file)).includes(file.subarray(-100))).toBe(true)
})

describe('a download', () => {
  const url = 'https://cdn.example/1.wav'
  const reading = (file: Buffer) => {
    const log = createRecordingLog()
    return { log, read: withMarks(async () => new Uint8Array(file), write, log) }
  }

  test('has the mark, the same however often', async () => {
    const { read } = reading(wav)
    expect(Buffer.from(await read(url, 100_000, mark))).toEqual(await marked(wav))
    expect(await read(url, 100_000, mark)).toEqual(await read(url, 100_000, mark))
  })

  test.each([
    ['is not to have one', wav, 100_000, undefined, []],
    ['has no room for it', wav, wav.length, mark, []],
    ['is of a kind that has none', Buffer.from('MThd\0\0\0\x06 and what follows'), 100_000, mark, []],
    ['is empty', Buffer.alloc(0), 100_000, mark, []],
    ['is cut off', flac.subarray(0, 40), 100_000, mark, []],
    ['breaks what writes it', id3(3), 100_000, mark, ['a file could not be marked as made with AI']],
  ])('is as it came where it %s', async (_, file, bytesMax, wanted, errors) => {
    const { log, read } = reading(file)
    expect(Buffer.from(await read(url, bytesMax, wanted))).toEqual(file)
    expect(log.errors()).toEqual(errors)
  })

  test('is marked after one that broke what writes it', async () => {
    await write(id3(3), mark).catch(() => undefined)
    expect(await tagsOf(await marked(wav))).toContainEqual(expect.stringContaining(expected[0] ?? ''))
  })
})
