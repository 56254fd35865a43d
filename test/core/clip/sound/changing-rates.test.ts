import { describe, expect, test } from 'vitest'
import { flacPackets } from '../../../../src/core/clip/sound/flac-frames.ts'
import { vorbisPackets } from '../../../../src/core/clip/sound/vorbis-packet.ts'
import { encodeVorbis } from '../../../../studio/encode/vorbis.ts'
import { encodeFlac } from '../../../support/audio/clip-files.ts'
import { sentSeconds } from '../../../support/audio/sent-sound.ts'

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
    expect(sentSeconds(Buffer.concat([flacHead, ...frames]))).toBeCloseTo(seconds, 5)
    const packetSeconds = flacPackets(flacHead, 8)?.packetSeconds
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

describe('only packets of sound are taken from Vorbis, as a header among them changes the rate in some decoders', () => {
  const packetSeconds = vorbisPackets(vorbis.head, vorbis.setUp)?.packetSeconds
  test.each<[string, Buffer]>([
    ['the first header', Buffer.from('\x01vorbis and more', 'latin1')],
    ['the third header', Buffer.from('\x05vorbis and more', 'latin1')],
    ['another header', Buffer.from('\x03vorbis and more', 'latin1')],
    ['a short odd packet', Buffer.of(1)],
    ['an empty packet', Buffer.alloc(0)],
  ])('but not %s', (_, packet) => {
    expect(packetSeconds?.(packet, 0, packet.length)).toBeUndefined()
  })

  test('but sound, too', () => {
    expect(packetSeconds?.(Buffer.of(0), 0, 1)).toBeGreaterThan(0)
  })
})
