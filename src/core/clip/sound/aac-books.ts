// The tables of ISO/IEC 14496-3 that say where an AAC block ends: books of Huffman codes (4.A.1 to 4.A.12) and widths of
// scale factor bands (4.129 to 4.147). Each book's codes are complete and in order, so their lengths tell the codes.

/** Codes without signs, by how many there are of each length from 1 bit on. */
const plain = (...counts: readonly number[]): readonly string[] => counts.map((count) => '0'.repeat(count))

/**
 * Codes with what follows them. Each word has those of one length, from 1 bit on; each digit is how many bits of sign
 * follow one, plus three for each number that goes on in an escape.
 */
const signed = (...words: readonly string[]): readonly string[] => words.join(' ').split(' ')

/** Books 1 to 11, and that of the scale factors. */
const books: readonly (readonly string[])[] = [
  [],
  plain(1, 0, 0, 0, 8, 0, 24, 0, 24, 8, 16),
  plain(0, 0, 1, 1, 7, 24, 15, 19, 14),
  signed('0   1111 22 222323 433 11223 232331221224334 323244332333223 24334423 333334444 223 343 44432 33'),
  signed('   4333312022 221211  444433333 333333322222222222211 11444444 33333333343334 44222222433 33'),
  plain(1, 0, 0, 4, 4, 0, 4, 12, 12, 12, 18, 10, 4),
  plain(0, 0, 0, 9, 0, 16, 13, 8, 23, 8, 4),
  signed('0  11 2  2211 22211 2222222211 22212122222222 211222222222222 11222222 2222'),
  signed('  2 21212 0112222 2222211222 22222221212222 222121222222222 22121222 2112'),
  signed(
    '0  11 2  2211 222 11222222 22112222222 12122222222122222222 1222122221222211222222222222212',
    '22122222222222222222222122122222221222 22222222222212212222122222222222 22222222222222 2222',
  ),
  signed(
    '   222 21122222 11222202211222 22222222212122222 2222222121222222222222222',
    '2221222221222222222222222221212 22222212222221222222222222222221212122222 2222222222121222122212',
    '22222122',
  ),
  signed(
    '   02 811222 2221212 2222221122222222',
    '22222225555525121525555222225522555225255525225522215522221',
    '2552252522222225221222222122222222222222122222222222422',
    '22224212222222222222222222222222222221222222222222222222122222222222222222222222222211222222222',
    '2222222222222222212212122212222211222212212 112112',
  ),
  plain(1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46),
]

/** The book of the scale factors. */
export const scaleBook = 12

/** The book with escapes. */
const escapeBook = 11

/** What one escape adds to an entry. */
export const escapeUnit = 32

/** A code's bits with its signs, and above them how many escapes follow. */
const entryOf = (book: number, bits: number, digit: number): number =>
  book === escapeBook
    ? bits + (digit % 3) + (digit > 5 ? 2 * escapeUnit : digit > 2 ? escapeUnit : 0)
    : bits + digit

/** The entries of the codes of one length, and the first of these codes. */
interface Length {
  first: number
  entries: Uint8Array
}

const lengthsOf = (words: readonly string[], book: number): readonly Length[] => {
  let next = 0
  return words.map((word, index) => {
    const first = next * 2
    next = first + word.length
    return { first, entries: Uint8Array.from(word, (digit) => entryOf(book, index + 1, Number(digit))) }
  })
}

const lengths = books.map(lengthsOf)

/** Most codes are no longer. */
export const quickBits = 10

/** The entries by book and by the next bits; 0 for a longer code. */
export const quickEntries = new Uint8Array(books.length << quickBits)
for (const [book, ofBook] of lengths.entries())
  for (const [index, { first, entries }] of ofBook.slice(0, quickBits).entries()) {
    const shift = quickBits - index - 1
    for (const [order, entry] of entries.entries()) {
      const from = (book << quickBits) | ((first + order) << shift)
      quickEntries.fill(entry, from, from + (1 << shift))
    }
  }

/** The entry of a longer code, by the next 32 bits. */
export const longEntry = (book: number, word: number): number => {
  const ofBook = lengths[book] ?? []
  for (let bits = quickBits + 1; bits <= ofBook.length; bits += 1) {
    const length = ofBook[bits - 1]
    const entry = length?.entries[(word >>> (32 - bits)) - length.first]
    if (entry !== undefined) return entry
  }
  return escapeUnit - 1
}

/** Where the bands of a window begin and end, by their widths in units of four lines. */
const bandsOf = (widths: string): Uint16Array => {
  const edges = new Uint16Array(widths.length + 1)
  for (const [index, width] of [...widths].entries())
    edges[index + 1] = (edges[index] ?? 0) + 4 * Number.parseInt(width, 36)
  return edges
}

const long = {
  of96: bandsOf('11111111111111222223333344679bggggggggggg'),
  of64: bandsOf('11111111111111222233344456679aaaaaaaaaaaaaaaaaa'),
  of48: bandsOf('111111111122222223333445566778888888888888888888o'),
  of32: bandsOf('111111111122222223333445566778888888888888888888888'),
  of24: bandsOf('1111111111122222222223333444556677899abcddggggg'),
  of16: bandsOf('222222222223333333334444555667789aabcdefggg'),
  of8: bandsOf('33333333333334444444555566677899abcdefgk'),
} as const

const short = {
  of96: bandsOf('111111222479'),
  of48: bandsOf('11111222333444'),
  of24: bandsOf('111111122233445'),
  of16: bandsOf('111111112233455'),
  of8: bandsOf('111111122223455'),
} as const

/** The bands of a window, and the most that prediction knows (4.6.6), by the index of the rate. */
export interface Bands {
  long: Uint16Array
  short: Uint16Array
  predicted: number
}

const atRate = (longBands: Uint16Array, shortBands: Uint16Array, predicted: number): Bands => ({
  long: longBands,
  short: shortBands,
  predicted,
})

/** By the index of the rate, for frames of 1024 samples. */
export const bandsByRate: readonly Bands[] = [
  atRate(long.of96, short.of96, 33),
  atRate(long.of96, short.of96, 33),
  atRate(long.of64, short.of96, 38),
  atRate(long.of48, short.of48, 40),
  atRate(long.of48, short.of48, 40),
  atRate(long.of32, short.of48, 40),
  atRate(long.of24, short.of24, 41),
  atRate(long.of24, short.of24, 41),
  atRate(long.of16, short.of16, 37),
  atRate(long.of16, short.of16, 37),
  atRate(long.of16, short.of16, 37),
  atRate(long.of8, short.of8, 34),
  atRate(long.of8, short.of8, 34),
]
