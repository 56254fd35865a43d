import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10'
import { InvalidFault } from '../../../studio/kit/faults/invalid-fault.ts'
import type { GatewayFault, OutageFault } from '../faults/schema.ts'
import { endOutage, startOutage } from '../outages.ts'
import { endsSession } from './closing.ts'
import { type Connection, endSession, type Gateway, leaveSession, type Session, send } from './sessions.ts'

type ConnectionFault = Exclude<GatewayFault, OutageFault>

const failOne = (
  gateway: Gateway,
  session: Session,
  connection: Connection,
  fault: ConnectionFault,
): void => {
  switch (fault.gateway) {
    case 'reconnect':
      send(connection, GatewayOpcodes.Reconnect, null)
      return
    case 'invalid session':
      if (fault.resumable) leaveSession(gateway, session)
      else endSession(gateway, session)
      send(connection, GatewayOpcodes.InvalidSession, fault.resumable)
      return
    case 'drop':
      connection.socket.terminate()
      return
    case 'silence':
      clearTimeout(connection.heartbeatTimer)
      connection.isSilent = true
      return
    case 'heartbeat':
      send(connection, GatewayOpcodes.Heartbeat, null)
      return
    case 'close':
      if (endsSession(fault.code)) endSession(gateway, session)
      connection.socket.close(fault.code, GatewayCloseCodes[fault.code] ?? '')
  }
}

const startOutageOf = ({ world }: Gateway, { guild: id, ms }: OutageFault): void => {
  const [first] = world.guilds.values()
  const guild = id === undefined ? first : world.guilds.get(id)
  if (!guild) throw new InvalidFault('guild', 'must be the id of a server')
  startOutage(world, guild)
  if (ms !== undefined) world.clock.at(world.clock.now() + ms, () => endOutage(world, guild))
}

/**
 * Lets every connection that identified, or a server, fail at once, as the network or Discord itself fails.
 *
 * @throws InvalidFault when there is none
 */
export const failGateway = (gateway: Gateway, fault: GatewayFault): void => {
  if (fault.gateway === 'guild outage') {
    startOutageOf(gateway, fault)
    return
  }
  const connected = [...gateway.sessions.values()].flatMap((session) =>
    session.connection && !session.connection.isSilent ? [{ session, connection: session.connection }] : [],
  )
  if (connected.length === 0) throw new InvalidFault('gateway', 'needs a connection that identified')
  for (const { session, connection } of connected) failOne(gateway, session, connection, fault)
}
