import { directEndpoints } from '../core/endpoints/audio-endpoints.ts'
import type { ServiceLook } from '../core/job/audio-service.ts'
import { asFlag, readAnswer, statusText } from './answer.ts'
import type { ReadDeps } from './reads.ts'
import { isServiceError, refusalOf, tellsOfFailure } from './submission.ts'
import type { Exchange, Transport } from './transport.ts'

/**
 * Errors that no outage causes: no address at all, no such host, a certificate for another host, or no HTTP at that
 * port.
 * https://nodejs.org/api/errors.html
 */
const wrongAddress = /^(ERR_INVALID_URL|ENOTFOUND|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_\w+|EPROTO|HPE_\w+)$/

const elsewhere = (said: string): ServiceLook => ({ status: 'refused', why: 'address', said })

/** Statuses that a proxy sends for a service that is down. */
const isAwayStatus = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** Judges the service by its answer to a request for one voice. */
export const classifyLook = (exchange: Exchange): ServiceLook => {
  if (exchange.kind !== 'answered') {
    const { reason } = exchange
    return wrongAddress.test(reason) ? elsewhere(reason) : { status: 'away', reason }
  }
  const { status, body } = exchange
  const said = statusText(exchange)
  const answer = readAnswer(body)
  if (isAwayStatus(status) || (answer !== undefined && tellsOfFailure(answer)))
    return { status: 'away', reason: said }
  if (answer === undefined) return elsewhere(`${said} without JSON`)
  if (status === 200 && asFlag(answer.success) === true && Array.isArray(answer.voices))
    return { status: 'accepted' }
  if (!isServiceError(answer)) return elsewhere(`${said} without a list of voices`)
  const refusal = refusalOf(status, answer)
  // A list of voices has nothing of its own that could be forbidden.
  const why = refusal.why === 'forbidden' ? 'key' : refusal.why
  return why === 'key' || why === 'balance'
    ? { status: 'refused', why, said: refusal.said ?? said }
    : elsewhere(said)
}

/** Requests one voice, once. That is free but needs the key. */
export const lookAtService = async (
  { spendLookup }: Pick<ReadDeps, 'spendLookup'>,
  { get }: Pick<Transport, 'get'>,
): Promise<ServiceLook> => {
  const spent = await spendLookup({ for: 'service' })
  if (spent.status === 'wait') return { status: 'later', waitMs: spent.waitMs }
  return classifyLook(await get(directEndpoints.getAllVoices.path, { limit: '1', page: '0' }))
}
