import { generateKeyPairSync, sign } from 'node:crypto'

// DER by hand, as much as X.509 needs of it: https://datatracker.ietf.org/doc/html/rfc5280#section-4.1

const lengthOf = (bytes: number): Buffer =>
  bytes < 0x80 ? Buffer.of(bytes) : Buffer.of(0x82, bytes >> 8, bytes & 0xff)

const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.byteLength), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts)
const objectId = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'))
const time = (text: string): Buffer => element(0x17, Buffer.from(text))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const commonName = (name: string): Buffer =>
  sequence(element(0x31, sequence(objectId('550403'), element(0x0c, Buffer.from(name)))))

/** As certificates have it, without the century: 491231235959Z. */
const timeText = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`

const farAwayMs = Date.parse('2049-12-31T23:59:59Z')

/**
 * A key and a certificate for localhost that vouches for itself, made again for every call. Nobody trusts it, unless
 * told.
 */
export const selfSigned = (endsAtMs = farAwayMs): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = commonName('localhost')
  const toBeSigned = sequence(
    element(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name,
    sequence(time('200101000000Z'), time(timeText(endsAtMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = element(0x03, Buffer.of(0), sign('sha256', toBeSigned, privateKey))
  const der = sequence(toBeSigned, ecdsaWithSha256, signature)
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}
