import { expect } from 'vitest'
import { replay } from '../ledger/journal-replay.ts'
import { journalOf } from '../redis/store-world.ts'
import type { JobWorld } from './job-world.ts'

/** Nothing is held, nothing is queued, nothing is due, and the journal adds up. */
export const expectQuiet = async (world: JobWorld): Promise<void> => {
  expect(await world.balances()).toMatchObject({ held: 0 })
  expect(world.queue.waiting()).toEqual([])
  expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
  const totals = Object.values(replay(await journalOf(world)))
  expect(totals.every(({ pending }) => pending === 0)).toBe(true)
}
