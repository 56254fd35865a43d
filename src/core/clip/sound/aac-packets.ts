import { blockBytesMin, isHeadAt, packetBlocks } from './aac-blocks.ts'
import { type AacSyntax, type Reader, readerOf } from './aac-channels.ts'
import { aacSlowestSeconds } from './aac-frames.ts'
import type { PacketSeconds } from './sound-length.ts'

/** The blocks of a stream of AAC without heads of their own. */
export interface AacStream extends AacSyntax {
  secondsEach: number
}

/**
 * How a container's packets of AAC are counted: by their blocks, of which encoders write one in each. A broken one counts,
 * too. One with the head of an ADTS frame, which no recorder writes, counts as the most that it can be: decoders go by the
 * rate in the head, in the packets behind it, too.
 */
export const aacPackets = ({ secondsEach, ...syntax }: AacStream): PacketSeconds => {
  let reader: Reader | undefined
  let each = secondsEach
  return (file, start, bytes) => {
    const isHead = isHeadAt(file, start)
    if (!isHead && (bytes < blockBytesMin || start >= file.length)) return each
    if (reader?.bytes !== file) reader = readerOf(file)
    const { blocks, isBroken, headAt } = packetBlocks(reader, [start, start + bytes], syntax)
    if (!isHead && headAt === undefined) return Math.max(1, isBroken ? blocks + 1 : blocks) * each
    each = Math.max(each, aacSlowestSeconds)
    return Math.max(1, bytes / blockBytesMin) * each
  }
}
