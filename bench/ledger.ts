import { availableParallelism } from 'node:os'
import { Redis } from 'ioredis'
import { createLog } from '../src/app/log.ts'
import { microcredits, noCredits } from '../src/core/credits.ts'
import type { JobRequest } from '../src/core/job/job.ts'
import { accountOf } from '../src/core/target.ts'
import { createAllowlist } from '../src/redis/allowlist.ts'
import { createBudgets } from '../src/redis/budgets.ts'
import { createJobStore } from '../src/redis/job-store.ts'
import { createKeys, jobIdFor } from '../src/redis/keys.ts'
import { createOperatorTotal } from '../src/redis/operator-total.ts'
import { createSealer } from '../src/redis/sealer.ts'
import { startRedis } from '../studio/kit/redis/redis.ts'

// How many operations on the ledger a second one process does, over one connection, beside a script that does
// nothing: what Redis, the connection and this machine allow at best. Kinds of work take turns within a run,
// so that whatever else the machine does hits all of them. A hold reads the settings and runs its scripts;
// each further operation is a script of its own. What changes money runs two more: the operator's total is
// told, and the account that it was.

const operationsPerTurn = 4_000
const atOnce = [1, 10, 100] as const
const fsyncs = ['always', 'everysec'] as const

/** One kind of work: `prepare` makes what so many operations need, and each is measured. */
interface Work {
  name: string
  prepare(count: number): Promise<readonly (() => Promise<unknown>)[]>
}

interface Turn {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

interface Row extends Turn {
  fsync: (typeof fsyncs)[number]
  name: string
  atOnce: number
  /** Operations per second as a share of the script that does nothing, in the same runs. */
  share: number
}

const target = { platform: 'discord', server: 'server-1', channel: 'channel-1', member: 'member-1' } as const
const account = accountOf(target)

const waitingMax = { server: 1_000_000_000, member: 1_000_000_000 }

const openLedger = async (redis: Redis) => {
  const shared = { redis, waitingRedis: redis, keys: createKeys(), now: Date.now, defaultZone: 'UTC' }
  const options = { ...shared, newServerCredits: noCredits, clockToleranceMs: 60_000 }
  const allowance = {
    ...options,
    zone: 'UTC',
    allowedBySettings: 'any',
    allowlistReady: async () => undefined,
  } as const
  const unlimited = { server: 0, member: 0 }
  const allowances = {
    request: unlimited,
    command: unlimited,
    uncharged: unlimited,
    gift: unlimited,
    change: unlimited,
  }
  const budgets = createBudgets({
    ...options,
    allowances,
    allowlist: createAllowlist({ ...allowance, limit: undefined }),
  })
  const change = { account, eventId: 'bench', actor: 'bench', period: 'month', zone: 'UTC' } as const
  await budgets.setLimit({ ...change, limit: microcredits(1_000_000_000_000) })
  const operator = createOperatorTotal({ ...allowance, limit: undefined, holdMs: 10_000 })
  return createJobStore({
    ...options,
    waitingMax,
    allowances,
    operator,
    sealer: createSealer({ keys: [new Uint8Array(32)], tell: console.error }),
    log: createLog('warn', [], console.error),
  })
}

let requests = 0

const newRequest = (): JobRequest => {
  requests += 1
  const values = { prompt: 'a sea shanty about compilers' }
  const about = { feature: 'music', given: values, values, isFree: false }
  const place = { target, fileBytesMax: 10_000_000, replyToken: 'application/token', groups: [] }
  return { id: jobIdFor(account, `bench-${requests}`), ...about, ...place, bound: microcredits(200_000) }
}

const worksOn = async (redis: Redis): Promise<readonly Work[]> => {
  const store = await openLedger(redis)
  const noop = String(await redis.script('LOAD', '#!lua\nreturn {}'))
  const held = async (count: number): Promise<readonly JobRequest[]> => {
    const all = Array.from({ length: count }, newRequest)
    for (const request of all) await store.request(request)
    return all
  }
  const jobsOf = async (count: number) =>
    Promise.all(
      (await held(count)).map(async ({ id }) => {
        const job = await store.read(id)
        if (job === undefined) throw new Error('a hold was not taken')
        return job
      }),
    )
  return [
    {
      name: 'a script that does nothing',
      prepare: async (count) =>
        Array.from({ length: count }, () => () => redis.evalsha(noop, 1, '{b00}:noop')),
    },
    {
      name: 'hold',
      prepare: async (count) =>
        Array.from({ length: count }, newRequest).map((request) => () => store.request(request)),
    },
    {
      name: 'accept',
      prepare: async (count) => (await jobsOf(count)).map((job) => () => store.accept(job, undefined)),
    },
    {
      name: 'void',
      prepare: async (count) => (await jobsOf(count)).map((job) => () => store.void(job, 'interrupted')),
    },
  ]
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Does all operations, so many at once, each after the one before it on its lane. */
const takeTurn = async (operations: readonly (() => Promise<unknown>)[], lanes: number): Promise<Turn> => {
  const spans: number[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let operation = operations[next++]; operation !== undefined; operation = operations[next++]) {
      const startMs = performance.now()
      await operation()
      spans.push(performance.now() - startMs)
    }
  }
  const startMs = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  const perSecond = operations.length / ((performance.now() - startMs) / 1000)
  spans.sort((one, other) => one - other)
  return { perSecond, p50Ms: quantile(spans, 0.5), p99Ms: quantile(spans, 0.99) }
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  )

/** Every kind of work in turn, run after run; of each figure the median counts. */
const measure = async (works: readonly Work[], lanes: number, runs: number): Promise<readonly Turn[]> => {
  const turns: Turn[][] = works.map(() => [])
  for (let run = 0; run < runs; run += 1) {
    for (const [index, work] of works.entries()) {
      const count = lanes === 1 ? operationsPerTurn / 4 : operationsPerTurn
      turns[index]?.push(await takeTurn(await work.prepare(count), lanes))
    }
  }
  return turns.map((own) => ({
    perSecond: median(own.map(({ perSecond }) => perSecond)),
    p50Ms: median(own.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(own.map(({ p99Ms }) => p99Ms)),
  }))
}

const print = ({ fsync, name, atOnce: lanes, perSecond, share, p50Ms, p99Ms }: Row): void => {
  const cells = [
    fsync.padEnd(9),
    name.padEnd(27),
    String(lanes).padStart(4),
    perSecond.toFixed(0).padStart(8),
    `${(share * 100).toFixed(0)} %`.padStart(6),
    p50Ms.toFixed(2).padStart(8),
    p99Ms.toFixed(2).padStart(8),
  ]
  console.log(cells.join(' '))
}

const measureAll = async (redis: Redis, runs: number): Promise<readonly Row[]> => {
  const works = await worksOn(redis)
  const rows: Row[] = []
  for (const fsync of fsyncs) {
    await redis.config('SET', 'appendfsync', fsync)
    for (const lanes of atOnce) {
      const turns = await measure(works, lanes, runs)
      const floor = turns[0]?.perSecond ?? Number.NaN
      for (const [index, turn] of turns.entries()) {
        const row = {
          fsync,
          name: works[index]?.name ?? '',
          atOnce: lanes,
          ...turn,
          share: turn.perSecond / floor,
        }
        print(row)
        rows.push(row)
      }
    }
  }
  return rows
}

/** Measures the ledger on a Redis of its own; prints the numbers, and answers with them. */
export const benchLedger = async ({ runs }: { runs: number }) => {
  const server = await startRedis()
  const redis = new Redis(server.url)
  try {
    const [, version] = /redis_version:(\S+)/.exec(await redis.info('server')) ?? []
    const machine = { redis: version ?? 'unknown', cores: availableParallelism(), runs }
    console.log(
      `\nRedis ${machine.redis}, ${machine.cores} cores for client and server, median of ${runs} runs`,
    )
    console.log('appendfsync operation                 at once  per s  share   p50 ms   p99 ms')
    return { ...machine, rows: await measureAll(redis, runs) }
  } finally {
    redis.disconnect()
    await server.stop()
  }
}
