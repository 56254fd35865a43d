import { opusSeconds } from './opus-packet.ts'
import { type CountSound, numberAt } from './sound-length.ts'

/** Elements that are gone into (RFC 9559, 5.1): what is in them is read as if they were not there. */
const masters: ReadonlySet<number> = new Set([
  0x18538067, // Segment
  0x1549a966, // Info
  0x1654ae6b, // Tracks
  0xae, // TrackEntry
  0x1f43b675, // Cluster
  0xa0, // BlockGroup
])
const trackEntry = 0xae
const codecId = 0x86
const timestampScale = 0x2ad7b1
const clusterTimestamp = 0xe7
const blocks: ReadonlySet<number> = new Set([0xa3, 0xa1])

/** Elements that change how blocks are to be read: their packing, and a scale of a track's own. */
const unread: ReadonlySet<number> = new Set([0x6d80, 0x23314f])

/**
 * A number of its own length (RFC 8794, 4): its bytes, and whether all its
 * bits are ones, which says "unknown".
 */
const variableAt = (file: Buffer, position: number, keepsMarker: boolean) => {
  const first = file[position]
  if (first === undefined || first === 0) return undefined
  const bytes = Math.clz32(first) - 23
  const rest = numberAt(file, position + 1, bytes - 1)
  if (rest === undefined) return undefined
  const top = keepsMarker ? first : first & (0xff >> bytes)
  const value = top * 2 ** (8 * (bytes - 1)) + rest
  return { value, bytes, isUnknown: !keepsMarker && value >= 2 ** (7 * bytes) - 1 }
}

interface Seen {
  tracks: number
  isOpus: boolean
  scaleNs: number
  clusterTime: number
  /** The end of the block that ends last, and all blocks together, in seconds. */
  end: number
  sum: number
}

/** Adds one block (RFC 9559, 10.1); false where it holds several frames, or none. */
const addBlock = (file: Buffer, seen: Seen, start: number, end: number): boolean => {
  const track = variableAt(file, start, false)
  const at = start + (track?.bytes ?? 0)
  if (track === undefined || at + 4 > end || ((file[at + 2] ?? 0) & 0x06) !== 0) return false
  const seconds = opusSeconds(file[at + 3] ?? 0, at + 4 < end ? (file[at + 4] ?? 0) : 0)
  const startsAt = ((seen.clusterTime + file.readInt16BE(at)) * seen.scaleNs) / 1e9
  seen.sum += seconds
  seen.end = Math.max(seen.end, startsAt + seconds)
  return true
}

/** Adds what an element says; false where nothing certain can be said any more. */
const addElement = (file: Buffer, seen: Seen, id: number, start: number, end: number): boolean => {
  if (unread.has(id)) return false
  if (blocks.has(id)) return addBlock(file, seen, start, end)
  if (id === codecId) seen.isOpus = file.toString('latin1', start, end) === 'A_OPUS'
  if (id !== timestampScale && id !== clusterTimestamp) return true
  const value = end - start > 8 ? undefined : numberAt(file, start, end - start)
  if (value === undefined) return false
  if (id === timestampScale) seen.scaleNs = value
  else seen.clusterTime = value
  return true
}

/**
 * WebM and Matroska with one track of Opus, as browsers record it: its blocks are counted, and it ends no
 * sooner than the last of them. A length that the head tells is not believed.
 */
export const countWebmBlocks: CountSound = (file) => {
  const seen: Seen = { tracks: 0, isOpus: false, scaleNs: 1_000_000, clusterTime: 0, end: 0, sum: 0 }
  for (let position = 0; position < file.length; ) {
    const id = variableAt(file, position, true)
    const size = id === undefined ? undefined : variableAt(file, position + id.bytes, false)
    if (id === undefined || size === undefined) return undefined
    const start = position + id.bytes + size.bytes
    if (id.value === trackEntry) seen.tracks += 1
    if (masters.has(id.value)) {
      position = start
      continue
    }
    if (size.isUnknown || start + size.value > file.length) return undefined
    if (!addElement(file, seen, id.value, start, start + size.value)) return undefined
    position = start + size.value
  }
  const seconds = Math.max(seen.end, seen.sum)
  return seen.tracks === 1 && seen.isOpus && seconds > 0 ? { seconds, exact: true } : undefined
}
