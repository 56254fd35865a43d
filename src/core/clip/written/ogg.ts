import { checksumAt, headBytes, pageChecksum } from '../sound/ogg-pages.ts'
import type { Packets } from '../sound/sound.ts'
import { vorbisHead } from '../sound/vorbis-packet.ts'

const segmentBytes = 255
const segmentsMax = 255
/** A page that has this many bytes is full. */
const pageBytesMax = 16_384

const serial = 1
const flags = { goesOn: 1, begins: 2, ends: 4 } as const

/** Collects packets into pages. */
const pagesOf = (out: Buffer[]) => {
  let lacing: number[] = []
  let parts: Buffer[] = []
  let [bytes, count, goesOn, granule] = [0, 0, false, 0n]
  /** Ends the page. It has no time if no packet ends in it (RFC 3533, 6). */
  const end = (isLast: boolean, packetGoesOn = false): void => {
    if (lacing.length === 0) return
    const head = Buffer.alloc(headBytes + lacing.length)
    head.write('OggS')
    head[5] = (goesOn ? flags.goesOn : 0) | (count === 0 ? flags.begins : 0) | (isLast ? flags.ends : 0)
    head.writeBigInt64LE(packetGoesOn && !lacing.some((one) => one < segmentBytes) ? -1n : granule, 6)
    head.writeUInt32LE(serial, 14)
    head.writeUInt32LE(count, 18)
    head[26] = lacing.length
    head.set(lacing, headBytes)
    const page = Buffer.concat([head, ...parts])
    page.writeInt32LE(pageChecksum(page, 0, page.length), checksumAt)
    out.push(page)
    count += 1
    lacing = []
    parts = []
    ;[bytes, goesOn] = [0, packetGoesOn]
  }
  /** Adds a packet; `until` is the sound's time at its end, in samples. */
  const add = (packet: Buffer, until: number): void => {
    if (bytes >= pageBytesMax) end(false)
    for (let at = 0; at <= packet.length; at += segmentBytes) {
      if (lacing.length === segmentsMax) end(false, at > 0)
      const part = packet.subarray(at, at + segmentBytes)
      lacing.push(part.length)
      parts.push(part)
      bytes += part.length
    }
    granule = BigInt(Math.round(until))
  }
  return { add, end }
}

/** A comment header without comments; those in the member's file are private. */
const comment = (name: string, end: readonly number[]): Buffer => {
  const vendor = Buffer.from('Tunesmith')
  const size = Buffer.alloc(4)
  size.writeUInt32LE(vendor.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), size, vendor, Buffer.alloc(4), Buffer.from(end)])
}

const writePackets = (
  heads: readonly Buffer[],
  packets: Packets,
  untilOf: (index: number) => number,
): readonly Buffer[] => {
  const out: Buffer[] = []
  const { add, end } = pagesOf(out)
  for (const [index, head] of heads.entries()) {
    add(head, 0)
    if (index === 0 || index === heads.length - 1) end(false)
  }
  let position = 0
  for (const [index, size] of packets.sizes.entries()) {
    add(packets.bytes.subarray(position, position + size), untilOf(index))
    position += size
  }
  end(true)
  return out
}

const opusRate = 48_000

/** Ogg with Opus (RFC 7845). */
export const writeOpus = (head: Buffer, packets: Packets): readonly Buffer[] => {
  let until = 0
  return writePackets([head, comment('OpusTags', [])], packets, (index) => {
    until += (packets.seconds[index] ?? 0) * opusRate
    return until
  })
}

/** Ogg with Vorbis, whose packets each last from the middle of the block before to the middle of their own (1.3.2). */
export const writeVorbis = (head: Buffer, setUp: Buffer, packets: Packets): readonly Buffer[] => {
  const rate = vorbisHead(head)?.rate ?? 0
  let [until, before] = [0, 0]
  return writePackets([head, comment('\x03vorbis', [1]), setUp], packets, (index) => {
    const half = Math.round((packets.seconds[index] ?? 0) * rate)
    until += index === 0 ? 0 : (before + half) / 2
    before = half
    return until
  })
}
