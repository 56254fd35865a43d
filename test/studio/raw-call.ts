import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Clock } from '../../studio/kit/clock.ts'

/**
 * What came back over a connection of its own, and how it ended: whole, broken off,
 * or with an error before an answer.
 */
export type RawAnswer = {
  readonly end: string
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly chunks: number
}

/** How a call is made; a body makes it a POST with JSON. */
export type RawCall = { readonly key?: string; readonly body?: unknown }

const read = async (response: IncomingMessage): Promise<RawAnswer> => {
  const chunks: Buffer[] = []
  const { statusCode: status, headers } = response
  let end = 'whole'
  try {
    for await (const chunk of response) chunks.push(chunk)
  } catch {
    end = 'broken off'
  }
  return { end, status, headers, body: Buffer.concat(chunks).toString('utf8'), chunks: chunks.length }
}

/** Calls once, follows nothing, and tells what a plain caller sees. */
export const callRaw = async (url: string, { key, body }: RawCall = {}): Promise<RawAnswer> => {
  const headers = {
    ...(key !== undefined && { authorization: key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const call = request(url, { method: body === undefined ? 'GET' : 'POST', headers, agent: false })
  // A connection that breaks while its answer is read fails the call, too.
  call.on('error', () => undefined)
  call.end(body === undefined ? undefined : JSON.stringify(body))
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return await read(response)
  } catch (error) {
    const end = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { end, status: undefined, headers: {}, body: '', chunks: 0 }
  }
}

/**
 * Moves a clock on until something has settled; `turn` lets the rest of the
 * world have its turn after each move.
 */
export const advanceUntil = async <T>(
  settling: Promise<T>,
  clock: Clock,
  stepMs: number,
  turn: () => Promise<unknown>,
): Promise<T> => {
  let isSettled = false
  const watched = settling.finally(() => {
    isSettled = true
  })
  while (!isSettled) {
    clock.advance(stepMs)
    await turn()
  }
  return await watched
}
