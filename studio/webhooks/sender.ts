import type { Counters, WebhookCounters } from '../accounts/counters.ts'
import type { Clock } from '../kit/clock.ts'
import type { StudioRecord } from '../record.ts'
import type { Delivery, DeliveryState } from './delivery.ts'
import { postOnce } from './post.ts'
import type { Records } from './records.ts'

/** Sends callbacks when they are due, and again where they are not answered. */
export type Sender = {
  /** Sends it when it is due; `overtakable` ones go as soon as another one of the task has gone. */
  readonly schedule: (delivery: Delivery, isOvertakable?: boolean) => void
  /** Sends it at once, whatever it waits for. Resolves with what was answered. */
  readonly hurry: (delivery: Delivery) => Promise<string>
  /** Lets all go at once that wait for being overtaken. */
  readonly hurryOvertakable: () => void
}

type SenderOptions = {
  readonly records: Records
  readonly clock: Clock
  readonly closing: AbortSignal
  readonly counters: Counters
  readonly record: Pick<StudioRecord, 'calledBack'>
}

/**
 * When a callback that was not answered with 2xx is sent again. That callbacks are repeated was seen; when
 * they are, is not shown anywhere.
 */
const retryDelaysMs: readonly number[] = [5_000, 30_000, 120_000]

const counterOf: Partial<Readonly<Record<DeliveryState, keyof WebhookCounters>>> = {
  answered: 'answered',
  'given up': 'givenUp',
  lost: 'lost',
  skipped: 'skipped',
}

/** Counts what a callback has come to, if that is an end. */
export const countEnd = async (counters: Counters, { state }: Delivery): Promise<void> => {
  const counter = counterOf[state]
  if (counter !== undefined) await counters.webhook(counter)
}

const afterAttempt = (delivery: Delivery, answer: string, nowMs: number): Delivery => {
  const tried = { ...delivery, attempts: delivery.attempts + 1, lastAnswer: answer }
  if (/^HTTP 2\d\d$/.test(answer)) return { ...tried, state: 'answered' }
  const waitMs = retryDelaysMs[delivery.attempts]
  if (waitMs === undefined) return { ...tried, state: 'given up' }
  return { ...tried, state: 'waiting', dueAtMs: nowMs + waitMs }
}

/** One after another for each name. */
const createQueues = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const done = (last.get(name) ?? Promise.resolve()).then(act)
    const settled = done.catch(() => undefined)
    last.set(name, settled)
    await settled
    if (last.get(name) === settled) last.delete(name)
    return await done
  }
}

/** Makes a sender. No task waits for it. */
export const createSender = ({ records, clock, closing, counters, record }: SenderOptions): Sender => {
  const cancels = new Map<string, () => void>()
  const overtakable = new Map<string, Delivery>()
  const inTurn = createQueues()

  const attempt = async (delivery: Delivery): Promise<string> => {
    const { url, body } = delivery
    const answer = await postOnce({ url, body, clock, closing })
    if (closing.aborted) return answer
    const next = afterAttempt(delivery, answer, clock.now())
    record.calledBack(next)
    await counters.webhook('tried')
    await countEnd(counters, next)
    await records.keep(next)
    if (next.state === 'waiting') schedule(next)
    return answer
  }
  const hurry = (delivery: Delivery): Promise<string> => {
    cancels.get(delivery.id)?.()
    cancels.delete(delivery.id)
    overtakable.delete(delivery.id)
    return inTurn(delivery.taskId, () => attempt(delivery))
  }
  /** Redis may be gone when the studio is closing; the record is still there for the next one. */
  const go = (delivery: Delivery): void => void hurry(delivery).catch(() => undefined)

  const schedule: Sender['schedule'] = (delivery, isOvertakable = false) => {
    const fall = (): void => {
      go(delivery)
      for (const late of overtakable.values()) if (late.taskId === delivery.taskId) go(late)
    }
    if (isOvertakable) overtakable.set(delivery.id, delivery)
    cancels.set(delivery.id, clock.at(delivery.dueAtMs, fall))
  }
  return {
    schedule,
    hurry,
    hurryOvertakable: () => {
      for (const late of overtakable.values()) go(late)
    },
  }
}
