import { type Cursor, readByte, readLength, skip, skipString, unreadable } from './rdb-cursor.ts'

// Redis' format of values, as far as one can be told from the next: their contents stay as they are.
// https://github.com/redis/redis/blob/7.2/src/rdb.h and rdb.c, https://github.com/valkey-io/valkey/blob/9.0/src/rdb.h

type Skip = (cursor: Cursor) => unknown

const times = (count: number, cursor: Cursor, ...parts: readonly Skip[]): void => {
  for (let done = 0; done < count; done += 1) for (const part of parts) part(cursor)
}
const many =
  (...parts: readonly Skip[]): Skip =>
  (cursor) =>
    times(readLength(cursor), cursor, ...parts)

/** One part after the other. */
export const inOrder =
  (...parts: readonly Skip[]): Skip =>
  (cursor) =>
    times(1, cursor, ...parts)

/** So many numbers. */
export const lengths = (count: number): Skip => inOrder(...Array.from({ length: count }, () => readLength))

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

/** What the producers of a stream have sent, by which it leaves out what comes twice. */
const producers = inOrder(
  lengths(2), // for how long it remembers, and how many
  many(skipString, many(skipString, lengths(2))),
  lengths(2), // how many it took, and left out
)

/** A stream with its consumer groups; each version says more. */
const stream = (version: 1 | 2 | 3 | 4 | 5): Skip =>
  inOrder(
    many(skipString, skipString), // entries
    lengths(version === 1 ? 3 : 8), // counts and ids
    many(
      skipString, // a group's name
      lengths(version === 1 ? 2 : 3),
      many(bytes(idBytes), bytes(timeBytes), readLength), // what it has not confirmed
      many(skipString, bytes(version < 3 ? timeBytes : 2 * timeBytes), many(bytes(idBytes))), // its consumers
      version < 5 ? inOrder() : many(bytes(idBytes)), // what they gave back
    ),
    version < 4 ? inOrder() : producers,
  )

/** What a module wrote: parts that say what they are, up to one that ends it. */
export const skipModule: Skip = (cursor) => {
  const parts: Readonly<Record<number, Skip>> = {
    1: readLength,
    2: readLength,
    3: bytes(4),
    4: bytes(8),
    5: skipString,
  }
  for (let kind = readLength(cursor); kind !== 0; kind = readLength(cursor)) {
    const part = parts[kind]
    if (part === undefined) throw unreadable(`part ${kind} of a module, which this version can't read`)
    part(cursor)
  }
}

const pairs = many(skipString, skipString)

/** By the number of its type. Those that no Redis since 7 writes are among them: it may have loaded an older one. */
const common: readonly (readonly [type: number, Skip])[] = [
  [0, skipString], // string
  [1, many(skipString)], // list
  [2, many(skipString)], // set
  [3, many(skipString, skipLetters)], // sorted set
  [4, pairs], // hash
  [5, many(skipString, bytes(8))], // sorted set
  [7, inOrder(readLength, skipModule)],
  ...[9, 10, 11, 12, 13, 16, 17, 20].map((type) => [type, skipString] as const), // small ones in one piece
  [14, many(skipString)], // list
  [15, stream(1)],
  [18, many(readLength, skipString)], // list
  [19, stream(2)],
  [21, stream(3)],
]

/** Who made a snapshot: beyond what they share, the same number means something else in Valkey. */
export type Maker = 'redis' | 'valkey'

const timed = many(readLength, skipString, skipString)

const skips: Readonly<Record<Maker, ReadonlyMap<number, Skip>>> = {
  redis: new Map([
    ...common,
    [22, timed], // hash with expiring fields
    [23, skipString],
    [24, inOrder(bytes(timeBytes), timed)],
    [25, inOrder(bytes(timeBytes), skipString)],
    [26, stream(4)],
    [27, stream(5)],
  ]),
  valkey: new Map([...common, [22, many(skipString, skipString, bytes(timeBytes))]]),
}

/** Skips a value, and returns where it begins. Throws Error for a type that is unknown. */
export const skipValue = (cursor: Cursor, type: number, maker: Maker): number => {
  const start = cursor.at
  const skipIt = skips[maker].get(type)
  if (skipIt === undefined)
    throw unreadable(`a value of type ${type} (of a newer Redis or a module), which this version can't read`)
  skipIt(cursor)
  return start
}
