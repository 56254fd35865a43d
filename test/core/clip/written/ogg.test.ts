import { describe, expect, test } from 'vitest'
import type { Sound } from '../../../../src/core/clip/sound/sound.ts'
import { encodeVorbis } from '../../../../studio/encode/vorbis.ts'
import { opusHead, sealedOgg } from '../../../support/audio/clip-containers.ts'
import { evenNoise } from '../../../support/audio/noises.ts'
import { heardIn, packetsIn, sentOf, writtenOf } from '../../../support/audio/sent-sound.ts'

/** A page, by its own fields (RFC 3533, 6). */
interface Page {
  flags: number
  granule: bigint
  serial: number
  number: number
  lengths: readonly number[]
  body: Buffer
}

const pagesOf = (file: Buffer): readonly Page[] => {
  const pages: Page[] = []
  for (let at = 0; at < file.length; ) {
    expect(file.toString('latin1', at, at + 4)).toBe('OggS')
    const start = at + 27 + (file[at + 26] ?? 0)
    const lengths = [...file.subarray(at + 27, start)]
    const end = lengths.reduce((sum, length) => sum + length, start)
    pages.push({
      flags: file[at + 5] ?? 0,
      granule: file.readBigInt64LE(at + 6),
      serial: file.readUInt32LE(at + 14),
      number: file.readUInt32LE(at + 18),
      lengths,
      body: file.subarray(start, end),
    })
    at = end
  }
  return pages
}

/** The packets of pages, by their lengths. */
const packetsOf = (pages: readonly Page[]): readonly Buffer[] => {
  const packets: Buffer[] = []
  let parts: Buffer[] = []
  for (const { lengths, body } of pages) {
    let at = 0
    for (const length of lengths) {
      parts.push(body.subarray(at, at + length))
      at += length
      if (length === 255) continue
      packets.push(Buffer.concat(parts))
      parts = []
    }
  }
  expect(parts).toEqual([])
  return packets
}

const secondsEach = 0.02
/** Packets of Opus that are played for 20 ms each, of these sizes. */
const opusOf = (sizes: readonly number[]): Sound => {
  const packets = sizes.map((size, index) => {
    const packet = Buffer.from(evenNoise(size))
    if (size > 1) packet.set([0x08, index & 0xff])
    return packet
  })
  return {
    coding: { kind: 'opus', head: opusHead },
    packets: { bytes: Buffer.concat(packets), sizes, seconds: sizes.map(() => secondsEach) },
    seconds: sizes.length * secondsEach,
  }
}

const small = new Array<number>(300).fill(40)

describe('packets of any size are written into pages that are right', () => {
  test.each<[string, readonly number[]]>([
    ['one', [40]],
    ['many small ones', small],
    ['more than a page has lengths for', new Array<number>(2_000).fill(3)],
    ['empty ones', [40, 0, 0, 40]],
    ['just below a full length', [254, 254, 40]],
    ['a full length', [255, 255, 40]],
    ['two full lengths', [510, 510, 40]],
    ['as many as fill all lengths of a page', [...new Array<number>(127).fill(255), 100, 40]],
    ['one that is as large as fills a page', [20_000]],
    ['one that is larger than a page', [70_000]],
    ['some of which the last fills a page', [40, 20_000]],
    ['larger than a page', [70_000, 40]],
    ['larger than a page among small ones', [...small, 70_000, ...small, 70_000, 40]],
    ['as large as a page', [255 * 255, 255 * 255 - 1, 254 * 255, 40]],
    ['larger than many pages', [1_000_000, 40]],
  ])('%s', async (_, sizes) => {
    const sound = opusOf(sizes)
    const { bytes: file = Buffer.alloc(0) } = writtenOf(sound) ?? {}
    expect(sealedOgg(file).equals(file)).toBe(true)
    const pages = pagesOf(file)
    const packets = packetsOf(pages)
    const [head, comment, ...rest] = packets
    expect(head?.equals(opusHead)).toBe(true)
    expect(comment?.toString('latin1')).toBe('OpusTags\x09\0\0\0Tunesmith\0\0\0\0')
    expect(rest.length).toBe(sizes.length)
    expect(Buffer.concat(rest).equals(sound.packets.bytes)).toBe(true)
    expect(rest.map(({ length }) => length)).toEqual(sizes)
    expect(pages.map(({ number }) => number)).toEqual(pages.map((_page, index) => index))
    expect(new Set(pages.map(({ serial }) => serial)).size).toBe(1)
    expect(pages.map(({ flags }) => (flags & 2) !== 0)).toEqual(pages.map((_page, index) => index === 0))
    expect(pages.map(({ flags }) => (flags & 4) !== 0)).toEqual(
      pages.map((_page, index) => index === pages.length - 1),
    )
    if (sizes.includes(0)) return
    const heard = await heardIn(file)
    expect(heard).toMatchObject({ codec: 'opus', channels: 2 })
    expect(Buffer.concat(heard.packets).equals(sound.packets.bytes)).toBe(true)
    expect(heard.packets.length).toBe(sizes.length)
  })

  test('each page has the time at the end of its last packet, and none if there is no such end', () => {
    const pages = pagesOf(
      writtenOf(opusOf([...small, 70_000, ...small, 200_000, 40]))?.bytes ?? Buffer.alloc(0),
    )
    let ended = 0
    let isEndless = false
    for (const { granule, lengths, flags } of pages.slice(2)) {
      expect((flags & 1) !== 0).toBe(isEndless)
      const ends = lengths.filter((length) => length < 255).length
      ended += ends
      expect(granule).toBe(ends === 0 ? -1n : BigInt(Math.round(ended * secondsEach * 48_000)))
      isEndless = lengths.at(-1) === 255
    }
    expect(pages.slice(0, 2).map(({ granule }) => granule)).toEqual([0n, 0n])
    expect(pages.some(({ granule }) => granule === -1n)).toBe(true)
    expect(isEndless).toBe(false)
  })
})

describe('a packet with the mark of a page in it, which programs could take for the last page', () => {
  const lookedAt = 128 * 1024
  /** Opus with a mark so many bytes before its end. */
  const marked = (fromEnd: number): Sound => {
    const sound = opusOf(new Array<number>(5_000).fill(40))
    sound.packets.bytes.fill('OggS', sound.packets.bytes.length - fromEnd)
    sound.packets.bytes.fill(8, sound.packets.bytes.length - fromEnd + 4)
    return sound
  }
  test.each<[string, number, boolean]>([
    ['at the end', 4, false],
    ['close to the end', 20_002, false],
    ['almost as far from the end as programs look', lookedAt - 10_000, false],
    ['even further', lookedAt + 1, true],
    ['at the beginning', 5_000 * 40, true],
  ])('%s', (_, fromEnd, isSent) => {
    const sound = marked(fromEnd)
    expect(sound.packets.bytes.includes('OggS')).toBe(true)
    expect(writtenOf(sound) !== undefined).toBe(isSent)
  })

  test('is not sent of Vorbis, either', () => {
    const own = sentOf(vorbis).sound
    expect(own && writtenOf(own)).toBeDefined()
    own?.packets.bytes.write('OggS', own.packets.bytes.length - 10)
    expect(own && writtenOf(own)).toBeUndefined()
  })
})

const tone = Float32Array.from(
  { length: 100_000 },
  (_empty, index) => 0.5 * Math.sin(index / (1 + (index % 5_000))),
)
const vorbis = Buffer.from(await encodeVorbis({ left: tone, right: tone, sampleRate: 44_100 }))

describe('Vorbis is written again', () => {
  const { sound, file: sent } = sentOf(vorbis)
  const pages = pagesOf(sent?.bytes ?? Buffer.alloc(0))

  test('with its first and third header and its packets', () => {
    const [head, comment, setUp, ...packets] = packetsOf(pages)
    const [ownHead, , ownSetUp, ...own] = packetsOf(pagesOf(vorbis))
    expect(head?.equals(ownHead ?? vorbis)).toBe(true)
    expect(setUp?.equals(ownSetUp ?? vorbis)).toBe(true)
    expect(comment?.toString('latin1')).toBe('\x03vorbis\x09\0\0\0Tunesmith\0\0\0\0\x01')
    expect(packets.length).toBe(own.length)
    expect(packets.every((packet, index) => packet.equals(own[index] ?? vorbis))).toBe(true)
  })

  test('with the times that it had, up to its end, which its encoder put before that of its last block', () => {
    const [last = 0n, ownLast = 0n] = [pages, pagesOf(vorbis)].map((all) => all.at(-1)?.granule)
    const longBlock = 4_096n
    expect(last).toBeGreaterThanOrEqual(ownLast)
    expect(last).toBeLessThan(ownLast + longBlock)
    const times = pages.map(({ granule }) => granule).filter((time) => time !== -1n)
    expect(times).toEqual([...times].sort((one, other) => Number(one - other)))
  })

  test('so that its length and its packets are heard', async () => {
    const heard = await heardIn(sent?.bytes ?? vorbis)
    expect(heard).toMatchObject({ codec: 'vorbis', rate: 44_100, channels: 2 })
    const own = sound === undefined ? [] : packetsIn(sound)
    expect(heard.packets.length).toBe(own.length)
    expect(heard.seconds).toBeLessThanOrEqual((sent?.seconds ?? 0) + 1e-6)
    expect(heard.seconds).toBeGreaterThan((sent?.seconds ?? 0) - 0.1)
  })
})
