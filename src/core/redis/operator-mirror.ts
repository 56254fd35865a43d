import { microcredits } from '../credits.ts'
import type { OperatorShare, OperatorTotal } from '../ledger/operator-total.ts'
import type { Log } from '../log.ts'
import type { JobRunner } from './job-runner.ts'
import { jobScript } from './scripts.ts'

const mirroredScript = jobScript('mirrored')

const shareOf = ([version, amount, state, window = '']: readonly string[]): OperatorShare | undefined =>
  version === undefined
    ? undefined
    : {
        version: Number(version),
        amount: microcredits(Number(amount)),
        state: state === 'open' ? 'open' : 'closed',
        window,
      }

/** What a script's reply says of the job's money, where it says anything. */
export const shareIn = ([status, ...rest]: readonly string[]): OperatorShare | undefined => {
  switch (status) {
    case 'moved':
    case 'created':
      return shareOf(rest.slice(1))
    case 'corrected':
    case 'money':
      return shareOf(rest)
    default:
      return undefined
  }
}

/** Tells the operator's total what a job has, and then the job's bucket that it was told. */
export const tellOperator = async (
  run: JobRunner,
  operator: OperatorTotal,
  jobId: string,
  share: OperatorShare,
): Promise<void> => {
  await operator.mirror(jobId, share)
  await run(mirroredScript, { id: jobId }, { version: String(share.version) })
}

/**
 * Runs scripts on jobs, and tells the operator's total of every change of money. That it could not be told fails nobody: the
 * job stays among the unmirrored ones, which the sweeper tells again.
 */
export const withOperator =
  (run: JobRunner, { operator, log }: { operator: OperatorTotal; log: Log }): JobRunner =>
  async (script, job, ...contents) => {
    const reply = await run(script, job, ...contents)
    const share = shareIn(reply)
    if (share === undefined) return reply
    try {
      await tellOperator(run, operator, job.id, share)
    } catch (error) {
      log.warn("the operator's total could not be told of a change", { error, job: job.id })
    }
    return reply
  }
