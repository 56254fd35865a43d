import { createChecksum } from './checksum.ts'
import {
  bytesMissing,
  type Cursor,
  readByte,
  readLength,
  readString,
  skip,
  skipString,
  tooLarge,
  unreadable,
  valueBytesMax,
} from './rdb-cursor.ts'
import { inOrder, lengths, type Maker, skipModule, skipValue } from './rdb-value.ts'

/** A key of a snapshot, with its value as Redis keeps it. */
export interface SnapshotEntry {
  database: number
  key: Buffer
  /** How large its value is. */
  valueBytes: number
  /** The value as `DUMP` returns it, for `RESTORE`. */
  payload(): Buffer
  /** When it expires, in milliseconds since 1970. */
  expiresAtMs: number | undefined
}

/** https://redis.io/docs/latest/commands/dump/ */
const payloadOf = (type: number, value: Buffer, version: number): Buffer => {
  const body = Buffer.alloc(value.length + 3)
  body.writeUInt8(type, 0)
  value.copy(body, 1)
  body.writeUInt16LE(version, value.length + 1)
  const checksum = createChecksum()
  checksum.add(body)
  return Buffer.concat([body, checksum.written()])
}

const makers: Readonly<Record<string, Maker>> = { REDIS: 'redis', VALKEY: 'valkey' }
const headBytes = 9
const checksumBytes = 8

/** A snapshot that is being read. */
interface Snapshot {
  maker: Maker
  version: number
  database: number
}

const readHead = (cursor: Cursor): Snapshot => {
  const start = skip(cursor, headBytes)
  const [, name = '', version = ''] =
    /^([A-Z]+)(\d+)$/.exec(cursor.bytes.toString('latin1', start, cursor.at)) ?? []
  const maker = makers[name]
  if (maker === undefined) throw unreadable('no snapshot of a Redis')
  return { maker, version: Number(version), database: 0 }
}

const codes = {
  ofNewer: 0xf3,
  slotInfo: 0xf4,
  functions: 0xf5,
  oldFunctions: 0xf6,
  module: 0xf7,
  idle: 0xf8,
  frequency: 0xf9,
  about: 0xfa,
  sizes: 0xfb,
  expiresMs: 0xfc,
  expiresSeconds: 0xfd,
  database: 0xfe,
  end: 0xff,
} as const

/** What modules of Redis 8 note of a key. Of Valkey it means something else. */
const skipNotes = (cursor: Cursor, { maker }: Snapshot): void => {
  if (maker === 'valkey')
    throw unreadable('slots that are moving between nodes: make it once they have moved')
  const count = readLength(cursor)
  for (let done = 0; done < count; done += 1) {
    skip(cursor, 4)
    skipModule(cursor)
  }
}

/** What stands between keys and is not needed to restore them, by its code. */
const skippedParts: Readonly<Record<number, (cursor: Cursor, snapshot: Snapshot) => unknown>> = {
  [codes.ofNewer]: skipNotes,
  [codes.slotInfo]: lengths(3),
  [codes.functions]: skipString,
  [codes.oldFunctions]: () => {
    throw unreadable('functions of a Redis before its first release of 7')
  },
  [codes.module]: inOrder(readLength, skipModule),
  [codes.idle]: readLength,
  [codes.frequency]: readByte,
  [codes.about]: inOrder(skipString, skipString),
  [codes.sizes]: lengths(2),
}

/** Reads up to the next key, and that; undefined where a snapshot ends. Throws `bytesMissing`. */
const readEntry = (cursor: Cursor, snapshot: Snapshot): SnapshotEntry | undefined => {
  let expiresAtMs: number | undefined
  for (;;) {
    const code = readByte(cursor)
    if (code === codes.end) return undefined
    else if (code === codes.database) snapshot.database = readLength(cursor)
    else if (code === codes.expiresMs) expiresAtMs = Number(cursor.bytes.readBigInt64LE(skip(cursor, 8)))
    else if (code === codes.expiresSeconds) expiresAtMs = cursor.bytes.readInt32LE(skip(cursor, 4)) * 1000
    else if (code in skippedParts) skippedParts[code]?.(cursor, snapshot)
    else {
      const key = Buffer.from(readString(cursor))
      const value = cursor.bytes.subarray(skipValue(cursor, code, snapshot.maker), cursor.at)
      const payload = () => payloadOf(code, value, snapshot.version)
      return { database: snapshot.database, key, valueBytes: value.length, payload, expiresAtMs }
    }
  }
}

/** More than enough for the name of a key, and what stands before it. */
const nameBytesMax = 2 ** 20

/** Redis writes zeros if its checksums are off. */
const unchecked = Buffer.alloc(checksumBytes)

/** Reads snapshots from bytes that come in pieces. */
const createReader = () => {
  let snapshot: Snapshot | undefined
  let checksum = createChecksum()
  let count = 0

  const readEnd = (cursor: Cursor, sum: Buffer): void => {
    const written = cursor.bytes.subarray(skip(cursor, checksumBytes), cursor.at)
    if (!written.equals(unchecked) && !written.equals(sum))
      throw unreadable('bytes that changed: its checksum is wrong')
    snapshot = undefined
    checksum = createChecksum()
    count += 1
  }

  /** Whether the end was read; its checksum may come later. */
  let isAtEnd = false
  const readNext = (cursor: Cursor): SnapshotEntry | undefined => {
    const start = cursor.at
    if (isAtEnd) {
      readEnd(cursor, checksum.written())
      isAtEnd = false
      return undefined
    }
    // What was read counts only once the whole entry is there.
    const next = snapshot === undefined ? readHead(cursor) : { ...snapshot }
    const entry = snapshot === undefined ? undefined : readEntry(cursor, next)
    isAtEnd = snapshot !== undefined && entry === undefined
    snapshot = next
    checksum.add(cursor.bytes.subarray(start, cursor.at))
    return entry
  }

  return {
    /** How many snapshots were read to their ends. */
    count: () => count,
    /** Whether one was begun and has not ended. */
    isInside: () => snapshot !== undefined,
    /** The entries that are whole; returns the rest of the bytes. */
    *entries(bytes: Buffer): Generator<SnapshotEntry, Buffer> {
      const cursor = { bytes, at: 0 }
      let read = 0
      try {
        while (read < bytes.length) {
          const entry = readNext(cursor)
          read = cursor.at
          if (entry !== undefined) yield entry
        }
      } catch (error) {
        if (error !== bytesMissing) throw error
      }
      return bytes.subarray(read)
    },
  }
}

/**
 * The entries of so many snapshots in a row, such as those of a cluster's primaries. Throws Error with what is wrong if they
 * can't be read, have changed or end too early, and for an entry of more than `entryBytesMax`.
 */
export async function* entriesIn(
  chunks: AsyncIterable<Buffer>,
  snapshotCount = 1,
  entryBytesMax = valueBytesMax + nameBytesMax,
): AsyncGenerator<SnapshotEntry> {
  const reader = createReader()
  let rest: Buffer = Buffer.alloc(0)
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    // A large value is tried again only once there is twice as much of it, or as much as there may be.
    if (waitingBytes < rest.length && rest.length + waitingBytes <= entryBytesMax) continue
    rest = yield* reader.entries(Buffer.concat([rest, ...waiting]))
    if (rest.length > entryBytesMax) throw tooLarge()
    waiting = []
    waitingBytes = 0
  }
  rest = yield* reader.entries(Buffer.concat([rest, ...waiting]))
  if (rest.length > 0 || reader.isInside() || reader.count() < snapshotCount)
    throw unreadable('no end: some of it is missing')
  if (reader.count() > snapshotCount) throw unreadable('more snapshots than its first line says')
}
