import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isRecord, parseJson } from './values.ts'

/**
 * A call that came to one of the addresses given as `webhook_url`; `body` is
 * undefined where it is no JSON object.
 */
export type Callback = {
  readonly method: string
  readonly contentType: string
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Where the service's callbacks arrive. */
export type Callbacks = {
  /** An address for one task; undefined where the service cannot reach this machine. */
  readonly addressFor: (name: string) => string | undefined
  readonly received: (name: string) => readonly Callback[]
  /** Settles with true when another call comes to that name, or with false after so long. */
  readonly next: (name: string, patienceMs: number) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Where to listen, and under which address a service elsewhere finds it. */
export type CallbackOptions = {
  /** Whether the service runs on this machine, so that the loopback address will do. */
  readonly isLocal: boolean
  /** A public address of the listener, without a slash at the end. */
  readonly publicUrl?: string | undefined
  /** 0 = any free port. */
  readonly port?: number | undefined
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<Callback['body']> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body = parseJson(Buffer.concat(chunks).toString())
  return isRecord(body) ? body : undefined
}

/**
 * Listens on the loopback address for the service's callbacks, and keeps them by the last part of their path.
 */
export const listenForCallbacks = async (options: CallbackOptions): Promise<Callbacks> => {
  const kept = new Map<string, Callback[]>()
  const waiting = new Map<string, (() => void)[]>()

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = request.url?.split('?')[0]?.split('/').at(-1) ?? ''
    const body = await readBody(request)
    const callback = {
      method: request.method ?? '',
      contentType: request.headers['content-type'] ?? '',
      body,
    }
    kept.set(name, [...(kept.get(name) ?? []), callback])
    response.writeHead(204).end()
    const wakes = waiting.get(name) ?? []
    waiting.delete(name)
    for (const wake of wakes) wake()
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const base = options.publicUrl ?? (options.isLocal ? `http://127.0.0.1:${port}` : undefined)

  return {
    addressFor: (name) => (base === undefined ? undefined : `${base}/${name}`),
    received: (name) => kept.get(name) ?? [],
    next: (name, patienceMs) =>
      new Promise((resolve, reject) => {
        const enough = new AbortController()
        const wake = (): void => {
          enough.abort()
          resolve(true)
        }
        waiting.set(name, [...(waiting.get(name) ?? []), wake])
        options.sleep(patienceMs, enough.signal).then(() => resolve(false), reject)
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
