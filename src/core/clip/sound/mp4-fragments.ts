import { type Box, onlyBox, versionedNumber } from './mp4-boxes.ts'
import { numberAt } from './sound-length.ts'

/** The number of samples in a track's fragments, and their total duration in media units. */
interface Fragments {
  samples: number
  units: number
}

/** Duration and size of a sample that does not state its own. */
interface Defaults {
  track: number
  duration: number
  size: number
}

const flagsOf = (file: Buffer, { start }: Box): number => numberAt(file, start + 1, 3) ?? 0

/** For all fragments (ISO/IEC 14496-12, 8.8.3). */
const generalDefaults = (file: Buffer, { start }: Box): Defaults => ({
  track: numberAt(file, start + 4, 4) ?? 0,
  duration: numberAt(file, start + 12, 4) ?? 0,
  size: numberAt(file, start + 16, 4) ?? 0,
})

/** For one fragment (8.8.7), which may leave some to the general ones; undefined where it is another track's. */
const ownDefaults = (file: Buffer, box: Box, general: Defaults): Defaults | undefined => {
  const flags = flagsOf(file, box)
  const track = numberAt(file, box.start + 4, 4) ?? 0
  let at = box.start + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
  const next = (flag: number, otherwise: number): number => {
    if ((flags & flag) === 0) return otherwise
    at += 4
    return numberAt(file, at - 4, 4) ?? 0
  }
  return track === general.track
    ? { track, duration: next(0x8, general.duration), size: next(0x10, general.size) }
    : undefined
}

/** The samples of one run (8.8.8); undefined where one has more than `bytesMax` bytes, or the run breaks off. */
const runOf = (file: Buffer, box: Box, defaults: Defaults, bytesMax: number): Fragments | undefined => {
  const flags = flagsOf(file, box)
  const samples = numberAt(file, box.start + 4, 4) ?? 0
  const [ownDuration, ownSize] = [(flags & 0x100) !== 0, (flags & 0x200) !== 0]
  const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  const first = box.start + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  if (first + samples * step > box.end || (!ownSize && defaults.size > bytesMax)) return undefined
  if (!(ownDuration || ownSize)) return { samples, units: samples * defaults.duration }
  let units = ownDuration ? 0 : samples * defaults.duration
  for (let at = first; at < first + samples * step; at += step) {
    if (ownDuration) units += file.readUInt32BE(at)
    if (ownSize && file.readUInt32BE(at + (ownDuration ? 4 : 0)) > bytesMax) return undefined
  }
  return { samples, units }
}

/** The samples outside of fragments: their duration in media units, and how many of these a second has. */
interface Before {
  units: number
  scale: number
}

/**
 * All samples in the fragments of a file with one track, of which there may be none. Undefined where nothing certain can be
 * said: one of them has more than `bytesMax` bytes, a fragment is another track's, or begins over a second later than the
 * one before it ends.
 */
export const countFragments = (
  file: Buffer,
  boxes: readonly Box[],
  bytesMax: number,
  before: Before,
): Fragments | undefined => {
  const sum = { samples: 0, units: 0 }
  if (!boxes.some(({ name }) => name === 'trun')) return sum
  const trex = onlyBox(boxes, 'trex')
  if (trex === undefined) return undefined
  const general = generalDefaults(file, trex)
  let own: Defaults | undefined
  for (const box of boxes) {
    if (box.name === 'traf') own = undefined
    if (box.name === 'tfhd') own = ownDefaults(file, box, general)
    const endsAt = before.units + sum.units
    // When the fragment begins, in media units (8.8.12).
    if (box.name === 'tfdt' && versionedNumber(file, box) > endsAt + before.scale) return undefined
    if (box.name !== 'trun') continue
    const run = own && runOf(file, box, own, bytesMax)
    if (run === undefined) return undefined
    sum.samples += run.samples
    sum.units += run.units
  }
  return sum
}
