import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Counters } from '../accounts/counters.ts'
import type { Clock } from '../kit/clock.ts'
import { takeFault } from '../kit/faults/taking.ts'
import { isThisMachine } from '../loopback.ts'
import type { StudioRecord } from '../record.ts'
import type { Task } from '../tasks/task.ts'
import type { Delivery } from './delivery.ts'
import type { WebhookDialect } from './dialect.ts'
import { suffer, type WebhookFault } from './mishaps.ts'
import { newsBetween } from './news.ts'
import { payloadOf } from './payloads.ts'
import { createRecords } from './records.ts'
import { countEnd, createSender } from './sender.ts'

/**
 * Callbacks that are still to be written down: `records` go into the hash `key`, and `send` comes after that.
 */
export type Announcement = {
  readonly key: string
  readonly records: Readonly<Record<string, string>>
  readonly send: () => void
}

/** The callbacks of all tasks. */
export type Outbox = {
  /** The events to send for a change of a task; undefined for none. */
  readonly announce: (before: Task, after: Task) => Announcement | undefined
  /** Goes on with those that an earlier studio did not get rid of. */
  readonly resume: () => Promise<void>
  /** All of a task, or of all tasks, in the order in which they were written. */
  readonly list: (taskId?: string) => Promise<readonly Delivery[]>
  /** Sends one at once, whatever its state; what was answered, or undefined for an id nobody knows. */
  readonly letGo: (id: string) => Promise<string | undefined>
  /** Lets all go that are held back, or wait to be overtaken. */
  readonly letAllGo: () => Promise<void>
  /** Settles when each callback of the task that is due was tried. */
  readonly tried: (taskId: string) => Promise<void>
}

type OutboxOptions = {
  readonly redis: Redis
  readonly prefix: string
  readonly clock: Clock
  readonly closing: AbortSignal
  readonly counters: Counters
  readonly record: Pick<StudioRecord, 'calledBack'>
  /** Faults to come; those that happened leave the list. */
  readonly faults: WebhookFault[]
  readonly dialectOf: (task: Task) => WebhookDialect
}

const stateFor = (url: string): Delivery['state'] =>
  URL.canParse(url) && isThisMachine(new URL(url).hostname) ? 'waiting' : 'skipped'

/** An outgoing event, and whether another should overtake it. */
type Outgoing = { readonly delivery: Delivery; readonly isOvertakable: boolean }

const createWriting = ({ clock, faults, dialectOf }: OutboxOptions) => {
  let order = 0
  let latestTaskIds: readonly string[] = []
  const nextOrder = (): number => {
    order = Math.max(order + 1, clock.now())
    return order
  }
  return (before: Task, after: Task): readonly Outgoing[] => {
    const { taskId, webhookUrl: url } = after
    latestTaskIds = [taskId, ...latestTaskIds.filter((other) => other !== taskId)].slice(0, 2)
    if (url === '') return []
    const dialect = dialectOf(after)
    return newsBetween(before, after, dialect).flatMap((news) => {
      const known = { id: randomUUID(), order: 0, taskId, url, news: news.kind, lastAnswer: '' }
      const body = payloadOf(after, news, dialect)
      const state = stateFor(url)
      const delivery: Delivery = { ...known, body, state, attempts: 0, dueAtMs: clock.now() }
      const fault = state === 'waiting' ? takeFault(faults) : undefined
      return suffer(delivery, fault, latestTaskIds[1]).map((suffered) => ({
        delivery: { ...suffered, order: nextOrder() },
        isOvertakable: fault?.webhooks === 'reorder',
      }))
    })
  }
}

/**
 * Keeps callbacks in Redis, under the prefix, from before they are sent; none of them keeps a task waiting.
 */
export const createOutbox = (options: OutboxOptions): Outbox => {
  const { redis, prefix, clock, counters, record } = options
  const records = createRecords(redis, prefix)
  const sender = createSender({ ...options, records })
  const write = createWriting(options)

  const letGo = async (id: string): Promise<string | undefined> => {
    const delivery = await records.one(id)
    return delivery === undefined ? undefined : await sender.hurry(delivery)
  }
  const sendAll = (outgoing: readonly Outgoing[]): void => {
    for (const { delivery, isOvertakable } of outgoing) {
      if (delivery.state === 'waiting') {
        sender.schedule(delivery, isOvertakable)
        continue
      }
      record.calledBack(delivery)
      countEnd(counters, delivery).catch(() => undefined)
    }
  }
  const isDue = ({ state, attempts, dueAtMs }: Delivery): boolean =>
    state === 'waiting' && attempts === 0 && dueAtMs <= clock.now()

  return {
    announce: (before, after) => {
      const outgoing = write(before, after)
      if (outgoing.length === 0) return undefined
      const texts = outgoing.map(({ delivery }) => [delivery.id, JSON.stringify(delivery)])
      return { key: records.key, records: Object.fromEntries(texts), send: () => sendAll(outgoing) }
    },
    resume: async () => {
      for (const delivery of await records.all()) if (delivery.state === 'waiting') sender.schedule(delivery)
    },
    list: async (taskId) =>
      (await records.all()).filter((delivery) => taskId === undefined || delivery.taskId === taskId),
    letGo,
    letAllGo: async () => {
      sender.hurryOvertakable()
      for (const { id, state } of await records.all()) {
        if (state === 'held') letGo(id).catch(() => undefined)
      }
    },
    tried: (taskId) =>
      records.until(taskId, (all) => !all.some((delivery) => delivery.taskId === taskId && isDue(delivery))),
  }
}
