import { wordAt } from './sound.ts'

/** Reads a packet's bits, the lowest of each byte first (Vorbis I specification, 2.1.4). */
interface Bits {
  next: (count: number) => number
  skip: (count: number) => void
  /** Whether a bit past the packet's end was read. */
  isOver: () => boolean
}

const bitsOf = (packet: Buffer, start: number): Bits => {
  let at = start * 8
  return {
    next: (count) => {
      let value = 0
      for (let index = 0; index < count; index += 1) {
        value += (((packet[at >>> 3] ?? 0) >>> (at & 7)) & 1) * 2 ** index
        at += 1
      }
      return value
    },
    skip: (count) => {
      // Keeps forged counts within the range of bit arithmetic.
      at = Math.min(at + count, packet.length * 8 + 1)
    },
    isOver: () => at > packet.length * 8,
  }
}

/** The number of bits in a number (9.2.1). */
const bitsIn = (value: number): number => 32 - Math.clz32(value)

/** The greatest whole number whose power is no more than the number of entries (9.2.3). */
const valuesOf = (entries: number, dimensions: number): number => {
  let values = Math.floor(entries ** (1 / dimensions))
  if ((values + 1) ** dimensions <= entries) values += 1
  return values ** dimensions > entries ? values - 1 : values
}

const codewordBitsMax = 32

/** Skips the lengths of codewords (3.2.1); false if they break the rules. */
const skipLengths = (bits: Bits, entries: number): boolean => {
  if (bits.next(1) === 1) {
    let length = bits.next(5) + 1
    for (let entry = 0; entry < entries; length += 1) {
      if (length > codewordBitsMax) return false
      entry += bits.next(bitsIn(entries - entry))
      if (entry > entries) return false
    }
  } else if (bits.next(1) === 0) bits.skip(entries * 5)
  else for (let entry = 0; entry < entries && !bits.isOver(); entry += 1) if (bits.next(1) === 1) bits.skip(5)
  return true
}

const codebookMark = 0x56_43_42

/** Skips a codebook (3.2.1). */
const skipCodebook = (bits: Bits): boolean => {
  if (bits.next(24) !== codebookMark) return false
  const [dimensions, entries] = [bits.next(16), bits.next(24)]
  if (dimensions === 0 || entries === 0 || !skipLengths(bits, entries)) return false
  const lookup = bits.next(4)
  if (lookup === 0) return true
  bits.skip(64)
  const valueBits = bits.next(4) + 1
  bits.skip(1)
  bits.skip((lookup === 1 ? valuesOf(entries, dimensions) : entries * dimensions) * valueBits)
  return lookup <= 2
}

/** Skips a floor of either type (6.2.1, 7.2.2). */
const skipFloor = (bits: Bits): boolean => {
  const type = bits.next(16)
  if (type === 0) {
    bits.skip(8 + 16 + 16 + 6 + 8)
    bits.skip((bits.next(4) + 1) * 8)
    return true
  }
  const classes = Array.from({ length: bits.next(5) }, () => bits.next(4))
  const dimensions = Array.from({ length: Math.max(-1, ...classes) + 1 }, () => {
    const own = bits.next(3) + 1
    const subclasses = bits.next(2)
    bits.skip((subclasses > 0 ? 8 : 0) + 2 ** subclasses * 8)
    return own
  })
  bits.skip(2)
  const rangeBits = bits.next(4)
  for (const one of classes) bits.skip((dimensions[one] ?? 0) * rangeBits)
  return type === 1
}

/** Skips a residue (8.6.1). */
const skipResidue = (bits: Bits): boolean => {
  const type = bits.next(16)
  bits.skip(24 + 24 + 24)
  const classifications = bits.next(6) + 1
  bits.skip(8)
  let books = 0
  for (let index = 0; index < classifications; index += 1) {
    const low = bits.next(3)
    const cascade = low + (bits.next(1) === 1 ? bits.next(5) * 8 : 0)
    for (let rest = cascade; rest > 0; rest >>>= 1) books += rest & 1
  }
  bits.skip(books * 8)
  return type <= 2
}

/** Skips a mapping (4.2.4). */
const skipMapping = (bits: Bits, channels: number): boolean => {
  const type = bits.next(16)
  const submaps = bits.next(1) === 1 ? bits.next(4) + 1 : 1
  if (bits.next(1) === 1) bits.skip((bits.next(8) + 1) * 2 * bitsIn(channels - 1))
  const reserved = bits.next(2)
  if (submaps > 1) bits.skip(channels * 4)
  bits.skip(submaps * 24)
  return type === 0 && reserved === 0
}

/** Skips a list that begins with its length; false if an entry breaks the rules. */
const skipList = (bits: Bits, lengthBits: number, skipOne: () => boolean): boolean => {
  const length = bits.next(lengthBits) + 1
  for (let index = 0; index < length; index += 1) if (bits.isOver() || !skipOne()) return false
  return true
}

/**
 * Whether each mode has long blocks, by the third packet (4.2.4). The modes come last, after parts that state no
 * size, and decoders ignore trailing bytes, so all parts are walked. Undefined if one breaks the rules.
 */
export const longModes = (setUp: Buffer, channels: number): readonly boolean[] | undefined => {
  if (wordAt(setUp, 0, 7) !== '\x05vorbis') return undefined
  const bits = bitsOf(setUp, 7)
  const isWhole =
    skipList(bits, 8, () => skipCodebook(bits)) &&
    skipList(bits, 6, () => bits.next(16) === 0) &&
    skipList(bits, 6, () => skipFloor(bits)) &&
    skipList(bits, 6, () => skipResidue(bits)) &&
    skipList(bits, 6, () => skipMapping(bits, channels))
  if (!isWhole) return undefined
  const modes = Array.from({ length: bits.next(6) + 1 }, () => {
    const isLong = bits.next(1) === 1
    bits.skip(16 + 16 + 8)
    return isLong
  })
  return bits.next(1) === 1 && !bits.isOver() ? modes : undefined
}
