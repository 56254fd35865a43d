import { type Frame, secondsInFilled } from './frame-rows.ts'
import type { PacketSeconds } from './sound-length.ts'

/** Samples per second by code (ETSI TS 102 366, 4.4.1.3). */
const sampleRates: readonly number[] = [48_000, 44_100, 32_000]
/** Kilobits per second by half the frame size code (table 4.13). */
const bitRates: readonly number[] = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
]
/** Blocks of 256 samples in an enhanced frame (E.1.3.1.4). */
const blocksOf: readonly number[] = [1, 2, 3, 6]
const blockSamples = 256
/** The syntax of AC-3, and the last of its older ones with lower rates; those beyond are of E-AC-3. */
const [usualSyntax, slowestSyntax] = [8, 10] as const

/** The frame at a position, AC-3 or E-AC-3 by its syntax number. */
const frameAt = (file: Buffer, position: number): Frame | undefined => {
  if (position + 6 > file.length || file.readUInt16BE(position) !== 0x0b77) return undefined
  const [two = 0, three = 0, four = 0, five = 0] = file.subarray(position + 2, position + 6)
  const rate = sampleRates[four >>> 6]
  if (five >>> 3 > slowestSyntax) {
    const bytes = (((two & 7) << 8) | three) * 2 + 2
    // Half rates keep their code where full rates keep the number of blocks.
    const half = sampleRates[(four >>> 4) & 3]
    if (rate === undefined)
      return half === undefined ? undefined : { bytes, seconds: (6 * blockSamples) / (half / 2) }
    return { bytes, seconds: ((blocksOf[(four >>> 4) & 3] ?? 6) * blockSamples) / rate }
  }
  const kilobits = bitRates[(four & 0x3f) >>> 1]
  if (rate === undefined || kilobits === undefined) return undefined
  const words = Math.floor((kilobits * 96_000) / rate) + (rate === 44_100 ? four & 1 : 0)
  // Syntax 9 and 10 halve the rate once and twice, in frames of the same bytes.
  const halvings = Math.max(0, (five >>> 3) - usualSyntax)
  return { bytes: words * 2, seconds: (6 * blockSamples) / (rate >> halvings) }
}

/** A packet of AC-3 or E-AC-3, which may hold several frames, as in `mpegPacketSeconds`. */
export const ac3PacketSeconds: PacketSeconds = (file, start, bytes) =>
  secondsInFilled(file, start, bytes, (position) => frameAt(file, position))
