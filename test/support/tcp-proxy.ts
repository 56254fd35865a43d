import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A text may be cut in two by the network; this much of what came before is looked at again. */
const textLengthMax = 1_000

/** What the proxy does with what passes through it. */
type Mode =
  | { kind: 'passes' }
  | { kind: 'loses replies' }
  | { kind: 'swallows' }
  | { kind: 'waits for'; text: string }
  | { kind: 'loses the next reply' }

/** Stands between a client and a server on this machine, and loses what either of them says when it is told to. */
export const startTcpProxy = async (serverPort: number) => {
  const sockets = new Set<Socket>()
  let mode: Mode = { kind: 'passes' }
  let port = serverPort
  let watched: string | undefined
  let watchedCount = 0
  let tail = Buffer.alloc(0)

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const fromClient = (bytes: Buffer, upstream: Socket) => {
    const seen = Buffer.concat([tail, bytes])
    const isNew = (text: string) => seen.includes(text, Math.max(0, tail.length - text.length + 1))
    if (watched !== undefined && isNew(watched)) watchedCount += 1
    const isAwaited = mode.kind === 'waits for' && isNew(mode.text)
    tail = seen.subarray(-textLengthMax)
    if (mode.kind === 'swallows') return
    if (isAwaited) mode = { kind: 'loses the next reply' }
    upstream.write(bytes)
  }
  const fromServer = (bytes: Buffer, client: Socket) => {
    switch (mode.kind) {
      case 'passes':
      case 'waits for':
        client.write(bytes)
        return
      case 'loses the next reply':
        mode = { kind: 'passes' }
        breakAll()
        return
      case 'loses replies':
      case 'swallows':
        return
    }
  }
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) keep(socket)
    client.on('data', (bytes) => fromClient(bytes, upstream))
    upstream.on('data', (bytes) => fromServer(bytes, client))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    /** From now on what the client sends arrives, and what the server answers is lost. */
    loseReplies() {
      mode = { kind: 'loses replies' }
    },
    /** From now on nothing arrives on either side, also on new connections, and nobody hears that it did not. */
    swallow() {
      mode = { kind: 'swallows' }
    },
    /** Lets everything pass again, on the connections that there are and on new ones. */
    heal() {
      mode = { kind: 'passes' }
    },
    /** Loses the reply to the next command that has this text in it, and the connection with it, once. */
    loseReplyTo(text: string) {
      mode = { kind: 'waits for', text }
    },
    /** Counts from now on in how many writes the client sends this text, whether it arrives or not. */
    watch(text: string): () => number {
      watched = text
      watchedCount = 0
      return () => watchedCount
    },
    /** Breaks every connection; new ones are to another server, as after a failover. */
    pointAt(otherPort: number) {
      port = otherPort
      breakAll()
    },
    /** Breaks every connection; new ones work as they should. */
    cut() {
      mode = { kind: 'passes' }
      breakAll()
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
