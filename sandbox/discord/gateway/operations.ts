import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  GatewayOpcodes,
  type GatewayReadyDispatchData,
} from 'discord-api-types/v10'
import type { z } from 'zod'
import { hasBot } from '../guild-changes.ts'
import { renderGuildEvent } from '../render-guild.ts'
import { renderMember } from '../render-member.ts'
import { applicationFlags } from '../routes/application.ts'
import type { World } from '../state.ts'
import { randomText } from '../world.ts'
import { GatewayClose } from './closing.ts'
import {
  allIntents,
  heartbeatData,
  type IdentifyData,
  identifyData,
  presenceData,
  privilegedIntents,
  requestMembersData,
  resumeData,
} from './payloads.ts'
import {
  type Connection,
  canReplay,
  dispatch,
  endSession,
  findSession,
  type Gateway,
  hasIntent,
  replay,
  type Session,
  send,
  servesGuild,
} from './sessions.ts'

const read = <T extends z.ZodType>(schema: T, d: unknown): z.output<T> => {
  const { data, error } = schema.safeParse(d)
  if (error) throw new GatewayClose(GatewayCloseCodes.DecodeError, error.issues)
  return data
}

const checkIdentity = (world: World, { token, intents, shard, compress }: IdentifyData): void => {
  if (compress) throw new GatewayClose(GatewayCloseCodes.DecodeError, 'compression is not served')
  if (token !== world.token) throw new GatewayClose(GatewayCloseCodes.AuthenticationFailed)
  if (intents & ~allIntents) throw new GatewayClose(GatewayCloseCodes.InvalidIntents, { intents })
  if (intents & privilegedIntents & ~world.privilegedIntents)
    throw new GatewayClose(GatewayCloseCodes.DisallowedIntents, { intents })
  if (shard && shard[0] >= shard[1]) throw new GatewayClose(GatewayCloseCodes.InvalidShard, { shard })
}

const welcome = (gateway: Gateway, session: Session): void => {
  const { world } = gateway
  const guilds = [...world.guilds.values()].filter(
    (guild) => hasBot(world, guild) && servesGuild(session, guild.id),
  )
  const flags = applicationFlags(world)
  const ready = {
    v: 10,
    user: world.bot,
    guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
    session_id: session.id,
    resume_gateway_url: world.origin.replace('http', 'ws'),
    shard: [...session.shard],
    application: { id: world.applicationId, flags, flags_new: String(flags) },
  } satisfies GatewayReadyDispatchData
  dispatch(gateway, session, GatewayDispatchEvents.Ready, ready)
  if (!hasIntent(session, GatewayIntentBits.Guilds)) return
  const listMembers = hasIntent(session, GatewayIntentBits.GuildMembers)
  for (const guild of guilds)
    dispatch(gateway, session, GatewayDispatchEvents.GuildCreate, renderGuildEvent(world, guild, listMembers))
}

const refuseSecondSession = ({ session }: Connection): void => {
  if (session) throw new GatewayClose(GatewayCloseCodes.AlreadyAuthenticated)
}

const identify = (gateway: Gateway, connection: Connection, d: unknown): void => {
  const { world } = gateway
  refuseSecondSession(connection)
  const data = read(identifyData, d)
  checkIdentity(world, data)
  const { token: _, ...shown } = data
  world.wire.record({ platform: 'discord', kind: 'request', summary: 'gateway identify', detail: shown })
  const session: Session = {
    id: randomText(world.random, 32),
    intents: data.intents,
    shard: data.shard ?? [0, 1],
    sequence: 0,
    connection,
    sent: [],
    leftAtMs: undefined,
  }
  connection.session = session
  gateway.sessions.set(session.id, session)
  welcome(gateway, session)
}

const checkSequence = (gateway: Gateway, session: Session, sequence: number | null): number => {
  if (sequence !== null && sequence >= 0 && sequence <= session.sequence) return sequence
  endSession(gateway, session)
  throw new GatewayClose(GatewayCloseCodes.InvalidSeq, { sequence, last: session.sequence })
}

/** A client that comes back before its old connection is known to be gone has that one ended. */
const takeUp = (session: Session, connection: Connection): void => {
  const former = session.connection
  if (former) {
    former.session = undefined
    former.socket.terminate()
  }
  session.connection = connection
  session.leftAtMs = undefined
  connection.session = session
}

/** Op 9 with false says that a session is beyond resuming. https://docs.discord.com/developers/events/gateway#resuming */
const resume = (gateway: Gateway, connection: Connection, d: unknown): void => {
  refuseSecondSession(connection)
  const { world } = gateway
  const { token, session_id: sessionId, seq } = read(resumeData, d)
  if (token !== world.token) throw new GatewayClose(GatewayCloseCodes.AuthenticationFailed)
  world.wire.record({
    platform: 'discord',
    kind: 'request',
    summary: 'gateway resume',
    detail: { sessionId, seq },
  })
  const session = findSession(gateway, sessionId)
  const sequence = session && checkSequence(gateway, session, seq)
  if (!session || sequence === undefined || !canReplay(session, sequence)) {
    send(connection, GatewayOpcodes.InvalidSession, false)
    return
  }
  takeUp(session, connection)
  replay(gateway, session, sequence)
  dispatch(gateway, session, GatewayDispatchEvents.Resumed, { _trace: [] })
}

const sendMembers = (gateway: Gateway, session: Session, d: unknown): void => {
  const { world } = gateway
  const { guild_id: guildId, user_ids: userIds, query, limit, nonce } = read(requestMembersData, d)
  const guild = world.guilds.get(guildId)
  if (!guild || !hasBot(world, guild)) throw new GatewayClose(GatewayCloseCodes.DecodeError, { guildId })
  const wanted = [userIds ?? []].flat()
  const prefix = (query ?? '').toLowerCase()
  const found = [...guild.members.values()].filter(({ userId }) =>
    userIds ? wanted.includes(userId) : world.users.get(userId)?.username.startsWith(prefix),
  )
  dispatch(gateway, session, GatewayDispatchEvents.GuildMembersChunk, {
    guild_id: guild.id,
    members: found.slice(0, limit || found.length).map((member) => renderMember(world, member)),
    chunk_index: 0,
    chunk_count: 1,
    not_found: wanted.filter((id) => !guild.members.has(id)),
    ...(nonce && { nonce }),
  })
}

type Operation = (gateway: Gateway, connection: Connection, d: unknown) => void

const identified =
  (run: (gateway: Gateway, session: Session, d: unknown) => void): Operation =>
  (gateway, { session }, d) => {
    if (!session) throw new GatewayClose(GatewayCloseCodes.NotAuthenticated)
    run(gateway, session, d)
  }

const operations: Readonly<Record<number, Operation>> = {
  [GatewayOpcodes.Heartbeat]: (_gateway, connection, d) => {
    read(heartbeatData, d)
    send(connection, GatewayOpcodes.HeartbeatAck, null)
  },
  [GatewayOpcodes.Identify]: identify,
  [GatewayOpcodes.Resume]: resume,
  [GatewayOpcodes.PresenceUpdate]: identified((_gateway, _session, d) => {
    read(presenceData, d)
  }),
  [GatewayOpcodes.VoiceStateUpdate]: identified(() => undefined),
  [GatewayOpcodes.RequestGuildMembers]: identified(sendMembers),
}

/** Does what a client's payload asks, or throws the close that it earns. */
export const obey = (gateway: Gateway, connection: Connection, op: number, d: unknown): void => {
  const operation = operations[op]
  if (!operation) throw new GatewayClose(GatewayCloseCodes.UnknownOpcode, { op })
  operation(gateway, connection, d)
}
