import { type Cursor, bytesMissing, readByte, readLength, readString, skip, skipValue, unreadable } from './rdb-value.ts'

/** A key of a snapshot, with its value as Redis keeps it. */
export interface SnapshotEntry {
  database: number
  key: Buffer
  /** As `DUMP` returns it, for `RESTORE`. */
  payload: Buffer
  /** When it expires, in milliseconds since 1970. */
  expiresAtMs: number | undefined
}

/** The polynomial of https://github.com/redis/redis/blob/7.2/src/crc64.c, reflected, in two halves. */
const polynomial = { high: 0x95ac9329, low: 0xac4bc9b5 } as const

const table = Array.from({ length: 256 }, (_, index) => {
  let [high, low] = [0, index]
  for (let bit = 0; bit < 8; bit += 1) {
    const isOdd = (low & 1) === 1
    low = (low >>> 1) | (high << 31)
    high >>>= 1
    if (isOdd) {
      high ^= polynomial.high
      low ^= polynomial.low
    }
  }
  return [high, low] as const
})
const highs = Int32Array.from(table, ([high]) => high)
const lows = Int32Array.from(table, ([, low]) => low)

/** The checksum of these bytes, as Redis writes it. */
export const checksum = (bytes: Uint8Array): Buffer => {
  let [high, low] = [0, 0]
  for (const byte of bytes) {
    const index = (low ^ byte) & 0xff
    low = ((low >>> 8) | (high << 24)) ^ (lows[index] ?? 0)
    high = (high >>> 8) ^ (highs[index] ?? 0)
  }
  const written = Buffer.alloc(8)
  written.writeInt32LE(low, 0)
  written.writeInt32LE(high, 4)
  return written
}

/** https://redis.io/docs/latest/commands/dump/ */
const payloadOf = (type: number, value: Buffer, version: number): Buffer => {
  const body = Buffer.alloc(value.length + 3)
  body.writeUInt8(type, 0)
  value.copy(body, 1)
  body.writeUInt16LE(version, value.length + 1)
  return Buffer.concat([body, checksum(body)])
}

const magic = 'REDIS'
const headBytes = magic.length + 4
const checksumBytes = 8

const codes = {
  slotInfo: 0xf4,
  functions: 0xf5,
  idle: 0xf8,
  frequency: 0xf9,
  about: 0xfa,
  sizes: 0xfb,
  expiresMs: 0xfc,
  expiresSeconds: 0xfd,
  database: 0xfe,
  end: 0xff,
} as const

/** What is known of a snapshot where an entry begins. */
interface State {
  /** Undefined before a snapshot begins. */
  version: number | undefined
  database: number
}

const readHead = (cursor: Cursor): State => {
  const start = skip(cursor, headBytes)
  const head = cursor.bytes.toString('latin1', start, cursor.at)
  if (!/^REDIS\d{4}$/.test(head)) throw unreadable('no snapshot of a Redis')
  return { version: Number(head.slice(magic.length)), database: 0 }
}

/** Reads up to the next key, and that; undefined where a snapshot ends. Throws `bytesMissing`. */
const readEntry = (cursor: Cursor, state: State, version: number): SnapshotEntry | undefined => {
  let expiresAtMs: number | undefined
  for (;;) {
    const code = readByte(cursor)
    switch (code) {
      case codes.end:
        skip(cursor, checksumBytes)
        state.version = undefined
        return undefined
      case codes.database:
        state.database = readLength(cursor)
        break
      case codes.expiresMs:
        expiresAtMs = Number(cursor.bytes.readBigInt64LE(skip(cursor, 8)))
        break
      case codes.expiresSeconds:
        expiresAtMs = cursor.bytes.readInt32LE(skip(cursor, 4)) * 1000
        break
      case codes.about:
        readString(cursor)
        readString(cursor)
        break
      case codes.functions:
        readString(cursor)
        break
      case codes.sizes:
        readLength(cursor)
        readLength(cursor)
        break
      case codes.slotInfo:
        readLength(cursor)
        readLength(cursor)
        readLength(cursor)
        break
      case codes.idle:
        readLength(cursor)
        break
      case codes.frequency:
        skip(cursor, 1)
        break
      default: {
        const key = Buffer.from(readString(cursor))
        const value = cursor.bytes.subarray(skipValue(cursor, code), cursor.at)
        return { database: state.database, key, payload: payloadOf(code, value, version), expiresAtMs }
      }
    }
  }
}

/**
 * The entries of one snapshot or of several in a row, such as those of a cluster's primaries. Throws Error with what is
 * wrong if they can't be read or end too early.
 */
export async function* entriesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<SnapshotEntry> {
  let rest: Buffer = Buffer.alloc(0)
  let state: State = { version: undefined, database: 0 }
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let read = 0
    try {
      while (read < rest.length) {
        const cursor = { bytes: rest, at: read }
        if (state.version === undefined) state = readHead(cursor)
        else {
          // A snapshot's state counts only once the whole entry is there.
          const next = { ...state }
          const entry = readEntry(cursor, next, state.version)
          state = next
          if (entry !== undefined) yield entry
        }
        read = cursor.at
      }
    } catch (error) {
      if (error !== bytesMissing) throw error
    }
    rest = rest.subarray(read)
  }
  if (rest.length > 0 || state.version !== undefined) throw unreadable('no end: some of it is missing')
}
