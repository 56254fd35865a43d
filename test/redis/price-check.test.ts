import { afterEach, beforeEach, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { builtInPrices, priceNames } from '../../src/core/ledger/prices.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { overrunCheck, priceCheck } from '../../src/redis/price-check.ts'
import { type JobWorld, openJobWorld } from '../support/jobs/job-world.ts'
import { accepted, finished } from '../support/service/scripted-audio-service.ts'

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

test('the operator sees what is held by each price that requests were seen of', async () => {
  expect(await prices()).toEqual([])
  for (let count = 0; count < 3; count += 1) await song(200_000, 100_000)
  await world.deps.prices.learn('minutes', { price: 'mastering', units: 3 }, microcredits(30_000), 'estimate')
  expect(await prices()).toEqual([
    {
      verdict: 'ok',
      what: 'music.v6 holds 0.05 per output for 2 (learned, jobs: 3; list: 0.10; last charged 0.05)',
    },
    {
      verdict: 'ok',
      what: 'mastering holds 0.016 per minute for 3 (too few jobs to go below the list, jobs: 1; list: 0.016; last estimated 0.01)',
    },
  ])
  expect(priceNames.indexOf('music.v6')).toBeLessThan(priceNames.indexOf('mastering'))
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
