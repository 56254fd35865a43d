import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  GatewayOpcodes,
  type GatewayReadyDispatchData,
} from 'discord-api-types/v10'
import { recordBreach } from '../breaches.ts'
import { hasBot } from '../guild-changes.ts'
import { renderGuildEvent } from '../render-guild.ts'
import { applicationFlags } from '../routes/application.ts'
import type { Guild, World } from '../state.ts'
import { createToken, randomText } from '../world.ts'
import { GatewayClose } from './closing.ts'
import { allIntents, type IdentifyData, identifyData, privilegedIntents, readData } from './payloads.ts'
import {
  type Connection,
  dispatch,
  endSession,
  type Gateway,
  hasIntent,
  type Session,
  type Shard,
  send,
  servesGuild,
} from './sessions.ts'
import { countStart } from './starts.ts'

const guildsOf = (world: World, shard: Shard): readonly Guild[] =>
  [...world.guilds.values()].filter((guild) => hasBot(world, guild) && servesGuild(shard, guild.id))

const checkShard = (world: World, shard: Shard): void => {
  const { shardsMultipleOf, guildsPerShard } = world.starts.rules
  const [id, count] = shard
  if (id >= count || count % shardsMultipleOf !== 0)
    throw new GatewayClose(GatewayCloseCodes.InvalidShard, { shard, shardsMultipleOf })
  if (guildsOf(world, shard).length > guildsPerShard)
    throw new GatewayClose(GatewayCloseCodes.ShardingRequired, { shard, guildsPerShard })
}

const checkIntents = (world: World, { intents }: IdentifyData): void => {
  // As whole numbers, since the bits of a number end at the 32nd.
  if (BigInt(intents) & ~BigInt(allIntents))
    throw new GatewayClose(GatewayCloseCodes.InvalidIntents, { intents })
  if (intents & privilegedIntents & ~world.privilegedIntents)
    throw new GatewayClose(GatewayCloseCodes.DisallowedIntents, { intents })
}

const welcome = (gateway: Gateway, session: Session): void => {
  const { world } = gateway
  const guilds = guildsOf(world, session.shard)
  const flags = applicationFlags(world)
  const ready = {
    v: 10,
    user: world.bot,
    guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
    session_id: session.id,
    resume_gateway_url: world.origin.replace('http', 'ws'),
    ...(session.isSharded && { shard: [...session.shard] }),
    application: { id: world.applicationId, flags, flags_new: String(flags) },
  } satisfies GatewayReadyDispatchData
  dispatch(gateway, session, GatewayDispatchEvents.Ready, ready)
  if (!hasIntent(session, GatewayIntentBits.Guilds)) return
  const listMembers = hasIntent(session, GatewayIntentBits.GuildPresences)
  for (const guild of guilds) {
    if (guild.isOut)
      dispatch(gateway, session, GatewayDispatchEvents.GuildDelete, { id: guild.id, unavailable: true })
    else
      dispatch(
        gateway,
        session,
        GatewayDispatchEvents.GuildCreate,
        renderGuildEvent(world, guild, listMembers),
      )
  }
}

const start = (gateway: Gateway, connection: Connection, { intents, shard }: IdentifyData): void => {
  const session: Session = {
    id: randomText(gateway.world.random, 32),
    intents,
    shard: shard ?? [0, 1],
    isSharded: Boolean(shard),
    sequence: 0,
    connection,
    sent: [],
    leftAtMs: undefined,
  }
  connection.session = session
  gateway.sessions.set(session.id, session)
  welcome(gateway, session)
}

/**
 * Every session ends, and the token with them.
 * https://docs.discord.com/developers/events/gateway#identifying
 */
const resetToken = (gateway: Gateway, connection: Connection): void => {
  const { world, sessions } = gateway
  world.token = createToken(world.random, world.bot.id)
  const connected = [...sessions.values()].flatMap((session) => session.connection ?? [])
  for (const session of [...sessions.values()]) endSession(gateway, session)
  for (const { socket } of [...connected, connection])
    socket.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.')
}

const checkCompression = ({ compress }: IdentifyData): void => {
  if (compress) throw new GatewayClose(GatewayCloseCodes.DecodeError, 'compression is not served')
}

/** A connection has one session at most. */
export const refuseSecondSession = ({ session }: Connection): void => {
  if (session) throw new GatewayClose(GatewayCloseCodes.AlreadyAuthenticated)
}

/**
 * Starts a session, unless the client comes too soon, which is told by op 9, or does not keep to the rules.
 * https://docs.discord.com/developers/events/gateway#identifying
 */
export const identify = (gateway: Gateway, connection: Connection, d: unknown): void => {
  const { world } = gateway
  refuseSecondSession(connection)
  const data = readData(identifyData, d)
  const { token, ...shown } = data
  checkCompression(data)
  if (token !== world.token) throw new GatewayClose(GatewayCloseCodes.AuthenticationFailed)
  const outcome = countStart(world, data.shard?.[0] ?? 0)
  const record = (summary: string) =>
    world.wire.record({ platform: 'discord', kind: 'request', summary, detail: shown })
  switch (outcome) {
    case 'too many today':
      recordBreach(world, 'started more sessions than a day allows', { detail: shown })
      resetToken(gateway, connection)
      return
    case 'too soon again':
      recordBreach(world, 'identified again too soon', { detail: shown })
      send(connection, GatewayOpcodes.InvalidSession, false)
      return
    case 'too soon':
      record('gateway identify too soon')
      send(connection, GatewayOpcodes.InvalidSession, false)
      return
    case 'may start':
      checkShard(world, data.shard ?? [0, 1])
      checkIntents(world, data)
      record('gateway identify')
      start(gateway, connection, data)
  }
}
