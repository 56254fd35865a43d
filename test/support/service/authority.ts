import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  commonNameId,
  ecdsaWithSha256,
  element,
  farAwayMs,
  namePart,
  objectId,
  pemOf,
  sequence,
  time,
} from './der.ts'

const organizationId = '55040a'

const extension = (idHex: string, value: Buffer, isCritical = false): Buffer =>
  sequence(objectId(idHex), ...(isCritical ? [element(0x01, Buffer.of(0xff))] : []), element(0x04, value))

/** Extended key usages, by their bytes. */
const purposeIds = {
  emailProtection: '2b06010505070304',
  documentSigning: '2b06010505070324',
  claimSigning: '2b0601040183e85e0201',
  serverAuth: '2b06010505070301',
} as const

const keysOf = {
  es256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  es384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  es512: () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  ed25519: () => generateKeyPairSync('ed25519'),
  ps256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  secp256k1: () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  shortRsa: () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
} as const

/** Kinds of keys; the last two are not allowed to sign content. */
export type KeyKind = keyof typeof keysOf

interface Wanted {
  name?: string
  keyKind?: KeyKind
  purposes?: readonly (keyof typeof purposeIds)[]
  /** Whether its key may sign at all. */
  maySign?: boolean
  startsAtMs?: number
  endsAtMs?: number
}

/** In PEM. */
export interface Issued {
  cert: string
  key: string
}

/** An authority that issues certificates, and authorities below it. */
export interface Authority extends Issued {
  issue(wanted?: Wanted): Issued
  authority(name: string): Authority
}

interface Issuer {
  name: Buffer
  key: KeyObject
  keyId: Buffer
}

const nameOf = (commonName: string): Buffer =>
  sequence(namePart(organizationId, 'Harbour Records'), namePart(commonNameId, commonName))

const keyIdOf = (publicKey: KeyObject): Buffer =>
  createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()

let serial = 1

/** What https://datatracker.ietf.org/doc/html/rfc5280#section-4.2 asks of a certificate and of an authority. */
const certify = (
  publicKey: KeyObject,
  { name = 'Signer', purposes = ['emailProtection'], maySign = true, ...span }: Wanted,
  issuer: Issuer,
  isAuthority: boolean,
): Buffer => {
  serial += 1
  const usage = isAuthority ? Buffer.of(0x01, 0x06) : Buffer.of(0x05, maySign ? 0x80 : 0x20)
  const extensions = [
    extension('551d13', sequence(...(isAuthority ? [element(0x01, Buffer.of(0xff))] : [])), true),
    extension('551d0f', element(0x03, usage), true),
    extension('551d0e', element(0x04, keyIdOf(publicKey))),
    extension('551d23', sequence(element(0x80, issuer.keyId))),
  ]
  if (!isAuthority && purposes.length > 0)
    extensions.push(
      extension('551d25', sequence(...purposes.map((purpose) => objectId(purposeIds[purpose])))),
    )
  const { startsAtMs = Date.parse('2020-01-01T00:00:00Z'), endsAtMs = farAwayMs } = span
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.of(2))),
    element(0x02, Buffer.of(1, serial >> 8, serial & 0xff)),
    ecdsaWithSha256,
    issuer.name,
    sequence(time(startsAtMs), time(endsAtMs)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensions)),
  )
  const signature = element(0x03, Buffer.of(0), sign('sha256', toBeSigned, issuer.key))
  return sequence(toBeSigned, ecdsaWithSha256, signature)
}

const pemOfKey = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }))

/** An authority of that name, which vouches for itself unless another does. */
export const createAuthority = (name = 'Harbour Root', above?: Issuer): Authority => {
  const { privateKey: key, publicKey } = keysOf.es256()
  const own: Issuer = { name: nameOf(name), key, keyId: keyIdOf(publicKey) }
  return {
    cert: pemOf(certify(publicKey, { name }, above ?? own, true)),
    key: pemOfKey(key),
    issue(wanted = {}) {
      const pair = keysOf[wanted.keyKind ?? 'es256']()
      return { cert: pemOf(certify(pair.publicKey, wanted, own, false)), key: pemOfKey(pair.privateKey) }
    },
    authority: (below) => createAuthority(below, own),
  }
}
