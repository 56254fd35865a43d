import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lookLease } from '../../src/core/job/concurrency.ts'
import { type LineWorld, openLineWorld, taken, usualSeconds } from '../support/jobs/line-world.ts'

let world: LineWorld

beforeEach(() => {
  world = openLineWorld({ parallel: 3 })
})
afterEach(() => world.close())

const minuteMs = 60_000
const called = { status: 'called' }
const waiting = (position: number) => ({ status: 'waiting', position })

/** A job that has its place, and whose request the service takes. */
const run = async (name: string): Promise<void> => {
  expect(await world.take(name)).toMatchObject({ status: 'taken' })
  await world.places.keep(name, 1, world.inAnHour(), 'taken')
}

/**
 * The job asks for its place and is sent away by the service. Answers with how long nobody may try after it.
 */
const meetBusy = async (name: string, share = 1): Promise<number> => {
  expect(await world.take(name)).toMatchObject({ status: 'taken' })
  await world.busy(name, 1, share)
  const opensAt = await world.redis.hget(world.keys.pace('key-1'), 'opens_at')
  return Number(opensAt) - world.clock.now()
}

describe('after a request that was one too many', () => {
  test('its job waits in front, without a place, and no more run than ran then', async () => {
    await run('A1')
    await world.take('B1')
    await world.busy('B1')
    expect(await world.leases()).toEqual(['A1-1'])
    expect(await world.take('C1')).toMatchObject(waiting(2))
    expect(await world.positionOf('B1')).toMatchObject(waiting(1))
    expect(await world.release('A1')).toEqual(['B1'])
  })

  test('nothing runs for a while where nothing ran then, and then one job tries', async () => {
    expect(await meetBusy('A1')).toBe(2_000)
    world.clock.advance(1_999)
    expect(await world.take('A1', 2)).toMatchObject(waiting(1))
    expect(await world.take('B1')).toMatchObject(waiting(2))
    expect(await world.places.tend()).toEqual([])
    world.clock.advance(1)
    await world.places.tend()
    expect(await world.positionOf('A1')).toEqual(called)
    expect(await world.positionOf('B1')).toMatchObject(waiting(1))
  })

  test('and more of them, the while doubles up to a minute, spread by chance', async () => {
    const spansMs: number[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      spansMs.push(await meetBusy('A1'))
      world.clock.advance(minuteMs)
    }
    expect(spansMs).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(await meetBusy('A1', 0.5)).toBe(30_000)
  })

  test('others that were on their way then make it no longer', async () => {
    for (const name of ['A1', 'B1', 'C1']) await world.take(name)
    for (const name of ['A1', 'B1', 'C1']) await world.busy(name)
    expect(await world.redis.hgetall(world.keys.pace('key-1'))).toMatchObject({
      tries: '1',
      cap: '0',
      opens_at: String(world.clock.now() + 2_000),
    })
  })

  test('a request that is taken beyond what ran then lets the next one try at once, up to what the plan has', async () => {
    await meetBusy('A1')
    world.clock.advance(2_000)
    await world.take('B1')
    await run('A1')
    expect(await world.places.tend()).toEqual(['B1'])
    await run('B1')
    expect(await world.take('C1')).toMatchObject({ status: 'taken' })
    await world.places.keep('C1', 1, world.inAnHour(), 'taken')
    expect(await world.redis.hgetall(world.keys.pace('key-1'))).toEqual({})
  })

  test('one that is taken in the place of another proves nothing, and the next try waits as before', async () => {
    await run('A1')
    await meetBusy('B1')
    await world.release('A1')
    await run('B1')
    expect(await world.take('C1')).toMatchObject(waiting(1))
  })

  test('who was called before it is not sent any more, and is called again in the same order', async () => {
    for (const name of ['A1', 'B1', 'C1', 'D1', 'E1']) await world.take(name)
    expect([...(await world.release('A1')), ...(await world.release('B1'))]).toEqual(['D1', 'E1'])
    await world.busy('C1')
    expect(await world.take('D1')).toMatchObject({ status: 'waiting' })
    world.clock.advance(2_000)
    expect(await world.places.tend()).toEqual(expect.arrayContaining(['C1']))
    expect(await world.positionOf('D1')).toMatchObject(waiting(1))
    expect(await world.positionOf('E1')).toMatchObject(waiting(2))
  })

  test('that held no place any more, nothing changes', async () => {
    await run('A1')
    await world.busy('A1', 2)
    expect(await world.leases()).toEqual(['A1-1'])
    expect(await world.take('B1')).toEqual(taken)
  })

  test('the service is called busy when that has lasted for two minutes and it has taken nothing', async () => {
    await meetBusy('A1')
    world.clock.advance(2 * minuteMs - 1)
    await meetBusy('A1')
    expect(await world.take('A1', 2)).toMatchObject({ hindrance: undefined })
    world.clock.advance(1)
    expect(await world.places.tend()).toEqual(['A1'])
    expect(await world.take('A1', 3)).toMatchObject({ hindrance: 'busy', isNews: true })
    world.clock.advance(minuteMs)
    await run('A1')
    await world.take('B1')
    expect(await world.take('C1')).toMatchObject({ hindrance: undefined })
  })
})

describe('a paused key', () => {
  const pause = (job: string, why: 'balance' | 'key' = 'balance') =>
    world.places.pause({ jobId: job, epoch: 1 }, why, world.clock.now() + 5 * minuteMs)

  test('was paused by the first who found out, however often that is said, and by nobody else', async () => {
    await world.take('A1')
    await world.take('B1')
    expect(await pause('A1')).toBe('opened')
    expect(await pause('B1', 'key')).toBe('known')
    expect(await pause('A1')).toBe('opened')
    expect(await world.places.pausedFor()).toBe('balance')
  })

  test('needs three unclear answers in a row, between which nothing is taken', async () => {
    const unclear = (jobId: string) =>
      world.places.pause({ jobId, epoch: 1 }, 'unclear', world.clock.now() + minuteMs)
    expect([await unclear('A1'), await unclear('B1')]).toEqual(['known', 'known'])
    await world.places.keep('C1', 1, world.clock.now() + minuteMs, 'taken')
    expect([await unclear('D1'), await unclear('E1')]).toEqual(['known', 'known'])
    expect(await world.places.pausedFor()).toBeUndefined()
    expect(await unclear('F1')).toBe('opened')
    expect(await world.places.pausedFor()).toBe('unclear')
    world.clock.advance(minuteMs)
    expect(await unclear('G1')).toBe('goes_on')
  })

  test('is paused for 15 seconds however many unclear answers come at once, and for twice as long after each try', async () => {
    const unclear = (jobId: string) =>
      world.places.pause({ jobId, epoch: 1 }, 'unclear', world.clock.now() + 5 * minuteMs)
    for (const jobId of ['A1', 'B1', 'C1', 'D1', 'E1']) await unclear(jobId)
    world.clock.advance(15_000 - 1)
    expect(await world.places.pausedFor()).toBe('unclear')
    world.clock.advance(1)
    expect(await world.places.pausedFor()).toBeUndefined()
    await unclear('F1')
    world.clock.advance(30_000 - 1)
    expect(await world.places.pausedFor()).toBe('unclear')
    world.clock.advance(1)
    expect(await world.places.pausedFor()).toBeUndefined()
  })

  test('is prolonged and ended by the one that opened it alone', async () => {
    const opened = await world.places.pause(lookLease, 'key', world.clock.now() + minuteMs)
    expect([opened, await pause('A1')]).toEqual(['opened', 'known'])
    expect(await world.take('B1')).toMatchObject({ hindrance: 'paused' })
    world.clock.advance(minuteMs / 2)
    await world.places.pause(lookLease, 'key', world.clock.now() + minuteMs)
    world.clock.advance(minuteMs - 1)
    expect(await world.places.resume({ jobId: 'A1', epoch: 1 })).toEqual([])
    expect(await world.places.pausedFor()).toBe('key')
    expect(await world.places.resume(lookLease)).toEqual(['B1'])
    expect(await world.places.pausedFor()).toBeUndefined()
  })

  test('sends nothing for as long, no matter who waits or was called, and says why', async () => {
    await run('A1')
    for (const name of ['B1', 'C1', 'D1']) await world.take(name)
    expect(await world.release('B1')).toEqual(['D1'])
    await pause('C1', 'key')
    await world.leave('C1')
    expect(await world.take('D1')).toMatchObject({ ...waiting(1), hindrance: 'paused' })
    expect(await world.take('E1')).toMatchObject(waiting(2))
    world.clock.advance(5 * minuteMs - 1)
    expect(await world.places.pausedFor()).toBe('key')
    expect(await world.places.tend()).toEqual([])
  })

  test('is tried by one job after that, and by the next only when that one is over', async () => {
    await world.take('A1')
    await pause('A1')
    await world.leave('A1')
    for (const name of ['B1', 'C1', 'D1']) await world.take(name)
    world.clock.advance(5 * minuteMs)
    expect(await world.places.pausedFor()).toBeUndefined()
    await world.places.tend()
    expect(await world.positionOf('B1')).toEqual(called)
    expect(await world.take('C1')).toMatchObject(waiting(1))
    expect(await world.take('B1')).toMatchObject({ status: 'taken' })
    expect(await world.take('C1')).toMatchObject(waiting(1))
    expect(await world.release('B1')).toEqual(['C1'])
  })

  test('stays so for all but one, though a task turns up after it that was sent before it', async () => {
    await world.take('A1')
    await world.take('B1')
    await pause('B1')
    await world.leave('B1')
    world.clock.advance(5 * minuteMs)
    await world.places.keep('A1', 1, world.inAnHour(), 'taken')
    expect(await world.take('C1')).toMatchObject({ status: 'taken' })
    expect(await world.take('D1')).toMatchObject({ status: 'waiting', hindrance: 'unpaid' })
    expect(await world.places.keep('A1', 1, world.inAnHour(), 'taken')).toBe('kept')
    expect(await world.places.keep('C1', 1, world.inAnHour(), 'taken')).toBe('resumed')
    expect(await world.take('D1')).toMatchObject({ status: 'taken' })
  })

  test('is paused again where that one is refused too', async () => {
    await world.take('A1')
    await pause('A1')
    await world.leave('A1')
    world.clock.advance(5 * minuteMs)
    expect(await world.take('B1')).toEqual(taken)
    const tries = (name: string) => world.places.isTry({ jobId: name, epoch: 1 })
    expect([await tries('A1'), await tries('B1')]).toEqual([false, true])
    expect(await pause('B1')).toBe('goes_on')
    expect(await tries('B1')).toBe(false)
    await world.leave('B1')
    expect(await world.take('C1')).toMatchObject(waiting(1))
  })

  test('is free for all once a job was taken, but not by one that was sent before', async () => {
    await world.take('A1')
    await world.take('B1')
    await pause('A1')
    await world.leave('A1')
    await world.places.keep('B1', 1, world.inAnHour(), 'taken')
    expect(await world.places.pausedFor()).toBe('balance')
    world.clock.advance(5 * minuteMs)
    await run('C1')
    expect(await world.take('D1')).toEqual(taken)
    expect(await world.redis.exists(world.keys.pace('key-1'))).toBe(0)
  })
})

describe('a wrong address', () => {
  const lost = () => world.placesOf(3, undefined, 'key-1', 'address-2')
  const meetWrongAddress = () => lost().pause(lookLease, 'address', world.clock.now() + 5 * minuteMs)
  const takeLost = (name: string, epoch = 1) =>
    lost().take(world.job(name, epoch), usualSeconds, world.inAnHour())

  test('pauses the processes that have it, those that only ask among them, and no others', async () => {
    await meetWrongAddress()
    expect([await lost().pausedFor(), await world.places.pausedFor()]).toEqual(['address', undefined])
    expect(await takeLost('A1')).toMatchObject({ status: 'waiting', hindrance: 'paused' })
    expect(await world.take('A1', 2)).toEqual(taken)
    world.clock.advance(5 * minuteMs)
    expect(await takeLost('A1', 2)).toEqual(taken)
  })

  test('takes no place that is kept for a job, which goes before the others when it is called again', async () => {
    for (const name of ['A1', 'B1', 'C1', 'D1', 'E1']) await world.take(name)
    await meetWrongAddress()
    expect(await world.release('A1')).toEqual(['D1'])
    expect(await takeLost('D1', 2)).toMatchObject({ ...waiting(1), hindrance: 'paused' })
    expect(await lost().tend()).toEqual([])
    expect(await world.places.tend()).toContain('D1')
    expect(await world.positionOf('D1')).toEqual(called)
    expect(await world.take('D1', 3)).toEqual(taken)
  })

  test('hides no refusal of the key from the others', async () => {
    await meetWrongAddress()
    await world.take('A1')
    expect(await world.places.pause({ jobId: 'A1', epoch: 1 }, 'key', world.inAnHour())).toBe('opened')
    expect(await world.places.pausedFor()).toBe('key')
    expect(await lost().resume(lookLease)).toEqual([])
    expect([await lost().pausedFor(), await world.places.pausedFor()]).toEqual(['key', 'key'])
  })

  test('that leads to the service after all calls those who wait', async () => {
    await meetWrongAddress()
    await takeLost('A1')
    expect(await world.places.resume(lookLease)).toEqual([])
    expect(await lost().pausedFor()).toBe('address')
    expect(await lost().resume(lookLease)).toEqual(['A1'])
    expect(await lost().pausedFor()).toBeUndefined()
  })
})
