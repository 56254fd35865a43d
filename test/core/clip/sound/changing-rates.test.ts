import { describe, expect, test } from 'vitest'
import { ac3PacketSeconds } from '../../../../src/core/clip/sound/ac3-frames.ts'
import { flacPacketSeconds } from '../../../../src/core/clip/sound/flac-frames.ts'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import type { PacketSeconds } from '../../../../src/core/clip/sound/sound-length.ts'
import { vorbisPacketSeconds } from '../../../../src/core/clip/sound/vorbis-packet.ts'
import { encodeVorbis } from '../../../../studio/encode/vorbis.ts'
import { encodeFlac } from '../../../support/audio/clip-files.ts'

const blockSamples = 4096

/** CRC-8 with the polynomial x^8 + x^2 + x + 1 (RFC 9639, 9.1.8). */
const checksum = (bytes: Buffer): number => {
  let rest = 0
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = ((rest << 1) ^ ((rest & 0x80) === 0 ? 0 : 0x107)) & 0x1ff
  }
  return rest
}

/** A frame of FLAC without sound, by the code of its rate and what states it (RFC 9639, 9.1). */
const flacFrame = (code: number, ...stated: readonly number[]): Buffer => {
  const head = Buffer.from([0xff, 0xf8, 0xc0 | code, 0x18, 0, ...stated])
  return Buffer.concat([head, Buffer.of(checksum(head)), Buffer.alloc(10)])
}

const silence = new Float32Array(blockSamples)
const flacHead = Buffer.from(encodeFlac({ left: silence, right: silence, sampleRate: 44_100 })).subarray(
  0,
  42,
)
const plain = flacFrame(0)
const slow = flacFrame(4)
const slowest = flacFrame(13, 0, 100)

describe('frames of FLAC without a rate of their own count at the lowest rate before them', () => {
  test.each<[string, readonly Buffer[], number]>([
    ['only the stated one', [plain, plain], (2 * blockSamples) / 44_100],
    ['the stated one before a lower one', [plain, slow], blockSamples / 44_100 + blockSamples / 8_000],
    ['a lower one', [slow, plain, plain], (3 * blockSamples) / 8_000],
    [
      'the lowest of two',
      [slow, slowest, slow, plain],
      (2 * blockSamples) / 8_000 + (2 * blockSamples) / 100,
    ],
  ])('%s', (_, frames, seconds) => {
    const found = readSound(Buffer.concat([flacHead, ...frames]))
    expect(found).toMatchObject({ counted: { seconds: expect.closeTo(seconds, 5) } })
    const packetSeconds = flacPacketSeconds(flacHead, 8)
    const sum = frames.reduce((all, frame) => all + (packetSeconds?.(frame, 0, frame.length) ?? 0), 0)
    expect(sum).toBeCloseTo(seconds, 5)
  })
})

/** The first and third packet of an Ogg with Vorbis, and a packet of its sound. */
const vorbis = await (async () => {
  const file = Buffer.from(await encodeVorbis({ left: silence, right: silence, sampleRate: 44_100 }))
  const [head, setUp] = ['\x01vorbis', '\x05vorbis'].map((name) =>
    file.subarray(file.indexOf(name, 0, 'latin1')),
  )
  return { head: head ?? file, setUp: setUp ?? file }
})()

describe('a header among the sound of Vorbis, which changes the rate in some decoders, makes it uncertain', () => {
  const packetSeconds: PacketSeconds | undefined = vorbisPacketSeconds(vorbis.head, vorbis.setUp)
  test.each<[string, Buffer, number | undefined]>([
    ['the first header', Buffer.from('\x01vorbis and more', 'latin1'), undefined],
    ['the third header', Buffer.from('\x05vorbis and more', 'latin1'), undefined],
    ['another header', Buffer.from('\x03vorbis and more', 'latin1'), 0],
    ['a short odd packet', Buffer.of(1), 0],
  ])('%s', (_, packet, seconds) => {
    expect(packetSeconds?.(packet, 0, packet.length)).toBe(seconds)
  })
})

test.each<[number, number]>([
  [6, 48_000],
  [8, 48_000],
  [9, 24_000],
  [10, 12_000],
])('a frame of AC-3 with syntax %i is played at %i Hz', (syntax, rate) => {
  // 32 kbit/s at 48 kHz: 64 words.
  const frame = Buffer.alloc(128)
  frame.set([0x0b, 0x77, 0, 0, 0, syntax << 3])
  expect(ac3PacketSeconds(frame, 0, frame.length)).toBeCloseTo(1536 / rate, 9)
})
