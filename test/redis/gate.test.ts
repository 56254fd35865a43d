import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Allowances } from '../../src/core/command/gate.ts'
import { accountOf } from '../../src/core/target.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { target } from '../support/commands/invocation.ts'
import { dump, noAllowances, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

const unlimited = { member: 0, server: 0 }
const allowing = (command: Partial<typeof unlimited>): Allowances => ({
  ...noAllowances,
  command: { ...unlimited, ...command },
})

const opened: StoreWorld[] = []
afterEach(() => {
  for (const world of opened.splice(0)) world.close()
})

const open = (allowances: Allowances, prefix?: string): StoreWorld => {
  const world = openStoreWorld({ allowances, ...(prefix !== undefined && { prefix }) })
  opened.push(world)
  return world
}

const mia = target({ member: 'mia' })
const use = ({ gate }: StoreWorld, asker = mia) => gate.admit(asker, false)

/** Uses so many commands in a row, and returns how many were let in. */
const admitted = async (world: StoreWorld, count: number, asker = mia): Promise<number> => {
  let total = 0
  for (let index = 0; index < count; index += 1)
    if ((await use(world, asker)).status === 'admitted') total += 1
  return total
}

describe('an allowance', () => {
  test('can be used up at once, and comes back evenly within a minute', async () => {
    const world = open(allowing({ member: 5 }))
    expect(await admitted(world, 8)).toBe(5)
    expect(await use(world)).toEqual({
      status: 'too_many',
      use: 'command',
      of: 'member',
      limit: 5,
      waitMs: 12_000,
    })
    world.clock.advance(11_999)
    expect(await use(world)).toMatchObject({ status: 'too_many', waitMs: 1 })
    world.clock.advance(1)
    expect(await admitted(world, 2)).toBe(1)
    world.clock.advance(60_000)
    expect(await admitted(world, 8)).toBe(5)
  })

  test.each([1, 7, 200])('of %d a minute lets that many in within any minute', async (limit) => {
    const world = open(allowing({ member: limit }))
    const half = Math.ceil(limit / 2)
    expect(await admitted(world, half)).toBe(half)
    world.clock.advance(30_000)
    expect(await admitted(world, limit - half)).toBe(limit - half)
    world.clock.advance(30_000)
    expect(await admitted(world, half)).toBe(half)
  })

  test('of a member is theirs in that server alone', async () => {
    const world = open(allowing({ member: 1 }))
    expect(await admitted(world, 2)).toBe(1)
    expect(await admitted(world, 2, target({ member: 'max' }))).toBe(1)
    expect(await admitted(world, 2, target({ member: 'mia', server: 'server-2' }))).toBe(1)
  })

  test('of a server is shared by its members, and a refused member costs the others nothing', async () => {
    const world = open(allowing({ member: 2, server: 3 }))
    expect(await admitted(world, 10)).toBe(2)
    expect(await admitted(world, 10, target({ member: 'max' }))).toBe(1)
    expect(await use(world, target({ member: 'zoe' }))).toMatchObject({ of: 'server', limit: 3 })
    expect(await admitted(world, 1, target({ server: 'server-2' }))).toBe(1)
  })

  test('is shared by all processes, whose commands at once never pass it together', async () => {
    const world = open(allowing({ member: 5 }))
    const other = open(allowing({ member: 5 }), world.prefix)
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => use(index % 2 ? world : other)))
    expect(all.filter(({ status }) => status === 'admitted')).toHaveLength(5)
  })

  test('lets nobody wait longer because a clock was set back', async () => {
    const world = open(allowing({ member: 5 }))
    world.clock.advance(24 * 60 * 60_000)
    await admitted(world, 5)
    world.clock.advance(-24 * 60 * 60_000)
    expect(await use(world)).toMatchObject({ status: 'too_many', waitMs: 12_000 })
  })

  test('of 0 is no limit, and keeps nothing in Redis', async () => {
    const world = open(allowing({}))
    expect(await admitted(world, 50)).toBe(50)
    expect(await dump(world)).toEqual({})
  })

  test('leaves nothing in Redis once it is whole again', async () => {
    const world = open(allowing({ member: 5, server: 5 }))
    await admitted(world, 2)
    const keys = Object.keys(await dump(world))
    expect(keys).toHaveLength(2)
    for (const key of keys) expect(await world.redis.pttl(key)).toBeLessThanOrEqual(24_000)
  })
})

describe('a block', () => {
  let world: StoreWorld
  beforeEach(() => {
    world = open(allowing({ member: 1 }))
  })
  const account = accountOf(mia)
  const set = (isBlocked: boolean, eventId: string) =>
    world.blocks.set({ account, eventId, actor: 'admin-1', reason: 'floods', member: 'mia', isBlocked })

  test('shuts its member out of that server until it is lifted, and counts nothing', async () => {
    await set(true, 'event-1')
    expect([await use(world), await use(world)]).toEqual([{ status: 'blocked' }, { status: 'blocked' }])
    expect(await use(world, target({ member: 'max' }))).toEqual({ status: 'admitted' })
    expect(await use(world, target({ member: 'mia', server: 'server-2' }))).toEqual({
      status: 'admitted',
    })
    await set(false, 'event-2')
    expect(await use(world)).toEqual({ status: 'admitted' })
  })

  test('has no effect on exempt members', async () => {
    await set(true, 'event-1')
    expect(await world.gate.admit(mia, true)).toEqual({ status: 'admitted' })
  })

  test('is known, listed and stands in the journal with who set it and why', async () => {
    await set(true, 'event-1')
    await set(true, 'event-1')
    expect([await world.blocks.has(account, 'mia'), await world.blocks.has(account, 'max')]).toEqual([
      true,
      false,
    ])
    expect(await world.blocks.all(account)).toEqual(['mia'])
    expect(await set(false, 'event-1')).toEqual({ status: 'differs' })
    await set(false, 'event-2')
    expect(await world.blocks.all(account)).toEqual([])
    const { lines } = await createJournal(world).page(account, 10)
    expect(lines).toMatchObject([
      { operation: 'block', member: 'mia', allowed: true, actor: 'admin-1' },
      { operation: 'block', member: 'mia', allowed: false, actor: 'admin-1', reason: 'floods' },
    ])
  })
})
