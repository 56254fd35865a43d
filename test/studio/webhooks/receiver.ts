import { once } from 'node:events'
import { createServer } from 'node:http'

/** One call that came, as it came. */
export type Received = {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly contentType: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/** What a receiver answers a call with: a status, or nothing at all. */
export type Response = { readonly status: number; readonly location?: string } | 'nothing'

/** A server on this machine that callbacks go to. */
export const startReceiver = async (answer: (received: Received, count: number) => Response) => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url: path, headers } = request
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const call = { method, path, contentType: headers['content-type'], body }
    received.push(call)
    const told = answer(call, received.length)
    if (told === 'nothing') return
    response.writeHead(told.status, told.location === undefined ? {} : { location: told.location }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/hook/secret-0`,
    received,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
