import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const keyBytes = 32
/** 96 bits, drawn for each text: https://csrc.nist.gov/pubs/sp/800/38/d/final */
const ivBytes = 12
const tagBytes = 16
const idBytes = 6

/** `<version>.<key id>.<iv>.<ciphertext and tag>` in base64url; no secret of a chat has this form. */
const sealedPattern = /^1\.([\w-]{8})\.([\w-]{16})\.([\w-]{22,})$/

/** One key never serves two purposes. https://www.rfc-editor.org/rfc/rfc5869 */
const derive = (key: Uint8Array, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), purpose, length))

/** Identifies an encryption key without revealing it. */
export const encryptionKeyId = (key: Uint8Array): string =>
  derive(key, 'tunesmith: id of an encryption key, 1', idBytes).toString('base64url')

/** The id of the key that a stored text is sealed with; undefined for a plain one. */
export const sealedWith = (stored: string): string | undefined => sealedPattern.exec(stored)?.[1]

/** Why a sealed text can't be opened: its key is not set, or it was changed or belongs elsewhere. */
export type Unopened = { why: 'no_key'; key: string } | { why: 'damaged'; place: string }

interface SealerOptions {
  /** 32 bytes each. The first one seals; texts sealed with the others can still be opened. */
  keys: readonly Uint8Array[]
  /** Told once per missing key, and once per damaged text. */
  tell: (unopened: Unopened) => void
  random?: (bytes: number) => Uint8Array
}

/** Encrypts secrets for the store. `place` says where one belongs: copied elsewhere, it can't be opened. */
export interface Sealer {
  /** Without a key the text itself. */
  seal(text: string, place: string): string
  /** Undefined if it can't be opened. A plain text, from an older version or a time without a key, is returned as it is. */
  open(stored: string, place: string): string | undefined
  /** Whether a stored text is sealed with the newest key, or plain if there is no key. */
  isUpToDate(stored: string): boolean
}

/** Seals with AES-256-GCM, under a key derived from the first of `keys`. */
export const createSealer = ({ keys, tell, random = randomBytes }: SealerOptions): Sealer => {
  const ring = new Map(
    keys.map((key) => [encryptionKeyId(key), derive(key, 'tunesmith: secrets in the store, 1', keyBytes)]),
  )
  const [newest] = ring
  const told = new Set<string>()
  const unopened = (key: string, reason: Unopened): undefined => {
    if (!told.has(key)) tell(reason)
    told.add(key)
  }
  return {
    seal(text, place) {
      if (newest === undefined) return text
      const [id, key] = newest
      const iv = random(ivBytes)
      const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(place))
      const contents = Buffer.concat([sealing.update(text), sealing.final(), sealing.getAuthTag()])
      return `1.${id}.${Buffer.from(iv).toString('base64url')}.${contents.toString('base64url')}`
    },
    isUpToDate: (stored) => sealedWith(stored) === newest?.[0],
    open(stored, place) {
      const [, id, iv = '', contents = ''] = sealedPattern.exec(stored) ?? []
      if (id === undefined) return stored
      const key = ring.get(id)
      if (key === undefined) return unopened(id, { why: 'no_key', key: id })
      const bytes = Buffer.from(contents, 'base64url')
      const opening = createDecipheriv(cipher, key, Buffer.from(iv, 'base64url'), { authTagLength: tagBytes })
      opening.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([opening.update(bytes.subarray(0, -tagBytes)), opening.final()]).toString()
      } catch {
        return unopened(place, { why: 'damaged', place })
      }
    },
  }
}
