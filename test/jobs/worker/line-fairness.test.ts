import { expect, test } from 'vitest'
import type { AccountId } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'
import { runs } from '../../support/suite/runs.ts'

const minuteMs = 60_000
const places = 4

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/**
 * Who asks, job by job: first those who get all places and begin to wait, then
 * those who come when all is taken.
 */
interface Demand {
  early: readonly string[]
  late: readonly string[]
}

const jobsMax = runs(40, 1_500, 10_000)
const quiet = ['B', 'C', 'D', 'E', 'F', 'G']
const lateJobs = [...quiet, ...quiet]
const oneNoisyServer: Demand = { early: times(jobsMax - lateJobs.length, () => 'A'), late: lateJobs }

const serversMax = runs(8, 150, 1_000)
const manyServers: Demand = {
  early: times(serversMax, (index) => times(runs(4, 10), () => `server-${index}`)).flat(),
  late: [],
}

const account = (server: string): AccountId => `discord:${server}`

const openFor = async (servers: readonly string[]): Promise<JobWorld> => {
  const forever = { waitMaxMs: Number.MAX_SAFE_INTEGER, waitingMs: 100 * 60 * minuteMs }
  const world = await openJobWorld({ parallel: places, deadlines: forever })
  for (const server of servers) await giveBudget(world, 100_000_000_000, account(server))
  let tasks = 0
  const take = () => {
    tasks += 1
    return Promise.resolve(accepted(`task-${tasks}`, { estimate: undefined }))
  }
  world.service.submitWith(...times(jobsMax, () => take))
  world.service.alwaysFind({ status: 'failed', said: undefined })
  return world
}

/** Each job is named in what it asks for, by its server and a number. Answers with the jobs' ids. */
const startAll = async (
  world: JobWorld,
  servers: readonly string[],
  from = 0,
): Promise<readonly string[]> => {
  const jobIds: string[] = []
  for (const [index, server] of servers.entries()) {
    const asked = { target: target({ server }), values: { prompt: `${server} ${from + index}` } }
    jobIds.push(await world.start(asked))
    world.clock.advance(1)
  }
  await world.queue.run(world.clock.now())
  return jobIds
}

/** The jobs in the order in which their requests reached the service. */
const served = (world: JobWorld): readonly string[] =>
  world.service.submissions.map(({ body }) => String(body.prompt))

/** Whenever a server is served for the nth time, these were served oftener than n times before. */
const servedTooOften = (jobs: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>()
  let most = 0
  return jobs.filter((job) => {
    const server = job.slice(0, job.indexOf(' '))
    const count = (counts.get(server) ?? 0) + 1
    const isTooLate = most > count
    counts.set(server, count)
    most = Math.max(most, count)
    return isTooLate
  })
}

const expectNobodyInLine = async ({ redis, keys }: JobWorld) => {
  for (const key of [keys.line, keys.ring, keys.leases, keys.offers])
    expect(await redis.zcard(key('key-1'))).toBe(0)
  expect(await redis.hlen(keys.waiters('key-1'))).toBe(0)
}

test.each<[string, Demand]>([
  ['a server with nearly all of the waiting jobs', oneNoisyServer],
  ['a thousand servers with ten waiting jobs each', manyServers],
])(
  'row 38, %s: nobody is served again before everybody else, and all are served once',
  async (_, { early, late }) => {
    const servers = [...new Set([...early, ...late])]
    const world = await openFor(servers)
    try {
      const earlyIds = await startAll(world, early)
      expect(served(world)).toHaveLength(places)
      const jobIds = [...earlyIds, ...(await startAll(world, late, early.length))]
      while (served(world).length < jobIds.length)
        await world.runWithSweeps(world.clock.now() + 10 * minuteMs, minuteMs)
      await world.runWithSweeps(world.clock.now() + 10 * minuteMs, minuteMs)

      expect(servedTooOften(served(world).slice(places))).toEqual([])
      expect(new Set(served(world)).size).toBe(jobIds.length)
      expect(served(world)).toHaveLength(jobIds.length)
      expect(new Set(await world.statesOf(jobIds))).toEqual(new Set(['failed']))
      for (const server of servers)
        expect(await world.budgets.read(account(server))).toMatchObject({ spent: 0, held: 0 })
      await expectNobodyInLine(world)
    } finally {
      world.close()
    }
  },
  runs(10, 40) * minuteMs,
)
