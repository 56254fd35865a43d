import { expect, test } from 'vitest'
import { networkCode, networkFault, unreachedText } from '../../src/core/network-faults.ts'

const withCode = (code: unknown, cause?: unknown) => Object.assign(new Error('x', { cause }), { code })

test.each([
  ['itself', withCode('ENOTFOUND'), 'ENOTFOUND'],
  ['its cause', new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }), 'ECONNREFUSED'],
  [
    'a cause below the code of a library',
    withCode('slack_webapi_request_error', new TypeError('fetch failed', { cause: withCode('EAI_AGAIN') })),
    'EAI_AGAIN',
  ],
  [
    'one of several tries',
    new TypeError('fetch failed', { cause: new AggregateError([withCode('EX'), withCode('ETIMEDOUT')]) }),
    'ETIMEDOUT',
  ],
  ['a code of something else', withCode('ENOENT'), undefined],
  ['a number', withCode(20), undefined],
  ['no error', 'ENOTFOUND', undefined],
])('the code that says why a host is not reached is found in an error: %s', (_, error, code) => {
  expect(networkCode(error)).toBe(code)
})

test('an error that caused itself has no code', () => {
  const error = new Error('round')
  error.cause = error
  expect(networkCode(error)).toBeUndefined()
})

// https://nodejs.org/api/errors.html#common-system-errors and https://nodejs.org/api/tls.html#x509-certificate-error-codes
test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /host in A_URL/],
  ['CERT_HAS_EXPIRED', /clock/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /http or https, and the port, in A_URL/],
  ['ERR_INVALID_URL', /^Set A_URL to/],
  ['ENOTFOUND', /host in A_URL, and the DNS/],
  ['EAI_AGAIN', /DNS/],
  ['ECONNREFUSED', /port in A_URL, and firewalls/],
  ['ETIMEDOUT', /firewalls.*proxies are not supported/],
  ['ENETUNREACH', /firewalls.*proxies are not supported/],
  ['ECONNRESET', /outage.*A_URL, and firewalls/],
])('%s has a mend that names the setting where it is to blame', (code, mend) => {
  expect(networkFault(code, 'A_URL')?.mend).toMatch(mend)
})

test('a failure without such a code is told without a reason', () => {
  expect(unreachedText(new Error('aborted'), 'A_URL')).toBe('could not be reached at A_URL.')
})
