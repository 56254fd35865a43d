import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { probeClip } from '../../src/app/clip-probe.ts'
import type { ClipProbe } from '../../src/app/clip-rewrite.ts'
import { rewriteClip } from '../../src/app/clip-rewrite.ts'
import { encodeMp3 } from '../../studio/encode/mp3.ts'
import { encodeVorbis } from '../../studio/encode/vorbis.ts'
import { encodeWav } from '../../studio/encode/wav.ts'
import {
  makeAac,
  makeFragmentedMp4,
  makeMp4,
  makeMp4WithLateHead,
  makeOpus,
  makeRecordedWebm,
  makeWebm,
  mp4Box,
  mp4Start,
} from '../support/audio/clip-containers.ts'
import { encodeFlac } from '../support/audio/clip-files.ts'
import { firstRows, isLong } from '../support/suite/runs.ts'

const seconds = 2
const tone = Float32Array.from({ length: seconds * 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
const song = { left: tone, right: tone, sampleRate: 44_100 } as const
const wav = Buffer.from(encodeWav(song))
const flac = Buffer.from(encodeFlac(song))
const mp3 = Buffer.from(await encodeMp3(song))
const vorbis = Buffer.from(await encodeVorbis(song))

let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  path = join(folder, 'clip')
})
afterAll(() => rm(folder, { recursive: true }))

const timeoutMs = 20_000

/** What the program finds, without a process for each file. */
const probe = async (bytes: Uint8Array): Promise<ClipProbe> => {
  await writeFile(path, bytes)
  return rewriteClip(path)
}

describe('a process of its own finds', () => {
  const files: readonly (readonly [string, Buffer])[] = [
    ['audio of unknown length', makeRecordedWebm(seconds, ['vide', 'soun'])],
    ['no audio', Buffer.from('This is no clip.')],
    ['audio whose sound can be counted', mp3],
    ['pictures only', makeMp4(seconds, ['vide'])],
  ]

  test.each(firstRows(2, files))('what the look itself finds: %s', async (_, bytes) => {
    const found = await probe(bytes)
    const rewritten = await readFile(path)
    await writeFile(path, bytes)
    expect(await probeClip(path, { timeoutMs })).toEqual(found)
    expect(await readFile(path)).toEqual(rewritten)
  })
})

/** A copy in which some bytes were replaced. */
const changed = (bytes: Buffer, position: number, replacement: readonly number[]): Buffer => {
  const copy = Buffer.from(bytes)
  copy.set(replacement, position)
  return copy
}

const foreign: ClipProbe = { kind: 'foreign' }
const unknownLength = [0xff, 0xff, 0xff, 0xff]

describe('audio is known by its contents, and put into a container of its own', () => {
  // An MP3 ends with silence up to a whole frame; Opus begins with samples that are not heard.
  test.each<[string, string, Buffer]>([
    ['MP3', 'audio/mpeg', mp3],
    ['WAV', 'audio/wav', wav],
    ['WAV of unknown length, as it comes out of a pipe', 'audio/wav', changed(wav, 40, unknownLength)],
    ['FLAC', 'audio/flac', flac],
    ['OGG Vorbis', 'audio/ogg', vorbis],
    ['OGG Opus', 'audio/ogg', makeOpus(seconds)],
    ['M4A', 'audio/mp4', makeMp4(seconds)],
    ['M4A with its head at its end', 'audio/mp4', makeMp4WithLateHead(seconds)],
    ['M4A in fragments', 'audio/mp4', makeFragmentedMp4(seconds)],
    ['MP4 with pictures', 'audio/mp4', makeMp4(seconds, ['vide', 'soun'])],
    ['WebM', 'audio/ogg', makeWebm(seconds)],
    ['WebM with pictures', 'audio/ogg', makeWebm(seconds, ['vide', 'soun'])],
    ['Matroska', 'audio/ogg', makeWebm(seconds, ['soun'], 'matroska')],
    ['WebM as a browser records it', 'audio/ogg', makeRecordedWebm(seconds)],
    ['AAC', 'audio/mp4', makeAac(seconds)],
  ])('%s', async (_, contentType, bytes) => {
    const found = await probe(bytes)
    expect(found).toMatchObject({ kind: 'audio', contentType, seconds: expect.closeTo(seconds, 0) })
    expect(found).toMatchObject({ bytes: (await stat(path)).size })
    expect(await rewriteClip(path)).toEqual(found)
  })

  // https://mp4ra.org/registered-types/brands, as phones, recorders, browsers and studios write them
  const brands = [
    ...['3gp4', 'M4A ', 'qt  ', 'zzzz'],
    ...['3gp5', '3gp6', '3ge6', '3g2a', '3g2b', 'kddi', 'M4B ', 'M4V ', 'MSNV', 'NDSC'],
    ...['avc1', 'dash', 'f4v ', 'iso2', 'iso5', 'iso6', 'isom', 'mmp4', 'mp41', 'mp42'],
  ]

  test.each(firstRows(4, brands))('MP4 of the brand "%s"', async (brand) => {
    const bytes = changed(makeMp4(seconds), 8, [...Buffer.from(brand)])
    expect(await probe(bytes)).toMatchObject({
      kind: 'audio',
      contentType: 'audio/mp4',
      seconds: expect.closeTo(seconds, 0),
    })
  })

  test('MP3 whose frames have bit rates of their own, and no count of them', async () => {
    const frameOf = (bitRate: number, bytes: number): Buffer => {
      const frame = Buffer.alloc(bytes)
      frame.set([0xff, 0xfb, bitRate << 4, 0xc4])
      return frame
    }
    // Layer III at 44.1 kHz has 1152 samples in 144 * bit rate / 44100 bytes; the codes
    // 9 and 10 are 128 and 160 kbit/s.
    const pair = Buffer.concat([frameOf(9, 417), frameOf(10, 522)])
    const bytes = Buffer.alloc(pair.length * 400, pair)
    // Two silent frames come before them.
    expect(await probe(bytes)).toMatchObject({ seconds: expect.closeTo((802 * 1152) / 44_100, 1) })
  })
})

describe('audio whose head does not tell its length is counted anyway', () => {
  test.each<[string, string, Buffer, number]>([
    [
      'WebM with pictures as a browser records it',
      'audio/ogg',
      makeRecordedWebm(seconds, ['vide', 'soun']),
      2,
    ],
    ['FLAC that counts no samples', 'audio/flac', changed(flac, 21, [0xf0, 0, 0, 0, 0]), 2],
    ['OGG Vorbis that breaks off', 'audio/ogg', vorbis.subarray(0, -10), 2],
    [
      'OGG Opus of a radio, recorded from its middle',
      'audio/ogg',
      Buffer.concat([makeOpus(1_500).subarray(0, 91), makeOpus(1_500).subarray(-69 * 100)]),
      2,
    ],
    ['MP4 that breaks off', 'audio/mp4', makeMp4(seconds).subarray(0, 6000), 1],
  ])('%s', async (_, contentType, bytes, expected) => {
    const found = await probe(bytes)
    expect(found).toMatchObject({ kind: 'audio', contentType, seconds: expect.closeTo(expected, 0) })
  })
})

test.each<[string, Buffer]>([
  ['a WAV whose samples have no size', changed(wav, 32, [0, 0, 0, 0])],
  ['a WAV without a rate', changed(wav, 24, [0, 0, 0, 0])],
  ['an MP4 that breaks off within its head', makeMp4(seconds).subarray(0, 400)],
])('%s is not counted, and stays as it is', async (_, bytes) => {
  expect(await probe(bytes)).toEqual({ kind: 'uncounted' })
  expect(await readFile(path)).toEqual(bytes)
})

test('a forged number that doesn’t fit into the file that is sent makes a clip uncounted', async () => {
  // Blocks of 65,532 bytes of IMA ADPCM have more samples than a WAV can state.
  const format = Buffer.from('11000100401f0000a00f0000fcff04000200ffff', 'hex')
  const chunk = (name: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.write(name)
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data])
  }
  const chunks = [Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', Buffer.alloc(131_064))]
  expect(await probe(chunk('RIFF', Buffer.concat(chunks)))).toEqual({ kind: 'uncounted' })
})

test.each<[string, Buffer]>([
  ['MP4', makeMp4(seconds, ['vide'])],
  ['WebM', makeWebm(seconds, ['vide'])],
  ['WebM as a browser records it', makeRecordedWebm(seconds, ['vide'])],
])('%s with pictures only is silent', async (_, bytes) => {
  expect(await probe(bytes)).toEqual({ kind: 'silent' })
})

describe('no audio that can be read', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a single byte', Buffer.of(0xff)],
    ['zeros', Buffer.alloc(100_000)],
    ['a text', Buffer.from('This is no clip. '.repeat(1000))],
    ['a web page', Buffer.from('<!doctype html><html><body>Not found</body></html>')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex')],
    ['an archive', Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(1000)])],
    ['a program', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(1000)])],
    ['a WAV of its first twelve bytes', wav.subarray(0, 12)],
    ['an MP4 of its first box', mp4Start],
    ['a WebM without tracks', makeWebm(seconds, [])],
    [
      'a tag without a song',
      Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\x07\x68', 'latin1'), Buffer.alloc(1000)]),
    ],
  ])('is in %s', async (_, bytes) => {
    expect(await probe(bytes)).toEqual(foreign)
  })
})

const refusedKinds: readonly (readonly [string, Buffer])[] = [
  ['playlist', Buffer.from('#EXTM3U\nhttp://169.254.169.254/latest/meta-data\n')],
  ['AVI', Buffer.concat([Buffer.from('RIFF\x64\0\0\0AVI LIST', 'latin1'), Buffer.alloc(100)])],
]

test.each(firstRows(1, refusedKinds))('%s is told by what it is called', async (called, bytes) => {
  const found = await probe(bytes)
  expect(found).toEqual({ kind: 'refused', called })
  expect(await probeClip(path, { timeoutMs })).toEqual(found)
})

describe('a file that was made to do harm', () => {
  const megabyte = 1024 * 1024

  /** Writes a file of many like pieces without ever having it in memory. */
  const writeMany = async (start: Uint8Array, piece: Uint8Array, bytes: number, end = Buffer.alloc(0)) => {
    const block = Buffer.alloc(piece.length * Math.ceil(megabyte / piece.length), piece)
    const file = await open(path, 'w')
    await file.writeFile(start)
    for (let written = 0; written < bytes; written += block.length) await file.writeFile(block)
    await file.writeFile(end)
    await file.close()
  }

  /** The size of an ID3 tag has seven bits in each byte (https://id3.org/id3v2.3.0#ID3v2_header). */
  const tagHead = (bytes: number): Buffer =>
    Buffer.from([...Buffer.from('ID3'), 3, 0, 0, ...[21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f)])

  const writeBoxes = async () => {
    const count = 6_000_000
    const boxes = Buffer.alloc(count * 8, mp4Box('moov'))
    for (let index = 0; index < count; index += 1) boxes.writeUInt32BE((count - index) * 8, index * 8)
    await writeFile(path, Buffer.concat([mp4Start, boxes]))
  }

  const writeTag = async () => {
    const entry = Buffer.from('TIT2\0\0\0\x02\0\0\0A', 'latin1')
    const bytes = 4 * entry.length * megabyte
    const blockBytes = entry.length * Math.ceil(megabyte / entry.length)
    await writeMany(tagHead(Math.ceil(bytes / blockBytes) * blockBytes), entry, bytes, mp3)
  }

  test('by six million boxes within one another ends a process that has no more memory for it', async () => {
    await writeBoxes()
    expect(await probeClip(path, { timeoutMs: 60_000 })).toEqual(foreign)
  })

  test.runIf(isLong)('by a tag of four million entries is audio, since nobody reads the tag', async () => {
    await writeTag()
    expect(await probeClip(path, { timeoutMs: 60_000 })).toMatchObject({ kind: 'audio' })
  })

  test('by a length that nobody has is audio, as long as the file really is', async () => {
    const bytes = changed(changed(wav, 4, unknownLength), 40, [0xff, 0xff, 0xff, 0x7f])
    expect(await probe(bytes)).toMatchObject({ kind: 'audio', seconds: expect.closeTo(seconds, 1) })
  })
})

test('a look that takes too long is ended, and finds no audio', async () => {
  await writeFile(path, mp3)
  expect(await probeClip(path, { timeoutMs: 1 })).toEqual(foreign)
})

test('a file that is not there is a bug on our side', async () => {
  await expect(probeClip(join(folder, 'nothing'), { timeoutMs })).rejects.toThrow('ENOENT')
})

describe('a process that ends before it is done', () => {
  const ends = async (how: string, mode = 0o700): Promise<unknown> => {
    const node = join(folder, 'node')
    await rm(node, { force: true })
    if (how !== '') await writeFile(node, `#!/bin/sh\n${how}\n`, { mode })
    return probeClip(path, { timeoutMs, node })
  }

  test.each([
    ['whose program is gone', '', 0o700, 'ENOENT. Restart Tunesmith'],
    ['whose program may not be run', 'exit 0', 0o600, "EACCES. Let this process's user run it"],
    ['that the system kills at once', 'kill -KILL $$', 0o700, 'SIGKILL. Raise the memory limit'],
    ['that the system kills in the middle', 'echo; kill -KILL $$', 0o700, 'SIGKILL. Raise the memory limit'],
    ['that has no memory to start', 'kill -ABRT $$', 0o700, 'SIGABRT. Restart Tunesmith'],
    ['that cannot find its program', 'exit 9', 0o700, '9. Restart Tunesmith'],
  ])('(%s) is for the operator to mend, and no file is to blame', async (_, how, mode, mend) => {
    await expect(ends(how, mode)).rejects.toMatchObject({
      code: 'probe_unusable',
      retryable: true,
      message: expect.stringContaining(`${join(folder, 'node')} failed with ${mend}`),
      memberText: "I can't check files right now. Your bot operator needs to fix this.",
    })
  })

  test.each(['TERM', 'INT', 'HUP', 'QUIT'])('by %s, as when we stop, proves nothing', async (signal) => {
    await expect(ends(`echo; kill -${signal} $$`)).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
    })
  })

  test('by itself, once it read the file, proves that the file is no audio', async () => {
    expect(await ends('echo; kill -ABRT $$')).toEqual(foreign)
  })
})

describe('a clip that was damaged on its way', () => {
  const clips = {
    mp3,
    wav,
    flac,
    vorbis,
    opus: makeOpus(seconds),
    mp4: makeMp4(seconds),
    webm: makeWebm(seconds),
  }

  test.each(Object.entries(clips))('(%s) is audio or not, but never an error', async (_, bytes) => {
    for (const part of [0.03, 0.002, 0.4]) {
      const position = Math.floor(bytes.length * part)
      const cut = bytes.subarray(0, position)
      const garbled = changed(bytes, Math.max(4, position), [0xff, 0xff, 0xff, 0xff, 0, 0, 0x80, 1])
      for (const damaged of [cut, garbled])
        expect(['audio', 'uncounted', 'foreign']).toContain((await probe(damaged)).kind)
    }
  })
})

test('the probe’s process has little memory and an empty environment', async () => {
  const node = join(folder, 'node')
  const said = '{"kind":"refused","called":"%s %s"}'
  await writeFile(node, `#!/bin/sh\nprintf '${said}' "$1" "$OUR_SECRET"\n`, { mode: 0o755 })
  vi.stubEnv('OUR_SECRET', 'hunter2')
  const found = await probeClip(path, { timeoutMs, node }).finally(() => vi.unstubAllEnvs())
  expect(found).toEqual({ kind: 'refused', called: '--max-old-space-size=64 ' })
})
