import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type Destiny, destinyOf, type RequestFate } from '../jobs/request-fate.ts'

/** A text may be cut in two by the network; this much of what came before is looked at again. */
const textLengthMax = 1_000

/** What the proxy does with what passes through it. */
type Mode =
  | { kind: 'passes' }
  | { kind: 'loses replies' }
  | { kind: 'swallows' }
  | { kind: 'waits for'; text: string }
  | { kind: 'loses the next reply' }

/**
 * Stands between a client and a server on this machine, and loses what either
 * of them says when it is told to.
 */
export const startTcpProxy = async (serverPort: number) => {
  const sockets = new Set<Socket>()
  let mode: Mode = { kind: 'passes' }
  let port = serverPort
  let watched: string | undefined
  let watchedCount = 0
  let tail = Buffer.alloc(0)
  let rewritten = (text: string): string => text
  let fated: { text: string; fate: RequestFate } | undefined

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  /** What is new in a text that may have been cut in two. */
  const look = (bytes: Buffer): ((text: string) => boolean) => {
    const seen = Buffer.concat([tail, bytes])
    const from = tail.length
    tail = seen.subarray(-textLengthMax)
    return (text) => seen.includes(text, Math.max(0, from - text.length + 1))
  }
  /** Whether the bytes were lost. */
  const fromClient = (bytes: Buffer, upstream: Socket, isNew: (text: string) => boolean): boolean => {
    if (mode.kind === 'swallows') return true
    if (mode.kind === 'waits for' && isNew(mode.text)) mode = { kind: 'loses the next reply' }
    upstream.write(bytes)
    return false
  }
  const fromServer = (bytes: Buffer, client: Socket): boolean => {
    switch (mode.kind) {
      case 'passes':
      case 'waits for':
        client.write(Buffer.from(rewritten(bytes.toString('latin1')), 'latin1'))
        return false
      case 'loses the next reply':
        mode = { kind: 'passes' }
        breakAll()
        return true
      case 'loses replies':
      case 'swallows':
        return true
    }
  }
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) keep(socket)
    let destiny: Destiny | undefined
    let isSilent = false // for good: TCP leaves nothing out and goes on
    client.on('data', (bytes) => {
      const isNew = look(bytes)
      if (watched !== undefined && isNew(watched)) watchedCount += 1
      if (fated !== undefined && isNew(fated.text)) {
        destiny = destinyOf(fated.fate)
        fated = undefined
      }
      if (destiny !== undefined) destiny.fromClient(bytes, client, upstream)
      else if (!isSilent) isSilent = fromClient(bytes, upstream, isNew)
    })
    upstream.on('data', (bytes) => {
      if (destiny !== undefined) destiny.fromServer(bytes, client)
      else if (!isSilent) isSilent = fromServer(bytes, client)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => {
      if (destiny?.isSilent !== true) client.destroy()
    })
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
    /**
     * From now on nothing arrives on either side, also on new connections, and nobody hears that it did not.
     */
    swallow() {
      mode = { kind: 'swallows' }
    },
    /**
     * Lets everything pass again, on new connections and on those that lost nothing;
     * the losing side hears no more.
     */
    heal() {
      mode = { kind: 'passes' }
    },
    /** Loses the reply to the next command that has this text in it, and the connection with it, once. */
    loseReplyTo(text: string) {
      mode = { kind: 'waits for', text }
    },
    /** What becomes of the next request with this text in it, and of its connection, once. */
    strike(text: string, fate: RequestFate) {
      fated = { text, fate }
    },
    /** Breaks every connection, and refuses new ones. */
    async refuse() {
      server.close()
      breakAll()
      await once(server, 'close')
    },
    /** Takes connections again, at the same port. */
    async listenAgain() {
      server.listen(address.port, '127.0.0.1')
      await once(server, 'listening')
    },
    /** Counts from now on in how many writes the client sends this text, whether it arrives or not. */
    watch(text: string): () => number {
      watched = text
      watchedCount = 0
      return () => watchedCount
    },
    /** From now on the server's words arrive as `rewrite` has them; they have to stay as long as they were. */
    rewrite(rewrite: (text: string) => string) {
      rewritten = rewrite
    },
    /** Breaks every connection; new ones are to another server, as after a failover. */
    pointAt(otherPort: number) {
      port = otherPort
      breakAll()
    },
    /** New connections are to another server; those that are open stay where they are. */
    leadTo(otherPort: number) {
      port = otherPort
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
