import type { JobStore, OperatorRepair } from '../core/job/job-store.ts'
import type { OperatorTotal } from '../core/ledger/operator-total.ts'
import type { StoreConnection } from './address.ts'
import { readAll } from './connection.ts'
import type { JobRunner } from './job-runner.ts'
import { buckets, type Keys } from './keys.ts'
import { factIn, tellOperator } from './operator-mirror.ts'
import { jobScript } from './scripts.ts'

interface RepairOptions {
  redis: StoreConnection
  keys: Keys
  operator: OperatorTotal
}

const moneyScript = jobScript('money')
const toldMaxPerBucket = 100

/** Tells what the job has by now. False where there is no such job. */
const tellAnew = async ({ operator }: RepairOptions, run: JobRunner, jobId: string): Promise<boolean> => {
  const fact = factIn(await run(moneyScript, { id: jobId }))
  if (fact === undefined) return false
  await tellOperator(run, operator, jobId, fact)
  return true
}

const tellUnmirrored = async (
  options: RepairOptions,
  run: JobRunner,
  beforeMs: number,
): Promise<readonly string[]> => {
  const { redis, keys } = options
  const range = ['-inf', beforeMs, 'LIMIT', 0, toldMaxPerBucket] as const
  const reads = buckets.map((bucket) => ['zrangebyscore', keys.unmirrored(bucket), ...range] as const)
  const jobIds = ((await readAll(redis, reads)) as readonly string[][]).flat()
  for (const jobId of jobIds) await tellAnew(options, run, jobId)
  return jobIds
}

const settleUnconfirmed = async (
  options: RepairOptions,
  run: JobRunner,
  beforeMs: number,
): Promise<Pick<OperatorRepair, 'confirmed' | 'voided'>> => {
  const { operator } = options
  const confirmed: string[] = []
  const voided: string[] = []
  for (const jobId of await operator.unconfirmed(beforeMs)) {
    if (await tellAnew(options, run, jobId)) confirmed.push(jobId)
    else if (await operator.expire(jobId, beforeMs)) voided.push(jobId)
  }
  return { confirmed, voided }
}

/** See `JobStore.repairOperator`. */
export const createOperatorRepair =
  (options: RepairOptions, run: JobRunner): JobStore['repairOperator'] =>
  async ({ changesMs, holdsMs }) => ({
    told: await tellUnmirrored(options, run, changesMs),
    ...(await settleUnconfirmed(options, run, holdsMs)),
  })
