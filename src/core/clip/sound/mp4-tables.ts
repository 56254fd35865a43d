import { type Box, entriesOf } from './mp4-boxes.ts'
import type { PacketTaker } from './packets.ts'
import { numberAt } from './sound.ts'

const ofNames = (boxes: readonly Box[], ...names: readonly string[]): Box | undefined =>
  boxes.find(({ name }) => names.includes(name))

/** How many samples a track has, and the size of each in bytes; `all` if all have the same, otherwise zero. */
interface Sizes {
  samples: number
  all: number
  sizeOf: (index: number) => number
}

const compactSize = (file: Buffer, first: number, bits: number, index: number): number => {
  if (bits === 16) return numberAt(file, first + index * 2, 2) ?? 0
  const byte = file[first + (bits === 8 ? index : index >> 1)] ?? 0
  if (bits === 8) return byte
  return index % 2 === 0 ? byte >> 4 : byte & 0xf
}

/** The sizes of a track's samples (ISO/IEC 14496-12, 8.7.3). */
const sizesOf = (file: Buffer, box: Box): Sizes => {
  const [fact, samples] = [numberAt(file, box.start + 4, 4) ?? 0, numberAt(file, box.start + 8, 4) ?? 0]
  const first = box.start + 12
  if (box.name === 'stsz')
    return { samples, all: fact, sizeOf: (index) => fact || (numberAt(file, first + index * 4, 4) ?? 0) }
  return { samples, all: 0, sizeOf: (index) => compactSize(file, first, fact & 0xff, index) }
}

const groupBytes = 12

/** The chunks of a track: where each begins, and how many samples it has (8.7.4 and 8.7.5). */
function* chunksOf(
  file: Buffer,
  groups: Box,
  positions: Box,
): Generator<{ position: number; samples: number }> {
  const width = positions.name === 'co64' ? 8 : 4
  const last = groups.start + 8 + (entriesOf(file, groups) - 1) * groupBytes
  let group = groups.start + 8
  for (let chunk = 0; chunk < entriesOf(file, positions); chunk += 1) {
    while (group < last && (numberAt(file, group + groupBytes, 4) ?? Infinity) <= chunk + 1)
      group += groupBytes
    const position = numberAt(file, positions.start + 8 + chunk * width, width)
    const samples = numberAt(file, group + 4, 4)
    if (position === undefined || samples === undefined) return
    yield { position, samples }
  }
}

/** Takes the samples outside fragments, each from its chunk. Those of PCM that have the same size are taken as one. */
export const takeTable = (file: Buffer, boxes: readonly Box[], taker: PacketTaker): void => {
  const [groups, positions] = [ofNames(boxes, 'stsc'), ofNames(boxes, 'stco', 'co64')]
  const table = ofNames(boxes, 'stsz', 'stz2')
  if (groups === undefined || positions === undefined || table === undefined) return
  const { samples, all, sizeOf } = sizesOf(file, table)
  const { coding } = taker
  // QuickTime says one byte for a sample of PCM, which has more.
  const plain = coding.kind === 'wave' && all > 0 ? Math.max(all, coding.blockBytes) : undefined
  let sample = 0
  for (const chunk of chunksOf(file, groups, positions)) {
    const end = Math.min(samples, sample + chunk.samples)
    if (plain !== undefined) {
      taker.take(file, chunk.position, (end - sample) * plain)
      sample = end
    }
    for (let at = chunk.position; sample < end && at < file.length; sample += 1) {
      const bytes = sizeOf(sample)
      taker.take(file, at, bytes)
      at += bytes
      // A forged table can list more samples than the file has bytes.
      if (taker.isFull() || sample > file.length) return
    }
    sample = end
    if (taker.isFull() || sample >= samples) return
  }
}
