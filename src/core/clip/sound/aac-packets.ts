import { blockBytesMin, isHeadAt, packetBlocks } from './aac-blocks.ts'
import { type AacSyntax, type Reader, readerOf } from './aac-channels.ts'
import type { PacketSeconds } from './sound-length.ts'

/** The frames of a stream of AAC without heads of their own. */
export interface AacStream extends AacSyntax {
  /** The duration of a block. */
  secondsEach: number
  /** The most bytes of a packet. */
  bytesMax: number
}

/**
 * How a container's packets of AAC are counted: by their blocks, of which encoders write one in each. A broken one counts,
 * too. Nothing is certain of one with the head of an ADTS frame, which has a rate of its own.
 */
export const aacPackets = ({ secondsEach, bytesMax, ...syntax }: AacStream): PacketSeconds => {
  let reader: Reader | undefined
  return (file, start, bytes) => {
    if (bytes > bytesMax || isHeadAt(file, start)) return undefined
    if (bytes < blockBytesMin || start >= file.length) return secondsEach
    if (reader?.bytes !== file) reader = readerOf(file)
    const { blocks, isBroken, headAt } = packetBlocks(reader, [start, start + bytes], syntax)
    if (headAt !== undefined) return undefined
    return Math.max(1, isBroken ? blocks + 1 : blocks) * secondsEach
  }
}
