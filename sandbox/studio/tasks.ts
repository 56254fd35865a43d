import { EventEmitter, once } from 'node:events'
import { createTask, type NewTask, type Task } from './task.ts'

/** All tasks of the service, found by their own id or by the id of one of their outputs. */
export type Tasks = {
  readonly add: (task: NewTask) => Task
  /** Replaces the task by what the change makes of its latest state, and marks it as updated now. */
  readonly update: (taskId: string, change: (task: Task) => Task) => void
  readonly byTaskId: (taskId: string) => Task | undefined
  readonly byConversionId: (conversionId: string) => Task | undefined
  /** Settles with the task as soon as the condition holds for it; undefined for a task nobody knows. */
  readonly until: (taskId: string, holds: (task: Task) => boolean) => Promise<Task | undefined>
}

/** Keeps the tasks in memory. */
export const createTasks = (now: () => number): Tasks => {
  const tasks = new Map<string, Task>()
  const taskIds = new Map<string, string>()
  const updates = new EventEmitter().setMaxListeners(0)
  return {
    add: (newTask) => {
      const task = createTask(newTask, now())
      tasks.set(task.taskId, task)
      for (const output of task.outputs) taskIds.set(output.conversionId, task.taskId)
      return task
    },
    update: (taskId, change) => {
      const task = tasks.get(taskId)
      if (task === undefined) return
      tasks.set(taskId, { ...change(task), updatedAtMs: now() })
      updates.emit(taskId)
    },
    byTaskId: (taskId) => tasks.get(taskId),
    byConversionId: (conversionId) => tasks.get(taskIds.get(conversionId) ?? ''),
    until: async (taskId, holds) => {
      let task = tasks.get(taskId)
      while (task !== undefined && !holds(task)) {
        await once(updates, taskId)
        task = tasks.get(taskId)
      }
      return task
    },
  }
}
