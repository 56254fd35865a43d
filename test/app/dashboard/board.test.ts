import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DashboardWorld, openDashboardWorld } from '../../support/dashboard/dashboard-world.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
let dashboard: DashboardWorld

beforeEach(async () => {
  world = openStoreWorld()
  dashboard = await openDashboardWorld(world)
})
afterEach(async () => {
  await dashboard.close()
  world.close()
})

const board = '/dashboard/queue'
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'self'"

test.each(['/', '/api/queues', '/api/redis/stats', '/static/favicon.ico', '/queue/wake'])(
  'without a session, %s leads to the sign-in',
  async (path) => {
    const answer = await dashboard.get(board + path)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dashboard/login'])
  },
)

test('it is a page that asks no other site for anything, by a policy of its own', async () => {
  await dashboard.signIn()
  const { statusCode, headers, body } = await dashboard.get(`${board}/`)
  expect(statusCode).toBe(200)
  expect(headers['content-security-policy']).toBe(policy)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['cross-origin-opener-policy'], 'another one than that of our pages').toBe('unsafe-none')
  expect(body).not.toMatch(/https:|style=|<style/)
  expect(body).toContain('href="/dashboard/board.css"')
  const files = [...body.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file]) => file)
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const answer = await dashboard.get(`${board}/${file}`)
    expect(answer.statusCode, file).toBe(200)
    expect(answer.headers['content-security-policy']).toBe(policy)
  }
})

test('it lists the wake-ups that are queued', async () => {
  await dashboard.signIn()
  await dashboard.deps.bullQueue.add('wake', { jobId: 'b00x1', wake: 1 }, { delay: 60_000 })
  const { body } = await dashboard.get(
    `${board}/api/queues?activeQueue=wake&status=latest&page=1&jobsPerPage=10`,
  )
  const { queues } = JSON.parse(body)
  expect(queues).toMatchObject([{ name: 'wake', readOnlyMode: true, counts: { delayed: 1 } }])
  expect(queues[0].jobs).toHaveLength(1)
})

test.each([
  ['POST', '/api/queues/wake/add'],
  ['PUT', '/api/queues/wake/pause'],
  ['PUT', '/api/queues/wake/obliterate'],
  ['PUT', '/api/queues/pause'],
  ['DELETE', '/api/queues/wake/1'],
  ['PATCH', '/api/queues/wake/1/update-data'],
] as const)('%s %s changes nothing', async (method, path) => {
  await dashboard.signIn()
  await dashboard.deps.bullQueue.add('wake', { jobId: 'b00x1', wake: 1 }, { delay: 60_000 })
  const answer = await dashboard.server.inject({
    method,
    url: board + path,
    headers: { host: 'localhost:8080', cookie: dashboard.cookie(), origin: 'http://localhost:8080' },
  })
  expect([404, 405]).toContain(answer.statusCode)
  expect(await dashboard.deps.bullQueue.getJobCounts()).toMatchObject({ delayed: 1 })
  expect(await dashboard.deps.bullQueue.isPaused()).toBe(false)
})
