import { pass } from '../../../studio/kit/faults/event-order.ts'
import { takeFault } from '../../../studio/kit/faults/taking.ts'
import { newId } from '../ids.ts'
import { limits } from '../limits.ts'
import type { Envelope, World } from '../state.ts'

/**
 * Slack was seen to send one message under up to eleven ids.
 * https://github.com/slackapi/node-slack-sdk/issues/2141
 */
const withNewId = (world: World, envelope: Envelope): Envelope => ({
  ...envelope,
  payload: { ...envelope.payload, event_id: newId(world.random, 'Ev') },
})

/** Hands an event on: once and at once, unless a fault wants otherwise. */
export const passEvent = (world: World, envelope: Envelope, send: (envelope: Envelope) => void): void => {
  const { clock, faults } = world
  const fault = takeFault(faults.events)
  const lateMs = fault?.ms ?? limits.lateEventMs
  pass(fault?.events, { clock, held: faults.held, lateMs }, (how) => {
    send(envelope)
    if (how === 'twice') send(fault?.id === 'new' ? withNewId(world, envelope) : envelope)
  })
}
