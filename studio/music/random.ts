/** A stream of random numbers that is the same for the same seed. */
export type Random = {
  /** From 0 to below 1. */
  readonly next: () => number
  readonly between: (low: number, high: number) => number
  /** A whole number, both ends included. */
  readonly integer: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  readonly shuffle: <Item>(items: readonly Item[]) => Item[]
}

const twoTo32 = 2 ** 32

/** FNV-1a with a final avalanche, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Mulberry32, a generator of 32 bits of state. */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / twoTo32
  }
}

/** Random numbers from any words and numbers; other words give other numbers. */
export const randomFrom = (...seed: readonly (string | number)[]): Random => {
  const next = numbersFrom(hashOf(seed.join('\u0000')))
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    integer,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    shuffle: (items) =>
      items
        .map((item) => ({ item, order: next() }))
        .toSorted((one, other) => one.order - other.order)
        .map(({ item }) => item),
  }
}
