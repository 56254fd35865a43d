import { type GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10'
import type { WebSocket } from 'ws'
import { limits } from '../limits.ts'
import { shardOf } from '../snowflake.ts'
import type { Announcement, World } from '../state.ts'

type SentEvent = { readonly s: number; readonly t: GatewayDispatchEvents; readonly d: unknown }

/** Which of how many parts of the servers. */
export type Shard = readonly [id: number, count: number]

/** What a client identified as. It outlives its connection, so that another connection can take it up. */
export type Session = {
  readonly id: string
  readonly intents: number
  readonly shard: Shard
  /** Whether the client named its shard. */
  readonly isSharded: boolean
  sequence: number
  connection: Connection | undefined
  /** The latest events, for replay; each has its number. */
  sent: readonly SentEvent[]
  /** When its last connection went, while it has none. */
  leftAtMs: number | undefined
}

export type Connection = {
  readonly socket: WebSocket
  session: Session | undefined
  /** When the client sent something lately. */
  sentAtMs: readonly number[]
  heartbeatTimer: NodeJS.Timeout | undefined
  /** Nothing goes over it any more in either direction, though it is open. */
  isSilent: boolean
}

export type Gateway = {
  readonly world: World
  readonly sessions: Map<string, Session>
  readonly heartbeatIntervalMs: number
}

/**
 * Sends one payload, unless the connection is silent.
 * https://docs.discord.com/developers/events/gateway-events#payload-structure
 */
export const send = (
  { socket, isSilent }: Connection,
  op: GatewayOpcodes,
  d: unknown,
  numbered: { s: number; t: string } | undefined = undefined,
): void => {
  if (!isSilent) socket.send(JSON.stringify({ op, d, s: numbered?.s ?? null, t: numbered?.t ?? null }))
}

const deliver = ({ world }: Gateway, { connection }: Session, { s, t, d }: SentEvent): void => {
  if (!connection || connection.isSilent) return
  world.wire.record({ platform: 'discord', kind: 'event', summary: t, detail: d })
  send(connection, GatewayOpcodes.Dispatch, d, { s, t })
}

/** Sends an event to a session, under the session's next number, and keeps it as it is now for replay. */
export const dispatch = (
  gateway: Gateway,
  session: Session,
  t: GatewayDispatchEvents,
  d: unknown,
  how: 'once' | 'twice' = 'once',
): void => {
  session.sequence += 1
  const event = { s: session.sequence, t, d: JSON.parse(JSON.stringify(d)) }
  session.sent = [...session.sent, event].slice(-limits.gatewayReplay)
  deliver(gateway, session, event)
  if (how === 'twice') deliver(gateway, session, event)
}

/** Whether everything after that number is still kept. */
export const canReplay = ({ sequence, sent }: Session, afterSequence: number): boolean =>
  sequence - afterSequence <= sent.length

/** Sends every event after that number again, in order. */
export const replay = (gateway: Gateway, session: Session, afterSequence: number): void => {
  for (const event of session.sent.filter(({ s }) => s > afterSequence)) deliver(gateway, session, event)
}

/** The session of that id, unless it is over: one without a connection lives a few minutes. */
export const findSession = ({ sessions, world }: Gateway, id: string): Session | undefined => {
  const session = sessions.get(id)
  const leftAtMs = session?.leftAtMs ?? Number.POSITIVE_INFINITY
  return world.clock.now() - leftAtMs > limits.gatewaySessionLifeMs ? undefined : session
}

/** Parts a session from its connection, over which the client may then resume or identify. */
export const leaveSession = ({ world }: Gateway, session: Session): void => {
  if (session.connection) session.connection.session = undefined
  session.connection = undefined
  session.leftAtMs = world.clock.now()
}

/** Makes a session one that cannot be resumed; its connection may identify again. */
export const endSession = (gateway: Gateway, session: Session): void => {
  gateway.sessions.delete(session.id)
  leaveSession(gateway, session)
}

/** Whether a shard is the one that a server (or, without one, direct messages) belongs to. */
export const servesGuild = ([id, count]: Shard, guildId: string | undefined): boolean =>
  (guildId === undefined ? 0 : shardOf(guildId, count)) === id

/** Whether a session requested at least one of these intents. */
export const hasIntent = (session: Session, intents: number): boolean => (session.intents & intents) !== 0

/** Tells every session that requested such events. Content goes only to those that requested content. */
export const tell = (
  gateway: Gateway,
  { event, guildId, intents, data, withoutContent, withPresences }: Announcement,
  how: 'once' | 'twice',
): void => {
  for (const session of gateway.sessions.values()) {
    if (!servesGuild(session.shard, guildId) || (intents !== 0 && !hasIntent(session, intents))) continue
    const readsContent = hasIntent(
      session,
      GatewayIntentBits.MessageContent & gateway.world.privilegedIntents,
    )
    const whole = hasIntent(session, GatewayIntentBits.GuildPresences) ? (withPresences ?? data) : data
    dispatch(gateway, session, event, readsContent ? whole : (withoutContent ?? whole), how)
  }
}
