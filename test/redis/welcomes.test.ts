import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWelcomes } from '../../src/redis/welcomes.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

const server = 'discord:server-1'
let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

/** As another process has them. */
const welcomes = () => createWelcomes({ ...world, now: world.clock.now })

test('servers are welcomed from the start where nobody has used the platform yet', async () => {
  expect(await welcomes().since('discord')).toBe(0)
  world.clock.advance(1_000)
  await giveBudget(world, 5)
  expect(await welcomes().since('discord')).toBe(0)
})

test('an installation that is in use welcomes only servers that join from now on', async () => {
  await giveBudget(world, 5)
  const first = world.clock.now()
  expect(await welcomes().since('discord')).toBe(first)
  expect(await welcomes().since('slack')).toBe(0)
  world.clock.advance(1_000)
  expect(await welcomes().since('discord')).toBe(first)
})

test('a server is welcomed by one process, and once', async () => {
  const [one, other] = await Promise.all([welcomes().begin(server), welcomes().begin(server)])
  expect([one, other].filter((begun) => begun === 'in_hand')).toHaveLength(1)
  await welcomes().end(server)
  world.clock.advance(60_000)
  expect(await welcomes().begin(server)).toBeUndefined()
  expect(await welcomes().begin('discord:server-2')).toBeDefined()
})

test('what a process left that died goes on with its notes', async () => {
  const begun = await welcomes().begin(server)
  world.clock.advance(15_000)
  if (begun !== 'in_hand') await begun?.note('told', '17')
  world.clock.advance(15_000)
  expect(await welcomes().begin(server)).toBe('in_hand')
  world.clock.advance(15_000)
  expect(await welcomes().begin(server)).toMatchObject({ notes: { told: '17' } })
})
