import type { JobStore } from '../../core/job/job-store.ts'
import type { Acknowledgement } from '../../core/job/platform.ts'
import type { WakeQueue } from '../../core/job/wake-queue.ts'
import type { MessageRef } from '../../core/target.ts'
import { isCode } from '../messages/show.ts'
import { queueWakeUp, wakeAfter } from '../wake.ts'

/** Dependencies for starting a job. */
export interface AcknowledgedDeps {
  store: Pick<JobStore, 'read' | 'accept' | 'void' | 'putMessage'>
  queue: WakeQueue
  now: () => number
}

const messageTriesMax = 3

/**
 * The message of a job that was answered before. If the job began without one because its answer was queued,
 * that answer becomes its message, whichever step is running.
 */
const messageBesides = async (
  { store }: AcknowledgedDeps,
  jobId: string,
  answer: MessageRef | undefined,
): Promise<MessageRef | undefined> => {
  for (let triesLeft = messageTriesMax; ; triesLeft -= 1) {
    const job = await store.read(jobId)
    const isFound = job?.message !== undefined || (job?.replyToken ?? '') !== ''
    if (job === undefined || isFound || answer === undefined) return job?.message
    try {
      await store.putMessage(job, answer)
      return answer
    } catch (error) {
      if (!isCode(error, 'step_over') || triesLeft === 0) throw error
    }
  }
}

/**
 * Starts the job whose request was answered, or ends it if the answer came too late. Returns the job's message
 * if it is not the acknowledgement's. Throws AppError `store_unavailable`.
 */
export const acknowledge = async (
  options: AcknowledgedDeps,
  jobId: string,
  acknowledgement: Acknowledgement,
): Promise<MessageRef | undefined> => {
  const { store, queue, now } = options
  const job = await store.read(jobId)
  if (job === undefined) return undefined
  switch (acknowledgement.kind) {
    case 'given': {
      const accepted = await store.accept(job, acknowledgement.message)
      if (accepted.status === 'refused') return messageBesides(options, job.id, acknowledgement.message)
      await queueWakeUp({ queue, now }, job.id, accepted)
      return undefined
    }
    case 'too_late':
      if (job.state !== 'requested') return undefined // another answer to the same event was in time
      await wakeAfter({ queue, now }, job, await store.void(job, 'ack_too_late'))
      return undefined
    case 'unknown':
      return undefined // the sweeper handles it once the request is old enough
  }
}
