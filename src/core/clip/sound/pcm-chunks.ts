import type { CountSound } from './sound-length.ts'

interface Chunk {
  name: string
  start: number
  end: number
}

/**
 * The chunks of a RIFF or IFF file. One of no size, or of more than there is, lasts to the end of the file.
 */
function* chunksOf(file: Buffer, order: 'little' | 'big'): Generator<Chunk> {
  for (let position = 12; position + 8 <= file.length; ) {
    const size = order === 'little' ? file.readUInt32LE(position + 4) : file.readUInt32BE(position + 4)
    const name = file.toString('latin1', position, position + 4)
    const start = position + 8
    const isOpen = (name === 'data' && size === 0) || start + size > file.length
    const end = isOpen ? file.length : start + size
    yield { name, start, end }
    position = end + (size % 2)
  }
}

/**
 * The one chunk that describes the sound, and the bytes of all that hold it;
 * undefined where there is not just one.
 */
const soundIn = (chunks: Iterable<Chunk>, describing: string, holding: string) => {
  let format: Chunk | undefined
  let bytes = 0
  for (const chunk of chunks) {
    if (chunk.name === holding) bytes += chunk.end - chunk.start
    if (chunk.name !== describing) continue
    if (format !== undefined) return undefined
    format = chunk
  }
  return format === undefined ? undefined : { start: format.start, size: format.end - format.start, bytes }
}

/**
 * Formats of a WAV in which every sample has the same number of bits: PCM, floats, A-law, µ-law (RFC 2361).
 */
const plainFormats: readonly number[] = [1, 3, 6, 7]
const extensibleFormat = 0xfffe

/** WAV: the bytes of its sound, and how many of them are played in a second. */
export const countWavBytes: CountSound = (file) => {
  if (file.toString('latin1', 0, 4) !== 'RIFF') return undefined
  const sound = soundIn(chunksOf(file, 'little'), 'fmt ', 'data')
  if (sound === undefined || sound.size < 16) return undefined
  const { start, size, bytes } = sound
  const tag = file.readUInt16LE(start)
  const kind = tag === extensibleFormat && size >= 40 ? file.readUInt16LE(start + 24) : tag
  const [channels, bits] = [file.readUInt16LE(start + 2), file.readUInt16LE(start + 14)]
  const frameBytes = channels * Math.ceil(bits / 8)
  if (!plainFormats.includes(kind) || frameBytes !== file.readUInt16LE(start + 12)) return undefined
  const seconds = bytes / (frameBytes * file.readUInt32LE(start + 4))
  return Number.isFinite(seconds) ? { seconds, exact: true } : undefined
}

/** The samples in a second, as AIFF writes them: a floating point number of 80 bits. */
const extendedAt = (file: Buffer, position: number): number => {
  const exponent = (file.readUInt16BE(position) & 0x7fff) - 16_383
  return file.readUInt32BE(position + 2) * 2 ** (exponent - 31)
}

/** AIFF, which is not compressed; of AIFF-C it may be, so that nothing is said of it. */
export const countAiffBytes: CountSound = (file) => {
  if (file.toString('latin1', 0, 4) !== 'FORM' || file.toString('latin1', 8, 12) !== 'AIFF') return undefined
  const sound = soundIn(chunksOf(file, 'big'), 'COMM', 'SSND')
  if (sound === undefined || sound.size < 18) return undefined
  const { start, bytes } = sound
  const frameBytes = file.readUInt16BE(start) * Math.ceil(file.readUInt16BE(start + 6) / 8)
  const seconds = bytes / (frameBytes * extendedAt(file, start + 8))
  return Number.isFinite(seconds) ? { seconds, exact: true } : undefined
}
