import { expect, test } from 'vitest'
import type { ApiRequest } from '../../src/core/endpoints/api-request.ts'
import type { AccountId } from '../../src/core/target.ts'
import { target } from '../support/invocation.ts'
import { openJobWorld } from '../support/job-world.ts'
import { runs } from '../support/runs.ts'
import { accepted } from '../support/scripted-audio-service.ts'
import { giveBudget } from '../support/store-world.ts'

const minuteMs = 60_000

/** How many jobs wait in all, most of them of one server. */
const jobsMax = runs(120, 10_000)
const places = 4
const quiet = ['B', 'C', 'D', 'E', 'F', 'G']

/** The servers in the order in which their requests reached the service. */
const serversServed = (submissions: readonly ApiRequest[]): readonly string[] =>
  submissions.map(({ body }) => String(body.prompt))

const open = async () => {
  const forever = { waitMaxMs: Number.MAX_SAFE_INTEGER, waitingMs: 100 * 60 * minuteMs }
  const world = await openJobWorld({ parallel: places, deadlines: forever })
  for (const server of ['A', ...quiet])
    await giveBudget(world, 100_000_000_000, `discord:${server}` satisfies AccountId)
  let tasks = 0
  const take = () => {
    tasks += 1
    return Promise.resolve(accepted(`task-${tasks}`, { estimate: undefined }))
  }
  world.service.submitWith(...Array.from({ length: jobsMax }, () => take))
  world.service.alwaysFind({ status: 'failed', said: undefined })
  const startFor = (server: string) =>
    world.start({ target: target({ server, member: `member-of-${server}` }), values: { prompt: server } })
  return { world, startFor }
}

test(
  'row 38, a server with nearly all of the waiting jobs delays each of the others by little, and all are served',
  async () => {
    const { world, startFor } = await open()
    try {
      const noisy = jobsMax - 2 * quiet.length
      for (let index = 0; index < noisy; index += 1) {
        await startFor('A')
        world.clock.advance(1)
      }
      await world.queue.run(world.clock.now() + 1_000)
      const before = world.service.submissions.length
      expect(before).toBe(places)
      for (const server of [...quiet, ...quiet]) {
        await startFor(server)
        world.clock.advance(1)
      }
      const isDone = () => serversServed(world.service.submissions).length >= jobsMax
      while (!isDone()) await world.runWithSweeps(world.clock.now() + 10 * minuteMs, minuteMs)

      const order = serversServed(world.service.submissions).slice(before)
      const rounds = 2 * (quiet.length + 1)
      for (const server of quiet) {
        expect(order.indexOf(server)).toBeLessThanOrEqual(quiet.length + 1)
        expect(order.lastIndexOf(server)).toBeLessThanOrEqual(rounds + 1)
      }
      const shares = ['A', ...quiet].map(
        (server) => order.slice(0, rounds).filter((served) => served === server).length,
      )
      expect(Math.max(...shares) / Math.min(...shares)).toBeLessThanOrEqual(2)
      expect(world.service.submissions).toHaveLength(jobsMax)
      await world.runWithSweeps(world.clock.now() + 10 * minuteMs, minuteMs)
      for (const key of [world.keys.line('key-1'), world.keys.leases('key-1'), world.keys.offers('key-1')])
        expect(await world.redis.zcard(key)).toBe(0)
      expect(await world.redis.hlen(world.keys.waiters('key-1'))).toBe(0)
    } finally {
      world.close()
    }
  },
  60 * minuteMs,
)
