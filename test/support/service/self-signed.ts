import { generateKeyPairSync, sign } from 'node:crypto'
import { commonNameId, ecdsaWithSha256, element, farAwayMs, namePart, pemOf, sequence, time } from './der.ts'

/**
 * A key and a certificate for localhost that vouches for itself, made again for every call. Nobody trusts it, unless
 * told.
 */
export const selfSigned = (endsAtMs = farAwayMs): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(namePart(commonNameId, 'localhost'))
  const toBeSigned = sequence(
    element(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name,
    sequence(time(Date.parse('2020-01-01T00:00:00Z')), time(endsAtMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = element(0x03, Buffer.of(0), sign('sha256', toBeSigned, privateKey))
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: pemOf(sequence(toBeSigned, ecdsaWithSha256, signature)),
  }
}
