import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAll } from './reading.ts'

/** A callback as the service sent it. */
export type Sent = { readonly method: string; readonly type: string; readonly text: string }

/** An answer as the service gave it. */
export type Given = { readonly status: number; readonly type: string; readonly text: string }

/** Work that was ordered once, for all proxies that are asked for the same. */
export type Recording = {
  /**
   * The answer to an order; `send` is called for the first of equal orders,
   * with an address for the callbacks.
   */
  readonly once: (key: string, send: (webhookUrl: string) => Promise<Given>) => Promise<Given>
  /** Hands over every callback about an order, those that came already as well as those to come. */
  readonly subscribe: (key: string, take: (sent: Sent) => void) => void
  readonly close: () => Promise<void>
}

/** Starts to record. Only what was taken is kept: what was refused is asked again. */
export const startRecording = async (): Promise<Recording> => {
  const given = new Map<string, Promise<Given>>()
  const sent = new Map<string, Sent[]>()
  const takers = new Map<string, ((sent: Sent) => void)[]>()

  const server = createServer(async (request, response) => {
    const key = new URL(request.url ?? '/', 'http://recording').searchParams.get('key') ?? ''
    const delivery = {
      method: request.method ?? '',
      type: request.headers['content-type'] ?? '',
      text: (await readAll(request)).toString(),
    }
    sent.set(key, [...(sent.get(key) ?? []), delivery])
    response.writeHead(204).end()
    for (const take of takers.get(key) ?? []) take(delivery)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = new Map<string, string>()
  const shortKey = (key: string): string => {
    if (!keys.has(key)) keys.set(key, `${keys.size}`)
    return keys.get(key) ?? ''
  }

  return {
    once: async (key, send) => {
      const known = given.get(key) ?? send(`${base}/?key=${shortKey(key)}`)
      given.set(key, known)
      const answer = await known
      if (answer.status !== 200) given.delete(key)
      return answer
    },
    subscribe: (key, take) => {
      for (const delivery of sent.get(shortKey(key)) ?? []) take(delivery)
      takers.set(shortKey(key), [...(takers.get(shortKey(key)) ?? []), take])
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
