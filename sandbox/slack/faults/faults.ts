import type { Faults } from '../../../studio/kit/faults/faults.ts'
import { InvalidFault } from '../../../studio/kit/faults/invalid-fault.ts'
import type { World } from '../state.ts'
import { addresses, type Fault, readFault, type SignatureFault, type SocketFault } from './schema.ts'
import { noFaults } from './store.ts'
import { failToken } from './tokens.ts'

const endSockets = (world: World, { socket, which }: SocketFault): void => {
  if (world.sockets.end(socket, which) === 0) throw new InvalidFault('socket', 'needs an open socket')
}

const addSignature = (world: World, fault: SignatureFault): void => {
  if (world.registration.requestUrl === undefined)
    throw new InvalidFault('signature', 'needs an app with a request URL; in Socket Mode nothing is signed')
  world.faults.signatures.push(fault)
}

const addFault = (world: World, { kind, fault }: Fault): void => {
  switch (kind) {
    case 'method':
      world.faults.calls.push(fault)
      return
    case 'shares':
      world.faults.shares.push(fault)
      return
    case 'events':
      world.faults.events.push(fault)
      return
    case 'socket':
      endSockets(world, fault)
      return
    case 'token':
      failToken(world, fault)
      return
    case 'signature':
      addSignature(world, fault)
      return
    case 'network':
      world.network.fail(fault)
      return
    case 'eventsPerHour':
      world.faults.eventsPerHour = fault.eventsPerHour
  }
}

/** Makes the tokens of a workspace good again, with which the app is back there as it was. */
export const reinstate = (world: World): void => {
  const { faults, registration } = world
  for (const text of faults.revoked.keys())
    if (registration.tokens.get(text)?.world === world) faults.revoked.delete(text)
  world.installation = faults.removed.get(world) ?? world.installation
  faults.removed.delete(world)
}

/** What waits already still comes. */
const clear = (world: World): void => {
  world.network.mend()
  const nothing = noFaults()
  for (const each of world.registration.workspaces) {
    reinstate(each)
    each.faults = nothing
    for (const file of each.files.values()) file.hidesShares = false
  }
}

/**
 * The faults of a stand-in that serves these methods: once cleared, tokens that were revoked are good again, and
 * files tell where they are shared.
 */
export const createFaults = (world: World, methods: ReadonlySet<string>): Faults => {
  const targets = new Set([...methods, ...addresses])
  return {
    add: (value) => addFault(world, readFault(value, targets)),
    clear: () => clear(world),
  }
}
