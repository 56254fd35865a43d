import { randomUUID } from 'node:crypto'
import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import type { Plan } from '../faults/plans.ts'

/** One of the results of a task; addresses and texts are empty until they are made. */
export type TaskOutput = {
  readonly conversionId: string
  readonly title: string
  readonly lyrics: string
  /** JSON text: a list of `{start, end, text, index}`, times in milliseconds. */
  readonly timedLyrics: string
  readonly audioUrl: string
  readonly wavUrl: string
  readonly durationSeconds: number
}

export type TaskStatus = 'IN_QUEUE' | 'COMPLETED' | 'ERROR' | 'FAILED'

/** The order as data: after a restart, an unfinished task continues from it. */
export type StoredWork = { readonly kind: string; readonly order: unknown }

/** Work the service has accepted, as far as it has come. */
export type Task = {
  readonly taskId: string
  /** The key whose account pays. */
  readonly accountKey: string
  readonly feature: ConversionType
  readonly status: TaskStatus
  readonly message: string
  readonly webhookUrl: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly completedAtMs: number | undefined
  readonly outputs: readonly TaskOutput[]
  readonly coverUrl: string
  readonly thumbnailUrl: string
  /** The words of a transcribed clip. */
  readonly transcription: string
  readonly creditEstimate: number
  /** Credits it cost in the end; undefined before the end and for a failed task, which costs nothing. */
  readonly cost: number | undefined
  readonly work: StoredWork
  readonly plan: Plan
}

/** What is known of a task when it is accepted. */
export type NewTask = Pick<
  Task,
  'accountKey' | 'feature' | 'webhookUrl' | 'creditEstimate' | 'work' | 'plan'
> & {
  readonly outputCount: 1 | 2
}

/** An output of which nothing is made yet. */
export const emptyOutput = (conversionId: string): TaskOutput => ({
  conversionId,
  title: '',
  lyrics: '',
  timedLyrics: '',
  audioUrl: '',
  wavUrl: '',
  durationSeconds: 0,
})

/** A task that waits, with new identifiers. */
export const createTask = ({ outputCount, ...known }: NewTask, nowMs: number): Task => ({
  ...known,
  taskId: randomUUID(),
  status: 'IN_QUEUE',
  message: 'Your request is in the queue',
  createdAtMs: nowMs,
  updatedAtMs: nowMs,
  completedAtMs: undefined,
  outputs: Array.from({ length: outputCount }, () => emptyOutput(randomUUID())),
  coverUrl: '',
  thumbnailUrl: '',
  transcription: '',
  cost: undefined,
})

/** Whether nothing more will come of it. */
export const hasEnded = ({ status }: Task): boolean => status !== 'IN_QUEUE'

/** The task with one output changed. */
export const withOutput = (task: Task, index: number, change: Partial<TaskOutput>): Task => ({
  ...task,
  outputs: task.outputs.map((output, at) => (at === index ? { ...output, ...change } : output)),
})
