import type { Envelope, Reception, World } from '../state.ts'
import { postEnvelope } from './requests.ts'

/** Hands an envelope to the app, by its request URL or by one of its sockets, and waits for the acknowledgement. */
export const deliver = (world: World, envelope: Envelope): Promise<Reception> => {
  world.wire.record({
    platform: 'slack',
    kind: 'event',
    summary: `${envelope.type}: ${envelope.title}`,
    detail: envelope.payload,
  })
  return world.requestUrl === undefined
    ? world.sockets.send(envelope)
    : postEnvelope(world, world.requestUrl, envelope)
}
