import { type PacketSeconds, type SoundCodec, wordAt } from './sound.ts'

/** Frame duration by a packet's first byte, in ms (RFC 6716, table 2). */
const frameMs = (first: number): number => {
  const configuration = first >>> 3
  if (configuration < 12) return [10, 20, 40, 60][configuration & 3] ?? 60
  if (configuration < 16) return [10, 20][configuration & 1] ?? 20
  return [2.5, 5, 10, 20][configuration & 3] ?? 20
}

/** No packet lasts longer (RFC 6716, 3.2.5). */
const packetMsMax = 120

/** Duration of an Opus packet, by its first two bytes (RFC 6716, 3.1 and 3.2). */
export const opusPacketSeconds: PacketSeconds = (file, start, bytes) => {
  if (bytes === 0) return undefined
  const first = file[start] ?? 0
  const second = bytes > 1 ? (file[start + 1] ?? 0) : 0
  const ms = frameMs(first) * ([1, 2, 2, second & 0x3f][first & 3] ?? 0)
  return ms > packetMsMax ? undefined : ms / 1000
}

const name = 'OpusHead'
const headBytesMin = 19

/** A head without what is behind it: with a family of mappings, the table of its channels (RFC 7845, 5.1.1). */
const headOf = (head: Buffer): Buffer =>
  head.subarray(0, head[headBytesMin - 1] === 0 ? headBytesMin : headBytesMin + 2 + (head[9] ?? 0))

/** Packets of Opus behind a head as an Ogg has it; undefined if it is none. */
export const opusPackets = (head: Buffer): SoundCodec | undefined =>
  head.length >= headBytesMin && wordAt(head, 0, name.length) === name
    ? { coding: { kind: 'opus', head: headOf(head) }, packetSeconds: opusPacketSeconds }
    : undefined

/** A head for a stream without one: its channels, a usual start to skip, and the only rate. */
export const usualOpusHead = (channels: number): Buffer =>
  Buffer.concat([Buffer.from(name), Buffer.of(1, Math.min(2, channels), 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0)])

/** The head of an Ogg by what an MP4 has in its place, whose numbers are big-endian (https://opus-codec.org/docs/opus_in_isobmff.html). */
export const opusHeadOf = (box: Buffer): Buffer => {
  const head = Buffer.concat([Buffer.from(name), box])
  if (head.length < headBytesMin) return head
  head[name.length] = 1
  head.subarray(10, 12).swap16()
  head.subarray(12, 16).swap32()
  head.subarray(16, 18).swap16()
  return head
}
