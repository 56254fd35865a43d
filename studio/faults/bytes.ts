import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Clock } from '../kit/clock.ts'

/** An answer as it would go over the wire in one piece. */
export type Whole = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Uint8Array
}

/** Sends it as it should be sent. */
export const sendWhole = (reply: FastifyReply, { status, headers, body }: Whole): FastifyReply =>
  reply.code(status).headers(headers).send(body)

/** Settles when so many milliseconds are over. */
export const wait = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => clock.at(clock.now() + ms, resolve))

/** The first half of it. */
export const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, Math.floor(bytes.length / 2))

const begin = (reply: FastifyReply, { status, headers }: Whole): ServerResponse => {
  reply.hijack()
  const { raw } = reply
  raw.on('error', () => undefined)
  raw.writeHead(status, headers)
  return raw
}

/** A page, as a server shows it that is not the one that was meant. */
export const page = (title: string): Uint8Array =>
  Buffer.from(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  )

/** Writes one byte after another, `ms` apart. */
export const drip = (reply: FastifyReply, whole: Whole, clock: Clock, ms: number): FastifyReply => {
  const raw = begin(reply, { ...whole, headers: { ...whole.headers, 'content-length': whole.body.length } })
  raw.flushHeaders()
  const next = (at: number): void => {
    if (raw.destroyed) return
    if (at >= whole.body.length) {
      raw.end()
      return
    }
    raw.write(whole.body.subarray(at, at + 1))
    clock.at(clock.now() + ms, () => next(at + 1))
  }
  next(0)
  return reply
}

/**
 * Writes the first half of what the head promises; then the connection ends, by a reset where one is wanted.
 */
export const breakOff = (reply: FastifyReply, whole: Whole, how: 'end' | 'reset'): FastifyReply => {
  const { body } = whole
  const raw = begin(reply, { ...whole, headers: { ...whole.headers, 'content-length': body.length } })
  const { socket } = raw
  raw.write(half(body), () => {
    if (how === 'reset') socket?.resetAndDestroy()
    else socket?.destroySoon()
  })
  return reply
}

/** Leaves the connection open without another word, until the caller hangs up or the studio closes. */
export const neverAnswer = (reply: FastifyReply): FastifyReply => reply.hijack()

/** Cuts the connection in place of an answer. */
export const hangUp = (reply: FastifyReply): FastifyReply => {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}
