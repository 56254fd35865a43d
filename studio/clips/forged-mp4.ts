/** A field of four bytes that is repeated in a table. */
type Counts = { readonly first: number; readonly step: number }

/** Where the tables of an MP4 count samples or chunks, after their names. ISO/IEC 14496-12, 8.6 to 8.8 */
const tables: Readonly<Record<string, readonly Counts[]>> = {
  stts: [{ first: 12, step: 8 }],
  ctts: [{ first: 12, step: 8 }],
  stsc: [
    { first: 12, step: 12 },
    { first: 16, step: 12 },
  ],
  stsz: [{ first: 12, step: Number.POSITIVE_INFINITY }],
  trun: [{ first: 8, step: Number.POSITIVE_INFINITY }],
}

const largestOf = (file: Buffer, name: string, { first, step }: Counts): number => {
  let largest = 0
  for (let at = file.indexOf(name); at >= 4; at = file.indexOf(name, at + 1)) {
    const end = Math.min(at - 4 + file.readUInt32BE(at - 4), file.length)
    for (let count = at + first; count + 4 <= end; count += step)
      largest = Math.max(largest, file.readUInt32BE(count))
  }
  return largest
}

/**
 * Whether a table of an MP4 claims more samples than the file has bytes. Its reader would count them one by one,
 * for as long as that takes.
 */
export const isForgedMp4 = (bytes: Uint8Array): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Object.entries(tables).some(([name, counts]) =>
    counts.some((count) => largestOf(file, name, count) > file.length),
  )
}
