/** A piece of an EBML file: where it begins to say what it is, how long it is, and what is in it. */
export type Element = { readonly id: number; readonly bodyAt: number; readonly length: number }

/** How many bytes a number of variable length has: one more than there are zero bits before its first one. */
export const widthAt = (bytes: Uint8Array, at: number): number => Math.clz32(bytes[at] ?? 0) - 23

/** A number of variable length, without the bit that marks its width unless that is kept, as ids have it. */
export const numberAt = (bytes: Uint8Array, at: number, width: number, keepsMarker = false): number => {
  let value = keepsMarker ? (bytes[at] ?? 0) : (bytes[at] ?? 0) & (0xff >> width)
  for (let index = 1; index < width; index += 1) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}

const idWidthMax = 4
const lengthWidthMax = 8

/**
 * The elements of an EBML file in their order
 * (https://www.rfc-editor.org/rfc/rfc8794#section-6). Those in `entered` are walked into, all
 * others are passed, so that a wrong length leads astray at worst, and never back.
 */
export const elementsOf = function* (
  bytes: Uint8Array,
  entered: readonly number[],
): Generator<Element, void, undefined> {
  let at = 0
  while (at < bytes.length) {
    const lengthAt = at + widthAt(bytes, at)
    const bodyAt = lengthAt + widthAt(bytes, lengthAt)
    if (lengthAt - at > idWidthMax || bodyAt - lengthAt > lengthWidthMax) return
    const id = numberAt(bytes, at, lengthAt - at, true)
    const length = numberAt(bytes, lengthAt, bodyAt - lengthAt)
    yield { id, bodyAt, length }
    at = entered.includes(id) ? bodyAt : bodyAt + length
  }
}

const numberBytes = (bytes: Uint8Array, { bodyAt, length }: Element): Buffer =>
  length > 0 && length <= lengthWidthMax && bodyAt + length <= bytes.length
    ? Buffer.from(bytes.subarray(bodyAt, bodyAt + length))
    : Buffer.alloc(1)

/** A whole number; zero where there is none. */
export const unsignedAt = (bytes: Uint8Array, element: Element): number =>
  Number(BigInt(`0x${numberBytes(bytes, element).toString('hex')}`))

/** A whole number that may be less than zero. */
export const signedAt = (bytes: Uint8Array, element: Element): number => {
  const body = numberBytes(bytes, element)
  return Number(BigInt.asIntN(8 * body.length, BigInt(`0x${body.toString('hex')}`)))
}
