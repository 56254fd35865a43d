import { describe, expect, test } from 'vitest'
import { encodeMp3 } from '../../../../studio/encode/mp3.ts'
import { encodeVorbis } from '../../../../studio/encode/vorbis.ts'
import { encodeWav } from '../../../../studio/encode/wav.ts'
import {
  makeAac,
  makeFragmentedMp4,
  makeMp4,
  makeMp4WithLateHead,
  makeOpus,
  makeRecordedWebm,
  makeWebm,
  sealedOgg,
} from '../../../support/audio/clip-containers.ts'
import { encodeFlac } from '../../../support/audio/clip-files.ts'
import { encodeM4a } from '../../../support/audio/m4a-files.ts'
import { encodeOpus } from '../../../support/audio/opus-files.ts'
import { heardSeconds, sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const seconds = 3
const tone = Float32Array.from({ length: seconds * 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
const song = { left: tone, right: tone, sampleRate: 44_100 } as const
const [mp3, vorbis, m4a, opus, webm] = (
  await Promise.all([
    encodeMp3(song),
    encodeVorbis(song),
    encodeM4a(song),
    encodeOpus(song, 'ogg'),
    encodeOpus(song, 'webm'),
  ])
).map((bytes) => Buffer.from(bytes))
const wav = Buffer.from(encodeWav(song))
const flac = Buffer.from(encodeFlac(song))

/** A file in which what follows a word was replaced, wherever the word is, or so many times. */
const forged = (
  file: Buffer | undefined,
  word: string,
  offset: number,
  bytes: readonly number[],
  most = Number.POSITIVE_INFINITY,
): Buffer => {
  const copy = Buffer.from(file ?? [])
  const found: number[] = []
  let at = copy.indexOf(word, 0, 'latin1')
  for (; at !== -1 && found.length < most; at = copy.indexOf(word, at + 1, 'latin1')) {
    copy.set(bytes, at + offset)
    found.push(at)
  }
  expect(found).not.toEqual([])
  return copy
}

/** How long the sound of a file is that is sent, by its media type and by another reader. */
const expectSent = async (type: string, file: Buffer | undefined, least: number, most: number) => {
  const { file: sent } = sentOf(file ?? Buffer.alloc(0))
  expect(sent?.contentType).toBe(`audio/${type}`)
  expect(sent?.seconds).toBeGreaterThanOrEqual(least)
  expect(sent?.seconds).toBeLessThanOrEqual(most)
  const heard = await heardSeconds(sent?.bytes ?? Buffer.alloc(0))
  expect(heard).toBeGreaterThanOrEqual(least)
  expect(heard).toBeLessThanOrEqual((sent?.seconds ?? 0) + 1e-6)
}

describe('the sound of a file is sent as long as it is, in the container of its codec', () => {
  // Encoders fill the last frame, and some begin with one that is not heard.
  test.each<[string, string, Buffer | undefined, number]>([
    ['MP3', 'mpeg', mp3, 0.15],
    ['AAC', 'mp4', makeAac(seconds), 0.03],
    ['M4A of an encoder', 'mp4', m4a, 0.1],
    ['M4A with its head at its end', 'mp4', makeMp4WithLateHead(seconds), 0.03],
    ['FLAC', 'flac', flac, 0.1],
    ['WAV', 'wav', wav, 0.001],
    ['Opus of FFmpeg', 'ogg', opus, 0.05],
    ['Opus in WebM of FFmpeg', 'ogg', webm, 0.05],
    ['Vorbis', 'ogg', vorbis, 0.2],
    ['WebM as a browser records it', 'ogg', makeRecordedWebm(seconds), 0.001],
    ['M4A in fragments', 'mp4', makeFragmentedMp4(seconds), 0.05],
    [
      'M4A in fragments whose samples are described once',
      'mp4',
      makeFragmentedMp4(seconds, { sizesIn: 'trex' }),
      0.05,
    ],
    [
      'M4A in fragments whose samples describe themselves',
      'mp4',
      makeFragmentedMp4(seconds, { sizesIn: 'trun', startsAt: (index) => index * 44_032 }),
      0.05,
    ],
  ])('%s', async (_, type, file, more) => {
    await expectSent(type, file, seconds - 0.02, seconds + more)
  })

  test.each<[string, string, Buffer, number]>([
    ['one of the tracks of an MP4', 'mp4', makeMp4(seconds, ['soun', 'soun']), seconds],
    [
      'what is there of an MP4 that breaks off',
      'mp4',
      makeMp4(seconds).subarray(0, 3000),
      (24 * 1024) / 44_100,
    ],
    [
      'an M4A in fragments without the pause of an hour between them',
      'mp4',
      makeFragmentedMp4(2, { startsAt: (index) => index * 3_600 * 44_100 }),
      2,
    ],
    ['an Ogg with another one behind it', 'ogg', Buffer.concat([makeOpus(1), makeOpus(1)]), 2],
    ['an Ogg with something behind it', 'ogg', Buffer.concat([makeOpus(1), Buffer.of(1)]), 1],
    ['one of the tracks of a WebM', 'ogg', makeWebm(seconds, ['soun', 'soun']), seconds],
    ['a WebM that breaks off within a block', 'ogg', makeWebm(seconds).subarray(0, -5), seconds - 0.02],
    ['AAC around a byte too many', 'mp4', Buffer.concat([makeAac(1), Buffer.of(1), makeAac(1)]), 2],
  ])('%s', async (_, type, file, expected) => {
    await expectSent(type, file, expected - 0.01, expected + 0.01)
  })

  test('AIFF', async () => {
    const frames = 44_100
    const common = Buffer.from('COMM\0\0\0\x12\0\x02\0\0\xac\x44\0\x10\x40\x0e\xac\x44\0\0\0\0\0\0', 'latin1')
    const size = Buffer.alloc(4)
    size.writeUInt32BE(8 + frames * 4)
    const sound = Buffer.concat([Buffer.from('SSND'), size, Buffer.alloc(8 + frames * 4)])
    const file = Buffer.concat([Buffer.from('FORM\0\0\0\0AIFF', 'latin1'), common, sound])
    await expectSent('wav', file, 0.999, 1.001)
  })
})

describe('what a head says of the length changes nothing that is sent', () => {
  test.each<[string, Buffer | undefined, Buffer]>([
    ['the number of bytes in the first frame of an MP3', mp3, forged(mp3, 'Info', 12, [0, 0, 0, 1])],
    ['the number of samples of a FLAC', flac, forged(flac, 'fLaC', 21, [0xf0, 0, 0, 0, 1])],
    ['the times of the pages of an Ogg', opus, sealedOgg(forged(opus, 'OggS', 6, [1, 0, 0, 0, 0, 0, 0, 0]))],
    ['the times of a Vorbis', vorbis, sealedOgg(forged(vorbis, 'OggS', 6, [1, 0, 0, 0, 0, 0, 0, 0]))],
    ['a short length of a WebM', webm, forged(webm, '\x44\x89', 3, [0, 0, 0, 0], 1)],
    ['a long length of a WebM', webm, forged(webm, '\x44\x89', 3, [0x41, 0xff, 0xff, 0xff], 1)],
    [
      'a short length of the media of an M4A',
      makeMp4(seconds),
      forged(makeMp4(seconds), 'mdhd', 20, [0, 0, 0, 1]),
    ],
    ['a long length of the film of an M4A', m4a, forged(m4a, 'mvhd', 20, [0x7f, 0, 0, 0])],
    [
      'short times of the samples of an M4A',
      makeMp4(seconds),
      forged(makeMp4(seconds), 'stts', 16, [0, 0, 0, 1]),
    ],
    [
      'long times of the samples of an M4A',
      makeMp4(seconds),
      forged(makeMp4(seconds), 'stts', 16, [0, 0xff, 0, 1]),
    ],
  ])('%s', (_, honest = Buffer.alloc(0), file) => {
    expect(sentSeconds(honest)).toBeGreaterThan(seconds - 0.02)
    const [one, other] = [honest, file].map((each) => sentOf(each).file?.bytes)
    expect(other?.equals(one ?? Buffer.alloc(0))).toBe(true)
  })

  test('a part of a WAV that is said to be the whole is not', () => {
    const half = Buffer.from(wav)
    const bytes = seconds * 44_100 * 2
    half.writeUInt32LE(bytes, 40)
    half.write('data', 44 + bytes)
    half.writeUInt32LE(bytes - 8, 48 + bytes)
    expect(sentSeconds(half)).toBeCloseTo(seconds, 3)
  })

  test('junk between the frames of an MP3 is not sent', () => {
    const junk = Buffer.alloc(4000, 'junk')
    const one = sentOf(mp3 ?? junk)
    const behind = sentOf(Buffer.concat([mp3 ?? junk, junk]))
    expect(behind.file?.bytes.equals(one.file?.bytes ?? junk)).toBe(true)
    const between = sentOf(Buffer.concat([mp3 ?? junk, junk, mp3 ?? junk]))
    expect(between.sound?.seconds).toBeCloseTo(2 * (one.sound?.seconds ?? 0), 6)
    expect(between.file?.bytes.includes(junk.subarray(0, 100))).toBe(false)
  })
})

describe('nothing is sent of', () => {
  const bomb = forged(m4a, 'stsz', 8, [0, 0x7f, 0, 0])
  test.each<[string, Buffer, unknown]>([
    ['an empty file', Buffer.alloc(0), undefined],
    ['an M4A with samples larger than the file', bomb, { kind: 'uncounted' }],
    [
      'an M4A with a fragment whose samples are larger than the file',
      forged(makeFragmentedMp4(seconds), 'tfhd', 16, [0, 1, 0, 0]),
      { kind: 'uncounted' },
    ],
    [
      'an M4A with fragments that list fewer samples than they declare',
      forged(makeFragmentedMp4(seconds), 'trun', 4, [0, 0, 8, 1]),
      { kind: 'uncounted' },
    ],
    [
      'an M4A with fragments of another track',
      makeFragmentedMp4(seconds, { track: 2 }),
      { kind: 'uncounted' },
    ],
    ['pictures in an MP4', makeMp4(seconds, ['vide']), { kind: 'silent' }],
    ['pictures in a WebM', makeWebm(seconds, ['vide']), { kind: 'silent' }],
  ])('%s', (_, file, found) => {
    expect(sentSeconds(file)).toEqual(found)
  })
})

describe('no file ends the reading or writing with an error', () => {
  const files = {
    mpeg: mp3,
    mp4: m4a,
    ogg: vorbis,
    webm,
    wav,
    flac,
    aac: makeAac(1),
    fragments: makeFragmentedMp4(1),
    aiff: Buffer.from('FORM'),
  }
  test.each(Object.entries(files))('%s', (_, file = Buffer.alloc(0)) => {
    for (let cut = 0; cut < Math.min(file.length, 600); cut += 7) sentOf(file.subarray(0, cut))
    for (let at = 4; at < Math.min(file.length, 900); at += 11) {
      const copy = Buffer.from(file)
      copy.set([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], Math.min(at, copy.length - 8))
      sentOf(copy)
    }
  })
})
