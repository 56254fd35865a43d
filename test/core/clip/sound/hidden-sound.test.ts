import { describe, expect, test } from 'vitest'
import {
  aacBlock,
  f64,
  makeMp4,
  makeOpus,
  mp4Box,
  oggPage,
  oggPages,
  webmCluster,
  webmElement,
  webmSound,
  webmWith,
} from '../../../support/audio/clip-containers.ts'
import { encodeFlac } from '../../../support/audio/clip-files.ts'
import {
  aacAroundJunk,
  apeTag,
  forgedFrames,
  forgedMp4s,
  forgedOggs,
  forgedWebms,
  hiddenSeconds,
} from '../../../support/audio/forged-clips.ts'
import { forgedRuns, forgedTables } from '../../../support/audio/forged-mp4s.ts'
import { evenNoise } from '../../../support/audio/noises.ts'
import { audibleIn, heardIn, sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'
import { runs } from '../../../support/suite/runs.ts'

const forged = [...forgedOggs, ...forgedFrames, ...forgedMp4s, ...forgedWebms, ...forgedTables, ...forgedRuns]

/** What a container of our own adds to packets at most. */
const [headBytes, packetBytes] = [3_100, 8]
/** Sums of many packets are off by less. */
const sumSeconds = 1e-6

describe('of a file in which sound is hidden, nothing is sent but what was counted', () => {
  test.each(forged)('%s', async (_, file) => {
    const { found, sound, file: sent } = sentOf(file)
    if (sound === undefined || sent === undefined) {
      expect(['refused', 'uncounted']).toContain(found?.kind)
      return
    }
    const { packets } = sound
    expect(sent.bytes.length).toBeLessThanOrEqual(
      packets.bytes.length + headBytes + packetBytes * packets.sizes.length,
    )
    const heard = await heardIn(sent.bytes)
    expect(heard.seconds).toBeLessThanOrEqual(sent.seconds + sumSeconds)
    const all = sound.coding.kind === 'mpeg' ? audibleIn(heard.packets) : heard.packets
    expect(Buffer.concat(all).equals(packets.bytes)).toBe(true)
    const again = sentOf(sent.bytes)
    // An MP3 was sent behind silent frames.
    expect(again.sound?.packets.bytes.subarray(-packets.bytes.length).equals(packets.bytes)).toBe(true)
    expect(again.sound?.seconds).toBeCloseTo(sent.seconds, 6)
    expect(again.file?.bytes.equals(sent.bytes)).toBe(true)
  })

  test('and it is either all of it, or little more than the file shows', () => {
    const lengths = forged.map(([, file]) => sentSeconds(file)).filter((found) => typeof found === 'number')
    expect(lengths.length).toBeGreaterThan(forged.length / 2)
    const others = lengths.filter((seconds) => seconds < hiddenSeconds * 0.98)
    expect(Math.max(...others)).toBeLessThan(20)
  })
})

const seconds = 3

/** A block of AAC in 262 bytes or more, almost all of them noise: elements of data (ISO/IEC 14496-3, table 4.10). */
const noisyAacBlock = (bytes: number): Buffer => {
  const block = Buffer.from(evenNoise(bytes))
  const end = bytes - aacBlock.length
  for (let at = 0; at < end; ) {
    const data = Math.min(510, end - at - 3)
    block.set([0x81, 255, data - 255], at)
    at += 3 + data
  }
  aacBlock.copy(block, end)
  return block
}

describe('frames by coincidence in the bodies of others make a sound no longer', () => {
  const frames = runs(2_000, 10_000)
  test.each<[string, string, number, number, number]>([
    ['MP3 of 320 kbit/s', 'fffbe0c0', 1_044, 1152 / 44_100, 2],
    ['MP3 of 64 kbit/s', 'fffb50c0', 208, 1152 / 44_100, 2],
    ['MP2 of 384 kbit/s', 'fffde4c0', 1152, 1152 / 48_000, 0],
    ['AAC of 260 kbit/s', 'fff15080bcbffc', 1509, 1024 / 44_100, 0],
    ['AAC of 64 kbit/s', 'fff150802e7ffc', 371, 1024 / 44_100, 0],
  ])('%s', (_, head, bytes, secondsEach, silent) => {
    const file = evenNoise(frames * bytes)
    for (let at = 0; at < file.length; at += bytes) {
      file.write(head, at, 'hex')
      if (head.startsWith('fff1')) noisyAacBlock(bytes - 7).copy(file, at + 7)
    }
    const { sound, file: sent } = sentOf(file)
    expect(sound?.packets.sizes.length).toBe(frames)
    expect(sound?.seconds).toBeCloseTo(frames * secondsEach, 3)
    // Some decoders play the silent frames before an MP3, too.
    expect(sent?.seconds).toBeCloseTo((frames + silent) * secondsEach, 3)
  })
})

/** FLAC's head, and the frames behind it. */
const flac = (() => {
  const tone = Float32Array.from({ length: seconds * 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
  const file = Buffer.from(encodeFlac({ left: tone, right: tone, sampleRate: 44_100 }))
  return { head: file.subarray(0, 42), frames: file.subarray(42) }
})()

/** A copy of an MP4 with MP3 in place of AAC (https://mp4ra.org/registered-types/object-types). */
const asMp3 = (file: Buffer): Buffer => {
  const copy = Buffer.from(file)
  copy.writeUInt8(0x6b, copy.indexOf(Buffer.from('0411', 'hex')) + 2)
  return copy
}

/** An MP4 whose samples of 208 bytes, from byte 1000 on, are frames of MP3 that begin so many bytes later. */
const mp3InMp4 = (later: number): Buffer => {
  const head = asMp3(makeMp4(seconds))
  const [bytes, samples] = [208, Math.round((seconds * 44_100) / 1024)]
  head.writeUInt32BE(bytes, head.indexOf('stsz') + 8)
  head.writeUInt32BE(1000, head.indexOf('stco') + 12)
  const file = Buffer.concat([head, Buffer.alloc(bytes * (samples + 10))])
  for (let sample = 0; sample <= samples; sample += 1)
    file.write('fffb50c0', 1000 + later + sample * bytes, 'hex')
  return file
}

const opus = makeOpus(seconds)
const mp4 = makeMp4(seconds)
const uncounted = { kind: 'uncounted' }

describe('what decoders read differently is sent so that they read it as it was counted', () => {
  const blockSeconds = 1_024 / 8_000
  test.each<[string, Buffer, number | object]>([
    [
      'a FLAC packet in an Ogg that goes on over many pages',
      Buffer.concat([
        oggPage(Buffer.concat([Buffer.from('7f464c414301000001', 'hex'), flac.head]), { flags: 2 }),
        oggPages(flac.frames, 1),
      ]),
      seconds,
    ],
    [
      'FLAC frames in a tag that decoders look into',
      Buffer.concat([apeTag(flac.frames), flac.head, flac.frames]),
      seconds,
    ],
    ['MP3 frames that fill the samples of an MP4', mp3InMp4(0), (seconds * 1_152) / 1_024],
    ['MP3 frames across the samples of an MP4', mp3InMp4(1), uncounted],
    ['AAC around junk, behind which its rate is another one', aacAroundJunk, 1],
    [
      "a rate outside a track's entry",
      webmWith(
        webmSound('A_AAC', Buffer.alloc(0), 8_000),
        webmElement('b5', f64(96_000)),
        webmCluster(0, seconds),
      ),
      seconds * 50 * blockSeconds,
    ],
    ['a film without tracks before another', Buffer.concat([mp4Box('moov'), mp4]), seconds],
    [
      'a compressed film',
      Buffer.concat([mp4Box('moov', mp4Box('cmov')), mp4]),
      { kind: 'refused', called: 'MP4/cmov' },
    ],
  ])('%s', async (_, file, expected) => {
    if (typeof expected === 'object') {
      expect(sentSeconds(file)).toEqual(expected)
      return
    }
    const { file: sent } = sentOf(file)
    expect(sent?.seconds).toBeCloseTo(expected, 1)
    expect(await heardIn(sent?.bytes ?? file)).toMatchObject({ seconds: expect.closeTo(expected, 1) })
  })
})

test('false pages that all claim the same bytes are not checked one by one', () => {
  const head = Buffer.alloc(27, 0)
  head.write('OggS')
  head.writeUInt8(255, 26)
  head.fill(255, 14, 26)
  expect(sentSeconds(Buffer.concat([opus, Buffer.alloc(3_000_000, head)]))).toBeCloseTo(seconds, 6)
})
