/** DER by hand, as much as X.509 needs of it: https://datatracker.ietf.org/doc/html/rfc5280#section-4.1 */

const lengthOf = (bytes: number): Buffer =>
  bytes < 0x80 ? Buffer.of(bytes) : Buffer.of(0x82, bytes >> 8, bytes & 0xff)

/** A value of any kind, by its tag. */
export const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.byteLength), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts)

/** An object identifier, by its bytes in hexadecimal digits. */
export const objectId = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'))

/** A moment (milliseconds since 1970) as certificates have it, without the century: 491231235959Z. */
export const time = (atMs: number): Buffer =>
  element(0x17, Buffer.from(`${new Date(atMs).toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`))

/** Part of a name, such as 2.5.4.3 for the common name. */
export const namePart = (idHex: string, text: string): Buffer =>
  element(0x31, sequence(objectId(idHex), element(0x0c, Buffer.from(text))))

export const commonNameId = '550403'
export const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))

/** As PEM. */
export const pemOf = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`

/** The last moment that can be written without a century. */
export const farAwayMs = Date.parse('2049-12-31T23:59:59Z')
