import { once } from 'node:events'
import { connect } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { Cluster } from 'ioredis'
import type { StoreConnection } from './address.ts'

const timeoutMs = 2_000
/** A refusal comes at once, and a longer probe would occupy the connection slot that it is about. */
const firstWordMs = 500

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
  const { sentinels, host, port, tls } = redis.options
  const isWatched = sentinels !== null && sentinels !== undefined
  return isWatched ? undefined : { host: host ?? '127.0.0.1', port: port ?? 6379, tls }
}

/** The Sentinels of a connection, in the order in which the library asks them. */
const sentinelsOf = (redis: StoreConnection): readonly Endpoint[] => {
  if (redis instanceof Cluster) return []
  const { sentinels, sentinelTLS: tls } = redis.options
  return (sentinels ?? []).map(({ host = '127.0.0.1', port = 26_379 }) => ({ host, port, tls }))
}

/** The first line that a server sends before receiving anything; undefined if nothing. */
const firstLine = async ({ tls, ...at }: Endpoint): Promise<string | undefined> => {
  const socket = tls === undefined ? connect(at) : connectTls({ ...tls, ...at })
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
    setTimeout(() => closed.abort(), firstWordMs).unref()
  })
  try {
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)])
    const [data] = await once(socket, 'data', { signal })
    return String(data).split('\r\n', 1)[0]
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}

/** A Sentinel's TLS handshake error, which the library does not report; undefined if there is none. */
const tlsError = async ({ tls, ...at }: Endpoint): Promise<Error | undefined> => {
  if (tls === undefined) return undefined
  const socket = connectTls({ ...tls, ...at })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    // A server that requires a certificate says so only after the handshake.
    await once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs / 10) })
    return undefined
  } catch (error) {
    return error instanceof Error && error.name !== 'AbortError' ? error : undefined
  } finally {
    socket.destroy()
  }
}

const refusalIn = (line: string | undefined): string | undefined =>
  line?.startsWith('-') ? line.slice(1) : undefined

/** Sentinels are not probed: the lost connection was one to the primary. */
const refusalOf = async (redis: StoreConnection, node?: string): Promise<Error | undefined> => {
  const endpoint = endpointOf(redis, node)
  const refusal = endpoint && refusalIn(await firstLine(endpoint))
  return refusal === undefined ? undefined : new Error(`Redis refuses the connection: ${refusal}`)
}

const sentinelFault = async (sentinel: Endpoint): Promise<Error | undefined> => {
  const ofTls = await tlsError(sentinel)
  if (ofTls !== undefined) return ofTls
  const refusal = refusalIn(await firstLine(sentinel))
  return refusal === undefined ? undefined : new Error(`a Sentinel refuses the connection: ${refusal}`)
}

/** Why no Sentinel could be asked: the first reason that one of them gives; undefined if none does. */
const sentinelsFault = async (redis: StoreConnection): Promise<Error | undefined> => {
  const faults = await Promise.all(sentinelsOf(redis).map(sentinelFault))
  return faults.find((fault) => fault !== undefined)
}

/**
 * Finds out why a connection was lost or refused, which the library does not report; undefined if no server
 * says. `error`: its last one. `node`: see `endpointOf`.
 */
export const findCause = (
  redis: StoreConnection,
  error: Error | undefined,
  node: string | undefined,
): Promise<Error | undefined> =>
  error?.message.includes('sentinels are unreachable') === true
    ? sentinelsFault(redis)
    : refusalOf(redis, node)
