import { reportMs } from '../../../core/job/job.ts'
import { type AgedJob, type ForgetTimes, forgetTimes, type Records } from '../../../core/job/job-list.ts'
import type { Log } from '../../../core/log.ts'
import type { Deadlines } from '../../deadlines.ts'
import { repeat } from './repeat.ts'

interface ForgetDeps {
  records: Pick<Records, 'aged' | 'asked' | 'forget'>
  /** How long a record is kept after its job ended; undefined: forever. */
  retentionMs: number | undefined
  deadlines: Pick<Deadlines, 'forgetMs' | 'lateMs'>
  log: Log
  now: () => number
}

/** Records of one bucket removed together: a backlog shrinks by twenty a second, without a noticeable load. */
const togetherMax = 100

/**
 * Removes expired records, and those that had to stay when a member wanted them removed, bit by bit: each call
 * handles the next part of all jobs, in rotation.
 */
export const createForgetStep = ({
  records,
  retentionMs,
  deadlines,
  log,
  now,
}: ForgetDeps): (() => Promise<void>) => {
  let turn = 0
  const remove = async (jobs: readonly AgedJob[], times: ForgetTimes): Promise<void> => {
    let removed = 0
    for (const job of jobs) if ((await records.forget(job, times)).status === 'forgotten') removed += 1
    if (removed > 0) log.info('records past their time were removed', { jobs: removed })
  }
  return async () => {
    const nowMs = now()
    const isKeptForever = retentionMs === undefined
    const times = forgetTimes(nowMs, deadlines, retentionMs)
    const asked = await records.asked(turn, nowMs - reportMs, togetherMax)
    const aged = isKeptForever ? [] : await records.aged(turn, times.beforeMs, togetherMax)
    turn += 1
    await remove(asked, forgetTimes(nowMs, deadlines))
    await remove(aged, times)
  }
}

/** Keeps forgetting, one part at a time. Returns how to stop. */
export const startForgetting = (deps: ForgetDeps): { stop(): Promise<void> } => {
  const forget = createForgetStep(deps)
  const step = () =>
    forget().catch((error: unknown) => deps.log.warn('old records could not be removed', { error }))
  return { stop: repeat(step, deps.deadlines.forgetMs).stop }
}
