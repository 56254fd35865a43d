import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { certificateFault, certificatesIn, isKeyOf, privateKeyFault } from '../pem.ts'
import type { ConfigProblem } from '../setting-names.ts'
import type { Credential, SigningAlgorithm } from './cose.ts'

/** The certificate that signs results and its key, in PEM. */
export interface C2paSettings {
  certificate: string
  key: string
}

const curves: Readonly<Record<string, SigningAlgorithm>> = {
  prime256v1: 'es256',
  secp384r1: 'es384',
  secp521r1: 'es512',
}

const rsaBitsMin = 2048

/**
 * The algorithm that a key signs with; undefined if C2PA allows none.
 * https://spec.c2pa.org/specifications/specifications/2.2/specs/C2PA_Specification.html#_digital_signatures
 */
const algorithmOf = ({
  asymmetricKeyType,
  asymmetricKeyDetails = {},
}: KeyObject): SigningAlgorithm | undefined => {
  const { namedCurve = '', modulusLength = 0 } = asymmetricKeyDetails
  switch (asymmetricKeyType) {
    case 'ec':
      return curves[namedCurve]
    case 'ed25519':
      return 'ed25519'
    case 'rsa':
      return modulusLength >= rsaBitsMin ? 'ps256' : undefined
    default:
      return undefined
  }
}

/**
 * The purposes (extended key usages) that readers accept: e-mail protection, document signing, and C2PA's own and
 * Microsoft's for C2PA. https://docs.rs/crate/c2pa/latest/source/src/crypto/cose/valid_eku_oids.cfg
 */
const purposes: ReadonlySet<string> = new Set([
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.62558.2.1',
  '1.3.6.1.4.1.311.76.59.1.9',
])

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** What is wrong with a chain of certificates, to follow the setting's name. */
const chainFault = (chain: readonly X509Certificate[], nowMs: number): string | undefined => {
  const [own] = chain
  if (own === undefined) return 'has no certificate'
  if (own.checkIssued(own)) return 'is self-signed, which C2PA refuses; have an authority issue it'
  if (own.ca) return 'begins with the certificate of an authority; put your own first, then those above it'
  const gap = chain.findIndex((one, index) => {
    const next = chain[index + 1]
    return next !== undefined && !isIssuedBy(one, next)
  })
  if (gap !== -1)
    return `is out of order: certificate ${gap + 2} in it did not issue certificate ${gap + 1}; put your own first, then the one that issued it, and so on`
  // Node calls the extended key usages "keyUsage".
  if (!own.keyUsage?.some((purpose) => purposes.has(purpose)))
    return 'may not sign content: its extended key usage needs e-mail protection or document signing'
  if (own.validFromDate.getTime() > nowMs) return `is not valid before ${dayOf(own.validFromDate)}`
  return own.validToDate.getTime() <= nowMs ? `expired on ${dayOf(own.validToDate)}` : undefined
}

/**
 * What is wrong with the settings of the certificate, beyond what each says alone. `nowMs` in milliseconds since 1970.
 */
export const credentialProblems = (
  { C2PA_CERTIFICATE: certificate, C2PA_KEY: key }: Readonly<Record<string, string>>,
  nowMs: number,
): ConfigProblem[] => {
  if (certificate === undefined && key === undefined) return []
  if (certificate === undefined) return [{ name: 'C2PA_CERTIFICATE', text: 'is missing: C2PA_KEY needs it' }]
  if (key === undefined) return [{ name: 'C2PA_KEY', text: 'is missing: C2PA_CERTIFICATE needs it' }]
  if (certificateFault(certificate) !== undefined || privateKeyFault(key) !== undefined) return []
  if (!isKeyOf(key, certificate))
    return [{ name: 'C2PA_KEY', text: 'is not the key of the first certificate in C2PA_CERTIFICATE' }]
  if (algorithmOf(createPrivateKey(key)) === undefined)
    return [
      {
        name: 'C2PA_KEY',
        text: 'is of a kind that C2PA does not allow; use P-256, P-384, P-521, Ed25519, or RSA with 2048 bits or more',
      },
    ]
  const fault = chainFault(certificatesIn(certificate), nowMs)
  return fault === undefined ? [] : [{ name: 'C2PA_CERTIFICATE', text: fault }]
}

/** When the certificate expires, in milliseconds since 1970. */
export const expiryMs = ({ certificate }: C2paSettings): number =>
  certificatesIn(certificate)[0]?.validToDate.getTime() ?? 0

/** Reads settings without problems. Throws if they have some. */
export const readCredential = (settings: C2paSettings): Credential => {
  const key = createPrivateKey(settings.key)
  const algorithm = algorithmOf(key)
  if (algorithm === undefined) throw new TypeError('C2PA does not allow this kind of key')
  const chain = certificatesIn(settings.certificate)
  // Readers bring the authority at the end themselves, or they don't trust it.
  const sent = chain.filter((one, index) => index === 0 || !one.checkIssued(one))
  return { certificates: sent.map(({ raw }) => raw), key, algorithm }
}
