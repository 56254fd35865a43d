import type { IncomingMessage, Server } from 'node:http'
import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { passEvent } from '../faults/events.ts'
import type { GatewayFault } from '../faults/schema.ts'
import { limits } from '../limits.ts'
import { type Announcement, recordRefusal, type World } from '../state.ts'
import { endsSession, GatewayClose } from './closing.ts'
import { failGateway } from './failing.ts'
import { obey } from './operations.ts'
import { gatewayPayload } from './payloads.ts'
import { type Connection, endSession, type Gateway, leaveSession, send, tell } from './sessions.ts'

const close = (gateway: Gateway, connection: Connection, { code, message, detail }: GatewayClose): void => {
  const { world } = gateway
  const { socket, session } = connection
  recordRefusal(world, `gateway closed with ${code}: ${message}`, { code, detail })
  if (session && endsSession(code)) endSession(gateway, session)
  socket.close(code, message)
}

/**
 * Heartbeats keep real time, not the world's: a client has no way to notice that the world's clock was moved.
 * Three quarters of the interval are granted for the way; after a whole one a client gives the connection up itself.
 */
const expectHeartbeat = (gateway: Gateway, connection: Connection): void => {
  clearTimeout(connection.heartbeatTimer)
  const { clock, network } = gateway.world
  const sinceMs = clock.now()
  const miss = () => {
    // Over a network that fails no heartbeat can come; such a client may resume its session.
    if (network.failedSince(sinceMs)) connection.socket.terminate()
    else close(gateway, connection, new GatewayClose(GatewayCloseCodes.SessionTimedOut, 'no heartbeat'))
  }
  connection.heartbeatTimer = setTimeout(miss, gateway.heartbeatIntervalMs * 1.75).unref()
}

const parse = (raw: RawData) => {
  const text = raw.toString()
  if (Buffer.byteLength(text) > limits.gatewayPayloadBytes)
    throw new GatewayClose(GatewayCloseCodes.DecodeError, 'payload too long')
  try {
    return gatewayPayload.parse(JSON.parse(text))
  } catch {
    throw new GatewayClose(GatewayCloseCodes.DecodeError, { text })
  }
}

const countSend = ({ world }: Gateway, connection: Connection): void => {
  const nowMs = world.clock.now()
  const recent = connection.sentAtMs.filter((atMs) => atMs > nowMs - limits.gatewaySendsWindowMs)
  connection.sentAtMs = [...recent, nowMs]
  if (connection.sentAtMs.length > limits.gatewaySends) throw new GatewayClose(GatewayCloseCodes.RateLimited)
}

const receive = (gateway: Gateway, connection: Connection, raw: RawData): void => {
  const { op, d } = parse(raw)
  countSend(gateway, connection)
  if (op === GatewayOpcodes.Heartbeat) expectHeartbeat(gateway, connection)
  obey(gateway, connection, op, d)
}

/** https://docs.discord.com/developers/events/gateway#connecting */
const served = { v: '10', encoding: 'json' } as const

/** ETF, compression and former versions are Discord's too, but not served here. */
const checkAddress = (url: string, origin: string): void => {
  const query = Object.fromEntries(new URL(url, origin).searchParams)
  if (query.v !== served.v) throw new GatewayClose(GatewayCloseCodes.InvalidAPIVersion, { url })
  const isKnown = Object.keys(query).every((name) => Object.hasOwn(served, name))
  if (query.encoding !== served.encoding || !isKnown)
    throw new GatewayClose(GatewayCloseCodes.DecodeError, { url, reason: 'only uncompressed JSON is served' })
}

const closingOnFault = (gateway: Gateway, connection: Connection, run: () => void): void => {
  try {
    run()
  } catch (error) {
    if (!(error instanceof GatewayClose)) throw error
    close(gateway, connection, error)
  }
}

/**
 * A client that says goodbye with one of these ends its session.
 * https://docs.discord.com/developers/events/gateway#initiating-a-disconnect
 */
const goodbyes: readonly number[] = [1000, 1001]

const forget = (gateway: Gateway, connection: Connection, code: number): void => {
  clearTimeout(connection.heartbeatTimer)
  const { session } = connection
  if (!session) return
  if (goodbyes.includes(code)) endSession(gateway, session)
  else leaveSession(gateway, session)
}

const accept = (gateway: Gateway, socket: WebSocket, { url = '/' }: IncomingMessage): void => {
  const connection: Connection = {
    socket,
    session: undefined,
    sentAtMs: [],
    heartbeatTimer: undefined,
    isSilent: false,
  }
  socket.on('error', () => socket.terminate())
  socket.on('close', (code) => forget(gateway, connection, code))
  socket.on('message', (raw) => {
    // What comes after the stand-in began to close is nobody's fault any more.
    if (socket.readyState === socket.OPEN && !connection.isSilent)
      closingOnFault(gateway, connection, () => receive(gateway, connection, raw))
  })
  closingOnFault(gateway, connection, () => {
    checkAddress(url, gateway.world.origin)
    send(connection, GatewayOpcodes.Hello, { heartbeat_interval: gateway.heartbeatIntervalMs })
    expectHeartbeat(gateway, connection)
  })
}

export interface GatewayServer {
  /**
   * Lets every connection that identified, or a server, fail at once; throws InvalidFault when there is none.
   */
  fail(fault: GatewayFault): void
  /** Ends every connection. */
  close(): void
}

/**
 * Serves the gateway on the upgrades of an HTTP server.
 * https://docs.discord.com/developers/events/gateway
 */
export const serveGateway = (server: Server, world: World, heartbeatIntervalMs: number): GatewayServer => {
  const gateway: Gateway = { world, sessions: new Map(), heartbeatIntervalMs }
  const sockets = new WebSocketServer({ noServer: true })
  const listener = (announcement: Announcement) =>
    passEvent(world, announcement, (how) => tell(gateway, announcement, how))
  world.listeners.add(listener)
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => accept(gateway, client, request)),
  )
  return {
    fail: (fault) => failGateway(gateway, fault),
    close: () => {
      world.listeners.delete(listener)
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}
