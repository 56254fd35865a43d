import { type Box, boxesOf, isParent, within } from './mp4-boxes.ts'
import { hasStrayRuns } from './mp4-fragments.ts'
import { filmOf, trackOf } from './mp4-samples.ts'
import { type ReadSound, soundOf, type Track, wordAt } from './sound-length.ts'

/** How an MP4 or QuickTime file begins. Old QuickTime files have no mark of their own. */
const beginnings: readonly string[] = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']

/** Whether an MP4 or QuickTime file begins at a position. */
export const isMp4 = (file: Buffer, start: number): boolean => beginnings.includes(wordAt(file, start + 4))

/** No more tracks are read; the length of a file with more is uncertain. */
const tracksMax = 100

/** A compressed description of a film, which QuickTime wrote in the last century and decoders still expand. */
const compressed = 'cmov'

/** What describes sound: a track, a fragment and a compressed film, each with a box that it can't do without. */
const descriptions: readonly (readonly string[])[] = [
  ['trak', 'stsd'],
  ['moof', 'trun'],
  [compressed, 'cmvd'],
]

/** Whether there is a description of sound between two positions. */
const describesSound = (file: Buffer, start: number, end: number): boolean => {
  const bytes = file.subarray(start, end)
  return descriptions.some((words) => words.every((word) => bytes.includes(word, 0, 'latin1')))
}

/** The samples of a film, among which anything may stand. */
const isMedia = ({ name }: Box): boolean => name === 'mdat'

/**
 * Whether a description of sound is hidden in a box that isn't read, or behind them all: decoders differ in which
 * boxes they enter.
 */
const hidesSound = (file: Buffer, boxes: readonly Box[]): boolean => {
  const end = boxes.reduce((last, box) => Math.max(last, box.end), 0)
  const unread = boxes.filter((box) => !isParent(box.name) && !isMedia(box))
  return [...unread, { start: end, end: file.length }].some((part) =>
    describesSound(file, part.start, part.end),
  )
}

/** Whether a box with a name is within another one. */
const isNested = (boxes: readonly Box[], name: string): boolean => {
  const ofName = boxes.filter((box) => box.name === name)
  return ofName.some(({ start }, index) => start < (ofName[index - 1]?.end ?? 0))
}

/** A film's description, with the boxes in it. */
interface Film {
  box: Box
  own: readonly Box[]
}

/** Whether the file breaks off within a film's description, so that no decoder reads it. */
const isBroken = ({ box, own }: Film): boolean =>
  box.isCut && own.some(({ name, isCut }) => isCut && !isParent(name))

/**
 * Whether decoders may find sound that is not counted: a film without tracks that they may play in place of
 * another, a track outside films or in another track, a fragment of a track that isn't clear, or sound in a box that
 * isn't read.
 */
const isUncertain = (file: Buffer, boxes: readonly Box[], films: readonly Film[]): boolean => {
  const tracksOf = ({ own }: Film): number => own.filter(({ name }) => name === 'trak').length
  const tracks = boxes.filter(({ name }) => name === 'trak').length
  const whole = films.filter((film) => !isBroken(film))
  const described = whole.map(({ own }) => own)
  return (
    (whole.length > 1 && whole.some((film) => tracksOf(film) === 0)) ||
    films.reduce((sum, film) => sum + tracksOf(film), 0) < tracks ||
    ['moov', 'trak'].some((name) => isNested(boxes, name)) ||
    hasStrayRuns(file, boxes, described) ||
    hidesSound(file, boxes)
  )
}

const uncounted: Track = { kind: 'sound', counted: undefined }

/**
 * MP4 and QuickTime, fragmented or not, from the end of the leading tags. The samples count, or the longest length
 * stated anywhere if that is longer. Of several films in a row, decoders play one, with all fragments.
 */
export const readMp4: ReadSound = (file, start) => {
  if (!isMp4(file, start)) return undefined
  const boxes = boxesOf(file, start)
  if (boxes === undefined) return undefined
  if (boxes.some(({ name }) => name === compressed)) return { kind: 'refused', called: `MP4/${compressed}` }
  const parts = within(boxes, 'moov')
  const films = boxes
    .filter(({ name }) => name === 'moov')
    .map((box, index) => ({ box, own: parts[index] ?? [] }))
  const whole = films.filter((film) => !isBroken(film))
  if (whole.length === 0) return undefined
  const owners = whole.flatMap(({ own }) =>
    within(own, 'trak').map((track) => ({ film: filmOf(file, own), own: track })),
  )
  const tracks = owners.slice(0, tracksMax).flatMap(({ film, own }) => trackOf(file, film, own, boxes) ?? [])
  const isLost = owners.length > tracksMax || isUncertain(file, boxes, films)
  return soundOf('mp4', isLost ? [...tracks, uncounted] : tracks)
}
