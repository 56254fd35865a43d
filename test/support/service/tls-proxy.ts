import { once } from 'node:events'
import { connect } from 'node:net'
import { createServer } from 'node:tls'

/** Speaks TLS for a server on this machine that does not. */
export const startTlsProxy = async (serverPort: number, certificate: { key: string; cert: string }) => {
  const server = createServer(certificate, (client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream])
      socket.on('error', () => {
        client.destroy()
        upstream.destroy()
      })
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
