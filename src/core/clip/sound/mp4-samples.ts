import { type Box, entriesOf, onlyBox, versionedNumber } from './mp4-boxes.ts'
import { isAudioEntry, mp4Codec, type SampleCodec, sampleSeconds } from './mp4-codecs.ts'
import { countFragments, type SampleSum, trackId } from './mp4-fragments.ts'
import { type Chunks, chunksOf, type Sizes, sizesOf } from './mp4-tables.ts'
import { countOf, numberAt, type Track, wordAt } from './sound-length.ts'

/** Entry length of each table, except sizes and edits. */
const entryBytes: Readonly<Record<string, number | undefined>> = { stts: 8, stsc: 12, stco: 4, co64: 8 }

/** Whether a table has all its entries. Some decoders read past its end. */
const isWhole = (file: Buffer, box: Box): boolean => {
  const bytes = box.name === 'elst' ? (file[box.start] === 1 ? 20 : 12) : (entryBytes[box.name] ?? 0)
  return box.start + 8 + entriesOf(file, box) * bytes <= box.end || bytes === 0
}

interface Head {
  scale: number
  length: number
}

/**
 * Units per second and the length in units, from the header of the film or the media (ISO/IEC 14496-12, 8.2.2 and
 * 8.4.2).
 */
const headOf = (file: Buffer, { start }: Box): Head => {
  const isLarge = file[start] === 1
  const at = start + (isLarge ? 20 : 12)
  const length = numberAt(file, at + 4, isLarge ? 8 : 4) ?? 0
  const isUnknown = length >= (isLarge ? 2 ** 63 : 0xffff_ffff)
  return { scale: numberAt(file, at, 4) ?? 0, length: isUnknown ? 0 : length }
}

/** The duration of all samples by their times, in units (8.6.1.2). */
const timesOf = (file: Buffer, box: Box): number => {
  let sum = 0
  for (let at = box.start + 8; at + 8 <= box.end; at += 8)
    sum += file.readUInt32BE(at) * file.readUInt32BE(at + 4)
  return sum
}

/** The duration of all parts of an edit list, in units of the film (8.6.6). A part listed twice is played twice. */
const editsOf = (file: Buffer, box: Box | undefined): number => {
  if (box === undefined) return 0
  const [bytes, step] = file[box.start] === 1 ? [8, 20] : [4, 12]
  let sum = 0
  for (let at = box.start + 8; at + step <= box.end; at += step) sum += numberAt(file, at, bytes) ?? 0
  return sum
}

/**
 * Counts samples by their sizes, or all in the chunks if these are more: by some tables, decoders play whatever the
 * chunks have.
 */
const countBySize = (
  { samples, all, sizeOf }: Sizes,
  chunks: Chunks,
  { secondsOf }: Extract<SampleCodec, { secondsOf: unknown }>,
): number | undefined => {
  const [listed, most] = [all > 0 ? 0 : samples, Math.max(samples, chunks.samples)]
  const secondsEach = most > listed ? secondsOf(all) : 0
  if (secondsEach === undefined) return undefined
  let seconds = (most - listed) * secondsEach
  for (let index = 0; index < listed; index += 1) {
    const one = secondsOf(sizeOf(index))
    if (one === undefined) return undefined
    seconds += one
  }
  return seconds
}

/** Counts samples by position, consecutively in each chunk. Uncertain if the chunks have more than are listed. */
const countEach = (
  file: Buffer,
  { samples, sizeOf }: Sizes,
  chunks: Chunks,
  codec: SampleCodec,
): number | undefined => {
  if (samples === 0 && chunks.samples === 0) return 0
  if (!chunks.isOrderly || chunks.samples > samples || chunks.count === 0) return undefined
  if (samples > file.length) return undefined
  let [seconds, sample, group, read] = [0, 0, chunks.groupsStart, 0]
  for (let chunk = 0; chunk < chunks.count && sample < samples; chunk += 1) {
    while (group + 12 < chunks.groupsEnd && file.readUInt32BE(group + 12) <= chunk + 1) group += 12
    let position = chunks.positionOf(chunk)
    const end = Math.min(samples, sample + (numberAt(file, group + 4, 4) ?? 0))
    if (position === undefined) return undefined
    for (; sample < end; sample += 1) {
      const bytes = sizeOf(sample)
      read += Math.max(0, Math.min(bytes, file.length - position))
      // Samples that share bytes would let a forged table make reading them endless.
      const one = read > 2 * file.length ? undefined : sampleSeconds(file, codec, position, bytes)
      if (one === undefined) return undefined
      seconds += one
      position += bytes
    }
  }
  return seconds
}

/**
 * How many samples the description of a sound packs into some bytes, by QuickTime's versions of it; decoders go by
 * that if each sample lasts one unit.
 */
const packedSamples = (file: Buffer, entry: number): number => {
  const distance = [undefined, 36, 68][numberAt(file, entry + 16, 2) ?? 0]
  return distance === undefined ? 0 : (numberAt(file, entry + distance, 4) ?? 0)
}

/** The samples outside fragments. */
const countTable = (file: Buffer, boxes: readonly Box[], codec: SampleCodec): SampleSum | undefined => {
  const [times, description] = [onlyBox(boxes, 'stts'), onlyBox(boxes, 'stsd')]
  const [sizes, chunks] = [sizesOf(file, boxes), chunksOf(file, boxes)]
  if (times === undefined || description === undefined || sizes === undefined || chunks === undefined)
    return undefined
  const isByUnit = entriesOf(file, times) === 1 && numberAt(file, times.start + 12, 4) === 1
  if (isByUnit && packedSamples(file, description.start + 8) > 1) return undefined
  const seconds =
    'secondsOf' in codec ? countBySize(sizes, chunks, codec) : countEach(file, sizes, chunks, codec)
  return seconds === undefined ? undefined : { seconds, units: timesOf(file, times) }
}

const finite = (seconds: number): number => (Number.isFinite(seconds) ? seconds : 0)

/** A film's headers: units per second, and its length. */
export interface Film {
  scale: number
  seconds: number
}

/** A film's headers, with the stated length of all its fragments (8.8.2). */
export const filmOf = (file: Buffer, own: readonly Box[]): Film => {
  const heads = own.filter(({ name }) => name === 'mvhd').map((box) => headOf(file, box))
  const fragments = own.filter(({ name }) => name === 'mehd').map((box) => versionedNumber(file, box))
  const scale = Math.min(...heads.map((head) => head.scale))
  const units = Math.max(0, ...heads.map(({ length }) => length), ...fragments)
  return { scale, seconds: finite(units / scale) }
}

/** Apple's spatial sound, which iPhones add beside AAC in their films; only Apple's decoders know it. */
const spareCodec = 'apac'

const soundTrack = (
  file: Buffer,
  film: Film,
  own: readonly Box[],
  all: readonly Box[],
): Track | undefined => {
  const [description, media, track] = ['stsd', 'mdhd', 'tkhd'].map((name) => onlyBox(own, name))
  if (description === undefined) return { kind: 'sound', counted: undefined }
  const entry = description.start + 8
  const size = numberAt(file, entry, 4) ?? 0
  const name = wordAt(file, entry + 4)
  const end = Math.min(description.end, entry + size)
  const codec = mp4Codec(file, { name, start: entry + 8, end, isCut: false })
  if (codec !== undefined && 'refused' in codec)
    return { kind: 'refused', called: codec.refused, spare: name === spareCodec }
  const uncounted: Track = { kind: 'sound', counted: undefined }
  const edits = own.filter((box) => box.name === 'elst')
  if (codec === undefined || media === undefined || track === undefined || edits.length > 1) return uncounted
  if (entriesOf(file, description) !== 1 || !own.every((box) => isWhole(file, box))) return uncounted
  const id = trackId(file, track) ?? 0
  const [table, fragments] = [countTable(file, own, codec), countFragments(file, all, id, codec)]
  if (table === undefined || fragments === undefined) return uncounted
  const { scale, length } = headOf(file, media)
  const seconds = Math.max(
    table.seconds + fragments.seconds,
    finite((table.units + fragments.units) / scale),
    finite(length / scale),
    finite(editsOf(file, edits[0]) / film.scale),
    film.seconds,
  )
  return { kind: 'sound', counted: countOf(seconds) }
}

const coverCodecs: readonly string[] = ['jpeg', 'png ', 'mjpa', 'mjpb']

/**
 * The track of a film with these boxes of its own; `all` are those of the file, which may have fragments. Undefined
 * if it is neither sound nor pictures.
 */
export const trackOf = (
  file: Buffer,
  film: Film,
  own: readonly Box[],
  all: readonly Box[],
): Track | undefined => {
  const kinds = own.filter(({ name }) => name === 'hdlr').map(({ start }) => wordAt(file, start + 8))
  const entries = own.filter(({ name }) => name === 'stsd').map(({ start }) => wordAt(file, start + 12))
  const isFilm = kinds.includes('vide')
  // Decoders go by the entry, whatever the handler says; only "raw " is also a kind of picture.
  if (kinds.includes('soun') || entries.some((name) => isAudioEntry(name) && !(isFilm && name === 'raw ')))
    return soundTrack(file, film, own, all)
  // A cover is a picture inside a song.
  return isFilm && !entries.some((name) => coverCodecs.includes(name)) ? { kind: 'pictures' } : undefined
}
