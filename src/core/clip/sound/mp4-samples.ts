import { type Box, onlyBox, versionedNumber } from './mp4-boxes.ts'
import { isAudioEntry, mp4Codec, type SampleCodec, sampleSeconds } from './mp4-codecs.ts'
import { countFragments, type SampleSum } from './mp4-fragments.ts'
import { countOf, numberAt, type Track, wordAt } from './sound-length.ts'

/** The entry count of a box that begins with version, flags and count. */
const entriesOf = (file: Buffer, box: Box | undefined): number =>
  box === undefined ? 0 : (numberAt(file, box.start + 4, 4) ?? 0)

/** Entry length of each table, except sizes and edits. */
const entryBytes: Readonly<Record<string, number | undefined>> = { stts: 8, stsc: 12, stco: 4, co64: 8 }

/** Whether a table has all its entries. Some decoders read past its end. */
const isWhole = (file: Buffer, box: Box): boolean => {
  if (box.name === 'stsz') {
    const isListed = numberAt(file, box.start + 4, 4) === 0
    return !isListed || box.start + 12 + (numberAt(file, box.start + 8, 4) ?? 0) * 4 <= box.end
  }
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

/** The size of each sample (8.7.3.2). */
const sizesOf = (file: Buffer, box: Box) => {
  const [size, samples] = [numberAt(file, box.start + 4, 4) ?? 0, numberAt(file, box.start + 8, 4) ?? 0]
  return {
    samples,
    all: size,
    sizeOf: (index: number) => size || file.readUInt32BE(box.start + 12 + index * 4),
  }
}

type Sizes = ReturnType<typeof sizesOf>

/** Counts samples by their sizes. */
const countBySize = (
  { samples, all, sizeOf }: Sizes,
  { secondsOf }: Extract<SampleCodec, { secondsOf: unknown }>,
): number | undefined => {
  if (all > 0) {
    const secondsEach = secondsOf(all)
    return secondsEach === undefined ? undefined : samples * secondsEach
  }
  let seconds = 0
  for (let index = 0; index < samples; index += 1) {
    const one = secondsOf(sizeOf(index))
    if (one === undefined) return undefined
    seconds += one
  }
  return seconds
}

/** Counts samples by position: a number in each chunk, consecutively (8.7.4 and 8.7.5). */
const countEach = (
  file: Buffer,
  boxes: readonly Box[],
  { samples, sizeOf }: Sizes,
  codec: SampleCodec,
): number | undefined => {
  const groups = onlyBox(boxes, 'stsc')
  const [short, long] = [onlyBox(boxes, 'stco'), onlyBox(boxes, 'co64')]
  const chunks = short ?? long
  if (samples === 0) return 0
  if (groups === undefined || chunks === undefined || samples > file.length) return undefined
  const chunkCount = entriesOf(file, chunks)
  let [seconds, sample, group, read] = [0, 0, groups.start + 8, 0]
  for (let chunk = 1; chunk <= chunkCount && sample < samples; chunk += 1) {
    while (group + 24 <= groups.end && file.readUInt32BE(group + 12) <= chunk) group += 12
    const width = short === undefined ? 8 : 4
    let position = numberAt(file, chunks.start + 8 + (chunk - 1) * width, width)
    const end = Math.min(samples, sample + (numberAt(file, group + 4, 4) ?? 0))
    if (position === undefined) return undefined
    for (; sample < end; sample += 1) {
      const bytes = sizeOf(sample)
      read += bytes
      // Samples that share bytes would let a forged table make reading them endless.
      const one = read > 2 * file.length ? undefined : sampleSeconds(file, codec, position, bytes)
      if (one === undefined) return undefined
      seconds += one
      position += bytes
    }
  }
  return seconds
}

/** The samples outside fragments. */
const countTable = (file: Buffer, boxes: readonly Box[], codec: SampleCodec): SampleSum | undefined => {
  const [times, box] = [onlyBox(boxes, 'stts'), onlyBox(boxes, 'stsz')]
  if (times === undefined || box === undefined) return undefined
  const sizes = sizesOf(file, box)
  const seconds = 'secondsOf' in codec ? countBySize(sizes, codec) : countEach(file, boxes, sizes, codec)
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
  const id = numberAt(file, track.start + (file[track.start] === 1 ? 20 : 12), 4) ?? 0
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
