import { recordBreach } from '../breaches.ts'
import { limits } from '../limits.ts'
import type { Envelope, Reception, World } from '../state.ts'

/** An envelope that went out and is not acknowledged. */
export type Waiting = {
  readonly envelope: Envelope
  readonly sentAtMs: number
  readonly reception: Promise<Reception>
  settle(reception: Reception): void
  /** The connection ended by our doing, so nobody else is to blame when no acknowledgement comes. */
  excuse(): void
  state: 'waiting' | 'acknowledged' | 'late' | 'lost'
}

/** Secrets of people's doing stay out of the wire's one line; the body is in its detail. */
const recordAck = (world: World, title: string, body: unknown): void => {
  world.wire.record({ platform: 'slack', kind: 'ack', summary: `acknowledged ${title}`, detail: body })
}

/** Waits three seconds of the world's time for an acknowledgement; without one the envelope is lost. */
export const awaitAck = (world: World, envelope: Envelope): Waiting => {
  const { promise, resolve } = Promise.withResolvers<Reception>()
  const sentAtMs = world.clock.now()
  let isExcused = false
  const waiting: Waiting = {
    envelope,
    sentAtMs,
    reception: promise,
    state: 'waiting',
    settle: (reception) => {
      if (waiting.state !== 'waiting') return
      waiting.state = reception.kind === 'acknowledged' ? 'acknowledged' : 'lost'
      cancel()
      if (reception.kind === 'acknowledged') recordAck(world, envelope.title, reception.body)
      resolve(reception)
    },
    excuse: () => {
      isExcused = true
    },
  }
  const cancel = world.clock.at(sentAtMs + limits.ackMs, () => {
    waiting.state = 'late'
    if (!isExcused && !world.network.failedSince(sentAtMs))
      recordBreach(world, 'not acknowledged within', {
        to: envelope.title,
        more: `${limits.ackMs} ms`,
        detail: envelope.payload,
      })
    resolve({ kind: 'failed', error: 'operation_timeout', reason: 'http_timeout' })
  })
  return waiting
}

/** Nothing at all and an empty object both say no more than "received". */
export const normalBody = (body: unknown): unknown => {
  const isEmptyObject =
    typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0
  return body === '' || body === null || isEmptyObject ? undefined : body
}
