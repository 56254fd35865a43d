import { microcredits } from '../core/credits.ts'
import type { OperatorFact, OperatorTotal } from '../core/ledger/operator-total.ts'
import type { Log } from '../core/log.ts'
import { isAccount } from '../core/target.ts'
import type { JobRunner } from './job-runner.ts'
import { jobScript } from './scripts.ts'

const mirroredScript = jobScript('mirrored')

const factOf = ([version, amount, state, window = '', account = '']: readonly string[]):
  | OperatorFact
  | undefined =>
  version === undefined
    ? undefined
    : {
        version: Number(version),
        amount: microcredits(Number(amount)),
        state: state === 'open' ? 'open' : 'closed',
        window,
        account: isAccount(account) ? account : undefined,
      }

/** What a script's reply says of the job's money, where it says anything. */
export const factIn = ([status, ...rest]: readonly string[]): OperatorFact | undefined => {
  switch (status) {
    case 'moved':
      return factOf(rest.slice(2))
    case 'created':
      return factOf(rest.slice(1))
    case 'corrected':
    case 'money':
      return factOf(rest)
    default:
      return undefined
  }
}

/** Tells the operator's total what a job has, and then the job's bucket that it was told. */
export const tellOperator = async (
  run: JobRunner,
  operator: OperatorTotal,
  jobId: string,
  fact: OperatorFact,
): Promise<void> => {
  await operator.mirror(jobId, fact)
  await run(mirroredScript, { id: jobId }, { version: String(fact.version) })
}

/**
 * Runs scripts on jobs, and tells the operator's total of every change of money. That it could not be told
 * fails nobody: the job stays among the unmirrored ones, which the sweeper tells again.
 */
export const withOperator =
  (run: JobRunner, { operator, log }: { operator: OperatorTotal; log: Log }): JobRunner =>
  async (script, job, ...contents) => {
    const reply = await run(script, job, ...contents)
    const fact = factIn(reply)
    if (fact === undefined) return reply
    try {
      await tellOperator(run, operator, job.id, fact)
    } catch (error) {
      log.warn("the operator's total could not be told of a change", { error, job: job.id })
    }
    return reply
  }
