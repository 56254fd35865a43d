import { matroskaCodec, type TrackEntry } from './matroska-codecs.ts'
import { type Element, ids, variableAt, walkElements } from './matroska-elements.ts'
import { type PacketTaker, takePackets } from './packets.ts'
import { numberAt, type ReadSound, soundOf, type Track, wordAt } from './sound.ts'

const realAt = (file: Buffer, start: number, bytes: number): number =>
  bytes === 8 ? file.readDoubleBE(start) : bytes === 4 ? file.readFloatBE(start) : 0

interface Seen {
  entries: TrackEntry[]
  /** Where the latest entry ends, and its description of sound. */
  entryEnd: number
  audioEnd: number
  /** The track whose sound is taken, once there are blocks: the first that can be read. */
  chosen: { number: number; taker: PacketTaker } | 'none' | undefined
}

/** No more tracks are read. */
const tracksMax = 100

const addEntry = (seen: Seen, end: number): void => {
  if (seen.entries.length >= tracksMax) return
  seen.entryEnd = end
  seen.entries.push({
    number: 0,
    type: 0,
    codec: '',
    description: Buffer.alloc(0),
    rate: 8_000,
    channels: 1,
    bits: 0,
    isPacked: false,
  })
}

/** Reads an element within the description of a track's sound. */
const describeAudio = (file: Buffer, entry: TrackEntry, { id, start, end }: Element): void => {
  if (id === 0xb5) entry.rate = realAt(file, start, end - start)
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

const choose = (file: Buffer, entries: readonly TrackEntry[]): NonNullable<Seen['chosen']> => {
  for (const entry of entries) {
    const codec = entry.type === 2 ? matroskaCodec(entry) : undefined
    if (codec !== undefined && !('refused' in codec))
      return { number: entry.number, taker: takePackets(file.length, codec) }
  }
  return 'none'
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

/** Takes the frames of a block (RFC 9559, 10.1). */
const addBlock = (file: Buffer, seen: Seen, start: number, end: number): void => {
  const number = variableAt(file, start, false)
  const at = start + (number?.bytes ?? 0)
  if (number === undefined || at + 3 > end) return
  if (seen.entries.length === 0) return
  const chosen = seen.chosen ?? choose(file, seen.entries)
  seen.chosen = chosen
  if (chosen === 'none' || chosen.number !== number.value) return
  const { taker } = chosen
  const lacing = ((file[at + 2] ?? 0) >>> 1) & 3
  let position = at + 3
  if (lacing === 0) {
    taker.take(file, position, end - position)
    return
  }
  const laced = lacedSizes(file, lacing, file[position] ?? 0, position + 1, end)
  position = laced?.position ?? end
  for (const size of [...(laced?.sizes ?? []), undefined]) {
    const bytes = size ?? end - position
    if (bytes < 0 || position + bytes > end) return
    taker.take(file, position, bytes)
    position += bytes
  }
}

const addLeaf = (file: Buffer, seen: Seen, element: Element): void => {
  const { id, start, end } = element
  if (id === ids.simpleBlock || id === ids.block) {
    addBlock(file, seen, start, end)
    return
  }
  const entry = start < seen.entryEnd ? seen.entries.at(-1) : undefined
  if (entry !== undefined && start < seen.audioEnd) describeAudio(file, entry, element)
  else if (entry !== undefined) describe(file, entry, element)
}

const addMaster = (seen: Seen, { id, end }: Element): void => {
  seen.audioEnd = id === ids.audio ? end : 0
  if (id !== ids.audio) seen.entryEnd = 0
  if (id === ids.trackEntry) addEntry(seen, end)
}

const trackOf = ({ chosen }: Seen, entry: TrackEntry): Track | undefined => {
  if (entry.type === 1) return { kind: 'pictures' }
  if (entry.type !== 2) return undefined
  const codec = matroskaCodec(entry)
  if (codec !== undefined && 'refused' in codec) return { kind: 'refused', called: codec.refused }
  const isChosen = typeof chosen === 'object' && chosen.number === entry.number
  return { kind: 'sound', sound: isChosen ? chosen.taker.sound() : undefined }
}

/** WebM and Matroska. The sound is that of the blocks, whatever their times and the header say. */
export const readMatroska: ReadSound = (file, start) => {
  if (numberAt(file, start, 4) !== ids.ebml) return undefined
  const seen: Seen = { entries: [], entryEnd: 0, audioEnd: 0, chosen: undefined }
  walkElements(file, start, {
    master: (element) => addMaster(seen, element),
    leaf: (element) => addLeaf(file, seen, element),
  })
  return soundOf(seen.entries.flatMap((entry) => trackOf(seen, entry) ?? []))
}
