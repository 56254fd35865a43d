import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isAction, operatorActions } from '../../../src/app/dashboard/actions.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { AppError } from '../../../src/core/errors.ts'
import { type DashboardWorld, openDashboardWorld } from '../../support/dashboard/dashboard-world.ts'
import { deadJob, wearOut } from '../../support/jobs/dead-letters.ts'
import { jobIn, readJob } from '../../support/jobs/job-states.ts'
import type { createRecordingLog } from '../../support/recording-log.ts'
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
    await dashboard.act('allow', { account: server, credits: ' ', no_ceiling: 'yes' })
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
    ['recover', { job: 'nothing' }, 'not the ID of a job'],
    ['recover', { job: `b00x${'a'.repeat(25)}` }, 'There is no such job.'],
    ['allow', { account: 'elsewhere:1' }, 'not the ID of a server'],
    ['allow', { account: server, credits: 'many' }, 'Credits are a number'],
    ['allow', { account: server, credits: '' }, 'Type a ceiling or tick “No ceiling”'],
    ['allow', { account: server, credits: '5', no_ceiling: 'yes' }, 'one of the two'],
    ['allow', { account: server, credits: '5', shown: 'allowed 7' }, 'changed since the page was loaded'],
    ['resume', { shown: 'paused for lunch' }, 'changed since the page was loaded'],
    ['remove', { account: 'discord:<script>' }, 'not the ID of a server'],
    ['remove', { account: `discord:${'1'.repeat(21)}` }, 'at most 20'],
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

describe('an old page', () => {
  const shownOn = async (path: string): Promise<string> =>
    /name="shown" value="([^"]*)"/.exec((await dashboard.get(path)).body)?.[1] ?? ''

  test('does not let a server in again that was stopped meanwhile', async () => {
    const path = `/dashboard/servers/${encodeURIComponent(server)}`
    await dashboard.act('allow', { account: server, credits: '50', shown: await shownOn(path) })
    const shown = await shownOn(path)
    await dashboard.act('remove', { account: server })
    const { said } = await dashboard.act('allow', { account: server, credits: '60', shown })
    expect(said).toContain('changed since the page was loaded')
    expect(await world.allowlist.removed()).toEqual([server])
    await dashboard.act('allow', { account: server, credits: '60', shown: await shownOn(path) })
    expect(await world.allowlist.removed()).toEqual([])
  })

  test('does not end a later pause than the one that it shows', async () => {
    await world.allowlist.setPause('for lunch')
    const shown = await shownOn('/dashboard')
    await world.allowlist.setPause('for a migration')
    expect((await dashboard.act('resume', { shown })).said).toContain('changed since')
    expect((await dashboard.act('resume', { shown: await shownOn('/dashboard') })).said).toContain('Resumed')
  })
})

describe('a form', () => {
  test('without an id does nothing', async () => {
    expect((await dashboard.act('pause', {}, '')).said).toContain('The form was not whole')
    expect(await world.allowlist.pause()).toBeUndefined()
  })

  test('with the id of another action, or with other fields, is a form of its own', async () => {
    await dashboard.act('pause', { notice: 'one' }, 'form-1')
    await dashboard.act('pause', { notice: 'two' }, 'form-1')
    expect(await world.allowlist.pause()).toBe('two')
    expect((await dashboard.act('resume', {}, 'form-1')).said).toContain('Resumed')
    expect(await world.allowlist.pause()).toBeUndefined()
  })

  test('that is sent twice at once is carried out once, and nobody is refused', async () => {
    const { id } = await jobIn(world, 'booked')
    const sent = [1, 2, 3].map(() => dashboard.act('refund', { job: id }, 'form-1'))
    const said = (await Promise.all(sent)).map((each) => each.said ?? '')
    expect(said.filter((text) => !/^Returned|^This is being done already/.test(text))).toEqual([])
    expect(said.filter((text) => text.startsWith('Returned')).length).toBeGreaterThan(0)
    expect(await logged()).toHaveLength(1)
  })

  test('that was refused can be sent again', async () => {
    const { id } = await jobIn(world, 'submitted')
    expect((await dashboard.act('retry', { job: id }, 'form-1')).said).toContain('is not a dead letter')
    await wearOut(world, await readJob(world, id))
    expect((await dashboard.act('retry', { job: id }, 'form-1')).said).toContain('is put back')
  })
})

describe('the log tells', () => {
  const lines = () =>
    (dashboard.deps.log as ReturnType<typeof createRecordingLog>).lines
      .filter(({ details }) => details?.action !== undefined)
      .map(({ level, message, details }) => ({ level, message, ...details }))
  const about = { by: 'dashboard', action: 'remove', on: server, form: 'form-1' }

  test('what is asked for before it is done, and what came of it', async () => {
    await dashboard.act('remove', { account: server }, 'form-1')
    expect(lines()).toEqual([
      { level: 'info', message: 'the operator asks for something', ...about },
      { level: 'info', message: 'the operator acted', ...about },
    ])
  })

  test('that the outcome is unknown, and the form says so until it can be sent again', async () => {
    const failure = new AppError('store_unavailable', 'no answer')
    const remove = vi.spyOn(dashboard.deps.allowlist, 'remove').mockRejectedValueOnce(failure)
    const token = await dashboard.formToken()
    const fields = { form_token: token, form_id: 'form-1', account: server }
    expect((await dashboard.post('/dashboard/do/remove', fields)).statusCode).toBe(503)
    expect(lines()).toEqual([
      { level: 'info', message: 'the operator asks for something', ...about },
      {
        level: 'error',
        message: 'the operator asked for something, outcome unknown',
        ...about,
        error: failure,
      },
    ])
    expect((await dashboard.act('remove', { account: server }, 'form-1')).said).toContain(
      'its outcome is unknown',
    )
    remove.mockRestore()
  })

  test('why it was refused', async () => {
    const job = `b00x${'a'.repeat(25)}`
    await dashboard.act('recover', { job }, 'form-1')
    expect(lines().at(-1)).toEqual({
      level: 'info',
      message: 'the operator was refused',
      ...about,
      action: 'recover',
      on: job,
      why: 'There is no such job.',
    })
  })
})

test('a record that this version can not read is no trouble with Redis, by a click or on a page', async () => {
  const { id } = await jobIn(world, 'withheld')
  const newer = new AppError('record_of_newer_version', 'the record has version 999')
  vi.spyOn(dashboard.deps.store, 'read').mockRejectedValue(newer)
  const { status, said } = await dashboard.act('recover', { job: id })
  expect([status, said]).toEqual([303, 'the record has version 999'])
  vi.spyOn(dashboard.deps.jobs, 'latest').mockRejectedValue(newer)
  const page = await dashboard.get('/dashboard/jobs')
  expect(page.statusCode).toBe(409)
  expect(page.body).toContain('the record has version 999')
  vi.restoreAllMocks()
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
