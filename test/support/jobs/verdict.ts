import { expect } from 'vitest'
import { target } from '../commands/invocation.ts'
import { replay } from '../ledger/journal-replay.ts'
import { figuresOf, sumOfRecords } from '../ledger/operator.ts'
import { dump, journalOf } from '../redis/store-world.ts'
import type { JobWorld } from './job-world.ts'

/**
 * What others saw of all that happened: how many paid requests reached the service,
 * and what people read in the end.
 */
export interface Verdict {
  submissions: number
  texts: readonly RegExp[]
}

const openHolds = async (world: JobWorld): Promise<number> =>
  Object.entries(await dump(world)).filter(
    ([key, value]) => /\{b\d\d\}:hold:/.test(key) && (value as { state?: string }).state === 'open',
  ).length

/**
 * That nothing is left to do or held, that the books agree with the journal and the operator's total with
 * the records, and that the service and the people saw this and no more (docs/jobs.md, I1 to I7). Nothing
 * of it is asked of the jobs' code.
 */
export const expectVerdict = async (world: JobWorld, { submissions, texts }: Verdict): Promise<void> => {
  expect(world.service.submissions).toHaveLength(submissions)
  expect(world.texts()).toEqual(texts.map((text) => expect.stringMatching(text)))
  for (const { where } of world.platform.calls) expect(where).toMatchObject({ channel: target().channel })
  expect(await openHolds(world)).toBe(0)
  const totals = Object.values(replay(await journalOf(world)))
  expect(totals.every(({ pending }) => pending === 0)).toBe(true)
  const spent = totals.reduce((sum, { posted }) => sum + posted, 0)
  expect(await world.balances()).toEqual({ spent, held: 0 })
  expect(await figuresOf(world)).toEqual(await sumOfRecords(world))
  expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
  expect(await world.redis.zcard(world.keys.line('key-1'))).toBe(0)
}

/**
 * That one request was sent and one message tells of it, that so much was spent in
 * all, and that nothing is left to do.
 */
export const expectSettled = async (world: JobWorld, spent: number): Promise<void> => {
  expect(world.service.submissions).toHaveLength(1)
  expect(world.platform.messages).toHaveLength(1)
  expect(await world.balances()).toEqual({ spent, held: 0 })
  expect(Object.values(replay(await journalOf(world)))).toEqual([{ posted: spent, pending: 0 }])
  expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
}
