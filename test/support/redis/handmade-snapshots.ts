import { createChecksum } from '../../../src/redis/backup/checksum.ts'
import { entriesIn, type SnapshotEntry } from '../../../src/redis/backup/rdb.ts'

/** All bytes of what comes in pieces. */
export const all = async (parts: AsyncIterable<Buffer>): Promise<Buffer> => {
  const read: Buffer[] = []
  for await (const part of parts) read.push(part)
  return Buffer.concat(read)
}

/** Bytes that come in pieces of so many. */
export async function* inPieces(whole: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

/** The entries of so many snapshots that come in pieces of so many bytes. */
export const read = async (whole: Buffer, size = 65_536, count = 1): Promise<readonly SnapshotEntry[]> => {
  const found: SnapshotEntry[] = []
  for await (const entry of entriesIn(inPieces(whole, size), count)) found.push(entry)
  return found
}

/** A byte, a number of several bytes in the order that Redis has for it, or the letters of a short text with their number. */
export type Part = number | string | Buffer

const bytesOf = (part: Part): Buffer => {
  if (typeof part === 'number') return Buffer.from([part])
  return typeof part === 'string' ? Buffer.from([part.length, ...Buffer.from(part)]) : part
}

/** So many bytes that nobody looks at. */
export const blank = (count: number): Buffer => Buffer.alloc(count, 0xaa)

/** A snapshot of these parts, with an end and its checksum. */
export const snapshotOfParts = (head: string, ...parts: readonly Part[]): Buffer => {
  const body = Buffer.concat([Buffer.from(head), ...parts.map(bytesOf), Buffer.from([0xff])])
  const sum = createChecksum()
  sum.add(body)
  return Buffer.concat([body, sum.written()])
}
