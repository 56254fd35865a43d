import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { createDashboard } from '../../../src/app/dashboard/dashboard.ts'
import type { DashboardDeps } from '../../../src/app/dashboard/deps.ts'
import { createBullQueue, defaultQueueSpans } from '../../../src/jobs/worker/bullmq-queue.ts'
import { createJobControl } from '../../../src/jobs/worker/control.ts'
import { createJobCounts } from '../../../src/redis/job-counts.ts'
import { createMoneyLines } from '../../../src/redis/job-timeline.ts'
import { createOperatorJobs } from '../../../src/redis/operator-jobs.ts'
import { createEndedSessions, createOperatorLog } from '../../../src/redis/operator-log.ts'
import { createOperatorServers } from '../../../src/redis/operator-servers.ts'
import type { AllowedBySettings } from '../../../src/redis/operator-total.ts'
import { readMemory } from '../../../src/redis/server-memory.ts'
import { deadLettersOf } from '../jobs/dead-letters.ts'
import { createMemoryQueue } from '../jobs/memory-queue.ts'
import { createRecordingLog } from '../recording-log.ts'
import type { StoreWorld } from '../redis/store-world.ts'

/** The token of these tests. */
export const adminToken = 'the-admin-token-of-these-tests-0123456789'

const host = 'localhost:8080'

interface DashboardOptions {
  token?: string
  publicUrl?: string
  named?: AllowedBySettings
  deps?: Partial<DashboardDeps>
}

/** What the dashboard works with, over the stores of a world. */
export const dashboardDeps = (
  world: StoreWorld,
  { named = 'any', deps = {} }: DashboardOptions = {},
): DashboardDeps => {
  const { redis, keys, clock, allowlist } = world
  const shared = { redis, keys, now: clock.now }
  const queue = createBullQueue({
    connection: redis,
    prefix: keys.queuePrefix,
    spans: defaultQueueSpans,
    log: createRecordingLog(),
  })
  return {
    now: clock.now,
    log: createRecordingLog(),
    zone: 'UTC',
    readiness: async () => ({ isReady: true, problems: [], degraded: [] }),
    memory: () => readMemory(redis),
    processes: async () => [{ platform: 'discord', count: 2 }],
    countJobs: createJobCounts({ ...shared, providerKeyId: 'key-1' }),
    operator: world.operator,
    places: { pausedFor: async () => undefined },
    allowlist,
    names: async () => () => undefined,
    named,
    blocked: [],
    servers: createOperatorServers({ ...shared, zone: 'UTC', allowedBySettings: named, allowlist }),
    budgets: world.budgets,
    overview: world.overview,
    jobs: createOperatorJobs(shared),
    jobList: world.jobList,
    store: world.store,
    moneyLines: createMoneyLines(shared),
    letters: deadLettersOf(world),
    jobControl: createJobControl({ store: world.store, queue: createMemoryQueue(clock), now: clock.now }),
    operatorLog: createOperatorLog(shared),
    endedSessions: createEndedSessions(shared),
    bullQueue: queue.bull,
    ...deps,
  }
}

type Sent = Pick<InjectOptions, 'headers'>

/** The value that a browser would keep of a cookie. */
export const cookieOf = (setCookie: string | string[] | undefined, name: string): string | undefined => {
  const line = [setCookie ?? []].flat().find((each) => each.startsWith(`${name}=`))
  return line?.slice(0, line.indexOf(';'))
}

/** A dashboard on a server that listens nowhere, and the operator's browser before it. */
export const openDashboardWorld = async (world: StoreWorld, options: DashboardOptions = {}) => {
  const deps = dashboardDeps(world, options)
  await deps.bullQueue.waitUntilReady() // it writes its version
  const server: FastifyInstance = Fastify()
  await createDashboard({ adminToken: options.token ?? adminToken, publicUrl: options.publicUrl, deps })(
    server,
  )
  let cookie = ''
  const get = (path: string, { headers = {} }: Sent = {}) =>
    server.inject({ method: 'GET', url: path, headers: { host, cookie, ...headers } })
  const post = (path: string, fields: Readonly<Record<string, string>>, { headers = {} }: Sent = {}) =>
    server.inject({
      method: 'POST',
      url: path,
      headers: {
        host,
        cookie,
        origin: `http://${host}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: new URLSearchParams(fields).toString(),
    })
  const signIn = async (token = adminToken) => {
    const answer = await post('/dashboard/login', { token })
    cookie = cookieOf(answer.headers['set-cookie'], 'tunesmith_session') ?? ''
    return answer
  }
  const formToken = async (): Promise<string> =>
    /name="form_token" value="([^"]+)"/.exec((await get('/dashboard')).body)?.[1] ?? ''
  return {
    server,
    deps,
    get,
    post,
    signIn,
    formToken,
    cookie: () => cookie,
    /** Sends a form of one of its pages, and returns what the next page says about it. */
    async act(action: string, fields: Readonly<Record<string, string>>, formId = `form-${Math.random()}`) {
      const token = await formToken()
      const sent = await post(`/dashboard/do/${action}`, { form_token: token, form_id: formId, ...fields })
      const note = cookieOf(sent.headers['set-cookie'], 'tunesmith_note') ?? ''
      const shown = await get(String(sent.headers.location), { headers: { cookie: `${cookie}; ${note}` } })
      return {
        status: sent.statusCode,
        location: sent.headers.location,
        said: /role="status">([^<]*)</.exec(shown.body)?.[1],
      }
    },
    async close() {
      await server.close()
      await deps.bullQueue.close()
    },
  }
}
export type DashboardWorld = Awaited<ReturnType<typeof openDashboardWorld>>
