import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { eventMishaps } from '../kit/faults/event-order.ts'
import { parse, refuseIf, spanMs, times } from '../kit/faults/reading.ts'
import type { Delivery } from './delivery.ts'

const mishaps = [...eventMishaps, 'lose', 'hold', 'forge'] as const

const forgeries = ['unknown task', 'other task', 'other content', 'other address'] as const
type Forgery = (typeof forgeries)[number]

const schema = z.strictObject({
  webhooks: z.enum(mishaps),
  /** What is wrong with a forged one, which goes ahead of the true one. */
  as: z.enum(forgeries).optional(),
  ms: spanMs.optional(),
  times,
})

/** What is to become of callbacks to come. */
export type WebhookFault = Omit<z.output<typeof schema>, 'times'> & { left: number }

/** How late one is unless something else is said. */
const lateMs = 5_000

/** Reads such a fault strictly; throws InvalidFault where it makes no sense. */
export const readWebhookFault = (value: unknown): WebhookFault => {
  const { times: left, ...fault } = parse(schema, value)
  const isLate = fault.webhooks === 'delay' || fault.webhooks === 'reorder'
  refuseIf(fault.ms !== undefined && !isLate, 'ms', 'belongs to delay and reorder')
  refuseIf(fault.as !== undefined && fault.webhooks !== 'forge', 'as', 'belongs to forge')
  return { ...fault, left }
}

/** The address with another last letter, where callers put what only the service knows. */
const otherAddress = (url: string): string => `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`

const foreignFile = 'http://198.51.100.7/not-ours.mp3'

/**
 * Every address of a file leads elsewhere; 198.51.100.0/24 is nobody's
 * (https://www.rfc-editor.org/rfc/rfc5737).
 */
const withForeignFiles = (body: Delivery['body']): Delivery['body'] =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && /^https?:/.test(value) ? foreignFile : value,
    ]),
  )

const forged = (delivery: Delivery, how: Forgery, otherTaskId: string | undefined): Delivery => {
  const copy = { ...delivery, id: randomUUID() }
  switch (how) {
    case 'unknown task':
      return { ...copy, body: { ...copy.body, task_id: randomUUID() } }
    case 'other task':
      return { ...copy, body: { ...copy.body, task_id: otherTaskId ?? randomUUID() } }
    case 'other content':
      return { ...copy, body: withForeignFiles(copy.body) }
    case 'other address':
      return { ...copy, url: otherAddress(copy.url) }
  }
}

/** What goes out in place of a callback, in order. `otherTaskId` is that of a task it does not belong to. */
export const suffer = (
  delivery: Delivery,
  fault: WebhookFault | undefined,
  otherTaskId: string | undefined,
): readonly Delivery[] => {
  const { webhooks: mishap, ms = lateMs, as = 'unknown task' } = fault ?? {}
  switch (mishap) {
    case undefined:
      return [delivery]
    case 'lose':
      return [{ ...delivery, state: 'lost' }]
    case 'hold':
      return [{ ...delivery, state: 'held' }]
    case 'repeat':
      return [delivery, { ...delivery, id: randomUUID() }]
    case 'delay':
    case 'reorder':
      return [{ ...delivery, dueAtMs: delivery.dueAtMs + ms }]
    case 'forge':
      return [forged(delivery, as, otherTaskId), delivery]
  }
}
