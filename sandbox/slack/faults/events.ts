import { newId } from '../ids.ts'
import { limits } from '../limits.ts'
import type { Envelope, World } from '../state.ts'
import { takeFault } from './store.ts'

/** Runs once, by whoever calls first: a timer or an overtaking event. */
const once = (run: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}

/** Slack was seen to send one message under up to eleven ids. https://github.com/slackapi/node-slack-sdk/issues/2141 */
const withNewId = (world: World, envelope: Envelope): Envelope => ({
  ...envelope,
  payload: { ...envelope.payload, event_id: newId(world.random, 'Ev') },
})

const hold = (world: World, afterMs: number, send: () => void): void => {
  const release = once(send)
  world.faults.held.push(release)
  world.clock.at(world.clock.now() + afterMs, release)
}

/** The latest first: whatever waited is in the reverse order now. */
const releaseHeld = (world: World): void => {
  for (const release of world.faults.held.splice(0).reverse()) release()
}

/** Hands an event on: once and at once, unless a fault wants otherwise. */
export const passEvent = (world: World, envelope: Envelope, send: (envelope: Envelope) => void): void => {
  const fault = takeFault(world.faults.events)
  const afterMs = fault?.ms ?? limits.lateEventMs
  switch (fault?.events) {
    case 'delay':
      world.clock.at(world.clock.now() + afterMs, () => send(envelope))
      return
    case 'reorder':
      hold(world, afterMs, () => send(envelope))
      return
    case 'repeat':
      send(envelope)
      send(fault.id === 'new' ? withNewId(world, envelope) : envelope)
      break
    case undefined:
      send(envelope)
  }
  releaseHeld(world)
}
