import { microcredits } from '../core/credits.ts'
import type { JobStore } from '../core/job/job-store.ts'
import type { OperatorFact, OperatorTotal } from '../core/ledger/operator-total.ts'
import type { Log } from '../core/log.ts'
import { isAccount } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { readAll } from './connection.ts'
import { buckets, type Keys } from './keys.ts'
import { type JobRunner, jobScript } from './scripts.ts'

const mirroredScript = jobScript('mirrored')

/** Where a job's money begins in a reply, by the reply's first word. */
const moneyAt: ReadonlyMap<string | undefined, number> = new Map([
  ['moved', 3],
  ['created', 2],
  ['corrected', 1],
  ['money', 1],
])

/** The last word of a reply that was given before. */
export const repeatWord = 'again'

/** What a script's reply says of the job's money, if anything. */
export const factIn = (reply: readonly string[]): OperatorFact | undefined => {
  const at = moneyAt.get(reply[0])
  const [version, amount, state, window = '', account = ''] = at === undefined ? [] : reply.slice(at)
  if (version === undefined || version === repeatWord) return undefined
  return {
    version: Number(version),
    amount: microcredits(Number(amount)),
    state: state === 'open' ? 'open' : 'closed',
    window,
    account: isAccount(account) ? account : undefined,
  }
}

/** Reports a job's money to the operator's total, and then tells the job's bucket so. */
export const tellOperator = async (
  run: JobRunner,
  operator: OperatorTotal,
  jobId: string,
  fact: OperatorFact,
): Promise<void> => {
  await operator.mirror(jobId, fact)
  await run(mirroredScript, { id: jobId }, { version: fact.version })
}

/**
 * Runs scripts on jobs, and reports every change of money to the operator's total. A failed report fails
 * nothing: the job stays among the unmirrored ones, which the sweeper reports again.
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

interface RepairOptions {
  redis: StoreConnection
  keys: Keys
  operator: OperatorTotal
}

const moneyScript = jobScript('money')
const toldMaxPerBucket = 100

/** Reports again what the job holds or spent. False if there is no such job. */
const tellAnew = async ({ operator }: RepairOptions, run: JobRunner, jobId: string): Promise<boolean> => {
  const fact = factIn(await run(moneyScript, { id: jobId }))
  if (fact === undefined) return false
  await tellOperator(run, operator, jobId, fact)
  return true
}

/** See `JobStore.repairOperator`. */
export const createOperatorRepair =
  (options: RepairOptions, run: JobRunner): JobStore['repairOperator'] =>
  async ({ changesMs, holdsMs }) => {
    const { redis, keys, operator } = options
    const range = ['-inf', changesMs, 'LIMIT', 0, toldMaxPerBucket] as const
    const reads = buckets.map((bucket) => ['zrangebyscore', keys.unmirrored(bucket), ...range] as const)
    const told = ((await readAll(redis, reads)) as readonly string[][]).flat()
    for (const jobId of told) await tellAnew(options, run, jobId)
    const confirmed: string[] = []
    const voided: string[] = []
    for (const jobId of await operator.unconfirmed(holdsMs)) {
      if (await tellAnew(options, run, jobId)) confirmed.push(jobId)
      else if (await operator.expire(jobId, holdsMs)) voided.push(jobId)
    }
    return { told, confirmed, voided }
  }
