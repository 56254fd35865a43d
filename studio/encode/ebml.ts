/** A piece of an EBML file, and how many bytes it has. */
type Bytes = Uint8Array

const bytesOf = (value: number, count: number): Bytes => {
  const bytes = Buffer.alloc(count)
  for (let index = 0; index < count; index += 1)
    bytes[index] = Math.floor(value / 256 ** (count - 1 - index)) % 256
  return bytes
}

const countOf = (value: number): number => {
  let count = 1
  while (value >= 256 ** count) count += 1
  return count
}

/**
 * A length: as many zero bits as bytes follow, a one, and the number; all ones
 * would mean that it is not known.
 */
const lengthOf = (value: number): Bytes => {
  let count = 1
  while (value >= 128 ** count - 1) count += 1
  const bytes = bytesOf(value, count)
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (count - 1))
  return bytes
}

/** An element of EBML with what is in it (https://www.rfc-editor.org/rfc/rfc8794#section-6). */
export const element = (id: number, ...content: readonly Bytes[]): Bytes => {
  const body = Buffer.concat(content)
  return Buffer.concat([bytesOf(id, countOf(id)), lengthOf(body.length), body])
}

/** A whole number of at least zero, in the requested number of bytes, or as many as it needs. */
export const unsigned = (id: number, value: number, byteCount = countOf(value)): Bytes =>
  element(id, bytesOf(value, byteCount))

/** A whole number in eight bytes. */
export const signed = (id: number, value: number): Bytes => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return element(id, bytes)
}

export const float = (id: number, value: number): Bytes => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

export const text = (id: number, value: string): Bytes => element(id, Buffer.from(value))
