import { blockBytesMin, isHeadAt, packetBlocks } from './aac-blocks.ts'
import { type Reader, readerOf } from './aac-channels.ts'
import type { AacStream } from './aac-description.ts'
import type { SoundCodec } from './sound.ts'

/**
 * How packets of AAC are counted: by their blocks, of which encoders write one in each. A broken one counts, too. With the
 * head of an ADTS frame in it, which no recorder writes and by whose rate decoders go, a packet is none.
 */
export const aacPackets = ({ secondsEach, description, ...syntax }: AacStream): SoundCodec => {
  let reader: Reader | undefined
  return {
    coding: { kind: 'aac', description, rate: Math.round(1024 / secondsEach) },
    packetSeconds: (file, start, bytes) => {
      if (isHeadAt(file, start)) return undefined
      if (bytes < blockBytesMin) return secondsEach
      if (reader?.bytes !== file) reader = readerOf(file)
      const { blocks, isBroken, headAt } = packetBlocks(reader, [start, start + bytes], syntax)
      return headAt === undefined ? Math.max(1, isBroken ? blocks + 1 : blocks) * secondsEach : undefined
    },
  }
}
