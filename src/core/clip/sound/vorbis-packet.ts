import { type PacketSeconds, wordAt } from './sound-length.ts'

/** A mode's type of window, of transform and its mapping, after which its kind of block is told. */
const modeBits = 40
const modesMax = 64

/** Reads bits from the end of a packet to its start. */
const backwards = (packet: Buffer) => {
  let at = 0
  const bit = (): number => {
    const byte = packet[packet.length - 1 - (at >>> 3)] ?? 0
    at += 1
    return (byte >>> (7 - ((at - 1) & 7))) & 1
  }
  const bits = (count: number): number => {
    let value = 0
    for (let index = 0; index < count; index += 1) value = value * 2 + bit()
    return value
  }
  return {
    bit,
    bits,
    position: () => at,
    left: () => packet.length * 8 - at,
    moveTo: (position: number) => (at = position),
  }
}

/**
 * The modes with long blocks. They come last in the set-up, behind parts of no fixed size, so they are read from the
 * end (Vorbis I specification, 4.2.4).
 */
const longModes = (setUp: Buffer): readonly boolean[] | undefined => {
  const reader = backwards(setUp)
  while (reader.left() > 97 && reader.bit() === 0);
  const lastMode = reader.position()
  let count = 0
  let found = 0
  while (reader.left() >= 97 && count < modesMax) {
    if (reader.bits(8) > 63 || reader.bits(16) !== 0 || reader.bits(16) !== 0) break
    reader.bit()
    count += 1
    const position = reader.position()
    if (reader.bits(6) + 1 === count) found = count
    reader.moveTo(position)
  }
  if (found === 0) return undefined
  reader.moveTo(lastMode)
  const modes: boolean[] = []
  for (let mode = 0; mode < found; mode += 1) {
    reader.moveTo(reader.position() + modeBits)
    modes.unshift(reader.bit() === 1)
  }
  return modes
}

/** How packets of Vorbis are counted by its first and its third one: each adds half of its block (1.3.2, 4.3.1). */
export const vorbisPacketSeconds = (head: Buffer, setUp: Buffer): PacketSeconds | undefined => {
  if (head.length < 30 || wordAt(head, 0, 7) !== '\x01vorbis') return undefined
  const rate = head.readUInt32LE(12)
  const sizes = head[28] ?? 0
  const [short, long] = [1 << (sizes & 15), 1 << (sizes >>> 4)]
  const modes = longModes(setUp)
  if (rate === 0 || modes === undefined) return undefined
  const mask = 2 ** Math.ceil(Math.log2(modes.length)) - 1
  return (file, start, bytes) => {
    const first = file[start] ?? 0
    // Only packets of sound have their lowest bit clear.
    if (bytes === 0 || (first & 1) === 1) return 0
    return (modes[(first >>> 1) & mask] === false ? short : long) / 2 / rate
  }
}
