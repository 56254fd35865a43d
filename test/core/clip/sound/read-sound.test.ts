import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import { soundSeconds } from '../../../../src/core/clip/sound/sound-seconds.ts'
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
  mp4Box,
  sealedOgg,
} from '../../../support/audio/clip-containers.ts'
import { encodeFlac } from '../../../support/audio/clip-files.ts'
import { encodeM4a } from '../../../support/audio/m4a-files.ts'
import { encodeOpus } from '../../../support/audio/opus-files.ts'

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

/** A file in which what follows a word was replaced, wherever the word is. */
const forged = (file: Buffer | undefined, word: string, offset: number, bytes: readonly number[]): Buffer => {
  const copy = Buffer.from(file ?? [])
  const found: number[] = []
  for (let at = copy.indexOf(word, 0, 'latin1'); at !== -1; at = copy.indexOf(word, at + 1, 'latin1')) {
    copy.set(bytes, at + offset)
    found.push(at)
  }
  expect(found).not.toEqual([])
  return copy
}

/** The counted length of a file's sound; undefined if it cannot be counted. */
const counted = (file: Buffer | undefined) => {
  const found = readSound(file ?? Buffer.alloc(0))
  return found?.kind === 'audio' ? found.counted : undefined
}

const most = (type: string, file: Buffer | undefined, stated?: number) => {
  const found = readSound(file ?? Buffer.alloc(0))
  if (found?.kind === 'audio') expect(found.contentType).toBe(`audio/${type}`)
  return found?.kind === 'audio' && found.counted !== undefined
    ? soundSeconds(found.counted, stated).secondsMost
    : undefined
}

describe('the sound of a file is counted as long as it is', () => {
  // Encoders fill the last frame, and some begin with one that is not heard.
  test.each<[string, string, Buffer | undefined, number]>([
    ['MP3', 'mpeg', mp3, 0.1],
    ['AAC', 'aac', makeAac(seconds), 0.03],
    ['M4A of an encoder', 'mp4', m4a, 0.1],
    ['M4A with its head at its end', 'mp4', makeMp4WithLateHead(seconds), 0.03],
    ['FLAC', 'flac', flac, 0.1],
    ['WAV', 'wav', wav, 0.001],
    ['Opus of FFmpeg', 'ogg', opus, 0.05],
    ['Opus in WebM of FFmpeg', 'webm', webm, 0.05],
    ['WebM as a browser records it', 'webm', makeRecordedWebm(seconds), 0.001],
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
  ])('%s', (_, type, file, more) => {
    expect(most(type, file)).toBeGreaterThanOrEqual(seconds - 0.02)
    expect(most(type, file)).toBeLessThanOrEqual(seconds + more)
  })

  test.each<[string, string, Buffer, number]>([
    ['an MP4 with two tracks', 'mp4', makeMp4(seconds, ['soun', 'soun']), seconds],
    ['an MP4 that breaks off, as long as it was', 'mp4', makeMp4(seconds).subarray(0, 3000), seconds],
    [
      'an M4A with a pause of an hour',
      'mp4',
      makeFragmentedMp4(2, { startsAt: (index) => index * 3_600 * 44_100 }),
      3_601,
    ],
    ['an Ogg with another one behind it', 'ogg', Buffer.concat([makeOpus(1), makeOpus(1)]), 2],
    ['an Ogg with something behind it', 'ogg', Buffer.concat([makeOpus(1), Buffer.of(1)]), 1],
    ['a WebM with two tracks', 'webm', makeWebm(seconds, ['soun', 'soun']), seconds],
    ['a WebM that breaks off within a block', 'webm', makeWebm(seconds).subarray(0, -5), seconds],
  ])('%s', (_, type, file, expected) => {
    expect(Math.abs((most(type, file) ?? 0) - expected)).toBeLessThan(0.1)
  })

  test('AIFF', () => {
    const frames = 44_100
    const common = Buffer.from('COMM\0\0\0\x12\0\x02\0\0\xac\x44\0\x10\x40\x0e\xac\x44\0\0\0\0\0\0', 'latin1')
    const size = Buffer.alloc(4)
    size.writeUInt32BE(8 + frames * 4)
    const sound = Buffer.concat([Buffer.from('SSND'), size, Buffer.alloc(8 + frames * 4)])
    const file = Buffer.concat([Buffer.from('FORM\0\0\0\0AIFF', 'latin1'), common, sound])
    expect(most('aiff', file)).toBeCloseTo(1, 3)
  })

  test('Vorbis is never more than all its packets with the longest block', () => {
    expect(most('ogg', vorbis)).toBeGreaterThanOrEqual(seconds - 0.02)
    expect(counted(vorbis)).toMatchObject({ exact: true })
  })
})

describe('a head that says less makes no sound shorter', () => {
  test.each<[string, string, Buffer]>([
    ['the number of frames in the first of an MP3', 'mpeg', forged(mp3, 'Info', 8, [0, 0, 0, 1])],
    ['the number of samples of a FLAC', 'flac', forged(flac, 'fLaC', 21, [0xf0, 0, 0, 0, 1])],
    ['the times of the pages of an Ogg', 'ogg', sealedOgg(forged(opus, 'OggS', 6, [1, 0, 0, 0, 0, 0, 0, 0]))],
    ['the times of a Vorbis', 'ogg', sealedOgg(forged(vorbis, 'OggS', 6, [1, 0, 0, 0, 0, 0, 0, 0]))],
    ['the length of a WebM', 'webm', forged(webm, '\x44\x89', 3, [0, 0, 0, 0])],
    ['the length of the film of an M4A', 'mp4', forged(m4a, 'mvhd', 20, [0, 0, 0, 1])],
    ['the length of the media of an M4A', 'mp4', forged(m4a, 'mdhd', 20, [0, 0, 0, 1])],
    ['the times of the samples of an M4A', 'mp4', forged(makeMp4(seconds), 'stts', 16, [0, 0, 0, 1])],
    [
      'every length in an M4A',
      'mp4',
      forged(forged(makeMp4(seconds), 'stts', 16, [0, 0, 0, 1]), 'mdhd', 20, [0, 0, 0, 1]),
    ],
  ])('%s', (_, type, file) => {
    expect(most(type, file, 0.1)).toBeGreaterThanOrEqual(seconds - 0.02)
  })

  test('nor a part of a WAV that is said to be the whole', () => {
    const half = Buffer.from(wav)
    const bytes = seconds * 44_100 * 2
    half.writeUInt32LE(bytes, 40)
    half.write('data', 44 + bytes)
    half.writeUInt32LE(bytes - 8, 48 + bytes)
    expect(most('wav', half, 0.1)).toBeCloseTo(seconds, 3)
  })

  test('nor junk between the frames of an MP3, which counts as the longest sound that it can be', () => {
    const junk = Buffer.alloc(4000, 0x55)
    expect(most('mpeg', Buffer.concat([mp3 ?? junk, junk]))).toBeGreaterThan(seconds + 3.9)
    expect(most('mpeg', Buffer.concat([mp3 ?? junk, junk, mp3 ?? junk]))).toBeGreaterThan(2 * seconds)
  })

  test('what is said to be longer is longer, as a later reader may believe it', () => {
    expect(most('mpeg', mp3, 500)).toBe(500)
    expect(most('mp4', forged(m4a, 'mvhd', 20, [0x7f, 0, 0, 0]))).toBeGreaterThan(1_000)
  })

  test('what an edit list plays again counts again', () => {
    const edit = Buffer.alloc(12)
    edit.writeUInt32BE(60_000)
    const list = mp4Box('elst', Buffer.from('0000000000000002', 'hex'), edit, edit)
    const file = makeMp4(seconds)
    const at = file.indexOf('trak') - 4
    const track = file.subarray(at, at + file.readUInt32BE(at))
    const longer = mp4Box('trak', mp4Box('edts', list), track.subarray(8))
    const grown = Buffer.concat([file.subarray(0, at), longer, file.subarray(at + track.length)])
    grown.writeUInt32BE(file.readUInt32BE(at - 116) + longer.length - track.length, at - 116)
    expect(most('mp4', grown)).toBe(120)
  })
})

describe('nothing certain is said of the length of', () => {
  const bomb = forged(m4a, 'stsz', 8, [0, 1, 0, 0])
  test.each<[string, string, Buffer]>([
    ['an empty MP3', 'mpeg', Buffer.alloc(0)],
    [
      'an AAC with something between its frames',
      'aac',
      Buffer.concat([makeAac(1), Buffer.of(1), makeAac(1)]),
    ],
    ['an M4A with samples larger than a frame can be', 'mp4', bomb],
    [
      'an M4A with a fragment whose samples are larger than a frame can be',
      'mp4',
      forged(makeFragmentedMp4(seconds), 'tfhd', 16, [0, 1, 0, 0]),
    ],
    ['an M4A with a fragment of another track', 'mp4', makeFragmentedMp4(seconds, { track: 2 })],
    [
      'an M4A with a fragment that lists fewer samples than it declares',
      'mp4',
      forged(makeFragmentedMp4(seconds), 'trun', 4, [0, 0, 8, 1]),
    ],
    ['a WAV that is compressed', 'wav', forged(wav, 'fmt ', 8, [0x11, 0])],
  ])('%s', (_, type, file) => {
    expect(most(type, file)).toBeUndefined()
  })
})

describe('no file ends the count with an error', () => {
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
  test.each(Object.entries(files))('%s', (name, file = Buffer.alloc(0)) => {
    const type = name === 'fragments' ? 'mp4' : name
    for (let cut = 0; cut < Math.min(file.length, 600); cut += 7) most(type, file.subarray(0, cut))
    for (let at = 4; at < Math.min(file.length, 900); at += 11) {
      const copy = Buffer.from(file)
      copy.set([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], Math.min(at, copy.length - 8))
      most(type, copy)
    }
  })
})
