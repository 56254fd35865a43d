import { numberAt } from './sound.ts'

/** Elements by their ids (RFC 9559, 5.1). */
export const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  audio: 0xe1,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  timestampScale: 0x2ad7b1,
  clusterTimestamp: 0xe7,
  ebml: 0x1a45dfa3,
} as const

/** Elements whose contents are read as if they stood outside. */
const masters: ReadonlySet<number> = new Set([
  ids.ebml,
  ids.segment,
  ids.info,
  ids.tracks,
  ids.trackEntry,
  ids.audio,
  ids.cluster,
  ids.blockGroup,
])

/**
 * A variable-length number (RFC 8794, 4): its byte length, and whether all its bits are ones, which means
 * "unknown".
 */
export const variableAt = (file: Buffer, position: number, keepsMarker: boolean) => {
  const first = file[position]
  if (first === undefined || first === 0) return undefined
  const bytes = Math.clz32(first) - 23
  const rest = numberAt(file, position + 1, bytes - 1)
  if (rest === undefined) return undefined
  const top = keepsMarker ? first : first & (0xff >> bytes)
  const value = top * 2 ** (8 * (bytes - 1)) + rest
  return { value, bytes, isUnknown: !keepsMarker && value >= 2 ** (7 * bytes) - 1 }
}

/** An element: its id, and where its contents are. */
export interface Element {
  id: number
  start: number
  end: number
}

/** The element at a position, which may claim more bytes than there are; its `end` is undefined if it tells of none. */
const elementAt = (file: Buffer, position: number) => {
  const id = variableAt(file, position, true)
  const size = id === undefined ? undefined : variableAt(file, position + id.bytes, false)
  if (id === undefined || size === undefined) return undefined
  const start = position + id.bytes + size.bytes
  return { id: id.value, start, end: size.isUnknown ? undefined : start + size.value }
}

const clusterMark = Buffer.from('1f43b675', 'hex')

/** No more ends of enclosing elements are remembered. */
const depthMax = 32

const isBlock = (id: number): boolean => id === ids.simpleBlock || id === ids.block

/**
 * Walks over all elements: those that hold others, and the others. If they break off, or one reaches beyond the one
 * around it, it continues with the next cluster, as every reader does. Segments can be longer than they claim, as a
 * recording that broke off.
 */
export const walkElements = (
  file: Buffer,
  from: number,
  visit: { master: (element: Element) => void; leaf: (element: Element) => void },
): void => {
  const ends: number[] = []
  let next = file.indexOf(clusterMark, from)
  for (let position = from; position !== -1 && position < file.length; ) {
    while ((ends.at(-1) ?? file.length) <= position) ends.pop()
    const limit = ends.at(-1) ?? file.length
    const element = elementAt(file, position)
    const { id = 0, start = position, end } = element ?? {}
    const isKnown = end !== undefined && end <= file.length
    if (masters.has(id)) {
      const own = Math.min(end ?? limit, limit)
      visit.master({ id, start, end: own })
      if (end !== undefined && id !== ids.segment && ends.length < depthMax) ends.push(own)
      position = start
    } else if (isKnown && end <= limit) {
      visit.leaf({ id, start, end })
      position = end
    } else {
      if (isKnown && isBlock(id)) visit.leaf({ id, start, end })
      if (next !== -1 && next <= position) next = file.indexOf(clusterMark, position + 1)
      position = isKnown && (next === -1 || next >= end) ? end : next
      ends.length = 0
    }
  }
}
