import { afterEach, beforeEach, expect, test } from 'vitest'
import { cookieOf, type DashboardWorld, openDashboardWorld } from '../../support/dashboard/dashboard-world.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
let dashboard: DashboardWorld

beforeEach(async () => {
  world = openStoreWorld()
  dashboard = await openDashboardWorld(world)
  await dashboard.signIn()
})
afterEach(async () => {
  await dashboard.close()
  world.close()
})

test.each([
  ['zzzzzzzz', 'No job has that name.'],
  ['zz', 'That is no job’s name'],
  ['a song 1', 'That is no job’s name'],
  ['', 'That is no job’s name'],
])('says why no job is found by “%s”', async (typed, why) => {
  const nothing = await dashboard.get(`/dashboard/jobs/find?job=${encodeURIComponent(typed)}`)
  expect(nothing.headers.location).toBe('/dashboard/jobs')
  const cookie = `${dashboard.cookie()}; ${cookieOf(nothing.headers['set-cookie'], 'tunesmith_note')}`
  expect((await dashboard.get('/dashboard/jobs', { headers: { cookie } })).body).toContain(why)
})
