// Redis' format of snapshots, as far as a value can be told from the next one: its contents stay as they are.
// https://rdb.fnordig.de/file_format.html, https://github.com/redis/redis/blob/7.2/src/rdb.h and rdb.c

/** A place in bytes that may end before a value does. */
export interface Cursor {
  readonly bytes: Buffer
  at: number
}

/** Thrown where the bytes end too early: the same is tried again with more of them. */
export const bytesMissing = new Error('more bytes are needed')

/** A snapshot that can't be read, such as one of another program or of a newer Redis. */
export const unreadable = (what: string): Error => new Error(`it has ${what}`)

/** Skips bytes, and returns where they begin. */
export const skip = (cursor: Cursor, count: number): number => {
  const start = cursor.at
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

/** https://github.com/ning/compress/wiki/LZFFormat */
const unpacked = (packed: Buffer, length: number): Buffer => {
  const out = Buffer.alloc(length)
  let from = 0
  let to = 0
  while (from < packed.length) {
    const control = packed.readUInt8(from)
    from += 1
    if (control < 32) {
      to += packed.copy(out, to, from, from + control + 1)
      from += control + 1
      continue
    }
    let count = (control >> 5) + 2
    if (count === 9) {
      count += packed.readUInt8(from)
      from += 1
    }
    let back = to - ((control & 0x1f) << 8) - packed.readUInt8(from) - 1
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

/** The same, without unpacking it. */
const skipString = (cursor: Cursor): void => {
  const packed = 0xc3
  if (cursor.bytes[cursor.at] !== packed) return void readString(cursor)
  skip(cursor, 1)
  const packedLength = readLength(cursor)
  readLength(cursor)
  skip(cursor, packedLength)
}

type Skip = (cursor: Cursor) => unknown

const times = (count: number, cursor: Cursor, ...parts: readonly Skip[]): void => {
  for (let done = 0; done < count; done += 1) for (const part of parts) part(cursor)
}
const many =
  (...parts: readonly Skip[]): Skip =>
  (cursor) =>
    times(readLength(cursor), cursor, ...parts)

const bytes =
  (count: number): Skip =>
  (cursor) =>
    skip(cursor, count)

/** A number in letters; three lengths stand for the numbers that have none. */
const skipLetters: Skip = (cursor) => {
  const length = readByte(cursor)
  if (length < 253) skip(cursor, length)
}

const idBytes = 16
const timeBytes = 8

/** A stream with its consumer groups; `version` 1 to 3, of which each says more. */
const stream =
  (version: 1 | 2 | 3): Skip =>
  (cursor) => {
    many(skipString, skipString)(cursor) // entries
    const counts = version === 1 ? 3 : 8
    times(counts, cursor, readLength)
    many(
      skipString, // a group's name
      ...Array.from({ length: version === 1 ? 2 : 3 }, () => readLength),
      many(bytes(idBytes), bytes(timeBytes), readLength), // what it has not confirmed
      many(skipString, bytes(version === 3 ? 2 * timeBytes : timeBytes), many(bytes(idBytes))), // its consumers
    )(cursor)
  }

/** By the number of its type. Those that no Redis since 7 writes are among them: it may have loaded an older one. */
const skips: ReadonlyMap<number, Skip> = new Map<number, Skip>([
  [0, skipString], // string
  [1, many(skipString)], // list
  [2, many(skipString)], // set
  [3, many(skipString, skipLetters)], // sorted set
  [4, many(skipString, skipString)], // hash
  [5, many(skipString, bytes(8))], // sorted set
  ...[9, 10, 11, 12, 13, 16, 17, 20].map((type) => [type, skipString] as const), // small ones in one piece
  [14, many(skipString)], // list
  [15, stream(1)],
  [18, many(readLength, skipString)], // list
  [19, stream(2)],
  [21, stream(3)],
  [24, (cursor) => (bytes(timeBytes)(cursor), many(readLength, skipString, skipString)(cursor))], // hash with expiring fields
  [25, (cursor) => (bytes(timeBytes)(cursor), skipString(cursor))],
])

/** Skips a value, and returns where it begins. Throws for a type that is unknown, such as a module's. */
export const skipValue = (cursor: Cursor, type: number): number => {
  const start = cursor.at
  const skipIt = skips.get(type)
  if (skipIt === undefined) throw unreadable(`a value of type ${type}, which this version can't read`)
  skipIt(cursor)
  return start
}
