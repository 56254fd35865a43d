// How numbers and strings are written in Redis' snapshots. https://rdb.fnordig.de/file_format.html

/** A place in bytes that may end before a value does. */
export interface Cursor {
  readonly bytes: Buffer
  at: number
}

/** Thrown where the bytes end too early: the same is tried again with more of them. */
export const bytesMissing = new Error('more bytes are needed')

/**
 * No string in Redis is longer, unless its administrator allows it (proto-max-bulk-len), and it takes no larger value back.
 */
export const valueBytesMax = 2 ** 29

/** Three bytes stand for at most 264. */
const packedTimesMax = 88

/** A snapshot that can't be read, such as one of another program or of a newer Redis. */
export const unreadable = (what: string): Error => new Error(`it has ${what}`)

/** A value that no Redis would take back. */
export const tooLarge = (): Error => unreadable('a value of more than 512 MiB, or bytes that changed')

/** Skips bytes, and returns where they begin. Nobody waits for more than there can be. */
export const skip = (cursor: Cursor, count: number): number => {
  const start = cursor.at
  if (count > valueBytesMax) throw tooLarge()
  if (start + count > cursor.bytes.length) throw bytesMissing
  cursor.at = start + count
  return start
}

export const readByte = (cursor: Cursor): number => cursor.bytes.readUInt8(skip(cursor, 1))

/** How a string of another kind than plain bytes begins. */
const isEncoded = (first: number): boolean => first >> 6 === 3

/** A number that says how long something is, in one to nine bytes. */
export const readLength = (cursor: Cursor): number => {
  const first = readByte(cursor)
  if (first >> 6 === 0) return first
  if (first >> 6 === 1) return ((first & 0x3f) << 8) | readByte(cursor)
  if (first === 0x80) return cursor.bytes.readUInt32BE(skip(cursor, 4))
  if (first === 0x81) return Number(cursor.bytes.readBigUInt64BE(skip(cursor, 8)))
  throw unreadable('a length of an unknown kind')
}

const byteAt = (bytes: Buffer, at: number): number => {
  const byte = bytes[at]
  if (byte === undefined) throw unreadable('a damaged name')
  return byte
}

/** https://github.com/ning/compress/wiki/LZFFormat */
const unpacked = (packed: Buffer, length: number): Buffer => {
  if (length > Math.min(valueBytesMax, packed.length * packedTimesMax))
    throw unreadable('a name that is too long')
  const out = Buffer.alloc(length)
  let from = 0
  let to = 0
  while (from < packed.length) {
    const control = byteAt(packed, from)
    from += 1
    if (control < 32) {
      to += packed.copy(out, to, from, from + control + 1)
      from += control + 1
      continue
    }
    let count = (control >> 5) + 2
    if (count === 9) {
      count += byteAt(packed, from)
      from += 1
    }
    let back = to - ((control & 0x1f) << 8) - byteAt(packed, from) - 1
    from += 1
    // It may repeat bytes that it has just written.
    for (const end = to + count; to < end; to += 1) {
      out[to] = out[back] ?? 0
      back += 1
    }
  }
  return out
}

/** A string, which Redis writes as bytes, as a number or packed. */
export const readString = (cursor: Cursor): Buffer => {
  const { bytes } = cursor
  const first = bytes[cursor.at]
  if (first === undefined) throw bytesMissing
  if (!isEncoded(first)) {
    const length = readLength(cursor)
    return bytes.subarray(skip(cursor, length), cursor.at)
  }
  skip(cursor, 1)
  switch (first & 0x3f) {
    case 0:
      return Buffer.from(String(bytes.readInt8(skip(cursor, 1))))
    case 1:
      return Buffer.from(String(bytes.readInt16LE(skip(cursor, 2))))
    case 2:
      return Buffer.from(String(bytes.readInt32LE(skip(cursor, 4))))
    case 3: {
      const [packedLength, length] = [readLength(cursor), readLength(cursor)]
      return unpacked(bytes.subarray(skip(cursor, packedLength), cursor.at), length)
    }
    default:
      throw unreadable('a string of an unknown kind')
  }
}

/** Skips a string without unpacking it. */
export const skipString = (cursor: Cursor): void => {
  const packed = 0xc3
  if (cursor.bytes[cursor.at] !== packed) return void readString(cursor)
  skip(cursor, 1)
  const packedLength = readLength(cursor)
  readLength(cursor)
  skip(cursor, packedLength)
}
