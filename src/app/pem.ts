import { createPrivateKey, X509Certificate } from 'node:crypto'

const brokenLines =
  'has \\n where a line must end; use real line breaks, or name a file in the setting that ends in _FILE'

const blockPattern = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g

const blocksOf = (text: string): readonly string[] => text.match(blockPattern) ?? []

const isCutOff = (text: string): boolean =>
  blocksOf(text).length !== (text.match(/-----BEGIN /g) ?? []).length

/** The cause as OpenSSL names it; its message never contains any part of the value. */
const causeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''

const failureOf = (parse: () => unknown): string | undefined => {
  try {
    parse()
    return undefined
  } catch (error) {
    return causeOf(error)
  }
}

/** What is wrong with PEM certificates, to follow the setting's name; without the value. */
export const certificateFault = (text: string): string | undefined => {
  if (!/-----BEGIN (?:[A-Z]+ )?CERTIFICATE-----/.test(text))
    return 'must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----'
  if (text.includes('\\n')) return brokenLines
  if (isCutOff(text)) return 'is cut off: it lacks -----END CERTIFICATE-----'
  for (const [index, block] of blocksOf(text).entries()) {
    const cause = failureOf(() => new X509Certificate(block))
    if (cause !== undefined) return `cannot be read${cause}: certificate ${index + 1} in it is damaged`
  }
  return undefined
}

/** What is wrong with a PEM private key, to follow the setting's name; without the value. */
export const privateKeyFault = (text: string): string | undefined => {
  if (!/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(text)) return 'must be a private key in PEM'
  if (text.includes('\\n')) return brokenLines
  if (isCutOff(text)) return 'is cut off: it lacks -----END PRIVATE KEY-----'
  if (/ENCRYPTED/.test(text))
    return 'is encrypted, but a passphrase cannot be set; decrypt it ("openssl pkey -in key.pem -out plain.pem")'
  const cause = failureOf(() => createPrivateKey(text))
  return cause === undefined ? undefined : `cannot be read${cause}: the key is damaged`
}

/** The certificates of a text in which `certificateFault` finds no fault, in their order. */
export const certificatesIn = (text: string): readonly X509Certificate[] =>
  blocksOf(text).map((block) => new X509Certificate(block))

/** Whether a key belongs to the first certificate; both must be readable. */
export const isKeyOf = (key: string, certificate: string): boolean =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
