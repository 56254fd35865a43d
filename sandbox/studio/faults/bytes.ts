import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Clock } from '../../clock.ts'

/** An answer as it would go over the wire in one piece. */
export type Whole = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Uint8Array
}

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
export const drip = (reply: FastifyReply, whole: Whole, clock: Clock, ms: number): void => {
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
}

/** Writes the first half of what the head promises; then the connection ends, by a reset where one is wanted. */
export const breakOff = (reply: FastifyReply, whole: Whole, how: 'end' | 'reset'): void => {
  const { body } = whole
  const raw = begin(reply, { ...whole, headers: { ...whole.headers, 'content-length': body.length } })
  const { socket } = raw
  const half = body.subarray(0, Math.floor(body.length / 2))
  raw.write(half, () => {
    if (how === 'reset') socket?.resetAndDestroy()
    else socket?.destroySoon()
  })
}

/** Leaves the connection open without another word, until the caller hangs up or the studio closes. */
export const neverAnswer = (reply: FastifyReply): void => {
  reply.hijack()
}

/** Cuts the connection in place of an answer. */
export const hangUp = (reply: FastifyReply): void => {
  reply.hijack()
  reply.raw.socket?.destroy()
}
