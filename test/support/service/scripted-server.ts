import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

/** One request as it came in, read to its end. */
export interface ReceivedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** What the server does with a request. */
export type Reply = (response: ServerResponse, request: ReceivedRequest) => void

interface ScriptedServerOptions {
  reply?: Reply
  /** Speaks TLS with this certificate. */
  tls?: { key: string; cert: string }
  /** Whether it reads a request to its end before it answers; yes unless told. */
  readsBodies?: boolean
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString('latin1')
}

/** A real HTTP server on this machine that counts what it gets and answers as a test tells it to. */
export const startScriptedServer = async ({ reply, tls, readsBodies = true }: ScriptedServerOptions = {}) => {
  const requests: ReceivedRequest[] = []
  let current: Reply = reply ?? ((response) => response.end())
  const listener = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: readsBodies ? await readBody(incoming) : '' }
    requests.push(request)
    current(response, request)
  }
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    listener(incoming, response).catch(() => response.destroy())
  }
  const server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    requests,
    /** How it answers from now on. */
    answer(next: Reply) {
      current = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type ScriptedServer = Awaited<ReturnType<typeof startScriptedServer>>

/** Answers with a status and a body, as JSON unless it is a text. */
export const answers =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }

/** Breaks the connection instead of answering. */
export const breaks: Reply = (response) => {
  response.destroy()
}

/** Says the head of an answer and a part of its body, and then breaks the connection. */
export const breaksHalfway =
  (part: string): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write(part, () => response.destroy())
  }

/** Takes the request and never answers. */
export const staysSilent: Reply = () => undefined

/** Begins an answer and never ends it. */
export const neverEnds: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"success": true, "task_id": "task-1"')
}

/** Answers with so many bytes, without saying how many they will be. */
export const streams =
  (bytes: number): Reply =>
  (response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    let left = bytes
    const more = () => {
      if (left <= 0) return void response.end()
      left -= chunk.byteLength
      response.write(chunk, more)
    }
    response.on('error', () => undefined)
    response.writeHead(200)
    more()
  }
