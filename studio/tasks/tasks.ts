import { EventEmitter, once } from 'node:events'
import type { Redis } from 'ioredis'
import { balancesUnder } from '../accounts/accounts.ts'
import { counterField, countersUnder } from '../accounts/counters.ts'
import { toMicrocredits } from '../accounts/microcredits.ts'
import type { Announcement, Outbox } from '../webhooks/outbox.ts'
import type { Insist } from './insistence.ts'
import { admitScript, endScript } from './scripts.ts'
import { createTask, hasEnded, type NewTask, type Task } from './task.ts'

/**
 * Why a task is not taken on: its account cannot pay the estimate, or has its
 * number of unfinished ones already.
 */
export type NotAdmitted = 'no_credits' | 'too_many'

/** All tasks of the service, found by their own id or by the id of one of their outputs. */
export type Tasks = {
  /**
   * Charges the estimate and keeps a new task, or does neither. An account may have `parallelMax` unfinished
   * ones; one that takes no place does not count.
   */
  readonly add: (task: NewTask, parallelMax: number | 'takes no place') => Promise<Task | NotAdmitted>
  /**
   * Replaces the task by what the change makes of its latest state, and marks it as updated now. With the end
   * of a task its account gets back what of the estimate it did not cost. Waits for a Redis that refuses;
   * rejects only when the studio closes.
   */
  readonly update: (taskId: string, change: (task: Task) => Task) => Promise<void>
  readonly byTaskId: (taskId: string) => Promise<Task | undefined>
  readonly byConversionId: (conversionId: string) => Promise<Task | undefined>
  /** Those that have not ended, oldest first. */
  readonly unfinished: () => Promise<readonly Task[]>
  /** Every one that was ever taken on, oldest first. */
  readonly all: () => Promise<readonly Task[]>
  /** Settles with the task as soon as the condition holds for it; undefined for a task nobody knows. */
  readonly until: (taskId: string, holds: (task: Task) => boolean) => Promise<Task | undefined>
}

/** Redis knows no infinity. */
const placesOf = (parallelMax: number | 'takes no place'): number | '' =>
  parallelMax === 'takes no place' ? '' : Math.min(parallelMax, Number.MAX_SAFE_INTEGER)

type TasksOptions = {
  readonly redis: Redis
  /** Nobody else may write under it. */
  readonly prefix: string
  readonly now: () => number
  /** What callers are told of a change: it is written down together with it, and sent after that. */
  readonly announce: Outbox['announce']
  readonly insist: Insist
}

const keysUnder = (prefix: string) => ({
  open: `${prefix}open`,
  openOf: (accountKey: string): string => `${prefix}open:${accountKey}`,
  taskKey: (taskId: string): string => `${prefix}task:${taskId}`,
  conversionKey: (conversionId: string): string => `${prefix}conversion:${conversionId}`,
  balances: balancesUnder(prefix),
  counters: countersUnder(prefix),
})

const oldestFirst = (tasks: readonly (Task | undefined)[]): readonly Task[] =>
  tasks.filter((task) => task !== undefined).toSorted((one, other) => one.createdAtMs - other.createdAtMs)

const parseTask = (stored: string | null): Task | undefined =>
  stored === null ? undefined : JSON.parse(stored)

/** Keeps the tasks in Redis. */
export const createTasks = ({ redis, prefix, now, announce, insist }: TasksOptions): Tasks => {
  const changes = new EventEmitter().setMaxListeners(0)
  const writing = new Map<string, Promise<void>>()
  const { open, taskKey, conversionKey, openOf, balances, counters } = keysUnder(prefix)

  const admit = async (task: Task, places: number | ''): Promise<'accepted' | NotAdmitted> => {
    const { taskId, accountKey, feature, outputs, creditEstimate } = task
    const ofOutputs = outputs.map(({ conversionId }) => conversionKey(conversionId))
    const keys = [taskKey(taskId), open, openOf(accountKey), balances, counters, ...ofOutputs]
    const known = [taskId, JSON.stringify(task), places, accountKey, toMicrocredits(creditEstimate)]
    const counted = [counterField('charged', accountKey), counterField('accepted', accountKey, feature)]
    const admitted = await redis.eval(admitScript, keys.length, ...keys, ...known, ...counted)
    return admitted as 'accepted' | NotAdmitted
  }
  const read = async (taskId: string) => parseTask(await redis.get(taskKey(taskId)))
  const write = async (task: Task, told?: Announcement): Promise<void> => {
    const { taskId, accountKey, creditEstimate, cost = 0 } = task
    const writing = redis.multi().set(taskKey(taskId), JSON.stringify(task))
    if (told !== undefined) writing.hset(told.key, told.records)
    if (hasEnded(task)) {
      const keys = [open, openOf(accountKey), balances, counters]
      const refund = toMicrocredits(creditEstimate - cost)
      const counted = counterField('refunded', accountKey)
      writing.eval(endScript, keys.length, ...keys, taskId, accountKey, refund, counted)
    }
    await writing.exec()
    told?.send()
  }
  const change = async (taskId: string, by: (task: Task) => Task): Promise<void> => {
    const task = await insist(() => read(taskId))
    if (task === undefined) return
    const changed = { ...by(task), updatedAtMs: now() }
    const told = announce(task, changed)
    await insist(() => write(changed, told))
    changes.emit(taskId)
  }

  return {
    add: async (newTask, parallelMax) => {
      const task = createTask(newTask, now())
      const admitted = await admit(task, placesOf(parallelMax))
      return admitted === 'accepted' ? task : admitted
    },
    update: async (taskId, by) => {
      const written = (writing.get(taskId) ?? Promise.resolve()).then(() => change(taskId, by))
      const settled = written.catch(() => undefined)
      writing.set(taskId, settled)
      await written.finally(() => writing.get(taskId) === settled && writing.delete(taskId))
    },
    byTaskId: read,
    byConversionId: async (conversionId) => {
      const taskId = await redis.get(conversionKey(conversionId))
      return taskId === null ? undefined : await read(taskId)
    },
    unfinished: async () => oldestFirst(await Promise.all((await redis.smembers(open)).map(read))),
    all: async () => {
      const keys = await redis.keys(taskKey('*'))
      return oldestFirst(await Promise.all(keys.map(async (key) => parseTask(await redis.get(key)))))
    },
    until: async (taskId, holds) => {
      for (;;) {
        const changed = new AbortController()
        const change = once(changes, taskId, { signal: changed.signal }).catch(() => undefined)
        const task = await read(taskId)
        if (task === undefined || holds(task)) {
          changed.abort()
          return task
        }
        await change
      }
    },
  }
}
