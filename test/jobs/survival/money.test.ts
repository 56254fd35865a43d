import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobStates } from '../../../src/core/job/job.ts'
import { readFixture } from '../../support/jobs/job-fixtures.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectVerdict } from '../../support/jobs/verdict.ts'
import { replay } from '../../support/ledger/journal-replay.ts'
import { giveBudget, journalOf } from '../../support/redis/store-world.ts'
import { accepted, usualCost } from '../../support/service/scripted-audio-service.ts'
import { runs } from '../../support/suite/runs.ts'

const minuteMs = 60_000
/** A long run tries many. */
const waitMs = 5 * minuteMs
const monthMs = 31 * 24 * 60 * minuteMs
const ready = /^“Title 1” and “Title 2”/

let world: JobWorld
beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs, minuteMs / 2)

test('row 37, fifty at once with one event, through two processes: one job, one hold, and all hear of the same one', async () => {
  const other = await openJobWorld({ store: { prefix: world.prefix } })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? world : other).ask({ eventId: 'double-click' }),
    ),
  )
  const jobIds = answers.flatMap((answer) => (answer.kind === 'accepted' ? [answer.jobId] : []))
  expect(new Set(jobIds).size).toBe(1)
  expect(answers.filter((answer) => 'isRepeat' in answer && answer.isRepeat)).toHaveLength(49)
  const [first] = answers
  if (first?.kind !== 'accepted') throw new Error('not accepted')
  expect((await world.balances()).held).toBe((await world.job(first.jobId)).held)
  const message = world.platform.answer(first.message)
  await world.acknowledged(first.jobId, { kind: 'given', message })
  await pass(5 * minuteMs)
  await expectVerdict(world, { submissions: 1, texts: [ready] })
  other.close()
})

describe('row 40, while a song is made', () => {
  const deeds = {
    'the limit is lowered to nothing': () => giveBudget(world, 0),
    'the period rolls over': async () => world.clock.advance(monthMs),
    'the server throws the bot out': async () =>
      world.platform.failNext('edit', 'cannot_post', 'cannot_post'),
  }

  test.each(Object.entries(deeds))(
    '%s: it is settled in the period it was requested in',
    async (name, act) => {
      world.service.submitWith(accepted('task-1', { etaSeconds: 60 }))
      const jobId = await world.start()
      await world.queue.run(world.clock.now() + 1_000)
      const { window } = await world.job(jobId)
      await act()
      await pass(30 * minuteMs)
      const job = await world.job(jobId)
      expect(job).toMatchObject({
        window,
        settled: usualCost,
        state: name.includes('throws') ? 'withheld' : 'posted',
      })
      expect(Object.entries(replay(await journalOf(world)))).toEqual([
        [`discord:server-1|${window}`, { posted: usualCost, pending: 0 }],
      ])
      expect(world.service.submissions).toHaveLength(1)
      expect(world.platform.calls.filter(({ kind }) => kind === 'post')).toEqual([])
      expect(world.texts().some((text) => ready.test(text))).toBe(!name.includes('throws'))
    },
  )

  test(
    'whatever of it comes together, in any order: nothing stays held, and no limit lets a new request by',
    async () => {
      const anyDeeds = fc.uniqueArray(fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])), {
        minLength: 2,
      })
      await fc.assert(
        fc.asyncProperty(anyDeeds, async (names) => {
          world.close()
          world = await openJobWorld()
          world.service.submitWith(accepted('task-1', { etaSeconds: 60 }))
          await world.start()
          await world.queue.run(world.clock.now() + 1_000)
          for (const name of names) await deeds[name]()
          if (names.includes('the limit is lowered to nothing'))
            expect((await world.ask()).kind).toBe('problems')
          await pass(30 * minuteMs)
          const books = Object.values(replay(await journalOf(world)))
          expect(books).toEqual([{ posted: usualCost, pending: 0 }])
          expect(world.service.submissions).toHaveLength(1)
        }),
        { numRuns: runs(5, 40, 100) },
      )
    },
    waitMs,
  )
})

describe('row 41, after an upgrade or a step back', () => {
  test.each(jobStates)('a record of the first version that is %s is read', async (state) => {
    const { id, hash } = readFixture(state, 1)
    const key = world.keys.job(id)
    await world.redis.hset(key, hash)
    expect(await world.store.read(id)).toMatchObject({ id, state })
  })

  test('a record of a newer version is left to a newer worker: nothing is sent or said, its hold stays, and the operator is told', async () => {
    const jobId = await world.start()
    const other = await world.start()
    await world.redis.hset(world.keys.job(jobId), 'version', '99')
    const { held } = await world.balances()
    await pass(20 * minuteMs)
    expect((await world.job(other)).state).toBe('posted')
    expect(world.service.submissions).toHaveLength(1)
    expect((await world.balances()).held).toBe(held / 2)
    expect(world.storeLog.errors()).toEqual([])
    expect(world.storeLog.warnings()).toHaveLength(1)
    await world.redis.hset(world.keys.job(jobId), 'version', '1') // the newer worker
    await pass(20 * minuteMs)
    expect((await world.job(jobId)).state).toBe('posted')
  })
})
