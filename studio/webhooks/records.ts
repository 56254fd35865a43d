import { EventEmitter, once } from 'node:events'
import type { Redis } from 'ioredis'
import type { Delivery } from './delivery.ts'

/** The callbacks as they are kept in Redis. */
export type Records = {
  /** The hash in which they are, as JSON by their ids. */
  readonly key: string
  readonly keep: (delivery: Delivery) => Promise<void>
  readonly one: (id: string) => Promise<Delivery | undefined>
  /** In the order in which they were written. */
  readonly all: () => Promise<readonly Delivery[]>
  /** Settles when the condition holds for all of them; looked at again after each change of this task's. */
  readonly until: (taskId: string, holds: (all: readonly Delivery[]) => boolean) => Promise<void>
}

/** Keeps callbacks under the prefix. */
export const createRecords = (redis: Redis, prefix: string): Records => {
  const key = `${prefix}webhooks`
  const changes = new EventEmitter().setMaxListeners(0)
  const all = async (): Promise<readonly Delivery[]> => {
    const kept: readonly Delivery[] = (await redis.hvals(key)).map((text) => JSON.parse(text))
    return kept.toSorted((one, other) => one.order - other.order)
  }
  return {
    key,
    keep: async (delivery) => {
      await redis.hset(key, delivery.id, JSON.stringify(delivery))
      changes.emit(delivery.taskId)
    },
    one: async (id) => {
      const stored = await redis.hget(key, id)
      return stored === null ? undefined : JSON.parse(stored)
    },
    all,
    until: async (taskId, holds) => {
      for (;;) {
        const changed = new AbortController()
        const change = once(changes, taskId, { signal: changed.signal }).catch(() => undefined)
        if (holds(await all())) {
          changed.abort()
          return
        }
        await change
      }
    },
  }
}
