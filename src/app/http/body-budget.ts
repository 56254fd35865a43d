import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** No route reads more of a request. */
export const bodyBytesMax = 1024 * 1024

/**
 * Slack's events have a few kilobytes, callbacks less. Each connection may hold as much whatever the others hold, so that
 * nobody shuts them out by a few long requests that never end.
 */
const smallBytes = 16 * 1024

/** Together. Longer requests are rare, and over within moments. */
const defaultUnreadBytesMax = 32 * 1024 * 1024

const retrySeconds = 10

/** The most that can be held of a request: its length, or all that is ever read if it names none. */
const bytesOf = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Math.min(Number(headers['content-length'] ?? 0), bodyBytesMax)
    : bodyBytesMax

/**
 * Limits what all requests of a server hold while their bodies arrive, since nobody's signature can be checked before that.
 * Further ones are answered with 503 and not read. For routes added later, also those that don't exist.
 */
export const limitUnread = (server: FastifyInstance, unreadBytesMax = defaultUnreadBytesMax): void => {
  let heldBytes = 0
  server.addHook('onRequest', ({ raw }, reply, next) => {
    const bytes = bytesOf(raw)
    if (bytes <= smallBytes) return next()
    if (heldBytes + bytes > unreadBytesMax) {
      reply.code(503).headers({ connection: 'close', 'retry-after': retrySeconds }).send()
      return
    }
    heldBytes += bytes
    let isHeld = true
    const release = () => {
      if (isHeld) heldBytes -= bytes
      isHeld = false
    }
    raw.once('end', release).once('close', release)
    reply.raw.once('close', release)
    next()
  })
}
