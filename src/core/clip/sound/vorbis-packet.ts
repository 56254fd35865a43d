import { isRate } from './plain-samples.ts'
import { type PacketSeconds, wordAt } from './sound-length.ts'
import { longModes } from './vorbis-set-up.ts'

/** A header has its number and this name, and goes on (4.2.1). */
const nameBytes = 7

/** How Vorbis packets are counted, by the first and third packet: each adds half of its block (1.3.2, 4.3.1). */
export const vorbisPacketSeconds = (head: Buffer, setUp: Buffer): PacketSeconds | undefined => {
  if (head.length < 30 || wordAt(head, 0, 7) !== '\x01vorbis') return undefined
  const [channels, rate] = [head[11] ?? 0, head.readUInt32LE(12)]
  const sizes = head[28] ?? 0
  const [short, long] = [1 << (sizes & 15), 1 << (sizes >>> 4)]
  const modes = longModes(setUp, channels)
  if (!isRate(rate) || channels === 0 || modes === undefined) return undefined
  const mask = 2 ** Math.ceil(Math.log2(modes.length)) - 1
  return (file, start, bytes) => {
    const first = file[start] ?? 0
    if (bytes === 0) return 0
    // Only sound packets have their lowest bit clear. Some decoders read headers among them, which change the rate.
    if ((first & 1) === 1) return bytes > nameBytes && (first === 1 || first === 5) ? undefined : 0
    return (modes[(first >>> 1) & mask] === false ? short : long) / 2 / rate
  }
}
