import { createTask, type NewTask, type Task } from './task.ts'

/** All tasks of the service, found by their own id or by the id of one of their outputs. */
export type Tasks = {
  readonly add: (task: NewTask) => Task
  /** Replaces the task by what the change makes of its latest state, and marks it as updated now. */
  readonly update: (taskId: string, change: (task: Task) => Task) => void
  readonly byTaskId: (taskId: string) => Task | undefined
  readonly byConversionId: (conversionId: string) => Task | undefined
}

/** Keeps the tasks in memory. */
export const createTasks = (now: () => number): Tasks => {
  const tasks = new Map<string, Task>()
  const taskIds = new Map<string, string>()
  return {
    add: (newTask) => {
      const task = createTask(newTask, now())
      tasks.set(task.taskId, task)
      for (const output of task.outputs) taskIds.set(output.conversionId, task.taskId)
      return task
    },
    update: (taskId, change) => {
      const task = tasks.get(taskId)
      if (task !== undefined) tasks.set(taskId, { ...change(task), updatedAtMs: now() })
    },
    byTaskId: (taskId) => tasks.get(taskId),
    byConversionId: (conversionId) => tasks.get(taskIds.get(conversionId) ?? ''),
  }
}
