import { GatewayCloseCodes, GatewayDispatchEvents, GatewayOpcodes } from 'discord-api-types/v10'
import { GatewayClose } from './closing.ts'
import { identify, refuseSecondSession } from './identifying.ts'
import { sendMembers } from './members.ts'
import {
  heartbeatData,
  presenceData,
  readData,
  resumeData,
  soundboardData,
  voiceStateData,
} from './payloads.ts'
import {
  type Connection,
  canReplay,
  dispatch,
  endSession,
  findSession,
  type Gateway,
  replay,
  type Session,
  send,
} from './sessions.ts'

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

/**
 * Op 9 with false says that a session is beyond resuming.
 * https://docs.discord.com/developers/events/gateway#resuming
 */
const resume = (gateway: Gateway, connection: Connection, d: unknown): void => {
  refuseSecondSession(connection)
  const { world } = gateway
  const { token, session_id: sessionId, seq } = readData(resumeData, d)
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

/**
 * No server here has sounds of its own.
 * https://docs.discord.com/developers/events/gateway-events#soundboard-sounds
 */
const sendSounds = (gateway: Gateway, session: Session, d: unknown): void => {
  for (const guildId of readData(soundboardData, d).guild_ids)
    dispatch(gateway, session, GatewayDispatchEvents.SoundboardSounds, {
      guild_id: guildId,
      soundboard_sounds: [],
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
    readData(heartbeatData, d)
    send(connection, GatewayOpcodes.HeartbeatAck, null)
  },
  [GatewayOpcodes.Identify]: identify,
  [GatewayOpcodes.Resume]: resume,
  [GatewayOpcodes.PresenceUpdate]: identified((_gateway, _session, d) => {
    readData(presenceData, d)
  }),
  [GatewayOpcodes.VoiceStateUpdate]: identified((_gateway, _session, d) => {
    readData(voiceStateData, d)
  }),
  [GatewayOpcodes.RequestGuildMembers]: identified(sendMembers),
  [GatewayOpcodes.RequestSoundboardSounds]: identified(sendSounds),
}

/** Does what a client's payload asks, or throws the close that it earns. */
export const obey = (gateway: Gateway, connection: Connection, op: number, d: unknown): void => {
  const operation = operations[op]
  if (!operation) throw new GatewayClose(GatewayCloseCodes.UnknownOpcode, { op })
  operation(gateway, connection, d)
}
