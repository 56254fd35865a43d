import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../../src/core/credits.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import {
  accepted,
  finished,
  usualCost,
  usualEtaSeconds,
  written,
} from '../../support/service/scripted-audio-service.ts'

// Two takes at the built-in price.
const held = 200_000
const minuteMs = 60_000

let world: JobWorld

const open = async (options: Parameters<typeof openJobWorld>[0] = {}): Promise<void> => {
  await world?.close()
  world = await openJobWorld(options)
}

beforeEach(() => open())
afterEach(() => world.close())

const told = () =>
  world.log.lines.filter(({ message }) => message.includes('is implausible')).map(({ level }) => level)

/** How many songs of thirty a budget of half a credit lets through. */
const taken = async (estimate: number): Promise<number> => {
  await giveBudget(world, 500_000)
  let count = 0
  for (; count < 30; count += 1) {
    world.service.submitWith(accepted(`song-${count}`, { estimate }))
    const answer = await world.ask()
    if (answer.kind !== 'accepted') break
    const message = world.platform.answer(answer.message)
    await world.acknowledged(answer.jobId, { kind: 'given', message })
    await world.queue.run(world.clock.now() + 1_000)
  }
  return count
}

describe.each([
  ['nothing', 0],
  ['next to nothing', 1],
  ['under a thousandth of the hold', 199],
])('an estimate of %s', (_, estimate) => {
  test.each([
    ['are told', usualCost],
    ['are never told', undefined],
  ])('lets a budget pay for no more than it has, where final costs %s', async (_case, cost) => {
    world.service.alwaysFind({ status: 'pending' })
    expect(await taken(estimate)).toBe(2)
    world.service.alwaysFind({ ...finished, cost })
    await world.queue.run()
    expect(await world.balances()).toEqual({ spent: 2 * (cost ?? held), held: 0 })
  })

  test('is not kept, and told once', async () => {
    world.service.submitWith(accepted('task', { estimate }))
    world.service.lookUpWith({ ...finished, cost: undefined })
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ estimate: undefined, settled: held, settledBy: 'hold' })
    expect(told()).toEqual(['warn'])
  })

  test('does not say what stays booked of a song without an end', async () => {
    world.service.submitWith(accepted('task', { estimate }))
    world.service.alwaysFind({ status: 'pending' })
    await world.start()
    await world.queue.run()
    expect(world.texts().join()).toContain('so about 0.20 credits will still count as used')
    expect(await world.balances()).toEqual({ spent: held, held: 0 })
  })

  test('does not settle an answer that nobody can look up', async () => {
    world.service.answerWith({ ...written, estimate: microcredits(Math.min(estimate, 7)) })
    const jobId = await world.start({ command: 'lyrics', values: { theme: 'the sea' } })
    await world.queue.run()
    const job = await world.job(jobId)
    expect(job).toMatchObject({ state: 'posted', settled: job.held, settledBy: 'hold' })
  })
})

test('an estimate of a thousandth of the hold is believed', async () => {
  world.service.submitWith(accepted('task', { estimate: 200 }))
  world.service.lookUpWith({ status: 'pending' })
  const jobId = await world.start()
  await world.queue.run(world.clock.now() + 1_000)
  expect(await world.job(jobId)).toMatchObject({ estimate: 200 })
  expect(await world.balances()).toEqual({ spent: 0, held: 200 })
})

describe.each([
  ['a thousand times too low', 0],
  ['a thousand times too high', 500_000_000_000],
])('a final cost settles a song whose estimate was %s', (_, estimate) => {
  test.each([usualCost, 0])('%d', async (cost) => {
    world.service.submitWith(accepted('task', { estimate }))
    world.service.lookUpWith({ ...finished, cost: microcredits(cost) })
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ settled: cost, settledBy: 'final' })
  })
})

describe('an estimate of over a thousand times the hold', () => {
  const estimate = 500_000_000_000

  test('blocks no other song, neither while it runs nor after it was given up', async () => {
    await open({ operatorLimit: 1_000_000 })
    world.service.alwaysFind({ status: 'pending' })
    world.service.submitWith(accepted('task', { estimate }))
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + minuteMs)
    expect(await world.balances()).toEqual({ spent: 0, held })
    expect(await world.ask()).toMatchObject({ kind: 'accepted' })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'expired', settled: held })
    expect(await world.ask()).toMatchObject({ kind: 'accepted' })
  })

  test('is an error that names the job and the way to refund it', async () => {
    world.service.submitWith(accepted('task', { estimate }))
    const jobId = await world.start()
    await world.queue.run()
    expect(told()).toEqual(['error'])
    expect(world.log.lines).toContainEqual({
      level: 'error',
      message: expect.stringContaining('npm run jobs -- refund'),
      details: { job: jobId, held: '0.20', credits: '500000' },
    })
  })
})

describe('an eta beyond all reason', () => {
  const etaSeconds = 60_000

  test('delays neither the result nor those who wait in the queue', async () => {
    await open({ parallel: 1 })
    world.service.submitWith(accepted('task', { etaSeconds }))
    const jobIds = await world.startInOrder(2)
    await world.queue.run(world.clock.now() + 10 * minuteMs)
    expect(await world.statesOf(jobIds)).toEqual(['posted', 'posted'])
  })

  test('holds no place for longer than a task without one, and is told once', async () => {
    await open({ parallel: 1 })
    world.service.alwaysFind({ status: 'pending' })
    world.service.submitWith(accepted('task', { etaSeconds }))
    const jobIds = await world.startInOrder(2)
    await world.queue.run(world.clock.now() + 32 * minuteMs)
    expect(await world.statesOf(jobIds)).toEqual(['expired', 'submitted'])
    expect(told()).toEqual(['warn'])
  })

  test('is not what members are told to expect', async () => {
    world.service.alwaysFind({ status: 'pending' })
    world.service.submitWith(accepted('task', { etaSeconds }))
    const beganMs = world.clock.now()
    const jobId = await world.start()
    await world.queue.run(beganMs + 1_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted', etaSeconds: undefined })
    const atMs = beganMs + 150_000
    expect(JSON.stringify(world.platform.messages[0]?.message)).toContain(
      JSON.stringify({ label: 'Expected', value: { atMs, isSoon: true } }),
    )
  })

  test('is not the longest that is believed', async () => {
    world.service.alwaysFind({ status: 'pending' })
    world.service.submitWith(
      accepted('one', { etaSeconds: 1_800 }),
      accepted('two', { etaSeconds: usualEtaSeconds }),
    )
    const jobIds = [await world.start(), await world.start()]
    await world.queue.run(world.clock.now() + 1_000)
    const etas = await Promise.all(jobIds.map(async (jobId) => (await world.job(jobId)).etaSeconds))
    expect(etas).toEqual([1_800, usualEtaSeconds])
  })
})
