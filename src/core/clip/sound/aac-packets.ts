import { blockBytesMin, isHeadAt, packetBlocks } from './aac-blocks.ts'
import { type Reader, readerOf } from './aac-channels.ts'
import type { AacStream } from './aac-description.ts'
import type { SoundCodec } from './sound.ts'

/**
 * Counts packets of AAC by their blocks; encoders write one per packet. A broken block counts, too. Packets that contain an
 * ADTS header are dropped: no recorder writes one there, and decoders would switch to its rate.
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
