import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CallbackWorld, openCallbackWorld } from '../../support/jobs/callback-world.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectVerdict } from '../../support/jobs/verdict.ts'
import { createTestClient } from '../../support/service/client.ts'
import { accepted, usualCost } from '../../support/service/scripted-audio-service.ts'
import {
  answers,
  breaks,
  breaksHalfway,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../support/service/scripted-server.ts'
import { runs } from '../../support/suite/runs.ts'

// What the service does to us; test/jobs/worker/service-failures.test.ts has each of its
// documented failures against its stand-in.

const minuteMs = 60_000
/** A long run tries many. */
const waitMs = 5 * minuteMs
const ready = /^“.+” and “.+”$/

let server: ScriptedServer
const closings: (() => unknown)[] = []
beforeEach(async () => {
  server = await startScriptedServer()
})
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
  await server.close()
})

// The shapes of POST /v2/MusicAI and GET /v1/byId in the service's interface description.
const task = { success: true, task_id: 'task-1', conversion_id_1: 'c-1', conversion_id_2: 'c-2', eta: 20 }
const conversion = {
  task_id: 'task-1',
  conversion_id_1: 'c-1',
  conversion_id_2: 'c-2',
  status: 'COMPLETED',
  conversion_path_1: 'https://cdn.example/1.mp3',
  conversion_path_2: 'https://cdn.example/2.mp3',
  title_1: 'One',
  title_2: 'Two',
  conversion_duration_1: 60,
  conversion_duration_2: 60,
  conversion_cost: 0.12,
}

const openWith = async (baseUrl: string, timeoutMs = 5_000): Promise<JobWorld> => {
  const client = createTestClient({ baseUrl, apiKey: 'key', timeoutMs })
  const world = await openJobWorld({ serviceWith: () => client })
  closings.push(client.close, () => world.close())
  return world
}
const posts = () => server.requests.filter(({ method }) => method === 'POST')

describe('row 26, whatever a look-up brings', () => {
  const garbage: fc.Arbitrary<Reply> = fc.oneof(
    fc
      .tuple(fc.constantFrom(200, 404, 429, 500, 503), fc.json({ maxDepth: 3 }))
      .map(([status, body]) => answers(status, body)),
    fc
      .constantFrom('', 'IN_QUEUE', 'ALMOST_THERE', 'COMPLETED', 'toString')
      .map((status) => answers(200, { success: true, conversion: { task_id: 'task-1', status } })),
    fc.constant(breaks),
    fc.string().map(breaksHalfway),
  )

  test(
    'is looked at again until it is true: the song is delivered and paid once',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(garbage, { maxLength: 6 }), async (replies) => {
          const left = [...replies]
          server.requests.length = 0
          server.answer((response, request) => {
            if (request.method === 'POST') return answers(200, task)(response, request)
            const next = left.shift() ?? answers(200, { success: true, conversion })
            next(response, request)
          })
          const world = await openWith(server.url)
          await world.start()
          await world.runWithSweeps(world.clock.now() + 10 * minuteMs, minuteMs / 2)
          expect(posts()).toHaveLength(1)
          expect(world.texts()).toEqual([expect.stringMatching(ready)])
          expect(await world.balances()).toEqual({ spent: usualCost, held: 0 })
        }),
        { numRuns: runs(6, 150, 500) },
      )
    },
    waitMs,
  )
})

test('row 25, a storm: of 200 requests at a service that takes two at a time each is bought once, and none is lost', async () => {
  const world = await openJobWorld({ parallel: 10 })
  closings.push(() => world.close())
  const takenMax = 2
  const jobs = runs(20, 200)
  let taken = 0
  const { service } = world
  const take = async () => {
    if (service.submissions.length % 2 === 0 && taken > takenMax) return { status: 'busy' as const }
    taken += 1
    return accepted(`task-${taken}`, { etaSeconds: 10, estimate: undefined })
  }
  service.submitWith(...Array.from({ length: 20 * jobs }, () => take))
  for (let index = 0; index < jobs; index += 1) await world.start()
  while (taken < jobs) await world.runWithSweeps(world.clock.now() + 5 * minuteMs, minuteMs)
  await world.runWithSweeps(world.clock.now() + 5 * minuteMs, minuteMs)
  expect(taken).toBe(jobs)
  expect(world.texts()).toEqual(Array.from({ length: jobs }, () => expect.stringMatching(ready)))
  expect(await world.balances()).toEqual({ spent: jobs * usualCost, held: 0 })
})

test('row 28, every callback is lost: a look-up finds the song no later than a minute and a half after its eta', async () => {
  const world: CallbackWorld = await openCallbackWorld()
  closings.push(() => world.close())
  world.service.submitWith(accepted('task-1', { etaSeconds: 120 }))
  const jobId = await world.start()
  await world.runFor((120 + 90) * 1_000)
  expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  await expectVerdict(world, { submissions: 1, texts: [ready] })
})
