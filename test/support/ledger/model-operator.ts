import { expect } from 'vitest'
import { windowAt } from '../../../src/core/ledger/budget-window.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { operatorKeptMs } from '../../../src/redis/operator-total.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import type { Model } from './model.ts'
import { account, jobIdOf } from './model-store.ts'
import { figuresOf, type OperatorFigures } from './operator.ts'

/** What the jobs' records spent, by the operator's window; nothing may be held any more. */
const spentBy = async ({ redis, keys }: StoreWorld, model: Model): Promise<OperatorFigures> => {
  const sums: Record<string, number> = {}
  for (const slot of model.jobs.keys()) {
    const window = await redis.hget(keys.job(jobIdOf(slot)), 'operator_window')
    const settled = await redis.hget(keys.hold(jobIdOf(slot)), 'settled')
    sums[`posted|${window}`] = (sums[`posted|${window}`] ?? 0) + Number(settled)
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

/**
 * Throws where the operator's total is not what the records come to once all jobs
 * have ended, or has not heard of one.
 */
export const checkOperator = async (world: StoreWorld, model: Model): Promise<void> => {
  const oldest = windowAt('month', 'UTC', model.nowMs - operatorKeptMs).id
  const recent = (figures: OperatorFigures): OperatorFigures =>
    Object.fromEntries(Object.entries(figures).filter(([name]) => (name.split('|')[1] ?? '') >= oldest))
  expect(recent(await figuresOf(world)), "the operator's total").toEqual(recent(await spentBy(world, model)))
  expect(await world.operator.unconfirmed(Number.MAX_SAFE_INTEGER), 'holds without a record').toEqual([])
  expect(await world.redis.zcard(world.keys.unmirrored(bucketOf(account))), 'not told').toBe(0)
}
