import { constants, type KeyObject, sign } from 'node:crypto'

// As much of CBOR as a signature needs: https://datatracker.ietf.org/doc/html/rfc8949#section-3

const head = (major: number, value: number): Buffer => {
  const type = major << 5
  if (value < 24) return Buffer.of(type | value)
  if (value < 0x1_00) return Buffer.of(type | 24, value)
  if (value < 0x1_0000) return Buffer.of(type | 25, value >> 8, value & 0xff)
  const long = Buffer.of(type | 26, 0, 0, 0, 0)
  long.writeUInt32BE(value, 1)
  return long
}

const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.byteLength), value])
const text = (value: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const list = (...items: readonly Uint8Array[]): Buffer => Buffer.concat([head(4, items.length), ...items])
const map = (...pairs: readonly (readonly [Uint8Array, Uint8Array])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()])
const tagged = (tag: number, item: Uint8Array): Buffer => Buffer.concat([head(6, tag), item])
const nothing = Buffer.of(0xf6)

const ecdsa = { dsaEncoding: 'ieee-p1363' } as const
const pss = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
} as const

/** The algorithms that we sign with, by their numbers: https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
const algorithms = {
  es256: { id: -7, hash: 'sha256', options: ecdsa },
  es384: { id: -35, hash: 'sha384', options: ecdsa },
  es512: { id: -36, hash: 'sha512', options: ecdsa },
  ps256: { id: -37, hash: 'sha256', options: pss },
  ed25519: { id: -8, hash: null, options: {} },
} as const

/** An algorithm of C2PA, by its name there. */
export type SigningAlgorithm = keyof typeof algorithms

/** What signs a manifest. */
export interface Credential {
  /** In DER: our own certificate, then those above it without the authority at the end. */
  certificates: readonly Uint8Array[]
  key: KeyObject
  algorithm: SigningAlgorithm
}

/** Labels of header parameters: https://www.iana.org/assignments/cose/cose.xhtml#header-parameters */
const algorithmLabel = 1
const certificatesLabel = 33
const sign1Tag = 18

/**
 * Signs a C2PA claim: a COSE_Sign1 (RFC 9052, section 4.2) with the certificates in its protected header (RFC 9360) and
 * without the claim itself. Its length is the same for every claim.
 * https://spec.c2pa.org/specifications/specifications/2.2/specs/C2PA_Specification.html#_digital_signatures
 */
export const signClaim = (claim: Uint8Array, { certificates, key, algorithm }: Credential): Buffer => {
  const { id, hash, options } = algorithms[algorithm]
  const [own, ...above] = certificates.map(bytes)
  const chain = own === undefined || above.length > 0 ? list(...certificates.map(bytes)) : own
  const header = bytes(map([integer(algorithmLabel), integer(id)], [integer(certificatesLabel), chain]))
  const toBeSigned = list(text('Signature1'), header, bytes(Buffer.alloc(0)), bytes(claim))
  const signature = sign(hash, toBeSigned, { key, ...options })
  return tagged(sign1Tag, list(header, map(), nothing, bytes(signature)))
}
