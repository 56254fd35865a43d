import type { HeldEvents } from '../../../studio/kit/faults/event-order.ts'
import type { Installation } from '../manifest.ts'
import type { World } from '../state.ts'
import type { CallFault, EventFault, Revocation, ShareFault, SignatureFault } from './schema.ts'

/** The failures to come, each list in the order of the requests. */
export type FaultStore = {
  readonly calls: CallFault[]
  readonly shares: ShareFault[]
  readonly events: EventFault[]
  readonly signatures: SignatureFault[]
  readonly held: HeldEvents
  /** By token, the code with which each of its calls is refused. */
  readonly revoked: Map<string, Revocation['answer']>
  /** By workspace, what was installed there before the bot's token was revoked. */
  readonly removed: Map<World, Installation>
  /** How few events an hour a workspace may send, if requested. */
  eventsPerHour: number | undefined
}

/** Nothing is to fail. */
export const noFaults = (): FaultStore => ({
  calls: [],
  shares: [],
  events: [],
  signatures: [],
  held: [],
  revoked: new Map(),
  removed: new Map(),
  eventsPerHour: undefined,
})
