import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const keyBytes = 32
/** 128 bits can't be guessed. */
const macBytes = 16

/** A mac as a regular expression: sixteen bytes in base64url. */
export const macPattern = String.raw`[\w-]{22}`

/** One key never serves two purposes. https://www.rfc-editor.org/rfc/rfc5869 */
const derive = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, keyBytes))

const macOf = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, macBytes).toString('base64url')

const isSame = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Signs texts that go out and come back. */
export interface Signer {
  /** The text, a dot, and its mac. */
  sign(text: string): string
  /** Whether a mac belongs to the text; its duration reveals nothing about the mac. */
  isSigned(text: string, mac: string): boolean
}

/** Signs with a key derived from the first; texts signed with the others stay valid. 32 bytes each. */
export const createSigner = (
  [first, ...older]: readonly [Uint8Array, ...Uint8Array[]],
  purpose: string,
): Signer => {
  const newest = derive(first, purpose)
  const derived = [newest, ...older.map((key) => derive(key, purpose))]
  return {
    sign: (text) => `${text}.${macOf(newest, text)}`,
    isSigned: (text, mac) => derived.map((key) => isSame(macOf(key, text), mac)).includes(true),
  }
}
