import { once } from 'node:events'
import { connect } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { Cluster } from 'ioredis'
import type { StoreConnection } from './connection.ts'

const timeoutMs = 2_000

interface Endpoint {
  host: string
  port: number
  tls: ConnectionOptions | undefined
}

/** The server behind an error of this connection. `node`: its host and port in a cluster. */
const endpointOf = (redis: StoreConnection, node: string | undefined): Endpoint | undefined => {
  if (redis instanceof Cluster) {
    const [, host, port] = /^(.*):(\d+)$/.exec(node ?? '') ?? []
    return host === undefined ? undefined : { host, port: Number(port), tls: redis.options.redisOptions?.tls }
  }
  const { sentinels, sentinelTLS, host, port, tls } = redis.options
  if (sentinels === null || sentinels === undefined)
    return { host: host ?? '127.0.0.1', port: port ?? 6379, tls }
  const [first] = sentinels
  return { host: first?.host ?? '127.0.0.1', port: first?.port ?? 26_379, tls: sentinelTLS }
}

/** What a server says before anything is sent to it; undefined if nothing. */
export const firstLine = async (redis: StoreConnection, node?: string): Promise<string | undefined> => {
  const endpoint = endpointOf(redis, node)
  if (endpoint === undefined) return undefined
  const { tls, ...at } = endpoint
  const socket = tls === undefined ? connect(at) : connectTls({ ...tls, ...at })
  try {
    const [data] = await once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs) })
    return String(data)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}

/**
 * The error of a TLS handshake with the first Sentinel, which the library does not report; undefined if there is none, or if the
 * Sentinels are reached without TLS.
 */
export const sentinelTlsError = async (redis: StoreConnection): Promise<Error | undefined> => {
  if (redis instanceof Cluster || redis.options.sentinelTLS === undefined) return undefined
  const endpoint = endpointOf(redis, undefined)
  if (endpoint?.tls === undefined) return undefined
  const { tls, ...at } = endpoint
  const socket = connectTls({ ...tls, ...at })
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
