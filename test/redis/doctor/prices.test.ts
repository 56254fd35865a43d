import { afterEach, beforeEach, expect, test } from 'vitest'
import { microcredits } from '../../../src/core/credits.ts'
import { builtInPrices } from '../../../src/core/ledger/prices.ts'
import { overrunCheck, priceCheck } from '../../../src/redis/doctor/prices.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { accepted, finished } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const prices = () =>
  priceCheck({ redis: world.redis, keys: world.keys, providerKeyId: 'key-1', prices: builtInPrices }).run()

/** The journal's entries are as old as Redis says. */
const overruns = (nowMs = Date.now()) =>
  overrunCheck({
    journal: createJournal({ redis: world.redis, keys: world.keys }),
    now: () => nowMs,
  }).run()

const song = async (estimate: number | undefined, cost: number | undefined): Promise<void> => {
  world.service.submitWith(accepted('task', { estimate }))
  world.service.lookUpWith({ ...finished, cost: cost === undefined ? undefined : microcredits(cost) })
  await world.start()
  await world.queue.run()
}

test('the operator sees by each price what the service estimates and charges, beside the list and what is held', async () => {
  expect(await prices()).toEqual([{ verdict: 'ok', what: 'no job has told a price yet' }])
  for (const cost of [100_000, 120_000, 100_000]) await song(200_000, cost)
  await world.deps.prices.learn('minutes', { price: 'mastering', units: 3 }, microcredits(30_000), 'estimate')
  const [table, ...more] = await prices()
  expect(more).toEqual([])
  expect(table).toMatchObject({ verdict: 'ok' })
  expect(table?.what.split('\n')).toEqual([
    'credits per unit, by medians of the last jobs:',
    '         price      per        list   estimated  charged  held   by                  jobs',
    '         music.v6   output x2  0.10   0.10       0.05     0.06   learned             3',
    '         mastering  minute x3  0.016  0.01       -        0.016  the list, or above  1',
  ])
})

test('jobs that cost more than was held are counted, whether the estimate said so or the end', async () => {
  const ok = { verdict: 'ok', what: 'no job of the last 30 days cost more than was held' }
  await song(150_000, 150_000)
  await song(300_000, 100_000)
  expect(await overruns()).toEqual([ok])
  await song(300_000, undefined)
  await song(undefined, 450_000)
  expect(await overruns()).toMatchObject([
    {
      verdict: 'warning',
      what: 'the holds',
      why: 'Jobs of the last 30 days that cost more than was held: 2, by 0.25 credits in all.',
    },
  ])
  expect(await overruns(Date.now() + 31 * 86_400_000)).toEqual([ok])
})
