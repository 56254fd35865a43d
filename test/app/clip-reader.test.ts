import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { probeClip } from '../../src/app/clip-probe.ts'
import { createClipReader } from '../../src/app/clip-reader.ts'
import { rewriteClip } from '../../src/app/clip-rewrite.ts'
import type { ClipReading, LocalClip } from '../../src/core/clip/clip-reading.ts'
import { encodeWav } from '../../studio/encode/wav.ts'
import { makeAac, makeMp4, makeOpus, makeRecordedWebm } from '../support/audio/clip-containers.ts'

const wavOf = (seconds: number): Buffer => {
  const silence = new Float32Array(seconds * 44_100)
  return Buffer.from(encodeWav({ left: silence, right: silence, sampleRate: 44_100 }))
}
const second = wavOf(1)
/** The same as it is sent: behind room of our own, with a description that says that nothing follows it. */
const room = Buffer.concat([Buffer.from('JUNK\0\x08\0\0'), Buffer.alloc(2_048)])
const description = Buffer.from(second.subarray(12, 36))
description.writeUInt32LE(18, 4)
const sent = Buffer.concat([second.subarray(0, 12), room, description, Buffer.alloc(2), second.subarray(36)])
sent.writeUInt32LE(sent.length - 8, 4)
/** A WAV whose samples have no size. */
const uncounted = Buffer.from(second)
uncounted.fill(0, 32, 36)
const megabyte = 1024 * 1024

let folder: string
let reader: ReturnType<typeof createClipReader>

interface Limits {
  folder?: string
  bytesMax?: number
  secondsMax?: number
  probeTimeoutMs?: number
  probe?: typeof probeClip
  now?: () => number
}

/** A reader that looks at files by itself, for a process for each takes longer than all the rest. */
const createReader = (limits: Limits = {}) =>
  createClipReader({
    folder,
    bytesMax: megabyte,
    secondsMax: 2,
    probe: rewriteClip,
    now: Date.now,
    ...limits,
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  reader = createReader()
})
afterEach(async () => {
  await reader.close()
  await rm(folder, { recursive: true })
})

/** A stream of some pieces, which tells whether its reader came to its end or gave it up. */
const streamOf = (...pieces: readonly (Uint8Array | Error)[]) => {
  const seen = { pieces: 0, isOver: false }
  async function* chunks() {
    try {
      for (const piece of pieces) {
        if (piece instanceof Error) throw piece
        seen.pieces += 1
        yield piece
      }
    } finally {
      seen.isOver = true
    }
  }
  return { seen, chunks: chunks() }
}

const read = (bytes: Uint8Array, name = 'song.wav'): Promise<ClipReading> =>
  reader.read({ name, chunks: streamOf(bytes).chunks })

const clipOf = (reading: ClipReading): LocalClip => {
  if (reading.status === 'refused') throw new Error(reading.reason)
  return reading.clip
}

const filesLeft = async (): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

describe('a clip', () => {
  test('lies on this machine as its sound alone, for this user alone', async () => {
    const pieces = [second.subarray(0, 10), second.subarray(10, 10), second.subarray(10)]
    const clip = clipOf(await reader.read({ name: 'song.wav', chunks: streamOf(...pieces).chunks }))
    expect(clip).toEqual({
      path: expect.stringContaining(folder),
      name: 'song.wav',
      contentType: 'audio/wav',
      bytes: sent.length,
      seconds: expect.closeTo(1),
    })
    expect(await readFile(clip.path)).toEqual(sent)
    expect((await stat(clip.path)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(clip.path))).mode & 0o777).toBe(0o700)
  })

  test('is what it contains, whatever its name says', async () => {
    const [wav, opus] = [await read(second, 'song.mp3'), await read(makeRecordedWebm(1), 'notes.txt')]
    expect(clipOf(wav)).toMatchObject({ name: 'song.wav', contentType: 'audio/wav' })
    expect(clipOf(opus)).toMatchObject({ name: 'notes.ogg', contentType: 'audio/ogg' })
  })

  test('lies by itself, whatever other clips are called', async () => {
    const names = ['song.wav', 'song.wav', '../../song.wav', '/etc/passwd']
    const clips = (await Promise.all(names.map((name) => read(second, name)))).map(clipOf)
    expect(new Set(clips.map(({ path }) => path)).size).toBe(names.length)
    expect(new Set(clips.map(({ path }) => dirname(path))).size).toBe(1)
  })

  test('may be just as large and as long as it may be', async () => {
    const exact = wavOf(2)
    reader = createReader({ bytesMax: exact.length })
    expect(clipOf(await read(exact))).toMatchObject({ bytes: exact.length + 2 + room.length, seconds: 2 })
  })

  test.each([
    ['AAC', makeAac(2.05)],
    ['AAC in MP4', makeMp4(2.05)],
    ['Opus', makeOpus(2.05)],
  ])('may be as long as it may be with what %s adds', async (_, file) => {
    expect(clipOf(await read(file)).seconds).toBeGreaterThan(2)
  })
})

const unreadable = "clip.bin isn't a readable audio file. Send an MP3, WAV, FLAC, OGG, M4A or WebM file."

describe('a member is told what is wrong, what the limit is and what to do when a file', () => {
  test.each<[string, Buffer, string]>([
    ['is empty', Buffer.alloc(0), 'clip.bin is empty. Upload it again.'],
    ['is no audio', Buffer.from('<html></html>'), unreadable],
    [
      'has pictures only',
      makeMp4(1, ['vide']),
      'clip.bin has no sound in it. Send a file with an audio track.',
    ],
    [
      'is a recording without a head that lasts too long',
      makeRecordedWebm(9),
      'clip.bin is 0:09 long (max 0:02). Use a shorter one, or ask your bot operator to raise the limit.',
    ],
    ['cannot be counted', uncounted, "I can't measure clip.bin. Save it as MP3 and send that."],
    [
      'is of a kind that is not taken, whatever it is called',
      Buffer.from('caff\0\x01\0\0desc'),
      "clip.bin: CAF files can't be used. Send it as MP3, WAV, FLAC, OGG, M4A or WebM.",
    ],
    [
      'lasts too long',
      wavOf(3),
      'clip.bin is 0:03 long (max 0:02). Use a shorter one, or ask your bot operator to raise the limit.',
    ],
    [
      'is hardly too long',
      wavOf(2.01),
      'clip.bin is 0:02.1 long (max 0:02). Use a shorter one, or ask your bot operator to raise the limit.',
    ],
    [
      'has too many bytes',
      Buffer.alloc(megabyte + 1),
      'clip.bin is too large (max 1 MB). Save it as MP3, or use a shorter one.',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await read(bytes, 'clip.bin')).toEqual({ status: 'refused', reason })
    expect(await filesLeft()).toEqual([])
  })

  test('grows too large as it is put into another container', async () => {
    // Packets of Opus of one byte each, which last 20 ms.
    const grown = makeOpus(1_000)
    reader = createReader({
      secondsMax: 2_000,
      bytesMax: grown.length,
      probe: async () => ({
        kind: 'audio',
        contentType: 'audio/ogg',
        ending: 'ogg',
        seconds: 1_000,
        bytes: Math.ceil(grown.length * 1.1) + 1,
      }),
    })
    expect(await read(grown, 'mix.opus')).toMatchObject({ reason: expect.stringContaining('is too large') })
    expect(await filesLeft()).toEqual([])
  })

  test('lasts longer than minutes', async () => {
    reader = createReader({ secondsMax: 600, bytesMax: 8 * megabyte })
    expect(await read(makeMp4(750), 'mix.m4a')).toEqual({
      status: 'refused',
      reason:
        'mix.m4a is 12:31 long (max 10:00). Use a shorter one, or ask your bot operator to raise the limit.',
    })
  })

  test('takes too long to look at', async () => {
    reader = createReader({ probe: probeClip, probeTimeoutMs: 1 })
    expect(await read(second, 'clip.bin')).toEqual({ status: 'refused', reason: unreadable })
    expect(await filesLeft()).toEqual([])
  })
})

describe('a name', () => {
  const long = 'la'.repeat(100)

  test.each<[string, string, string, string?]>([
    ['is one line', 'a\nb\r\nc\u2028d\te.wav', 'a b c d e.wav'],
    ['cannot turn its letters round', 'song\u202Evaw.wav', 'song vaw.wav'],
    ['is never nothing', ' \n\u200B ', 'clip', 'clip.wav'],
    ['says what is sent', 'song.exe', 'song.exe', 'song.wav'],
    ['may be in any script', 'мелодия 🎻.wav', 'мелодия 🎻.wav'],
    ['keeps its end when it is long', `${long}.wav`, `${'la'.repeat(33)}l…lalalala.wav`],
    ['is cut between characters', `${'🎻'.repeat(90)}.wav`, `${'🎻'.repeat(67)}…${'🎻'.repeat(8)}.wav`],
    ['has no half characters', 'a\uD83C.wav', 'a .wav'],
  ])('%s', async (_, name, tidy, sentAs = tidy) => {
    expect(clipOf(await read(second, name)).name).toBe(sentAs)
    expect(await read(Buffer.alloc(0), name)).toMatchObject({ reason: `${tidy} is empty. Upload it again.` })
  })
})

describe('a stream', () => {
  test('is given up as soon as it has brought too much', async () => {
    const { seen, chunks } = streamOf(...Array.from({ length: 100 }, () => Buffer.alloc(megabyte / 2)))
    expect(await reader.read({ name: 'endless.wav', chunks })).toMatchObject({ status: 'refused' })
    expect(seen).toEqual({ pieces: 3, isOver: true })
  })

  test.each([
    ['at once', []],
    ['in the middle', [second.subarray(0, 1000)]],
    ['at its end', [second]],
  ])('that fails %s fails the reading with its own error, and leaves nothing behind', async (_, pieces) => {
    const failure = new Error('the platform hung up')
    const { chunks } = streamOf(...pieces, failure)
    await expect(reader.read({ name: 'song.wav', chunks })).rejects.toBe(failure)
    expect(await filesLeft()).toEqual([])
  })
})

describe('what is not needed any more', () => {
  test('is discarded, and may be discarded again', async () => {
    const [one, other] = [clipOf(await read(second)), clipOf(await read(second))]
    await reader.discard(one)
    await reader.discard(one)
    expect(await filesLeft()).toHaveLength(1)
    expect(await readFile(other.path)).toEqual(sent)
  })

  test('is removed with the reader’s own folder when it is closed, and nothing else', async () => {
    const other = createReader()
    const kept = clipOf(await other.read({ name: 'kept.wav', chunks: streamOf(second).chunks }))
    await read(second)
    await reader.close()
    await reader.close()
    expect(await readdir(folder)).toHaveLength(1)
    expect(await readFile(kept.path)).toEqual(sent)
    await other.close()
    expect(await readdir(folder)).toEqual([])
  })

  test('is not even made by a reader that reads nothing', async () => {
    await createReader().close()
    expect(await readdir(folder)).toEqual([])
  })
})

test('a folder that was cleared away is made again', async () => {
  const { path } = clipOf(await read(second))
  await rm(dirname(path), { recursive: true })
  const clips = await Promise.all([read(second), read(second)])
  expect(clips.map((reading) => clipOf(reading).bytes)).toEqual([sent.length, sent.length])
  await reader.close()
  expect(await readdir(folder)).toEqual([])
})

test('a process of its own looks at files unless somebody else is to', async () => {
  reader = createClipReader({ folder, bytesMax: megabyte, secondsMax: 2, now: Date.now })
  expect(await read(second)).toMatchObject({ clip: { contentType: 'audio/wav', seconds: expect.closeTo(1) } })
  expect(await read(Buffer.from('<html></html>'), 'clip.bin')).toEqual({
    status: 'refused',
    reason: unreadable,
  })
})

describe('what a killed process left there', () => {
  const dayMs = 24 * 60 * 60_000

  test.each([
    ['is removed after a day', dayMs + 60_000, 1],
    ['is left alone before, for its process may live', dayMs - 60_000, 2],
  ])('%s', async (_, laterMs, folders) => {
    clipOf(await read(second))
    const next = createReader({ now: () => Date.now() + laterMs })
    clipOf(await next.read({ name: 'song.wav', chunks: streamOf(second).chunks }))
    expect(await readdir(folder)).toHaveLength(folders)
    await next.close()
  })

  test('is the only thing that is removed', async () => {
    await mkdir(join(folder, 'somebody-elses'))
    const next = createReader({ now: () => Date.now() + 2 * dayMs })
    clipOf(await next.read({ name: 'song.wav', chunks: streamOf(second).chunks }))
    expect(await readdir(folder)).toContain('somebody-elses')
    await next.close()
  })
})

describe('a reader that stops', () => {
  /** One piece, and then a host that says nothing any more. */
  async function* hanging() {
    yield second.subarray(0, 100)
    await new Promise(() => undefined)
  }

  test('gives up what it waits for, leaves nothing, and another may read it again', async () => {
    const reading = reader.read({ name: 'song.wav', chunks: hanging() })
    reader.giveUp()
    await expect(reading).rejects.toMatchObject({ code: 'platform_unavailable', retryable: true })
    expect(await filesLeft()).toEqual([])
  })

  test('begins nothing new', async () => {
    reader.giveUp()
    await expect(read(second)).rejects.toMatchObject({ code: 'platform_unavailable' })
  })
})
