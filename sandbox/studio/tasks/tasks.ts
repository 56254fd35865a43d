import { EventEmitter, once } from 'node:events'
import type { Redis } from 'ioredis'
import type { Announcement, Outbox } from '../webhooks/outbox.ts'
import type { Insist } from './insistence.ts'
import { createTask, hasEnded, type NewTask, type Task } from './task.ts'

/** All tasks of the service, found by their own id or by the id of one of their outputs. */
export type Tasks = {
  /**
   * Keeps a new task; undefined when the account has `parallelMax` unfinished ones already. One that takes no place does
   * not count.
   */
  readonly add: (task: NewTask, parallelMax: number | 'takes no place') => Promise<Task | undefined>
  /**
   * Replaces the task by what the change makes of its latest state, and marks it as updated now. Waits for a Redis that
   * refuses; rejects only when the studio closes.
   */
  readonly update: (taskId: string, change: (task: Task) => Task) => Promise<void>
  readonly byTaskId: (taskId: string) => Promise<Task | undefined>
  readonly byConversionId: (conversionId: string) => Promise<Task | undefined>
  /** Those that have not ended, oldest first. */
  readonly unfinished: () => Promise<readonly Task[]>
  /** Settles with the task as soon as the condition holds for it; undefined for a task nobody knows. */
  readonly until: (taskId: string, holds: (task: Task) => boolean) => Promise<Task | undefined>
}

/** Takes a place among the unfinished tasks of an account, and of all, unless the account has its number. */
const takePlaceScript = `
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('SADD', KEYS[2], ARGV[1])
return 1
`

/** Redis knows no infinity. */
const toLimit = (parallelMax: number): number => Math.min(parallelMax, Number.MAX_SAFE_INTEGER)

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
})

const parseTask = (stored: string | null): Task | undefined =>
  stored === null ? undefined : JSON.parse(stored)

/** Keeps the tasks in Redis. */
export const createTasks = ({ redis, prefix, now, announce, insist }: TasksOptions): Tasks => {
  const changes = new EventEmitter().setMaxListeners(0)
  const writing = new Map<string, Promise<void>>()
  const { open, taskKey, conversionKey, openOf } = keysUnder(prefix)

  const takePlace = async (
    { taskId, accountKey }: Task,
    parallelMax: number | 'takes no place',
  ): Promise<boolean> => {
    if (parallelMax === 'takes no place') return (await redis.sadd(open, taskId)) === 1
    const taken = await redis.eval(takePlaceScript, 2, openOf(accountKey), open, taskId, toLimit(parallelMax))
    return taken === 1
  }
  const read = async (taskId: string) => parseTask(await redis.get(taskKey(taskId)))
  const write = async (task: Task, told?: Announcement): Promise<void> => {
    const { taskId, accountKey } = task
    const writing = redis.multi().set(taskKey(taskId), JSON.stringify(task))
    if (told !== undefined) writing.hset(told.key, told.records)
    if (hasEnded(task)) writing.srem(openOf(accountKey), taskId).srem(open, taskId)
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
      if (!(await takePlace(task, parallelMax))) return undefined
      try {
        for (const { conversionId } of task.outputs) await redis.set(conversionKey(conversionId), task.taskId)
        await write(task)
        return task
      } catch (error) {
        await redis.multi().srem(openOf(task.accountKey), task.taskId).srem(open, task.taskId).exec()
        throw error
      }
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
    unfinished: async () => {
      const tasks = await Promise.all((await redis.smembers(open)).map(read))
      return tasks
        .filter((task) => task !== undefined)
        .toSorted((one, other) => one.createdAtMs - other.createdAtMs)
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
