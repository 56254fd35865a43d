/**
 * A certificate's issuer is not trusted here. TLS codes:
 * https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
export const untrustedCertificate =
  /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_UNTRUSTED/

/** A certificate is for other hosts than the intended one. */
export const otherHostsCertificate = /ERR_TLS_CERT_ALTNAME_INVALID/

/** By code, why a host can't be reached, and what to do. $name is the setting with its address. */
const faults: readonly (readonly [code: RegExp, why: string, mend: string])[] = [
  [
    untrustedCertificate,
    'its certificate is not signed by a known authority, as in a network that inspects TLS',
    'Set NODE_EXTRA_CA_CERTS in the environment (not in .env) to a file with the certificate of that authority, and restart.',
  ],
  [
    otherHostsCertificate,
    'its certificate is for other hosts',
    'Check the host in $name, and the address that DNS gives for it.',
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    'its certificate has expired or is not valid yet',
    'Check the clock of this machine; if it is right, the certificate must be renewed.',
  ],
  [
    /^(?:ERR_SSL_\w+|EPROTO|HPE_\w+)$/,
    'the answer is not HTTP, or not TLS',
    'Check http or https, and the port, in $name.',
  ],
  [/^ERR_INVALID_URL$/, 'its address is not a URL', 'Set $name to an http or https URL.'],
  [
    /^ENOTFOUND$/,
    'DNS does not know its host',
    'Check the host in $name, and the DNS servers of this machine.',
  ],
  [/^EAI_AGAIN$/, 'DNS does not answer', 'Check the DNS servers of this machine.'],
  [
    /^ECONNREFUSED$/,
    'the connection was refused',
    'Check that it runs, the port in $name, and firewalls on the way.',
  ],
  [
    /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|(?:EHOST|ENET)(?:UNREACH|DOWN))$/,
    'nothing answered the connection',
    'Check the host in $name, and let firewalls pass direct connections to it; proxies are not supported.',
  ],
  [
    /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'the connection was interrupted',
    'Wait if it has an outage; otherwise check http or https in $name, and firewalls on the way.',
  ],
]

const faultOf = (code: string) => faults.find(([pattern]) => pattern.test(code))

/** No library nests errors deeper than this. */
const depthMax = 8

/** The code in an error, or in what caused it, that says why a host can't be reached; undefined if none does. */
export const networkCode = (error: unknown, depth = 0): string | undefined => {
  if (!(error instanceof Error) || depth > depthMax) return undefined
  if ('code' in error && typeof error.code === 'string' && faultOf(error.code) !== undefined)
    return error.code
  const inner = error instanceof AggregateError ? error.errors : []
  for (const cause of [...inner, error.cause]) {
    const code = networkCode(cause, depth + 1)
    if (code !== undefined) return code
  }
  return undefined
}

/** Why the host in a setting can't be reached, without a full stop, and what to do; undefined for any other code. */
export const networkFault = (code: string, setting: string): { why: string; mend: string } | undefined => {
  const [, why, mend] = faultOf(code) ?? []
  return why === undefined || mend === undefined ? undefined : { why, mend: mend.replace('$name', setting) }
}

/**
 * How a request to the address in a setting failed, to follow the name of the other side:
 * "could not be reached at SLACK_API_URL (EAI_AGAIN): DNS does not answer. Check the DNS servers of this machine."
 */
export const unreachedText = (cause: unknown, setting: string): string => {
  const code = networkCode(cause) ?? ''
  const fault = networkFault(code, setting)
  const unreached = `could not be reached at ${setting}`
  return fault === undefined ? `${unreached}.` : `${unreached} (${code}): ${fault.why}. ${fault.mend}`
}
