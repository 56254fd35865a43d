import { type ConnectionOptions, DelayedError, type Job, Queue, Worker } from 'bullmq'
import { AppError } from '../../core/errors.ts'
import type { WakeQueue } from '../../core/job/wake-queue.ts'
import type { Log } from '../../core/log.ts'
import { onChange } from '../../core/log.ts'
import { within } from '../../core/waiting.ts'

interface BullQueueOptions {
  /** A connection with `maxRetriesPerRequest: null`; BullMQ makes its own copies of it. */
  connection: ConnectionOptions
  /** Namespace of BullMQ's keys, with the hash tag that keeps them in one slot. */
  prefix: string
  spans: QueueSpans
  log: Log
  /** Whether the connection has already logged this error. */
  isTold?: (error: Error) => boolean
}

/** BullMQ waits for Redis indefinitely; the caller of a wake-up does not. */
const queuedWithinMs = 1_000

interface Payload {
  jobId: string
  wake: number
}

const queueName = 'wake'

/** After which spans the wake-up of a dead worker goes to another. */
export interface QueueSpans {
  /** A worker that stops renewing its lock for this long counts as dead. */
  lockMs: number
  /** How often workers look for such wake-ups. */
  stalledCheckMs: number
}

/**
 * Values used in production. BullMQ renews a lock at half its span, and looks for expired locks at most once
 * per `stalledCheckMs` over all workers, so a check may come almost twice as late: a dead worker is replaced
 * within 12 s. A worker that stalls for less than 4 s keeps its lock
 * (https://docs.bullmq.io/guide/workers/stalled-jobs).
 */
export const defaultQueueSpans: QueueSpans = { lockMs: 8_000, stalledCheckMs: 2_000 }

/** Delay before a worker retries an unavailable Redis. */
const awayRetryMs = 1_000

/** BullMQ gives up on a job after this many dead workers; the record decides long before that. */
const stalledCountMax = 10

/**
 * A wake-up left to other processes soon reaches one of them; if there is none, it returns less and less often.
 */
const leftMs = (times: number): number => Math.min(100 * 2 ** times, 5_000)

/** The wake queue on BullMQ. The wake-up's number is in the id, so each is queued once. */
export const createBullQueue = ({
  connection,
  prefix,
  spans,
  log,
  isTold = () => false,
}: BullQueueOptions): WakeQueue & {
  /** BullMQ's own metrics, in Prometheus' text format. */
  metrics(): Promise<string>
  /** The queue itself, for BullMQ's board, which only reads. */
  bull: Queue
} => {
  const unlessTold =
    (tell: (error: Error) => void) =>
    (error: Error): void => {
      if (!isTold(error)) tell(error)
    }
  const queue = new Queue<Payload>(queueName, { connection, prefix })
  queue.on('error', unlessTold(onChange((error) => log.warn('the wake queue has a problem', { error }))))
  let worker: Worker<Payload> | undefined
  const inHand = new Set<string>()
  return {
    async wake(jobId, wake, delayMs) {
      const delay = Math.max(0, delayMs)
      const once = { attempts: 1, removeOnComplete: true, removeOnFail: true }
      const about = { jobId: `${jobId}-${wake}`, delay, ...once }
      try {
        const queued = await within(queuedWithinMs, queue.add('wake', { jobId, wake }, about))
        if (queued === undefined)
          log.warn('a wake-up was not queued in time', { job: jobId, wake, withinMs: queuedWithinMs })
        return queued !== undefined
      } catch (error) {
        log.warn('a wake-up could not be queued', { error, job: jobId, wake })
        return false
      }
    },
    async work(handler, concurrency) {
      const handle = async (job: Job<Payload>, token?: string): Promise<void> => {
        const { jobId, wake } = job.data
        inHand.add(jobId)
        try {
          await handler(jobId, wake)
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'left_to_others')) throw error
          await job.moveToDelayed(Date.now() + leftMs(job.attemptsStarted), token)
          throw new DelayedError()
        } finally {
          inHand.delete(jobId)
        }
      }
      worker = new Worker<Payload>(queueName, handle, {
        connection,
        prefix,
        concurrency,
        lockDuration: spans.lockMs,
        stalledInterval: spans.stalledCheckMs,
        maxStalledCount: stalledCountMax,
        runRetryDelay: awayRetryMs,
      })
      worker.on(
        'error',
        unlessTold(onChange((error) => log.warn('the wake worker has a problem', { error }))),
      )
      await worker.waitUntilReady()
    },
    metrics: () => queue.exportPrometheusMetrics(),
    bull: queue,
    async rest(withinMs) {
      await within(withinMs, worker?.close() ?? Promise.resolve())
      return [...inHand]
    },
    async close() {
      await worker?.close()
      await queue.close()
    },
  }
}
