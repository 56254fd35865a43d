import { isRate } from './plain-samples.ts'
import { type SoundCodec, wordAt } from './sound.ts'
import { longModes } from './vorbis-set-up.ts'

/** A head has so many bytes, and no encoder's set-up more than these. */
const [headBytes, setUpBytesMax] = [30, 65_536]

/** The size in samples of each of a stream's two blocks, and its rate; undefined if that is no head of one. */
export const vorbisHead = (head: Buffer): { short: number; long: number; rate: number } | undefined => {
  if (head.length < headBytes || wordAt(head, 0, 7) !== '\x01vorbis') return undefined
  const sizes = head[28] ?? 0
  return { short: 1 << (sizes & 15), long: 1 << (sizes >>> 4), rate: head.readUInt32LE(12) }
}

/** Packets of Vorbis by the first and third packet: each adds half of its block (1.3.2, 4.3.1). */
export const vorbisPackets = (head: Buffer, setUp: Buffer): SoundCodec | undefined => {
  const found = vorbisHead(head)
  const channels = head[11] ?? 0
  const modes = longModes(setUp, channels)
  if (
    found === undefined ||
    setUp.length > setUpBytesMax ||
    !isRate(found.rate) ||
    channels === 0 ||
    modes === undefined
  )
    return undefined
  const { short, long, rate } = found
  const mask = 2 ** Math.ceil(Math.log2(modes.length)) - 1
  return {
    coding: { kind: 'vorbis', head: head.subarray(0, headBytes), setUp },
    packetSeconds: (file, start, bytes) => {
      const first = file[start] ?? 0
      // Only packets of sound have their lowest bit clear. Headers among them change the rate in some decoders.
      if (bytes === 0 || (first & 1) === 1) return undefined
      return (modes[(first >>> 1) & mask] === false ? short : long) / 2 / rate
    },
  }
}
