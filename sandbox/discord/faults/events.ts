import { GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import {
  type EventMishap,
  eventMishaps,
  type HeldEvents,
  pass,
  releaseHeld,
} from '../../../studio/kit/faults/event-order.ts'
import { parse, spanMs, times } from '../../../studio/kit/faults/reading.ts'
import { takeFault } from '../../../studio/kit/faults/taking.ts'
import { faultSpans } from '../limits.ts'
import type { Announcement, World } from '../state.ts'

const schema = z.strictObject({
  events: z.enum(eventMishaps),
  times,
  ms: spanMs.default(faultSpans.lateEventMs),
})

/** What is to become of what people do, on its way to the bot. */
export type EventFault = { readonly events: EventMishap; readonly ms: number; left: number }

export type EventFaults = { readonly waiting: EventFault[]; readonly held: HeldEvents }

/** Nothing is to become of them. */
export const noEventFaults = (): EventFaults => ({ waiting: [], held: [] })

/** Reads such a fault strictly; throws InvalidFault where it makes no sense. */
export const readEventFault = (value: unknown): EventFault => {
  const { times: left, ...fault } = parse(schema, value)
  return { ...fault, left }
}

/** What people do, as the gateway tells it; the rest is never late or doubled here. */
const affected: readonly GatewayDispatchEvents[] = [
  GatewayDispatchEvents.InteractionCreate,
  GatewayDispatchEvents.MessageCreate,
  GatewayDispatchEvents.MessageUpdate,
  GatewayDispatchEvents.MessageDelete,
]

/** Has no further event fail, and lets go what waits. */
export const clearEventFaults = ({ eventFaults: { waiting, held } }: World): void => {
  waiting.length = 0
  releaseHeld(held)
}

/**
 * Hands an event on: once and at once, unless a fault wants otherwise. Twice, it has
 * the same number, as after a resume.
 */
export const passEvent = (
  { clock, eventFaults: { waiting, held } }: World,
  { event }: Announcement,
  send: (how: 'once' | 'twice') => void,
): void => {
  if (!affected.includes(event)) {
    send('once')
    return
  }
  const fault = takeFault(waiting)
  pass(fault?.events, { clock, held, lateMs: fault?.ms ?? faultSpans.lateEventMs }, send)
}
