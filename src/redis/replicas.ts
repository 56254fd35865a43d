import type { JobRecord } from '../core/job/job.ts'
import type { StoreConnection } from './address.ts'
import { commandTimeoutMs, repliesOf } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

interface ReplicasOptions {
  /** A connection of its own: who waits for replicas keeps everybody else on the same connection waiting. */
  redis: StoreConnection
  keys: Keys
}

const replicasScript = plainScript('replicas')
/** Writes once more that a job is being submitted. */
export const markScript = plainScript('mark-submitting')

/**
 * Half of what a command may take, so that "none" still is an answer where the machine is busy. Steps that wait
 * behind others on the connection may be told that nobody knows, which sends nothing either.
 */
const waitMs = commandTimeoutMs / 2

/**
 * Whether what was written of a submission has reached a replica, where there are any. A node that has had
 * replicas is held to it for as long as its history goes on, also while none follows it: one that comes back
 * may be made the primary, and has not heard of what was written meanwhile. WAIT speaks of the writes of its
 * own connection, so the mark and it go out together: https://redis.io/docs/latest/commands/wait/
 */
export const createReplicas = ({ redis, keys }: ReplicasOptions) => {
  const withReplicas = new Set<string>()

  const hasReplicas = async (jobKey: string): Promise<boolean> => {
    const [history = '', count] = await runScript(redis, replicasScript, [jobKey], [])
    if (Number(count) > 0) withReplicas.add(history)
    return withReplicas.has(history)
  }

  const mark = async (jobKey: string, epoch: number): Promise<boolean> => {
    const [marked, count] = await repliesOf(
      redis.pipeline([
        ['eval', markScript.source, 1, jobKey, String(epoch)],
        ['wait', 1, waitMs],
      ]),
    )
    return Array.isArray(marked) && marked[0] === 'marked' && Number(count) > 0
  }

  /** Throws AppError `store_unavailable` where nobody knows. */
  return async ({ id, epoch }: Pick<JobRecord, 'id' | 'epoch'>): Promise<boolean> =>
    !(await hasReplicas(keys.job(id))) || mark(keys.job(id), epoch)
}
