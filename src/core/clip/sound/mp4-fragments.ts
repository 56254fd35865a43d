import type { Box } from './mp4-boxes.ts'
import { numberAt } from './sound-length.ts'

/** What the fragments of a track come to: samples, and their times in units of the media. */
interface Fragments {
  samples: number
  units: number
}

/** How long a sample is, and how many bytes it has, where it does not say so itself. */
interface Defaults {
  duration: number
  size: number
}

const flagsOf = (file: Buffer, { start }: Box): number => numberAt(file, start + 1, 3) ?? 0

/** For all fragments (ISO/IEC 14496-12, 8.8.3). */
const generalDefaults = (file: Buffer, { start }: Box): Defaults => ({
  duration: numberAt(file, start + 12, 4) ?? 0,
  size: numberAt(file, start + 16, 4) ?? 0,
})

/** For one fragment (8.8.7), which may leave some to the general ones. */
const ownDefaults = (file: Buffer, box: Box, general: Defaults): Defaults => {
  const flags = flagsOf(file, box)
  let at = box.start + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
  const next = (flag: number, otherwise: number): number => {
    if ((flags & flag) === 0) return otherwise
    at += 4
    return numberAt(file, at - 4, 4) ?? 0
  }
  return { duration: next(0x8, general.duration), size: next(0x10, general.size) }
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

/**
 * All samples in the fragments of a file with one track, of which there may be none. Undefined where one of them has more
 * than `bytesMax` bytes.
 */
export const countFragments = (
  file: Buffer,
  boxes: readonly Box[],
  bytesMax: number,
): Fragments | undefined => {
  let general: Defaults = { duration: 0, size: 0 }
  let own = general
  const sum = { samples: 0, units: 0 }
  for (const box of boxes) {
    if (box.name === 'trex') general = generalDefaults(file, box)
    if (box.name === 'tfhd') own = ownDefaults(file, box, general)
    if (box.name !== 'trun') continue
    const run = runOf(file, box, own, bytesMax)
    if (run === undefined) return undefined
    sum.samples += run.samples
    sum.units += run.units
  }
  return sum
}
