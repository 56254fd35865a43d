import { wordAt } from './sound-length.ts'

/** Bytes of a page's head before the table of its pieces. */
export const headBytes = 27

/** One page (RFC 3533, 6), and where its body begins and ends. */
export interface Page {
  serial: number
  isContinued: boolean
  begins: boolean
  /** The samples of the stream up to its end (RFC 3533, 6); undefined where none are told. */
  samples: number | undefined
  lengths: Buffer
  start: number
  end: number
}

/** The page at a position, which may be cut off; undefined where none begins. */
export const pageAt = (file: Buffer, position: number): Page | undefined => {
  if (position + headBytes > file.length || wordAt(file, position) !== 'OggS') return undefined
  const start = position + headBytes + (file[position + 26] ?? 0)
  const lengths = file.subarray(position + headBytes, start)
  const flags = file[position + 5] ?? 0
  const samples = Number(file.readBigInt64LE(position + 6))
  return {
    serial: file.readUInt32LE(position + 14),
    isContinued: (flags & 1) !== 0,
    begins: (flags & 2) !== 0,
    samples: samples > 0 ? samples : undefined,
    lengths,
    start,
    end: lengths.reduce((sum, length) => sum + length, start),
  }
}
