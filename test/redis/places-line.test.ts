import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LineWorld, openLineWorld, taken } from '../support/jobs/line-world.ts'

let world: LineWorld

beforeEach(() => {
  world = openLineWorld()
})
afterEach(() => world.close())

const waiting = (position: number) => ({ status: 'waiting', position })
const empty = { leases: 0, ring: 0, line: 0, offers: 0, waiters: 0 }

/** Somebody of another server holds the only place, and these come after. */
const waitInLine = async (...names: readonly string[]): Promise<void> => {
  await world.take('Z1')
  for (const name of names) await world.take(name)
}

/** The order in which those in the line get the one place, each of them giving it back at once. */
const served = async (count: number): Promise<readonly string[]> => {
  const order: string[] = []
  let [next] = await world.release('Z1')
  while (next !== undefined && order.length < count) {
    order.push(next)
    expect(await world.take(next)).toMatchObject({ status: 'taken' })
    ;[next] = await world.release(next)
  }
  return order
}

describe('the line', () => {
  test('serves the jobs of one server in the order in which they were requested, not in that in which they ask', async () => {
    await waitInLine('A3', 'A1', 'A2')
    expect(await world.take('A3', 2)).toMatchObject(waiting(3))
    expect(await served(3)).toEqual(['A1', 'A2', 'A3'])
  })

  test('serves the servers in turn', async () => {
    await waitInLine('A1', 'A2', 'A3', 'B1', 'B2', 'C1')
    expect(await served(6)).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3'])
  })

  test('has a server that comes back join at the back, and one that is known keep its turn', async () => {
    await waitInLine('A1', 'B1', 'A2')
    expect(await world.release('Z1')).toEqual(['A1'])
    await world.take('A1')
    expect(await world.take('C1')).toMatchObject(waiting(3))
    expect(await world.take('B2')).toMatchObject(waiting(4))
    expect(await world.positionOf('A2')).toMatchObject(waiting(2))
  })

  test('delays the single job of a server by one turn of another with a thousand', async () => {
    await world.take('Z1')
    for (let index = 1; index <= 1_000; index += 1) await world.take(`N${index}`)
    expect(await world.take('A1')).toMatchObject(waiting(2))
    expect(await served(3)).toEqual(['N1', 'A1', 'N2'])
  })

  test('gives several servers about as many places as each other, however many jobs they have', async () => {
    await world.take('Z1')
    const waitings = { A: 40, B: 12, C: 25, D: 12 }
    for (const [server, count] of Object.entries(waitings))
      for (let index = 1; index <= count; index += 1) await world.take(`${server}${index}`)
    const order = await served(40)
    const counts = Object.keys(waitings).map((server) => order.filter((job) => job.startsWith(server)).length)
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThanOrEqual(2)
    expect(counts).toEqual([10, 10, 10, 10])
  })

  test('lets nobody past who waits while a place is free', async () => {
    await waitInLine('A1')
    await world.release('Z1')
    expect(await world.take('B1')).toMatchObject(waiting(1))
    expect(await world.take('A1')).toEqual(taken)
  })

  test('forgets who leaves it, and keeps nothing of those who are gone', async () => {
    await waitInLine('A1', 'A2')
    expect(await world.leave('A1')).toEqual([])
    expect(await served(2)).toEqual(['A2'])
    for (const name of ['A2', 'Z1']) await world.leave(name)
    expect(await world.sizes()).toEqual(empty)
  })

  test('calls the next job where the one that was called leaves', async () => {
    await waitInLine('A1', 'B1')
    expect(await world.release('Z1')).toEqual(['A1'])
    expect(await world.leave('A1')).toEqual(['B1'])
    expect(await world.take('B1')).toEqual(taken)
  })
})

describe('a place that is kept for a job', () => {
  test('is taken by nobody else, for half a minute', async () => {
    await waitInLine('A1')
    await world.release('Z1')
    world.clock.advance(29_999)
    expect(await world.take('B1')).toMatchObject(waiting(1))
    expect(await world.positionOf('A1')).toEqual({ status: 'called' })
    expect(await world.take('A1')).toEqual(taken)
  })

  test('goes on to the next when it is not taken, and who came too late waits again where it belongs', async () => {
    await waitInLine('A1', 'A2', 'B1')
    expect(await world.release('Z1')).toEqual(['A1'])
    world.clock.advance(30_000)
    expect(await world.places.tend()).toEqual(expect.arrayContaining(['A1', 'B1']))
    expect(await world.positionOf('A1')).toBeUndefined()
    expect(await world.take('A1')).toMatchObject(waiting(1))
    expect(await world.take('B1')).toEqual(taken)
    expect(await world.positionOf('A2')).toMatchObject(waiting(2))
  })

  test('is there still when the job comes too late, but nobody has seen to the line yet', async () => {
    await waitInLine('A1')
    await world.release('Z1')
    world.clock.advance(40_000)
    expect(await world.take('A1')).toEqual(taken)
    expect(await world.sizes()).toEqual({ ...empty, leases: 1, waiters: 1 })
  })

  test('is told again to a job that has not come after five seconds, and not before', async () => {
    await waitInLine('A1')
    await world.release('Z1')
    world.clock.advance(4_999)
    expect(await world.places.tend()).toEqual([])
    world.clock.advance(1)
    expect(await world.places.tend()).toEqual(['A1'])
  })

  test('and then is not needed is offered to the next at once', async () => {
    await waitInLine('A1', 'B1')
    await world.release('Z1')
    expect(await world.take('A1')).toEqual(taken)
    expect(await world.release('A1')).toEqual(['B1'])
  })
})

describe('the upkeep of the line', () => {
  test('calls the next for a place whose time is over', async () => {
    await world.take('Z1', 1, world.clock.now() + 1_000)
    await world.take('A1')
    expect(await world.places.tend()).toEqual([])
    world.clock.advance(1_000)
    expect(await world.places.tend()).toEqual(['A1'])
  })

  test('says who among the first ten has another place than its message says, until it says so', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `A${index + 1}`)
    await waitInLine(...names)
    expect(await world.places.tend()).toEqual([])
    await world.release('Z1')
    expect(await world.places.tend()).toEqual(names.slice(1))
    expect(await world.take('A2')).toMatchObject({ ...waiting(1), isNews: true })
    expect(await world.take('A2')).toMatchObject({ ...waiting(1), isNews: false })
    expect(await world.places.tend()).toEqual(names.slice(2))
  })
})

describe('the place of a job', () => {
  test('is said among the first ten, and is known on asking for all', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `A${index + 1}`)
    await waitInLine(...names, 'B1', 'B2', 'C1')
    expect(await world.take('A7')).toMatchObject({ position: 10 })
    expect(await world.take('A8')).toMatchObject({ position: undefined, isNews: true })
    expect(await world.take('A8')).toMatchObject({ position: undefined, isNews: false })
    for (const [name, position] of [
      ['A1', 1],
      ['B1', 2],
      ['C1', 3],
      ['A2', 4],
      ['B2', 5],
      ['A8', 11],
      ['A25', 28],
    ] as const)
      expect(await world.positionOf(name)).toMatchObject(waiting(position))
    expect(await world.positionOf('Z1')).toBeUndefined()
  })

  test('is known behind many servers by their turns', async () => {
    const servers = [...'ABCDEFGHIJKL']
    await waitInLine(...servers.flatMap((server) => [`${server}1`, `${server}2`]))
    await world.leave('A2')
    expect(await world.positionOf('L1')).toMatchObject(waiting(12))
    expect(await world.positionOf('B2')).toMatchObject(waiting(13))
    expect(await world.positionOf('L2')).toMatchObject(waiting(23))
  })

  test('says when it may begin: after half a job, and those before it as many at once as there are places', async () => {
    world.close()
    world = openLineWorld({ parallel: 2 })
    const { job, inAnHour, places } = world
    await world.take('Z1')
    await world.take('Z2')
    await places.take(job('A1'), 100, inAnHour())
    expect(await places.take(job('B1'), 60, inAnHour())).toMatchObject({ startsInSeconds: (100 + 30) / 2 })
  })
})
