import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { type Breach, recordBreach } from '../breaches.ts'
import { randomText } from '../ids.ts'
import { limits } from '../limits.ts'
import type { Envelope, Reception, Retry, Sockets, World } from '../state.ts'
import { closePolitely, endSocket, sayGoodbye } from './endings.ts'
import { awaitAck, normalBody, type Waiting } from './waiting.ts'

type Hub = {
  readonly world: World
  readonly server: WebSocketServer
  /** When each single-use ticket dies. */
  readonly tickets: Map<string, number>
  /** By envelope id. */
  readonly waiting: Map<string, Waiting>
  turn: number
  /** By payload, the connection on which it went last. */
  readonly last: WeakMap<object, WebSocket>
  /** Where each envelope went. */
  readonly carriers: WeakMap<Waiting, WebSocket>
  /** Connections that did not end by the app's doing. */
  readonly ended: WeakSet<WebSocket>
}

const ackMessage = z.strictObject({ envelope_id: z.string(), payload: z.unknown().optional() })

const parse = (raw: RawData, isBinary: boolean): unknown => {
  if (isBinary) return undefined
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}

const ackFault = ({ state, envelope }: Waiting, body: unknown): Breach | undefined => {
  if (state === 'acknowledged') return 'acknowledged twice'
  if (state === 'late') return 'acknowledged too late'
  return body !== undefined && !envelope.acceptsResponse
    ? 'the acknowledgement may not say anything'
    : undefined
}

const takeAck = ({ world }: Hub, waiting: Waiting, payload: unknown): void => {
  const { title, acceptsResponse } = waiting.envelope
  const body = normalBody(payload)
  const fault = ackFault(waiting, body)
  if (fault !== undefined && !world.network.failedSince(waiting.sentAtMs))
    recordBreach(world, fault, { to: title, detail: { payload } })
  waiting.settle({ kind: 'acknowledged', body: acceptsResponse ? body : undefined })
}

const receive = (hub: Hub, raw: RawData, isBinary: boolean): void => {
  const { data } = ackMessage.safeParse(parse(raw, isBinary))
  const waiting = data && hub.waiting.get(data.envelope_id)
  if (waiting) takeAck(hub, waiting, data.payload)
  else
    recordBreach(hub.world, 'a socket sent what is no acknowledgement of an envelope', {
      detail: { text: raw.toString() },
    })
}

const isOpen = (socket: WebSocket) => socket.readyState === socket.OPEN

const openSockets = ({ server }: Hub): readonly WebSocket[] => [...server.clients].filter(isOpen)

/** https://docs.slack.dev/apis/events-api/using-socket-mode#hello */
const hello = (hub: Hub): string =>
  JSON.stringify({
    type: 'hello',
    num_connections: openSockets(hub).length,
    debug_info: { host: 'sandbox', build_number: 1, approximate_connection_time: 18_060 },
    connection_info: { app_id: hub.world.app.id },
  })

const refuseSurplus = (hub: Hub, socket: WebSocket): void => {
  recordBreach(hub.world, 'more sockets than', { more: String(limits.sockets) })
  sayGoodbye(socket, 'too_many_websockets')
  socket.close()
}

/**
 * An event that a connection took with it goes to another at once, where there is one; Slack does not say,
 * and this is the soonest that it can be. Nothing else is ever sent again.
 * https://docs.slack.dev/apis/events-api/#retries
 */
const loseConnection = (hub: Hub, socket: WebSocket): void => {
  for (const waiting of hub.waiting.values()) {
    if (waiting.state !== 'waiting' || hub.carriers.get(waiting) !== socket) continue
    if (hub.ended.has(socket)) waiting.excuse()
    if (waiting.envelope.type === 'events_api' && openSockets(hub).length > 0)
      waiting.settle({ kind: 'failed', error: 'dispatch_failed', reason: 'connection_failed' })
  }
}

const greet = (hub: Hub, socket: WebSocket): void => {
  const pinging = setInterval(() => socket.ping(), limits.serverPingMs).unref()
  socket.on('close', () => {
    clearInterval(pinging)
    loseConnection(hub, socket)
  })
  socket.on('message', (raw, isBinary) => receive(hub, raw, isBinary))
  socket.send(hello(hub))
}

const accept = (hub: Hub, socket: WebSocket): void => {
  socket.on('error', () => socket.terminate())
  if (openSockets(hub).length > limits.sockets) refuseSurplus(hub, socket)
  else greet(hub, socket)
}

/** A ticket opens one connection, soon after it was given. */
const useTicket = ({ world, tickets }: Hub, url: string): boolean => {
  const { pathname, searchParams } = new URL(url, world.origin)
  const ticket = searchParams.get('ticket') ?? ''
  const diesAtMs = tickets.get(ticket)
  tickets.delete(ticket)
  return pathname === '/link/' && diesAtMs !== undefined && world.clock.now() < diesAtMs
}

const upgrade = (hub: Hub, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
  if (useTicket(hub, request.url ?? '/')) {
    hub.server.handleUpgrade(request, socket, head, (client) => accept(hub, client))
    return
  }
  recordBreach(hub.world, 'a socket came with a ticket that is unknown, used or too old')
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

/** Round the open connections; what one did not acknowledge goes to another, where there is one. */
const chooseSocket = (hub: Hub, { payload }: Envelope, retry: Retry | undefined): WebSocket | undefined => {
  const sockets = openSockets(hub)
  const others = retry ? sockets.filter((socket) => socket !== hub.last.get(payload)) : sockets
  const choice = others.length > 0 ? others : sockets
  const socket = choice[hub.turn++ % Math.max(choice.length, 1)]
  if (socket) hub.last.set(payload, socket)
  return socket
}

/** Nothing of a connection is HTTP, so what is told of it is told in fewer words. */
const retryFields = (retry: Retry | undefined) => ({
  retry_attempt: retry?.number ?? 0,
  retry_reason: retry?.reason.replace('http_timeout', 'timeout') ?? '',
})

const send = async (hub: Hub, envelope: Envelope, retry: Retry | undefined): Promise<Reception> => {
  const socket = chooseSocket(hub, envelope, retry)
  if (!socket) return { kind: 'failed', error: 'dispatch_failed', reason: 'connection_failed' }
  const id = randomUUID()
  const waiting = awaitAck(hub.world, envelope)
  hub.waiting.set(id, waiting)
  hub.carriers.set(waiting, socket)
  socket.send(
    JSON.stringify({
      envelope_id: id,
      type: envelope.type,
      payload: envelope.payload,
      accepts_response_payload: envelope.acceptsResponse,
      ...(envelope.type === 'events_api' && retryFields(retry)),
    }),
  )
  return waiting.reception
}

/**
 * Serves Socket Mode on the upgrades of an HTTP server. Envelopes go round the open connections.
 * https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export const serveSockets = (server: Server, world: World): Sockets => {
  const hub: Hub = {
    world,
    server: new WebSocketServer({ noServer: true }),
    tickets: new Map(),
    waiting: new Map(),
    turn: 0,
    last: new WeakMap(),
    carriers: new WeakMap(),
    ended: new WeakSet(),
  }
  server.on('upgrade', (request, socket, head) => upgrade(hub, request, socket, head))
  return {
    send: (envelope, retry) => send(hub, envelope, retry),
    open: () => {
      const ticket = randomText(world.random, 32)
      hub.tickets.set(ticket, world.clock.now() + limits.ticketLifeMs)
      return `${world.origin.replace('http', 'ws')}/link/?ticket=${ticket}&app_id=${world.app.id}`
    },
    end: (how, which) => {
      const ending = openSockets(hub).slice(0, which === 'all' ? limits.sockets : 1)
      for (const socket of ending) {
        hub.ended.add(socket)
        endSocket(world, socket, how)
      }
      return ending.length
    },
    close: () => {
      for (const client of hub.server.clients) closePolitely(client)
      hub.server.close()
    },
  }
}
