import { type GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10'
import type { WebSocket } from 'ws'
import { shardOf } from '../snowflake.ts'
import type { Announcement, World } from '../state.ts'

/** What a client identified as. It outlives its connection, so that another connection can take it up. */
export type Session = {
  readonly id: string
  readonly intents: number
  readonly shard: readonly [id: number, count: number]
  sequence: number
  connection: Connection | undefined
}

export type Connection = {
  readonly socket: WebSocket
  session: Session | undefined
  /** When the client sent something lately. */
  sentAtMs: readonly number[]
  heartbeatTimer: NodeJS.Timeout | undefined
}

export type Gateway = {
  readonly world: World
  readonly sessions: Map<string, Session>
  readonly heartbeatIntervalMs: number
}

/** Sends one payload. https://docs.discord.com/developers/events/gateway-events#payload-structure */
export const send = (
  { socket }: Connection,
  op: GatewayOpcodes,
  d: unknown,
  numbered: { s: number; t: string } | undefined = undefined,
): void => socket.send(JSON.stringify({ op, d, s: numbered?.s ?? null, t: numbered?.t ?? null }))

/** Sends an event to a session, under the session's next number. */
export const dispatch = (
  { world }: Gateway,
  session: Session,
  t: GatewayDispatchEvents,
  d: unknown,
): void => {
  session.sequence += 1
  if (!session.connection) return
  world.wire.record({ platform: 'discord', kind: 'event', summary: t, detail: JSON.parse(JSON.stringify(d)) })
  send(session.connection, GatewayOpcodes.Dispatch, d, { s: session.sequence, t })
}

/** Whether a session's shard is the one that a server (or, without one, direct messages) belongs to. */
export const servesGuild = ({ shard: [id, count] }: Session, guildId: string | undefined): boolean =>
  (guildId === undefined ? 0 : shardOf(guildId, count)) === id

/** Whether a session asked for at least one of these intents. */
export const hasIntent = (session: Session, intents: number): boolean => (session.intents & intents) !== 0

/** Tells every session that asked for such events. Content goes only to those that asked for content. */
export const tell = (
  gateway: Gateway,
  { event, guildId, intents, data, withoutContent }: Announcement,
): void => {
  for (const session of gateway.sessions.values()) {
    if (!servesGuild(session, guildId) || (intents !== 0 && !hasIntent(session, intents))) continue
    const readsContent = hasIntent(
      session,
      GatewayIntentBits.MessageContent & gateway.world.privilegedIntents,
    )
    dispatch(gateway, session, event, readsContent ? data : (withoutContent ?? data))
  }
}
