import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { networkCode } from '../../core/network-faults.ts'

const timeoutMs = 8_000

/** Whether an address could be reached. `endsAtMs`: when its certificate expires. */
export type Dialled = { status: 'reached'; endsAtMs: number | undefined } | { status: 'away'; code: string }

const portOf = ({ port, protocol }: URL): number => {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

const codeOf = (error: unknown): string =>
  networkCode(error) ?? (error instanceof Error && error.name === 'AbortError' ? 'ETIMEDOUT' : 'unknown')

/**
 * Connects to an address without a request, over TLS if it is https. Nothing is sent but the handshake.
 * https://nodejs.org/api/tls.html#tlssocketgetpeercertificatedetailed
 */
export const dial = async (address: string): Promise<Dialled> => {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const at = { host, port: portOf(url) }
  const signal = AbortSignal.timeout(timeoutMs)
  if (url.protocol !== 'https:') {
    const socket = connect(at)
    try {
      await once(socket, 'connect', { signal })
      return { status: 'reached', endsAtMs: undefined }
    } catch (error) {
      return { status: 'away', code: codeOf(error) }
    } finally {
      socket.destroy()
    }
  }
  // Node warns of a name that is an address: https://www.rfc-editor.org/rfc/rfc6066#section-3
  const socket = connectTls({ ...at, ...(isIP(host) === 0 && { servername: host }) })
  try {
    await once(socket, 'secureConnect', { signal })
    return { status: 'reached', endsAtMs: Date.parse(socket.getPeerCertificate().valid_to) }
  } catch (error) {
    return { status: 'away', code: codeOf(error) }
  } finally {
    socket.destroy()
  }
}
