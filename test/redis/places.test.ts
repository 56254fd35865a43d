import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LineWorld, openLineWorld, taken } from '../support/jobs/line-world.ts'

let world: LineWorld

const open = (parallel: number): void => {
  world.close()
  world = openLineWorld({ parallel })
}

beforeEach(() => {
  world = openLineWorld()
})
afterEach(() => world.close())

const waiting = (position: number) => ({ status: 'waiting', position })

describe('the places of one key', () => {
  test('are as many as the plan has', async () => {
    open(2)
    expect(await world.take('A1')).toEqual(taken)
    expect(await world.take('A2')).toEqual(taken)
    expect(await world.take('A3')).toMatchObject(waiting(1))
    expect(await world.take('A4')).toMatchObject(waiting(2))
  })

  test('are shared by all processes, and fifty that come at once', async () => {
    const { job, inAnHour, placesOf } = world
    const processes = [placesOf(3), placesOf(3)]
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => processes[index % 2]?.take(job(`A${index}`), 60, inAnHour())),
    )
    const called = results.flatMap((result) => result?.called ?? [])
    expect(results.filter((result) => result?.status === 'taken').length + called.length).toBe(3)
  })

  test('have nothing to do with those of another key', async () => {
    await world.take('A1')
    const other = world.placesOf(1, 20, 'key-2')
    expect(await other.take(world.job('A2'), 60, world.inAnHour())).toEqual(taken)
  })

  test('may become fewer under those who hold them', async () => {
    open(2)
    await world.take('A1')
    await world.take('A2')
    const fewer = world.placesOf(1)
    expect(await fewer.take(world.job('A1'), 60, world.inAnHour())).toEqual(taken)
    expect(await fewer.take(world.job('A3'), 60, world.inAnHour())).toMatchObject(waiting(1))
    expect(await fewer.release('A1', 1)).toEqual([])
    expect(await fewer.release('A2', 1)).toEqual(['A3'])
  })
})

describe('a place', () => {
  test('taken again is the same one, with a later end', async () => {
    const { take, clock } = world
    await take('A1', 1, clock.now() + 1_000)
    expect(await take('A1', 1, clock.now() + 10_000)).toEqual(taken)
    clock.advance(5_000)
    expect(await take('A2')).toMatchObject(waiting(1))
  })

  test('ends by itself when its time is over', async () => {
    const { take, clock } = world
    await take('A1', 1, clock.now() + 1_000)
    clock.advance(999)
    expect(await take('A2')).toMatchObject(waiting(1))
    clock.advance(1)
    expect(await take('A2')).toEqual(taken)
  })

  test('of an earlier try of the same job is given up for that of a later one, and never the other way', async () => {
    open(2)
    await world.take('A1', 1)
    await world.take('A1', 2)
    expect(await world.leases()).toEqual(['A1-2'])
    await world.take('A1', 1)
    expect(await world.leases()).toEqual(['A1-1', 'A1-2'])
  })

  test('of another job is never touched, however alike their names are', async () => {
    open(5)
    for (const name of ['A1', 'A1-1', 'A11']) await world.take(name)
    await world.take('A1', 2)
    expect(await world.leases()).toEqual(['A1-1-1', 'A1-2', 'A11-1'])
    await world.leave('A1', 2)
    expect(await world.leases()).toEqual(['A1-1-1', 'A11-1'])
  })

  test('given back under another epoch is not given back, and nobody is called', async () => {
    await world.take('A1', 2)
    await world.take('A2')
    for (const epoch of [1, 3]) expect(await world.release('A1', epoch)).toEqual([])
    expect(await world.leases()).toEqual(['A1-2'])
    expect(await world.take('A2')).toMatchObject(waiting(1))
  })

  test('given back twice calls nobody the second time', async () => {
    await world.take('A1')
    await world.take('A2')
    await world.take('A3')
    expect(await world.release('A1')).toEqual(['A2'])
    expect(await world.release('A1')).toEqual([])
  })

  test('of a job that is over is given back whichever of its tries held it, but not one that is taken later', async () => {
    open(2)
    await world.take('A1', 3)
    await world.take('A2', 9)
    expect(await world.leave('A1', 4)).toEqual([])
    expect(await world.leave('A2', 8)).toEqual([])
    expect(await world.leases()).toEqual(['A2-9'])
  })
})

describe('a job that was sent', () => {
  test('keeps its place until another time', async () => {
    const { take, places, clock } = world
    await take('A1', 1, clock.now() + 1_000)
    await places.keep('A1', 1, clock.now() + 10_000, 'sent')
    clock.advance(5_000)
    expect(await take('A2')).toMatchObject(waiting(1))
  })

  test('has a place over the limit if need be, and leaves no free one when it is over', async () => {
    const { take, release, places, inAnHour } = world
    await take('A1')
    await take('A3')
    await places.keep('A2', 1, inAnHour(), 'missing')
    expect(await world.leases()).toEqual(['A1-1', 'A2-1'])
    expect(await release('A2')).toEqual([])
    expect(await release('A1')).toEqual(['A3'])
  })

  test('is given one that is missing once, whatever the try it is known by', async () => {
    const { take, places, inAnHour } = world
    await take('A1', 4)
    await places.keep('A1', 3, inAnHour(), 'missing')
    expect(await places.leases()).toEqual([{ jobId: 'A1', epoch: 4 }])
  })
})
