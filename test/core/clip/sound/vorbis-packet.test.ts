import { describe, expect, test } from 'vitest'
import { vorbisPackets } from '../../../../src/core/clip/sound/vorbis-packet.ts'
import { encodeVorbis } from '../../../../studio/encode/vorbis.ts'
import { fixtures, readFixture } from '../../../clips/fixtures.ts'

/** The packets of an Ogg with one stream (RFC 3533, 6). */
const packetsOf = (file: Buffer): readonly Buffer[] => {
  const packets: Buffer[] = []
  let pieces: Buffer[] = []
  for (let page = 0; page < file.length; ) {
    const lengths = file.subarray(page + 27, page + 27 + (file[page + 26] ?? 0))
    page += 27 + lengths.length
    for (const length of lengths) {
      pieces.push(file.subarray(page, page + length))
      page += length
      if (length === 255) continue
      packets.push(Buffer.concat(pieces))
      pieces = []
    }
  }
  return packets
}

const tone = Float32Array.from({ length: 22_050 }, (_empty, index) => 0.5 * Math.sin(index / 16))
const ours = Buffer.from(await encodeVorbis({ left: tone, right: tone, sampleRate: 44_100 }))
const files: readonly (readonly [string, Buffer])[] = [
  ['the studio', ours],
  ...fixtures().rows.flatMap((row) => {
    const isOne = row.codec === 'Vorbis' && row.container === 'Ogg' && row.name.startsWith('game')
    return isOne ? [[row.by, readFixture(row) ?? Buffer.alloc(0)] as const] : []
  }),
]
const headsOf = (file: Buffer) => {
  const [head = file, , setUp = file] = packetsOf(file)
  return { head, setUp }
}

/** How long each kind of packet of sound is, by its first byte. */
const secondsOf = (head: Buffer, setUp: Buffer) => {
  const packetSeconds = vorbisPackets(head, setUp)?.packetSeconds
  return packetSeconds && [0, 2, 4, 6].map((first) => packetSeconds(Buffer.of(first), 0, 1))
}

describe('bytes behind the set-up of a Vorbis, which decoders ignore, make its packets no shorter', () => {
  const tails: readonly (readonly [string, string])[] = [
    ['zeros', '0000000000000000'],
    ['ones', 'ffffffffffffffff'],
    ['two modes with short blocks', 'ffff000000000080'],
    ['one mode with short blocks', '00000000000000000001'],
  ]
  test.each(files.flatMap(([by, file]) => tails.map(([name, tail]) => [name, by, tail, file] as const)))(
    '%s, behind that of %s',
    (_name, _by, tail, file) => {
      const { head, setUp } = headsOf(file)
      const honest = secondsOf(head, setUp)
      expect(honest).toEqual([...new Array<unknown>(4)].map(() => expect.any(Number)))
      expect(secondsOf(head, Buffer.concat([setUp, Buffer.from(tail, 'hex')]))).toEqual(honest)
    },
  )
})

test.each(files)('a set-up that breaks off anywhere says nothing of the packets: %s', (_, file) => {
  const { head, setUp } = headsOf(file)
  for (let cut = 0; cut < setUp.length; cut += 37)
    expect(secondsOf(head, setUp.subarray(0, cut))).toBeUndefined()
})

test.each(files)('a set-up with any bytes is gone through without an error: %s', (_, file) => {
  const { head, setUp } = headsOf(file)
  expect(secondsOf(head, setUp)).toBeDefined()
  for (let at = 7; at < setUp.length - 3; at += 37) {
    const copy = Buffer.from(setUp)
    copy.fill(0xff, at, at + 3)
    secondsOf(head, copy)
  }
})
