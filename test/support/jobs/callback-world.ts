import { createCallbackAddresses } from '../../../src/app/callback-addresses.ts'
import type { LookupOutcome, TaskStatus } from '../../../src/core/job/audio-service.ts'
import { callbackPath } from '../../../src/core/job/callbacks.ts'
import type { Deadlines } from '../../../src/jobs/deadlines.ts'
import { createCallbackHearing } from '../../../src/jobs/worker/callbacks.ts'
import { type JobWorld, openJobWorld } from './job-world.ts'

const publicUrl = 'https://tunes.example'

/** The addresses of these tests' bot. */
export const addresses = createCallbackAddresses({ publicUrl, keys: [new Uint8Array(32).fill(7)] })

/** What stands behind the path in a job's address. */
export const codeOf = (jobId: string): string =>
  addresses.addressOf(jobId).slice(`${publicUrl}${callbackPath}/`.length)

/** Jobs whose service may call back. */
export const openCallbackWorld = async (
  options: { parallel?: number; lookupsPerMinute?: number; deadlines?: Partial<Deadlines> } = {},
) => {
  const world = await openJobWorld({ ...options, callbacks: addresses })
  const hear = createCallbackHearing({ ...world.deps, addresses })
  return {
    ...world,
    hear,
    /** The service calls back on a job: about this task, unless the body is another. */
    callBack: (jobId: string, taskId: string, more: object = {}): Promise<void> =>
      hear(codeOf(jobId), JSON.stringify({ success: true, task_id: taskId, ...more })),
    /** Lets all happen that is due within so many milliseconds from now. */
    runFor: (spanMs: number): Promise<void> => world.queue.run(world.clock.now() + spanMs),
  }
}
export type CallbackWorld = Awaited<ReturnType<typeof openCallbackWorld>>

/** A task as a look-up finds it whose request had the address of this job. */
export const ownedBy = (jobId: string, taskStatus: TaskStatus): TaskStatus => ({
  ...taskStatus,
  webhookUrl: addresses.addressOf(jobId),
})

/** Has every look-up answered by what `find` says of the task. */
export const findTasks = (
  { deps, service, places, clock }: JobWorld,
  find: (taskId: string) => LookupOutcome,
): void => {
  deps.service = {
    ...deps.service,
    async lookUp(conversionType, task, use) {
      const taskId = typeof task === 'string' ? task : task.conversionId
      const spent = await places.spendLookup(use)
      if (spent.status === 'wait') return { status: 'later', waitMs: spent.waitMs }
      service.lookUps.push({ taskId, conversionType, atMs: clock.now() })
      return find(taskId)
    },
  }
}
