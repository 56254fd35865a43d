import { once } from 'node:events'
import { connect } from 'node:tls'
import { Cluster } from 'ioredis'
import type { StoreConnection } from './connection.ts'

const timeoutMs = 2_000

/**
 * The error of a TLS handshake with the first Sentinel, which the library does not report; undefined if there is none, or if the
 * Sentinels are reached without TLS.
 */
export const sentinelTlsError = async (redis: StoreConnection): Promise<Error | undefined> => {
  if (redis instanceof Cluster) return undefined
  const { sentinels, sentinelTLS } = redis.options
  const [first] = sentinels ?? []
  if (sentinelTLS === undefined || first === undefined) return undefined
  const socket = connect({ ...sentinelTLS, host: first.host ?? '127.0.0.1', port: first.port ?? 26_379 })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    // A server that wants a certificate says so only after the handshake.
    await once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs / 10) })
    return undefined
  } catch (error) {
    return error instanceof Error && error.name !== 'AbortError' ? error : undefined
  } finally {
    socket.destroy()
  }
}
