import {
  type Bands,
  bandsByRate,
  escapeUnit,
  longEntry,
  quickBits,
  quickEntries,
  scaleBook,
} from './aac-books.ts'

/** What decoders know of a stream before its blocks: the index of its rate, and its kind (audio object type). */
export interface AacSyntax {
  rateIndex: number
  kind: number
}

/** Each window has fewer bands than this, and there are no more runs of them than bands in all windows. */
const [windowsMax, shortBandsMax] = [8, 16]
const sectionsMax = windowsMax * shortBandsMax

/** Where a reader is, in bits, and what it knows of the channel it reads. Behind its end, it has failed. */
export interface Reader {
  readonly bytes: Uint8Array
  readonly view: DataView
  at: number
  end: number
  /** Where it found that it can't go on, if that was before its end. */
  stoppedAt: number
  kind: number
  bands: Bands
  /** The windows' shape and number (ISO/IEC 14496-3, 4.5.2.3), and how many bands of each have a book. */
  sequence: number
  bandsUsed: number
  groups: number
  readonly groupLengths: Uint8Array
  /** Runs of bands with one book in a group of windows. */
  sections: number
  readonly sectionBooks: Uint8Array
  readonly sectionBands: Uint8Array
  /** For each run, how many lines it has. */
  readonly sectionLines: Uint16Array
  /** Whether it goes by the bytes that filling says, and whether others go on elsewhere. */
  trustsFill: boolean
  isOdd: boolean
}

/** A reader at the first of some bytes. One is enough for all blocks in them. */
export const readerOf = (bytes: Uint8Array): Reader => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  at: 0,
  end: 0,
  stoppedAt: 0,
  kind: 0,
  bands: bandsByRate[0] ?? { long: new Uint16Array(), short: new Uint16Array(), predicted: 0 },
  sequence: 0,
  bandsUsed: 0,
  groups: 1,
  groupLengths: new Uint8Array(windowsMax),
  sections: 0,
  sectionBooks: new Uint8Array(sectionsMax),
  sectionBands: new Uint8Array(sectionsMax),
  sectionLines: new Uint16Array(sectionsMax),
  trustsFill: false,
  isOdd: false,
})

/** The next bits: 25 or more, from the top of a number of 32. Zeros follow the last byte. */
const wordAt = ({ view }: Reader, at: number): number => {
  const first = at >>> 3
  if (first + 4 <= view.byteLength) return view.getInt32(first) << (at & 7)
  let word = 0
  for (let byte = first; byte < first + 4; byte += 1)
    word = (word << 8) | (byte < view.byteLength ? view.getUint8(byte) : 0)
  return word << (at & 7)
}

/** Reads a number of up to 25 bits. */
export const readBits = (reader: Reader, bits: number): number => {
  const word = wordAt(reader, reader.at)
  reader.at += bits
  return word >>> (32 - bits)
}

export const readBit = (reader: Reader): boolean => readBits(reader, 1) === 1

export const isFailed = ({ at, end }: Reader): boolean => at > end

/** Leaves the bytes unread from here on. */
export const fail = (reader: Reader): void => {
  reader.stoppedAt = Math.min(reader.stoppedAt, reader.at)
  reader.at = reader.end + 1
}

/** A difference of scale factors (4.4.2.7). */
export const skipScale = (reader: Reader): void => {
  const word = wordAt(reader, reader.at)
  const entry = quickEntries[(scaleBook << quickBits) | (word >>> (32 - quickBits))] ?? 0
  reader.at += entry === 0 ? longEntry(scaleBook, word) : entry
}

const isShort = ({ sequence }: Reader): boolean => sequence === 2

/** Prediction by the frames before (4.4.2.7, tables 4.6 and 4.55). */
const skipPrediction = (reader: Reader): void => {
  if (reader.kind === 1) {
    if (readBit(reader)) reader.at += 5
    reader.at += Math.min(reader.bandsUsed, reader.bands.predicted)
  } else skipLongTerm(reader)
}

const longTermBandsMax = 40

/** Prediction of the kind LTP, if there is any. */
export const skipLongTerm = (reader: Reader): void => {
  if (readBit(reader)) reader.at += 14 + Math.min(reader.bandsUsed, longTermBandsMax)
}

/** Reads the windows of a channel (ics_info, table 4.6), and whether they are predicted. */
export const readWindows = (reader: Reader): boolean => {
  reader.at += 1
  reader.sequence = readBits(reader, 2)
  reader.at += 1
  reader.groups = 1
  reader.groupLengths[0] = 1
  let isPredicted = false
  if (isShort(reader)) {
    reader.bandsUsed = readBits(reader, 4)
    for (let window = 1; window < windowsMax; window += 1) {
      if (!readBit(reader)) {
        reader.groupLengths[reader.groups] = 0
        reader.groups += 1
      }
      reader.groupLengths[reader.groups - 1] = (reader.groupLengths[reader.groups - 1] ?? 0) + 1
    }
  } else {
    reader.bandsUsed = readBits(reader, 6)
    isPredicted = readBit(reader)
    if (isPredicted) skipPrediction(reader)
  }
  if (reader.bandsUsed >= bandEdges(reader).length) fail(reader)
  return isPredicted
}

const bandEdges = (reader: Reader): Uint16Array => (isShort(reader) ? reader.bands.short : reader.bands.long)

const noBook = 12

/** Reads which bands have which book (section_data, table 4.52). */
const readSections = (reader: Reader): void => {
  const edges = bandEdges(reader)
  const lengthBits = isShort(reader) ? 3 : 5
  const goesOn = (1 << lengthBits) - 1
  reader.sections = 0
  for (let group = 0; group < reader.groups; group += 1) {
    const windows = reader.groupLengths[group] ?? 0
    for (let band = 0; band < reader.bandsUsed; ) {
      const book = readBits(reader, 4)
      const start = band
      let length = goesOn
      while (length === goesOn && band <= reader.bandsUsed && !isFailed(reader)) {
        length = readBits(reader, lengthBits)
        band += length
      }
      if (book === noBook || band > reader.bandsUsed || isFailed(reader)) {
        fail(reader)
        return
      }
      if (band === start) continue
      reader.sectionBooks[reader.sections] = book
      reader.sectionBands[reader.sections] = band - start
      reader.sectionLines[reader.sections] = windows * ((edges[band] ?? 0) - (edges[start] ?? 0))
      reader.sections += 1
    }
  }
}

const noiseBook = 13

/** The scale factor of each band that has a book (table 4.53). The first of noise is not coded. */
const skipScales = (reader: Reader): void => {
  let isFirstNoise = true
  for (let section = 0; section < reader.sections && !isFailed(reader); section += 1) {
    const book = reader.sectionBooks[section] ?? 0
    if (book === 0) continue
    let left = reader.sectionBands[section] ?? 0
    if (book === noiseBook && isFirstNoise) {
      isFirstNoise = false
      reader.at += 9
      left -= 1
    }
    for (; left > 0; left -= 1) skipScale(reader)
  }
}

/** Table 4.7. */
const skipPulses = (reader: Reader): void => {
  const pulses = readBits(reader, 2) + 1
  reader.at += 6 + 9 * pulses
}

/** The filters of temporal noise shaping (table 4.54). */
const skipShaping = (reader: Reader): void => {
  const [countBits, lengthBits, orderBits, windows] = isShort(reader) ? [1, 4, 3, windowsMax] : [2, 6, 5, 1]
  for (let window = 0; window < windows; window += 1) {
    const filters = readBits(reader, countBits)
    if (filters === 0) continue
    const coefficientBits = readBits(reader, 1) + 3
    for (let filter = 0; filter < filters; filter += 1) {
      reader.at += lengthBits
      const order = readBits(reader, orderBits)
      if (order === 0) continue
      reader.at += 1
      const bits = coefficientBits - readBits(reader, 1)
      reader.at += order * bits
    }
  }
}

/** Windows by their sequence, and the bits of a place in the first one and in the others (table 4.12). */
const gainWindows = [
  { windows: 1, first: 5, others: 5 },
  { windows: 2, first: 4, others: 2 },
  { windows: 8, first: 2, others: 2 },
  { windows: 2, first: 4, others: 5 },
] as const

const skipGains = (reader: Reader): void => {
  const shape = gainWindows[reader.sequence]
  for (let band = readBits(reader, 2); band > 0 && shape !== undefined; band -= 1)
    for (let window = 0; window < shape.windows; window += 1) {
      const changes = readBits(reader, 3)
      reader.at += changes * (4 + (window === 0 ? shape.first : shape.others))
    }
}

const escapeOnesMax = 8

/** Where the escapes end that follow a code: ones, a zero, and four bits more than there are ones (4.6.3.3). */
const afterEscapes = (reader: Reader, at: number, escapes: number): number => {
  let next = at
  for (let left = escapes; left > 0; left -= 1) {
    const ones = Math.clz32(~wordAt(reader, next))
    if (ones > escapeOnesMax) return Number.MAX_SAFE_INTEGER
    next += 2 * ones + 5
  }
  return next
}

const [quadBooks, bookMax] = [4, 11]

/** The spectrum (spectral_data, table 4.56): in each section, codes of four or two lines each. */
const skipSpectrum = (reader: Reader): void => {
  const { end, sections, sectionBooks, sectionLines } = reader
  let { at } = reader
  for (let section = 0; section < sections; section += 1) {
    const book = sectionBooks[section] ?? 0
    if (book === 0 || book > bookMax) continue
    const entries = book << quickBits
    let codes = (sectionLines[section] ?? 0) >>> (book > quadBooks ? 1 : 2)
    for (; codes > 0 && at <= end; codes -= 1) {
      const word = wordAt(reader, at)
      let entry = quickEntries[entries | (word >>> (32 - quickBits))] ?? 0
      if (entry === 0) entry = longEntry(book, word)
      at += entry % escapeUnit
      if (entry >= escapeUnit) at = afterEscapes(reader, at, Math.floor(entry / escapeUnit))
    }
  }
  reader.at = Math.min(at, end + 1)
}

/** Reads a channel (individual_channel_stream, table 4.50); in a pair, its windows can come before. */
export const readChannel = (reader: Reader, hasWindows: boolean): void => {
  reader.at += 8
  if (!hasWindows) readWindows(reader)
  if (isFailed(reader)) return
  readSections(reader)
  skipScales(reader)
  if (isFailed(reader)) return
  if (readBit(reader)) skipPulses(reader)
  if (readBit(reader)) skipShaping(reader)
  if (readBit(reader)) skipGains(reader)
  skipSpectrum(reader)
}
