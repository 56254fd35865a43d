import { UnusableInput } from '../unusable-input.ts'
import { framesOf } from './matroska-block.ts'
import { type Element, elementsOf, signedAt, unsignedAt } from './matroska-elements.ts'

const ids = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  discardPadding: 0x75a2,
} as const

/** What may hold a track or a block. */
const entered: readonly number[] = [ids.segment, ids.tracks, ids.trackEntry, ids.cluster, ids.blockGroup]

const audioType = 2

type TrackEntry = {
  number: number
  type: number
  codecId: string
  codecPrivate: Uint8Array
  isPacked: boolean
}

/** The coded sound of a Matroska file. */
export type MatroskaTrack = {
  readonly codecId: string
  readonly codecPrivate: Uint8Array
  readonly frames: Generator<Uint8Array, void, undefined>
  /**
   * How much of the last frame lies behind the end of the sound
   * (https://www.rfc-editor.org/rfc/rfc9559#section-5.1.3.5.7).
   */
  readonly discardSeconds: number
}

const bodyOf = (bytes: Uint8Array, { bodyAt, length }: Element): Uint8Array =>
  bytes.subarray(bodyAt, bodyAt + length)

const readEntry = (entry: TrackEntry, bytes: Uint8Array, element: Element): void => {
  if (element.id === ids.trackNumber) entry.number = unsignedAt(bytes, element)
  if (element.id === ids.trackType) entry.type = unsignedAt(bytes, element)
  if (element.id === ids.codecId) entry.codecId = Buffer.from(bodyOf(bytes, element)).toString('latin1')
  if (element.id === ids.codecPrivate) entry.codecPrivate = bodyOf(bytes, element)
  if (element.id === ids.contentEncodings) entry.isPacked = true
}

/** The tracks that are told of before the first block. */
const entriesOf = (bytes: Uint8Array): readonly TrackEntry[] => {
  const entries: TrackEntry[] = []
  for (const element of elementsOf(bytes, entered)) {
    if (element.id === ids.cluster) break
    if (element.id === ids.trackEntry) {
      entries.push({ number: 0, type: 0, codecId: '', codecPrivate: new Uint8Array(0), isPacked: false })
    }
    const entry = entries.at(-1)
    if (entry !== undefined) readEntry(entry, bytes, element)
  }
  return entries
}

const trackFrames = function* (bytes: Uint8Array, track: number): Generator<Uint8Array, void, undefined> {
  for (const element of elementsOf(bytes, entered)) {
    const isBlock = element.id === ids.block || element.id === ids.simpleBlock
    // Of a file that breaks off the last block is not whole.
    if (isBlock && element.bodyAt + element.length <= bytes.length)
      yield* framesOf(bodyOf(bytes, element), track)
  }
}

const discardSecondsOf = (bytes: Uint8Array): number => {
  let nanoseconds = 0
  for (const element of elementsOf(bytes, entered)) {
    if (element.id === ids.block || element.id === ids.simpleBlock) nanoseconds = 0
    if (element.id === ids.discardPadding) nanoseconds = signedAt(bytes, element)
  }
  return Math.max(0, nanoseconds / 1e9)
}

/**
 * Takes the first track of sound out of a Matroska or WebM file (https://www.rfc-editor.org/rfc/rfc9559),
 * also out of one that breaks off or was never finished. Throws `UnusableInput` where there is none.
 */
export const readMatroska = (bytes: Uint8Array): MatroskaTrack => {
  const entry = entriesOf(bytes).find(({ type }) => type === audioType)
  if (entry === undefined) throw new UnusableInput('The clip holds no sound')
  if (entry.isPacked)
    throw new UnusableInput('The clip holds sound that is packed in a way the studio cannot read')
  const { number, codecId, codecPrivate } = entry
  return {
    codecId,
    codecPrivate,
    frames: trackFrames(bytes, number),
    discardSeconds: discardSecondsOf(bytes),
  }
}
