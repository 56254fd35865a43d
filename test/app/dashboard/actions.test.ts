import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAction, operatorActions } from '../../../src/app/dashboard/actions.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { type DashboardWorld, openDashboardWorld } from '../../support/dashboard/dashboard-world.ts'
import { deadJob, wearOut } from '../../support/jobs/dead-letters.ts'
import { jobIn, readJob } from '../../support/jobs/job-states.ts'
import { dump, giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
let dashboard: DashboardWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
  dashboard = await openDashboardWorld(world, { named: [] })
  await dashboard.signIn()
})
afterEach(async () => {
  await dashboard.close()
  world.close()
})

const logged = () => dashboard.deps.operatorLog.latest(10)
const server = 'discord:81384788765712384'

/** Sends one form twice, as a double click does. */
const twice = async (action: string, fields: Readonly<Record<string, string>>) => {
  const first = await dashboard.act(action, fields, 'one-form')
  const second = await dashboard.act(action, fields, 'one-form')
  expect(second.said).toBe(first.said)
  return first
}

test('a dead letter is put back, once, and workers continue it', async () => {
  const { id } = await deadJob(world)
  const { said } = await twice('retry', { job: id, back: '/dashboard/problems' })
  expect(said).toBe(`${id} is put back. A worker continues it within 15 seconds.`)
  expect(await dashboard.deps.letters.list()).toEqual([])
  expect(await world.store.rewake(world.clock.now())).toHaveLength(1)
  expect(await logged()).toMatchObject([{ by: 'dashboard', action: 'retry', on: id, result: said }])
})

test('all dead letters are put back', async () => {
  for (let count = 0; count < 3; count += 1) await deadJob(world)
  const { said } = await dashboard.act('retry_all', {})
  expect(said).toBe('3 put back. Workers continue them within 15 seconds.')
  expect(await dashboard.deps.letters.list()).toEqual([])
})

test('a dead letter is ended, and what it holds is booked', async () => {
  const { id } = await deadJob(world, 'uncertain')
  const { said } = await twice('end', { job: id })
  expect(said).toBe(`${id} has ended as &quot;booked&quot;; its member is told.`)
  expect((await readJob(world, id)).state).toBe('booked')
  expect(await logged()).toHaveLength(1)
})

test('booked credits are given back, once', async () => {
  const { id } = await jobIn(world, 'booked')
  const { said } = await twice('refund', { job: id })
  expect(said).toBe(`Returned 0.20 credits of ${id}; its member is told.`)
  expect((await readJob(world, id)).settled).toBe(0)
  const again = await dashboard.act('refund', { job: id })
  expect(again.said).toBe(`The credits of ${id} were returned before.`)
  expect(await logged()).toHaveLength(1)
})

describe('a hidden result', () => {
  test('is shown where it was requested', async () => {
    const job = await jobIn(world, 'withheld')
    const { said } = await twice('recover', { job: job.id })
    expect(said).toBe('The result will appear where it was requested, free of charge.')
    expect((await readJob(world, job.id)).wake).toBe(job.wake + 1)
    expect(await logged()).toMatchObject([{ action: 'recover', on: job.id }])
  })

  test('stays hidden where its member cancelled it', async () => {
    const job = await jobIn(world, 'submitted')
    await world.store.cancel(job, 'member-1')
    const { said } = await dashboard.act('recover', { job: job.id })
    expect(said).toContain('Its member cancelled it')
    expect(await logged()).toEqual([])
  })
})

describe('a server', () => {
  test('is let in with a ceiling, once', async () => {
    const { said, location } = await twice('allow', {
      account: server,
      credits: '50',
      back: '/dashboard/servers',
    })
    expect(said).toContain(`${server} is let in, up to 50 credits a month.`)
    expect(location).toBe('/dashboard/servers')
    expect(await world.allowlist.list()).toMatchObject([
      { account: server, ceiling: microcredits(50_000_000) },
    ])
    expect(await logged()).toMatchObject([{ by: 'dashboard', action: 'allow', on: server }])
  })

  test('is let in without a ceiling, and stopped', async () => {
    await dashboard.act('allow', { account: server, credits: ' ' })
    expect(await world.allowlist.list()).toMatchObject([{ account: server, ceiling: undefined }])
    await dashboard.act('remove', { account: server })
    expect(await world.allowlist.removed()).toEqual([server])
    expect((await dashboard.get(`/dashboard/servers/${encodeURIComponent(server)}`)).body).toContain(
      'removed',
    )
    expect((await logged()).map(({ action }) => action)).toEqual(['remove', 'allow'])
  })
})

test('all spending is paused with a notice, and resumed', async () => {
  await twice('pause', { notice: ' Back at 6\u202e pm. ' })
  expect(await world.allowlist.pause()).toBe('Back at 6 pm.')
  expect((await dashboard.get('/dashboard')).body).toContain('All spending is paused')
  await dashboard.act('resume', {})
  expect(await world.allowlist.pause()).toBeUndefined()
  expect((await logged()).map(({ action, on }) => `${action} ${on}`)).toEqual([
    'resume every server',
    'pause every server',
  ])
})

describe('nothing changes, and nothing is listed, where', () => {
  test.each([
    ['retry', { job: 'nothing' }, 'not the ID of a job'],
    ['retry', { job: `b00x${'a'.repeat(25)}` }, 'is not a dead letter'],
    ['refund', { job: `b00x${'a'.repeat(25)}` }, 'There is no job'],
    ['recover', { job: 'nothing' }, 'There is no such job.'],
    ['allow', { account: 'elsewhere:1' }, 'not the ID of a server'],
    ['allow', { account: server, credits: 'many' }, 'Credits are a number'],
    ['remove', { account: 'discord:<script>' }, 'not the ID of a server'],
  ])('%s is asked of %o', async (action, fields, says) => {
    const before = await dump(world)
    const { status, said } = await dashboard.act(action, fields)
    expect(status).toBe(303)
    expect(said).toContain(says)
    expect(await dump(world)).toEqual(before)
  })

  test('an action has another name', async () => {
    const token = await dashboard.formToken()
    const answer = await dashboard.post('/dashboard/do/toString', { form_token: token })
    expect(answer.statusCode).toBe(404)
    expect(isAction('toString')).toBe(false)
  })
})

test('a job that is refused to all is not retried by a form of another job', async () => {
  const [one, other] = [await deadJob(world), await jobIn(world, 'submitted')]
  await wearOut(world, other)
  await dashboard.act('retry', { job: one.id }, 'form-1')
  await dashboard.act('retry', { job: other.id }, 'form-2')
  expect(await logged()).toHaveLength(2)
})

test('each action says what it does', () => {
  for (const { does } of Object.values(operatorActions)) expect(does).toMatch(/^[a-z].{10,}/)
})
