import { aacDescription } from './aac-description.ts'
import { aacFrameBytesMax, aacFrameSamples } from './aac-frames.ts'
import { type Box, boxesOf, onlyBox, versionedNumber } from './mp4-boxes.ts'
import { countFragments } from './mp4-fragments.ts'
import { type CountSound, numberAt } from './sound-length.ts'

/** A box that begins with a version and flags, then a count of entries. */
const entriesOf = (file: Buffer, box: Box | undefined): number =>
  box === undefined ? 0 : (numberAt(file, box.start + 4, 4) ?? 0)

/**
 * Units in a second and the length in units, of a head of the film or the media
 * (ISO/IEC 14496-12, 8.2.2 and 8.4.2).
 */
const headOf = (file: Buffer, { start }: Box): { scale: number; length: number } => {
  const isLarge = file[start] === 1
  const at = start + (isLarge ? 20 : 12)
  const length = numberAt(file, at + 4, isLarge ? 8 : 4) ?? 0
  const isUnknown = length >= (isLarge ? 2 ** 63 : 0xffff_ffff)
  return { scale: numberAt(file, at, 4) ?? 0, length: isUnknown ? 0 : length }
}

/** All samples by their times, in units (8.6.1.2). */
const timesOf = (file: Buffer, box: Box): number => {
  let sum = 0
  for (let at = box.start + 8; at + 8 <= box.end; at += 8)
    sum += file.readUInt32BE(at) * file.readUInt32BE(at + 4)
  return sum
}

/** All parts of an edit list, in units of the film (8.6.6): what is in it twice is played twice. */
const editsOf = (file: Buffer, box: Box | undefined): number => {
  if (box === undefined) return 0
  const [bytes, step] = file[box.start] === 1 ? [8, 20] : [4, 12]
  let sum = 0
  for (let at = box.start + 8; at + step <= box.end; at += step) sum += numberAt(file, at, bytes) ?? 0
  return sum
}

/** How many samples there are (8.7.3.2); undefined where one has more bytes than a frame of AAC can have. */
const samplesOf = (file: Buffer, box: Box, bytesMax: number): number | undefined => {
  const size = numberAt(file, box.start + 4, 4) ?? 0
  const count = numberAt(file, box.start + 8, 4) ?? 0
  if (size > bytesMax) return undefined
  const last = Math.min(box.end - 4, box.start + 12 + (count - 1) * 4)
  for (let at = box.start + 12; size === 0 && at <= last; at += 4)
    if (file.readUInt32BE(at) > bytesMax) return undefined
  return count
}

const finite = (seconds: number): number => (Number.isFinite(seconds) ? seconds : 0)

/**
 * MP4 and M4A with one track of AAC, in fragments or not. A sample is one frame (ISO/IEC 14496-14, 3.1),
 * so that the samples count, and the longest of all lengths that are stated anywhere where that is longer.
 */
export const countMp4Samples: CountSound = (file) => {
  const boxes = boxesOf(file)
  if (boxes === undefined) return undefined
  const [film, track, media] = ['mvhd', 'trak', 'mdhd'].map((name) => onlyBox(boxes, name))
  const [description, times, sizes] = ['stsd', 'stts', 'stsz'].map((name) => onlyBox(boxes, name))
  const edits = boxes.filter(({ name }) => name === 'elst')
  if (film === undefined || track === undefined || media === undefined || edits.length > 1) return undefined
  if (description === undefined || times === undefined || sizes === undefined) return undefined
  if (entriesOf(file, description) !== 1) return undefined
  const entry = description.start + 8
  if (file.toString('latin1', entry + 4, entry + 8) !== 'mp4a') return undefined
  const aac = aacDescription(file, entry + 8)
  const bytesMax = Math.max(1, numberAt(file, entry + 24, 2) ?? 1) * aacFrameBytesMax
  const samples = samplesOf(file, sizes, bytesMax)
  const [filmHead, mediaHead] = [headOf(file, film), headOf(file, media)]
  const before = { units: timesOf(file, times), scale: mediaHead.scale }
  const fragments = countFragments(file, boxes, bytesMax, before)
  if (aac === undefined || samples === undefined || fragments === undefined) return undefined
  const extension = onlyBox(boxes, 'mehd') // how long all fragments are said to be (8.8.2)
  const seconds = Math.max(
    ((samples + fragments.samples) * aacFrameSamples) / aac.rate,
    finite((before.units + fragments.units) / mediaHead.scale),
    finite((extension === undefined ? 0 : versionedNumber(file, extension)) / filmHead.scale),
    finite(mediaHead.length / mediaHead.scale),
    finite(filmHead.length / filmHead.scale),
    finite(editsOf(file, edits[0]) / filmHead.scale),
  )
  return seconds > 0 ? { seconds, exact: true } : undefined
}
