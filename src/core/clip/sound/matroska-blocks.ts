import { matroskaCodec, type TrackEntry } from './matroska-codecs.ts'
import { type Element, ids, variableAt, walkElements } from './matroska-elements.ts'
import {
  countOf,
  numberAt,
  type PacketSeconds,
  type ReadSound,
  soundOf,
  type Track,
  wordAt,
} from './sound-length.ts'

const realAt = (file: Buffer, start: number, bytes: number): number =>
  bytes === 8 ? file.readDoubleBE(start) : bytes === 4 ? file.readFloatBE(start) : 0

/** A track with the total of its blocks. */
interface CountedTrack {
  entry: TrackEntry
  packetSeconds: PacketSeconds | undefined
  /** Start of its first block, end of its last, and the sum of all blocks, in seconds. */
  begin: number
  end: number
  sum: number
  isCertain: boolean
}

interface Seen {
  docType: string
  entries: TrackEntry[]
  /** Where the latest entry ends, and its description of sound. */
  entryEnd: number
  audioEnd: number
  tracks: Map<number, CountedTrack>
  scaleNs: number
  clusterTime: number
  /** Whether every block belongs to a track whose entry came before it. */
  isCertain: boolean
}

/** No more tracks are read; the length of a file with more is uncertain. */
const tracksMax = 100

const addEntry = (seen: Seen): void => {
  if (seen.entries.length > tracksMax) return
  seen.entries.push({
    number: 0,
    type: 0,
    codec: '',
    description: Buffer.alloc(0),
    rate: 8_000,
    outputRate: 0,
    channels: 1,
    bits: 0,
    isPacked: false,
  })
}

/** Reads an element within the description of a track's sound. */
const describeAudio = (file: Buffer, entry: TrackEntry, { id, start, end }: Element): void => {
  if (id === 0xb5) entry.rate = realAt(file, start, end - start)
  if (id === 0x78b5) entry.outputRate = realAt(file, start, end - start)
  if (id === 0x9f) entry.channels = numberAt(file, start, Math.min(8, end - start)) ?? 0
  if (id === 0x6264) entry.bits = numberAt(file, start, Math.min(8, end - start)) ?? 0
}

/** Reads an element within a track's entry. */
const describe = (file: Buffer, entry: TrackEntry, { id, start, end }: Element): void => {
  const whole = numberAt(file, start, Math.min(8, end - start)) ?? 0
  if (id === 0xd7) entry.number = whole
  if (id === 0x83) entry.type = whole
  if (id === 0x86) entry.codec = wordAt(file, start, Math.min(60, end - start)).replaceAll('\0', '')
  if (id === 0x63a2) entry.description = file.subarray(start, end)
  // Packed blocks, or a track's own time scale.
  if (id === 0x6d80 || id === 0x23314f) entry.isPacked = true
}

/** The tracks by number, once their list is complete. */
const trackNumbered = (seen: Seen, number: number): CountedTrack | undefined => {
  const known = seen.tracks.get(number)
  if (known !== undefined) return known
  const entry = seen.entries.find((candidate) => candidate.number === number)
  if (entry === undefined) return undefined
  const codec = entry.type === 2 ? matroskaCodec(entry) : undefined
  const packetSeconds = codec !== undefined && 'packetSeconds' in codec ? codec.packetSeconds : undefined
  const track = { entry, packetSeconds, begin: Number.NaN, end: 0, sum: 0, isCertain: true }
  seen.tracks.set(number, track)
  return track
}

/** The sizes of the frames in one block, all but the last (RFC 9559, 10.3); `at` is where they are listed. */
const lacedSizes = (file: Buffer, lacing: number, count: number, at: number, end: number) => {
  const sizes: number[] = []
  let position = at
  // Every frame has at least one byte; otherwise a forged count of empty frames would take forever.
  if (count >= end - at) return undefined
  if (lacing === 2)
    return { sizes: new Array<number>(count).fill(Math.floor((end - at) / (count + 1))), position }
  for (let index = 0; index < count; index += 1) {
    let size = 0
    if (lacing === 1) {
      while (file[position] === 255 && position < end) {
        size += 255
        position += 1
      }
      size += file[position] ?? 0
      position += 1
    } else {
      const number = variableAt(file, position, false)
      if (number === undefined) return undefined
      position += number.bytes
      // The first is a size, the others are differences from the previous size.
      const before = sizes.at(-1)
      size = before === undefined ? number.value : before + number.value - (2 ** (7 * number.bytes - 1) - 1)
    }
    sizes.push(size)
  }
  return { sizes, position }
}

/** The duration of a block's frames; undefined if any of them is uncertain. */
const framesSeconds = (
  file: Buffer,
  packetSeconds: PacketSeconds,
  lacing: number,
  start: number,
  end: number,
): number | undefined => {
  if (lacing === 0) return packetSeconds(file, start, end - start)
  const laced = lacedSizes(file, lacing, file[start] ?? 0, start + 1, end)
  if (laced === undefined) return undefined
  let [seconds, position] = [0, laced.position]
  for (const size of [...laced.sizes, undefined]) {
    const bytes = size ?? end - position
    const one = bytes < 0 || position + bytes > end ? undefined : packetSeconds(file, position, bytes)
    if (one === undefined) return undefined
    seconds += one
    position += bytes
  }
  return seconds
}

/** Adds one block (RFC 9559, 10.1). */
const addBlock = (file: Buffer, seen: Seen, start: number, end: number): void => {
  const number = variableAt(file, start, false)
  const at = start + (number?.bytes ?? 0)
  if (number === undefined || at + 3 > end) return
  const track = trackNumbered(seen, number.value)
  seen.isCertain &&= track !== undefined
  if (track === undefined) return
  const { packetSeconds } = track
  const lacing = ((file[at + 2] ?? 0) >>> 1) & 3
  const seconds = packetSeconds && framesSeconds(file, packetSeconds, lacing, at + 3, end)
  const startsAt = ((seen.clusterTime + file.readInt16BE(at)) * seen.scaleNs) / 1e9
  track.isCertain &&= seconds !== undefined
  track.sum += seconds ?? 0
  track.begin = Number.isNaN(track.begin) ? startsAt : Math.min(track.begin, startsAt)
  track.end = Math.max(track.end, startsAt + (seconds ?? 0))
}

const addLeaf = (file: Buffer, seen: Seen, element: Element): void => {
  const { id, start, end } = element
  if (id === ids.simpleBlock || id === ids.block) {
    addBlock(file, seen, start, end)
    return
  }
  const whole = end - start > 8 ? 0 : (numberAt(file, start, end - start) ?? 0)
  const entry = start < seen.entryEnd ? seen.entries.at(-1) : undefined
  if (id === ids.timestampScale) seen.scaleNs = whole
  else if (id === ids.clusterTimestamp) seen.clusterTime = whole
  else if (id === ids.docType) seen.docType = file.toString('latin1', start, Math.min(end, start + 20))
  else if (entry !== undefined && start < seen.audioEnd) describeAudio(file, entry, element)
  else if (entry !== undefined) describe(file, entry, element)
}

const addMaster = (seen: Seen, { id, end }: Element): void => {
  if (id === ids.trackEntry) addEntry(seen)
  if (id === ids.audio) seen.audioEnd = end
  else seen.audioEnd = 0
  if (id === ids.trackEntry) seen.entryEnd = end
  else if (id !== ids.audio) seen.entryEnd = 0
}

const trackOf = (seen: Seen, entry: TrackEntry): Track | undefined => {
  if (entry.type === 1) return { kind: 'pictures' }
  if (entry.type !== 2) return undefined
  const codec = matroskaCodec(entry)
  if (codec !== undefined && 'refused' in codec) return { kind: 'refused', called: codec.refused }
  const counted = seen.tracks.get(entry.number)
  if (counted === undefined || codec === undefined || !counted.isCertain || !seen.isCertain)
    return { kind: 'sound', counted: undefined }
  return { kind: 'sound', counted: countOf(Math.max(counted.sum, counted.end - counted.begin)) }
}

/**
 * WebM and Matroska: each track's blocks are counted, and the track ends no sooner than its last block. The
 * header's length is not believed. Nothing is certain if clusters are hidden in other elements.
 */
export const readMatroska: ReadSound = (file, start) => {
  if (numberAt(file, start, 4) !== ids.ebml) return undefined
  const seen: Seen = {
    docType: '',
    entries: [],
    entryEnd: 0,
    audioEnd: 0,
    tracks: new Map(),
    scaleNs: 1_000_000,
    clusterTime: 0,
    isCertain: true,
  }
  const { isHidden } = walkElements(file, start, {
    master: (element) => addMaster(seen, element),
    leaf: (element) => addLeaf(file, seen, element),
  })
  seen.isCertain &&= seen.entries.length <= tracksMax && !isHidden
  const subtype = seen.docType.startsWith('webm') ? 'webm' : 'x-matroska'
  return soundOf(
    subtype,
    seen.entries.flatMap((entry) => trackOf(seen, entry) ?? []),
  )
}
