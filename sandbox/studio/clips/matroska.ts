const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  discardPadding: 0x75a2,
} as const

/** What may hold blocks. */
const entered: readonly number[] = [ids.segment, ids.cluster, ids.blockGroup]

type Element = {
  readonly id: number
  readonly startAt: number
  readonly lengthAt: number
  readonly bodyAt: number
  readonly length: number
}

/** How many bytes a number of variable length has: one more than there are zero bits before its first one. */
const widthAt = (bytes: Uint8Array, at: number): number => Math.clz32(bytes[at] ?? 0) - 23

/** An element's id or, without the bit that marks its width, its length. */
const numberAt = (bytes: Uint8Array, at: number, width: number, keepsMarker: boolean): number => {
  let value = keepsMarker ? (bytes[at] ?? 0) : (bytes[at] ?? 0) & (0xff >> width)
  for (let index = 1; index < width; index += 1) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}

/**
 * The elements of a Matroska file in their order (https://www.rfc-editor.org/rfc/rfc8794#section-6). Those that may hold
 * blocks are walked into, all others are passed, so that a wrong length leads astray at worst, and never back.
 */
const elementsOf = function* (bytes: Uint8Array): Generator<Element, void, undefined> {
  let at = 0
  while (at < bytes.length) {
    const lengthAt = at + widthAt(bytes, at)
    const bodyAt = lengthAt + widthAt(bytes, lengthAt)
    if (lengthAt - at > 4 || bodyAt - lengthAt > 8) return
    const id = numberAt(bytes, at, lengthAt - at, true)
    const length = numberAt(bytes, lengthAt, bodyAt - lengthAt, false)
    yield { id, startAt: at, lengthAt, bodyAt, length }
    at = entered.includes(id) ? bodyAt : bodyAt + length
  }
}

const signedAt = (bytes: Uint8Array, { bodyAt, length }: Element): number => {
  const body = Buffer.from(bytes.subarray(bodyAt, bodyAt + length))
  return body.length === length && length > 0 && length <= 8
    ? Number(BigInt.asIntN(8 * length, BigInt(`0x${body.toString('hex')}`)))
    : 0
}

/**
 * How much of the last block lies behind the end of the sound, in seconds
 * (https://www.rfc-editor.org/rfc/rfc9559#section-5.1.3.5.7).
 */
export const discardPaddingSeconds = (bytes: Uint8Array): number => {
  let nanoseconds = 0
  for (const element of elementsOf(bytes)) {
    if (element.id === ids.block || element.id === ids.simpleBlock) nanoseconds = 0
    if (element.id === ids.discardPadding) nanoseconds = signedAt(bytes, element)
  }
  return Math.max(0, nanoseconds / 1e9)
}

const writeLength = (bytes: Uint8Array, { lengthAt, bodyAt }: Element, length: number): void => {
  const width = bodyAt - lengthAt
  for (let index = 0; index < width; index += 1) {
    bytes[lengthAt + index] = Math.floor(length / 256 ** (width - 1 - index)) % 256
  }
  bytes[lengthAt] = (bytes[lengthAt] ?? 0) | (0x80 >> (width - 1))
}

/** All ones say that a length is not known, as recorders write it, which cannot go back. */
const isEndless = ({ lengthAt, bodyAt, length }: Element): boolean =>
  length === 128 ** (bodyAt - lengthAt) - 1

/**
 * A file that breaks off as one that ends there: without the element that is not whole, and without the claim of those
 * around it that more follows. Readers pass over a cluster of blocks that is not all there.
 */
export const mended = (bytes: Uint8Array): Uint8Array => {
  const open: Element[] = []
  let end = bytes.length
  for (const element of elementsOf(bytes)) {
    if (element.bodyAt + element.length <= bytes.length || isEndless(element)) continue
    if (entered.includes(element.id)) open.push(element)
    else end = element.startAt
  }
  if (open.length === 0) return bytes
  const whole = bytes.slice(0, end)
  for (const element of open) writeLength(whole, element, Math.max(0, end - element.bodyAt))
  return whole
}
