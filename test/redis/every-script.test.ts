import { afterEach, beforeEach, expect, test } from 'vitest'
import { deadLettersOf } from '../support/jobs/dead-letters.ts'
import { everyScript } from '../support/redis/every-script.ts'
import { scriptNames } from '../support/redis/script-names.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

// In a cluster, this shows that every script's keys share a slot, and that no script touches an undeclared key.

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

test('every script has a row', () => {
  expect([...new Set(everyScript.map(({ script }) => script))].sort()).toEqual(scriptNames)
})

test.each(everyScript)('$name runs wherever its keys lie, and so does what is done after it', async (row) => {
  const call = await row.prepare(world)
  await call(world)
  await call(world)
  await world.store.repairOperator({ changesMs: Number.MAX_SAFE_INTEGER, holdsMs: 0 })
  await world.store.rewake(Number.MAX_SAFE_INTEGER)
  await deadLettersOf(world).list()
})
