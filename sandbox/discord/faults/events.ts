import { GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Announcement, World } from '../state.ts'

/** How late an event comes that is to be late, unless told: well within the time for an answer. */
export const lateEventMs = 1_000

/** reorder: the event waits for the next one, or for `ms` when none comes. */
export const eventFault = z.strictObject({
  events: z.enum(['repeat', 'delay', 'reorder']),
  times: z.int().min(1).max(1000).default(1),
  ms: z
    .int()
    .min(1)
    .max(24 * 60 * 60_000)
    .default(lateEventMs),
})

/** What is to become of what people do, on its way to the bot. */
export type EventFault = z.output<typeof eventFault>

export type EventFaults = {
  waiting: readonly EventFault[]
  /** Events that wait for another to overtake them; each goes once, whoever lets it go first. */
  held: readonly (() => void)[]
}

/** Nothing is to become of them. */
export const noEventFaults = (): EventFaults => ({ waiting: [], held: [] })

/** What people do, as the gateway tells it; the rest is never late or doubled here. */
const affected: readonly GatewayDispatchEvents[] = [
  GatewayDispatchEvents.InteractionCreate,
  GatewayDispatchEvents.MessageCreate,
  GatewayDispatchEvents.MessageUpdate,
  GatewayDispatchEvents.MessageDelete,
]

const take = ({ eventFaults }: World): EventFault | undefined => {
  const [fault, ...others] = eventFaults.waiting
  if (fault)
    eventFaults.waiting = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }, ...others] : others
  return fault
}

const hold = ({ eventFaults, clock }: World, ms: number, send: () => void): void => {
  const release = () => {
    if (!eventFaults.held.includes(release)) return
    eventFaults.held = eventFaults.held.filter((other) => other !== release)
    send()
  }
  eventFaults.held = [...eventFaults.held, release]
  clock.at(clock.now() + ms, release)
}

/** Lets everything go that waits, the latest first. */
const releaseHeld = ({ eventFaults }: World): void => {
  for (const release of [...eventFaults.held].reverse()) release()
}

/** Has no further event fail, and lets go what waits. */
export const clearEventFaults = (world: World): void => {
  world.eventFaults.waiting = []
  releaseHeld(world)
}

/** Hands an event on: once and at once, unless a fault wants otherwise. Twice, it has the same number, as after a resume. */
export const passEvent = (
  world: World,
  { event }: Announcement,
  send: (how: 'once' | 'twice') => void,
): void => {
  if (!affected.includes(event)) {
    send('once')
    return
  }
  const fault = take(world)
  switch (fault?.events) {
    case 'delay':
      world.clock.at(world.clock.now() + fault.ms, () => send('once'))
      return
    case 'reorder':
      hold(world, fault.ms, () => send('once'))
      return
    case 'repeat':
      send('twice')
      break
    case undefined:
      send('once')
  }
  releaseHeld(world)
}
