import type { Ending } from '../core/job/job.ts'
import type { CancelResult, JobStore } from '../core/job/job-store.ts'
import type { JobRunner } from './job-runner.ts'
import { wakeUp } from './job-taking.ts'
import { jobScript } from './scripts.ts'

const cancelScript = jobScript('cancel', 'void')

const cancelResult = ([status, ...rest]: readonly string[]): CancelResult => {
  switch (status) {
    case 'moved':
      return { status: 'voided', ...wakeUp(rest) }
    case 'flagged':
      return { status, wakeUp: rest.length === 0 ? undefined : wakeUp(rest) }
    case 'already_done':
    case 'cancelled_before':
    case 'not_free':
      return { status }
    case 'differs':
      return { status: 'cancelled_before' }
    case 'refused':
      return { status: 'unknown' }
    default:
      throw new Error(`the cancel script answered ${status}`)
  }
}

/** Cancels jobs: see `JobStore.cancel`. */
export const createCancel =
  (run: JobRunner): JobStore['cancel'] =>
  async ({ id, target, scopes }, by, wish) => {
    const ifFree = wish === 'if_free' ? 'yes' : ''
    const contents = { ending: 'cancelled' satisfies Ending, by, if_free: ifFree }
    return cancelResult(await run(cancelScript, { id, target, scopes }, contents))
  }
