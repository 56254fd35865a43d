import { type Box, flagsOf, versionedNumber } from './mp4-boxes.ts'
import { type SampleCodec, sampleSeconds } from './mp4-codecs.ts'
import { numberAt } from './sound-length.ts'

/** A track's samples: their number, their time in units, and their sound in seconds. */
export interface SampleSum {
  units: number
  seconds: number
}

/** Duration and size of a sample that does not state its own. */
interface Defaults {
  duration: number
  size: number
}

/** For all fragments of each track (ISO/IEC 14496-12, 8.8.3); a track's first description counts. */
const generalDefaults = (file: Buffer, boxes: readonly Box[]): ReadonlyMap<number, Defaults> => {
  const ofTracks = new Map<number, Defaults>()
  for (const { name, start } of boxes) {
    const track = name === 'trex' ? numberAt(file, start + 4, 4) : undefined
    if (track === undefined || ofTracks.has(track)) continue
    const [duration = 0, size = 0] = [12, 16].map((distance) => numberAt(file, start + distance, 4))
    ofTracks.set(track, { duration, size })
  }
  return ofTracks
}

interface FragmentHead extends Defaults {
  track: number
  /** The base of its samples' positions. */
  base: number
}

/** One fragment's header (8.8.7), which may leave values to the defaults. */
const headOf = (
  file: Buffer,
  box: Box,
  fragmentStart: number,
  generalOf: (track: number) => Defaults,
): FragmentHead => {
  const flags = flagsOf(file, box)
  const track = numberAt(file, box.start + 4, 4) ?? 0
  const general = generalOf(track)
  let at = box.start + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
  const next = (flag: number, otherwise: number): number => {
    if ((flags & flag) === 0) return otherwise
    at += 4
    return numberAt(file, at - 4, 4) ?? 0
  }
  const base = flags & 0x1 ? (numberAt(file, box.start + 8, 8) ?? 0) : fragmentStart
  return { track, base, duration: next(0x8, general.duration), size: next(0x10, general.size) }
}

/** Consecutive samples, each with its own size and duration or the common ones. */
interface Run extends SampleSum {
  /** How many samples were read one by one, and their bytes. */
  samplesRead: number
  bytesRead: number
  /** Where the next run's samples start, unless it says otherwise. */
  end: number
}

/**
 * The samples of one run (8.8.8); undefined if it lists fewer than it states, or if one can't be counted. If the
 * file breaks off within it, the listed samples count: their bytes may come earlier in the file.
 */
const runOf = (
  file: Buffer,
  box: Box,
  head: FragmentHead,
  from: number,
  codec: SampleCodec,
): Run | undefined => {
  const flags = flagsOf(file, box)
  const stated = numberAt(file, box.start + 4, 4) ?? 0
  const [ownDuration, ownSize] = [(flags & 0x100) !== 0, (flags & 0x200) !== 0]
  const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  const first = box.start + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  const listedBytes = Math.max(0, box.end - first)
  const listed = step === 0 ? (first > box.end ? 0 : stated) : Math.floor(listedBytes / step)
  if ((listed < stated && !box.isCut) || 'refused' in codec) return undefined
  const samples = Math.min(stated, listed)
  const ownBegin = flags & 0x1 ? numberAt(file, box.start + 8, 4) : undefined
  const begin = ownBegin === undefined ? from : head.base + (ownBegin | 0)
  if ('secondsOf' in codec && !ownSize && !ownDuration) {
    const secondsEach = codec.secondsOf(head.size)
    return secondsEach === undefined
      ? undefined
      : {
          samplesRead: 0,
          bytesRead: 0,
          units: samples * head.duration,
          seconds: samples * secondsEach,
          end: begin + samples * head.size,
        }
  }
  const sum: Run = { samplesRead: samples, bytesRead: 0, units: 0, seconds: 0, end: begin }
  // Samples without entries would let a forged count make the loop endless.
  const readable = Math.min(samples, file.length)
  for (let index = 0; index < readable; index += 1) {
    const at = first + index * step
    const bytes = ownSize ? file.readUInt32BE(at + (ownDuration ? 4 : 0)) : head.size
    const seconds = sampleSeconds(file, codec, sum.end, bytes)
    if (seconds === undefined || sum.bytesRead > file.length) return undefined
    sum.units += ownDuration ? file.readUInt32BE(at) : head.duration
    sum.seconds += seconds
    sum.end += bytes
    sum.bytesRead += bytes
  }
  return sum
}

/** The number of a track by its header (8.3.2). */
export const trackId = (file: Buffer, { start }: Box): number | undefined =>
  numberAt(file, start + (file[start] === 1 ? 20 : 12), 4)

/**
 * The tracks whose fragments decoders know, by the boxes of a film: those with a header of their own and one for all
 * fragments. Undefined if the film has no fragments.
 */
const knownTracks = (file: Buffer, film: readonly Box[]): ReadonlySet<number> | undefined => {
  const general = film.filter(({ name }) => name === 'trex')
  const all = new Set(film.filter(({ name }) => name === 'tkhd').map((box) => trackId(file, box)))
  if (general.length === 0) return undefined
  return new Set(
    general.flatMap(({ start }) => numberAt(file, start + 4, 4) ?? []).filter((id) => all.has(id)),
  )
}

/**
 * Whether a fragment's runs may be played in another track than they seem to be in: decoders give runs without a
 * header of their own to the track before, as they do if they don't know the header's track. `films` are the boxes
 * of each film; decoders go by one of them.
 */
export const hasStrayRuns = (
  file: Buffer,
  boxes: readonly Box[],
  films: readonly (readonly Box[])[],
): boolean => {
  const [inFirst, ...inOthers] = films.flatMap((film) => knownTracks(file, film) ?? [])
  const inAll = new Set(inFirst)
  for (const ofFilm of inOthers) for (const id of inAll) if (!ofFilm.has(id)) inAll.delete(id)
  let [fragmentEnd, headers] = [0, 0]
  for (const { name, start, end } of boxes) {
    if (name === 'traf') [fragmentEnd, headers] = [end, 0]
    if (name === 'trun' && (headers !== 1 || start > fragmentEnd)) return true
    if (name !== 'tfhd') continue
    const track = numberAt(file, start + 4, 4)
    headers += 1
    // The file can break off before the number, and no run comes then.
    if (headers > 1 || start > fragmentEnd || (track !== undefined && !inAll.has(track))) return true
  }
  return false
}

/**
 * All samples in a track's fragments, if it has any. Undefined if one is uncertain. `units` is their duration by
 * their times, including pauses between fragments.
 */
export const countFragments = (
  file: Buffer,
  boxes: readonly Box[],
  track: number,
  codec: SampleCodec,
): SampleSum | undefined => {
  const general = generalDefaults(file, boxes)
  const generalOf = (id: number): Defaults => general.get(id) ?? { duration: 0, size: 0 }
  const sum = { units: 0, seconds: 0 }
  const read = { samples: 0, bytes: 0 }
  const time = { played: 0, now: 0, begins: Number.NaN }
  let [fragmentStart, from] = [0, 0]
  let head: FragmentHead | undefined
  for (const box of boxes) {
    if (box.name === 'moof') fragmentStart = box.start - 8
    if (box.name === 'traf') head = undefined
    if (box.name === 'tfhd') {
      const found = headOf(file, box, fragmentStart, generalOf)
      head = found.track === track ? found : undefined
      from = found.base
    }
    if (head === undefined) continue
    // When the fragment begins, in media units (8.8.12).
    if (box.name === 'tfdt') {
      time.now = versionedNumber(file, box)
      time.begins = Number.isNaN(time.begins) ? time.now : time.begins
    }
    if (box.name !== 'trun') continue
    const run = runOf(file, box, head, from, codec)
    if (run === undefined) return undefined
    // Runs that share bytes would let a forged table make reading them endless.
    read.samples += run.samplesRead
    read.bytes += run.bytesRead
    if (Math.max(read.samples, read.bytes) > 2 * file.length) return undefined
    sum.seconds += run.seconds
    time.played += run.units
    time.now += run.units
    sum.units = Math.max(sum.units, time.played, time.now - (Number.isNaN(time.begins) ? 0 : time.begins))
    from = run.end
  }
  return sum
}
