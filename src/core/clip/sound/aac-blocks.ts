import { bandsByRate } from './aac-books.ts'
import {
  type AacSyntax,
  fail,
  isFailed,
  type Reader,
  readBit,
  readBits,
  readChannel,
  readWindows,
  skipLongTerm,
  skipScale,
} from './aac-channels.ts'

// The blocks of AAC (raw_data_block of ISO/IEC 14496-3, 4.4.2.1), as decoders such as FFmpeg read them. Their values don't
// matter, only where they end.

/** A pair of channels (table 4.4). */
const readPair = (reader: Reader): void => {
  const isCommon = readBit(reader)
  if (isCommon) {
    const isPredicted = readWindows(reader)
    if (isFailed(reader)) return
    if (isPredicted && reader.kind !== 1) skipLongTerm(reader)
    if (readBits(reader, 2) === 1) reader.at += reader.groups * reader.bandsUsed
  }
  readChannel(reader, isCommon)
  if (!isFailed(reader)) readChannel(reader, isCommon)
}

/** A channel that is added to others (table 4.8). */
const readCoupling = (reader: Reader): void => {
  const isLate = readBit(reader)
  let gains = 0
  for (let left = readBits(reader, 3) + 1; left > 0; left -= 1) {
    const isPair = readBit(reader)
    reader.at += 4
    gains += isPair && readBits(reader, 2) === 3 ? 2 : 1
  }
  reader.at += 4
  readChannel(reader, false)
  let bands = 0
  for (let section = 0; section < reader.sections; section += 1)
    if (reader.sectionBooks[section] !== 0) bands += reader.sectionBands[section] ?? 0
  for (let gain = 1; gain < gains && !isFailed(reader); gain += 1) {
    const isOne = isLate || readBit(reader)
    for (let left = isOne ? 1 : bands; left > 0; left -= 1) skipScale(reader)
  }
}

const alignTo = (at: number): number => Math.ceil(at / 8) * 8

/** Data of a program (table 4.10). */
const skipData = (reader: Reader): void => {
  const isAligned = readBit(reader)
  const bytes = readBits(reader, 8)
  const more = bytes === 255 ? readBits(reader, 8) : 0
  if (isAligned) reader.at = alignTo(reader.at)
  reader.at += 8 * (bytes + more)
}

/** Which channels there are (table 4.2), whose comment starts at a whole byte. */
const skipProgram = (reader: Reader): void => {
  reader.at += 6
  const channels = readBits(reader, 4) + readBits(reader, 4) + readBits(reader, 4)
  const [low, data, coupled] = [readBits(reader, 2), readBits(reader, 3), readBits(reader, 4)]
  if (readBit(reader)) reader.at += 4
  if (readBit(reader)) reader.at += 4
  if (readBit(reader)) reader.at += 3
  reader.at = alignTo(reader.at + 5 * (channels + coupled) + 4 * (low + data))
  const commentBytes = readBits(reader, 8)
  reader.at += 8 * commentBytes
}

/** What excludes channels from dynamics is in so many groups at most, as decoders read it. */
const excludedMax = 9

/** Dynamics (table 4.58), of which four bits were read; their bytes. */
const skipDynamics = (reader: Reader): number => {
  const before = reader.at - 4
  if (readBit(reader)) reader.at += 8
  let [missing, bands] = [0, 1]
  if (readBit(reader)) {
    let groups = 1
    for (reader.at += 7; groups < excludedMax && readBit(reader); groups += 1) reader.at += 7
    if (groups === excludedMax) missing = 1
  }
  if (readBit(reader)) {
    bands += readBits(reader, 4)
    reader.at += 4 + 8 * bands
  }
  if (readBit(reader)) reader.at += 8
  reader.at += 8 * bands
  return (reader.at - before + missing) / 8
}

const dynamics = 11
const widenings: readonly number[] = [13, 14]

/**
 * What fills a block or extends its sound (table 4.57). Some decoders go by the bytes that it says. Others read on behind
 * dynamics that are longer, and at once if it widens a channel before there is one.
 */
const skipFill = (reader: Reader, stated: number, hasChannel: boolean): void => {
  let left = stated === 15 ? 14 + readBits(reader, 8) : stated
  while (left > 0 && !isFailed(reader)) {
    const kind = readBits(reader, 4)
    if (kind === dynamics && !reader.trustsFill) left -= skipDynamics(reader)
    else if (widenings.includes(kind) && !hasChannel && !reader.trustsFill) left = -1
    else {
      reader.at += 8 * left - 4
      left = 0
    }
  }
  if (left < 0) reader.isOdd = true
}

const elements = { pair: 1, coupling: 2, data: 4, program: 5, fill: 6, end: 7 } as const

/** Reads a block to its end, if the reader does not fail before, and says whether it has any channel. */
const readBlock = (reader: Reader): boolean => {
  let hasChannel = false
  while (reader.at + 3 <= reader.end) {
    const element = readBits(reader, 3)
    if (element === elements.end) return hasChannel
    const tag = readBits(reader, 4)
    if (element === elements.data) skipData(reader)
    else if (element === elements.program) skipProgram(reader)
    else if (element === elements.fill) skipFill(reader, tag, hasChannel)
    else {
      hasChannel = true
      if (element === elements.pair) readPair(reader)
      else if (element === elements.coupling) readCoupling(reader)
      else readChannel(reader, false)
    }
  }
  fail(reader)
  return false
}

/** Blocks with sound, and where what was not read begins, which is the end if there is nothing but zeros. */
interface BlockCount {
  blocks: number
  restAt: number
}

/** Whether decoders take what is at a position for the head of an ADTS frame. */
export const isHeadAt = (bytes: Uint8Array, position: number): boolean =>
  bytes[position] === 0xff && ((bytes[position + 1] ?? 0) & 0xf0) === 0xf0

/**
 * Reads blocks to the end, or to one that is broken, or to a head. Decoders go on behind the first one, at the next whole
 * byte, if anything but zeros follows.
 */
const readBlocks = (reader: Reader, start: number, end: number, trustsFill: boolean): BlockCount => {
  const { bytes } = reader
  const last = Math.min(end, bytes.length)
  reader.end = last * 8
  reader.stoppedAt = reader.end
  reader.trustsFill = trustsFill
  let [blocks, restAt] = [0, start]
  for (;;) {
    reader.at = restAt * 8
    const hasSound = readBlock(reader)
    if (isFailed(reader)) return { blocks, restAt }
    if (hasSound) blocks += 1
    restAt = alignTo(reader.at) / 8
    let filled = restAt
    while (filled < last && bytes[filled] === 0) filled += 1
    if (filled < last && !isHeadAt(bytes, restAt)) continue
    reader.stoppedAt = reader.at
    return { blocks, restAt: filled < last ? restAt : end }
  }
}

/** A block with sound has at least this many bytes. */
export const blockBytesMin = 4

/** What a packet has. */
export interface PacketBlocks {
  /** Its blocks with sound, as decoders play them that read to its end; others play one. */
  blocks: number
  /** Whether another one follows that is broken. Decoders go no further, but some play something in its place. */
  isBroken: boolean
  /** Where a head follows in place of another block, which can say another rate. */
  headAt: number | undefined
  /** How many bytes were read to find that. */
  read: number
}

/** Reads the blocks of a packet between two positions. */
export const packetBlocks = (
  reader: Reader,
  [start, end]: readonly [number, number],
  { rateIndex, kind }: AacSyntax,
): PacketBlocks => {
  reader.kind = kind
  reader.bands = bandsByRate[rateIndex] ?? reader.bands
  reader.isOdd = false
  const { blocks, restAt } = readBlocks(reader, start, end, false)
  const read = reader.stoppedAt / 8 - start
  const more = reader.isOdd ? readBlocks(reader, start, end, true).blocks : 0
  const hasHead = restAt > start && restAt < end && isHeadAt(reader.bytes, restAt)
  return {
    blocks: Math.max(blocks, more),
    isBroken: restAt !== end && !hasHead,
    headAt: hasHead ? restAt : undefined,
    read,
  }
}
