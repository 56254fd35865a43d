import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { DueAlert } from '../../src/core/job/alerts.ts'
import { accountOf } from '../../src/core/target.ts'
import { createAlerts } from '../../src/redis/alerts.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { target } from '../support/commands/invocation.ts'
import { readJob } from '../support/jobs/job-states.ts'
import { expectAgreement } from '../support/jobs/verdict.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

let world: StoreWorld
const account = accountOf(target())
let events = 0
const change = () => {
  events += 1
  return { account, eventId: `alerts-${events}`, actor: 'admin-1' } as const
}
const sendTo = (channel: string | undefined) => world.budgets.setAlerts({ ...change(), channel })

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000)
  await sendTo('c1')
})
afterEach(() => world.close())

const spend = async (credits: number): Promise<string> => {
  const request = jobRequest({ bound: microcredits(credits) })
  expect(await world.store.request(request)).toMatchObject({ status: 'created' })
  return request.id
}
const take = async (jobId: string) => {
  const { wake } = await readJob(world, jobId)
  const job = await world.store.take(jobId, wake, world.clock.now() + 1_000)
  if (job === undefined) throw new Error('not taken')
  return job
}
/** Brings a job to its end, at this estimate and this cost. */
const settle = async (jobId: string, estimate: number, cost: number): Promise<void> => {
  await world.store.accept(await readJob(world, jobId), undefined)
  const step = await take(jobId)
  await world.store.beginSubmit(step, 1, { callback: false })
  const task = { taskId: jobId, etaSeconds: undefined, estimate: microcredits(estimate) }
  await world.store.submitted(step, task, 1)
  const last = await take(jobId)
  await world.store.ready(last, twoTakes, { amount: microcredits(cost), source: 'final' })
}
const namesOf = (alerts: readonly DueAlert[]): string[] =>
  alerts.map(({ name }) => name.split(' ')[1] ?? '').toSorted((a, b) => Number(a) - Number(b))
/** The thresholds that are due now, and no more after that. */
const announced = async (): Promise<string[]> => {
  const due = await world.alerts.due()
  for (const alert of due) await world.alerts.end(alert, 'posted')
  return namesOf(due)
}

describe('an alert is due', () => {
  test.each<[readonly number[], readonly (readonly string[])[]]>([
    [[499], [[]]],
    [[500], [['50']]],
    [
      [499, 1],
      [[], ['50']],
    ],
    [
      [500, 299, 1],
      [['50'], [], ['80']],
    ],
    [
      [500, 1, 298],
      [['50'], [], []],
    ],
    [[800], [['80']]],
    [
      [800, 1, 199],
      [['80'], [], ['100']],
    ],
    [[1_000], [['100']]],
    [[999], [['80']]],
  ])('at once for the highest threshold that is reached by %j', async (amounts, expected) => {
    const found = []
    for (const amount of amounts) {
      await spend(amount)
      found.push(await announced())
    }
    expect(found).toEqual(expected)
    await expectAgreement(world)
  })

  test('once for each threshold, however many requests pass it at once', async () => {
    const requests = Array.from({ length: 100 }, () => jobRequest({ bound: microcredits(10) }))
    await Promise.all(requests.map((each) => world.store.request(each)))
    expect(await announced()).toEqual(['50', '80', '100'])
    expect(await world.store.request(requests[0] ?? jobRequest())).toMatchObject({ status: 'exists' })
    expect(await announced()).toEqual([])
    await expectAgreement(world)
  })

  test('with the figures of that moment', async () => {
    const first = await spend(300)
    await settle(first, 300, 310)
    await world.budgets.grant({
      ...change(),
      scope: { kind: 'server' },
      way: 'give',
      credits: microcredits(200),
    })
    await spend(290)
    const [alert] = await world.alerts.due()
    await spend(10)
    expect(alert && (await world.alerts.begin(alert))).toMatchObject({
      channel: 'c1',
      period: 'month',
      spent: 310,
      held: 290,
      allowed: 1_200,
      resetsAtMs: Date.UTC(2026, 6, 1),
      notes: { told: '' },
    })
  })

  test('when a job costs more than was held, by its estimate or in the end', async () => {
    const job = await spend(490)
    await settle(job, 500, 800)
    expect(await announced()).toEqual(['50', '80'])
    await world.store.correct(await readJob(world, job), {
      amount: microcredits(1_000),
      source: 'final',
    })
    expect(await announced()).toEqual([])
    await settle(await spend(190), 190, 250)
    expect(await announced()).toEqual(['100'])
  })

  test('not when a job costs less, or none is left', async () => {
    await settle(await spend(490), 400, 300)
    expect(await announced()).toEqual([])
    await giveBudget(world, 0)
    await world.store.request(jobRequest({ bound: microcredits(0) }))
    expect(await announced()).toEqual([])
  })

  test('once in a window, also when the limit is raised or credits come back', async () => {
    await world.store.void(await readJob(world, await spend(900)), 'interrupted')
    expect(await announced()).toEqual(['80'])
    await spend(900)
    expect(await announced()).toEqual([])
    await giveBudget(world, 10_000)
    await spend(7_200)
    expect(await announced()).toEqual([])
    await spend(1_900)
    expect(await announced()).toEqual(['100'])
  })

  test('again in the next window, in which what ends late counts for nothing', async () => {
    const late = await spend(490)
    world.clock.advance(31 * 24 * 60 * 60_000)
    await spend(500)
    expect(await announced()).toEqual(['50'])
    await settle(late, 490, 900)
    expect(await announced()).toEqual([])
    await spend(300)
    expect(await announced()).toEqual(['80'])
  })

  test('only while a channel is chosen', async () => {
    await sendTo(undefined)
    await spend(600)
    expect(await announced()).toEqual([])
    await sendTo('c2')
    await spend(1)
    const due = await world.alerts.due()
    expect(namesOf(due)).toEqual(['50'])
    const [alert] = due
    expect(alert && (await world.alerts.begin(alert))).toMatchObject({ channel: 'c2' })
  })

  test('for starter credits, too', async () => {
    world.close()
    world = openStoreWorld({ newServerCredits: 200_000 })
    await sendTo('c1')
    await spend(100_000)
    const [alert] = await world.alerts.due()
    expect(alert && (await world.alerts.begin(alert))).toMatchObject({ period: 'once', allowed: 200_000 })
  })
})

describe('an alert that is due', () => {
  const dueNow = async (credits = 500): Promise<DueAlert> => {
    await spend(credits)
    const alert = (await world.alerts.due()).at(-1)
    if (alert === undefined) throw new Error('no alert is due')
    return alert
  }
  /** As another process has it. */
  const other = () =>
    createAlerts({ ...world, now: world.clock.now, defaultZone: 'UTC', newServerCredits: microcredits(0) })

  test('is taken up by one process, and after its death by another, with its notes', async () => {
    const alert = await dueNow()
    const begun = await Promise.all([world.alerts.begin(alert), other().begin(alert)])
    expect(begun.filter((each) => each === 'in_hand')).toHaveLength(1)
    for (const each of begun) if (each !== 'in_hand') await each?.note('told', '17')
    expect(await other().begin(alert)).toBe('in_hand')
    world.clock.advance(20_000)
    const again = await other().begin(alert)
    const keys = [...begun, again].flatMap((each) =>
      each === 'in_hand' || each === undefined ? [] : [each.key],
    )
    expect(again).toMatchObject({ notes: { told: '17' } })
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^.{1,25}$/)
  })

  test('goes to the channel that is chosen by then', async () => {
    const alert = await dueNow()
    await sendTo('c9')
    expect(await world.alerts.begin(alert)).toMatchObject({ channel: 'c9' })
  })

  test('leaves nothing behind but that it was announced', async () => {
    const alert = await dueNow()
    const begun = await world.alerts.begin(alert)
    if (begun !== 'in_hand') await begun?.note('told', '17')
    await world.alerts.end(alert, 'posted')
    await world.alerts.end(alert, 'posted')
    expect(await world.alerts.due()).toEqual([])
    expect(await world.alerts.begin(alert)).toBeUndefined()
    const fields = Object.keys(await world.redis.hgetall(world.keys.account(account)))
    expect(fields.filter((name) => name.startsWith('alert'))).toEqual([
      'alerts',
      'alerts_window',
      'alerted|month:2026-06',
    ])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['alerts are off', () => sendTo(undefined)],
    ['its window is over', async () => world.clock.advance(31 * 24 * 60 * 60_000)],
    [
      'another window is open',
      () => world.budgets.setLimit({ ...change(), limit: microcredits(5), period: 'week' }),
    ],
    ['a higher one is due', () => spend(300)],
  ])('is dropped once %s', async (_, happens) => {
    const alert = await dueNow()
    await happens()
    expect(await world.alerts.begin(alert)).toBeUndefined()
    expect(await world.alerts.due()).not.toContainEqual(alert)
  })

  test('says that it was refused until one is posted, or another channel is chosen', async () => {
    const isRefused = async () => (await world.budgets.alertsPlace(account))?.isRefused
    await world.alerts.end(await dueNow(), 'refused')
    expect(await isRefused()).toBe(true)
    await world.alerts.end(await dueNow(300), 'posted')
    expect(await isRefused()).toBe(false)
    await world.alerts.end(await dueNow(200), 'refused')
    await sendTo('c2')
    expect(await isRefused()).toBe(false)
  })

  test('survives the end of the job that raised it', async () => {
    const alert = await dueNow()
    const [job] = await world.jobList.latest({ account, member: undefined }, 0, 1)
    await world.store.void(await readJob(world, job?.id ?? ''), 'interrupted')
    expect(await world.alerts.due()).toEqual([alert])
    expect(await world.alerts.begin(alert)).toMatchObject({ held: 500 })
  })
})

test('where alerts go is changed once by one event, and stands in the journal', async () => {
  const event = { ...change(), channel: 'c2', reason: 'quieter' }
  expect(await world.budgets.setAlerts(event)).toEqual({ status: 'changed' })
  expect(await world.budgets.setAlerts(event)).toEqual({ status: 'repeated' })
  expect(await world.budgets.setAlerts({ ...event, channel: undefined })).toEqual({ status: 'differs' })
  expect(await world.budgets.alertsPlace(account)).toEqual({
    channel: 'c2',
    isWeekly: false,
    isRefused: false,
  })
  await sendTo(undefined)
  expect(await world.budgets.alertsPlace(account)).toBeUndefined()
  const { lines } = await createJournal(world).page(account, 2)
  expect(lines).toMatchObject([
    { operation: 'alerts', channel: undefined, actor: 'admin-1' },
    { operation: 'alerts', channel: 'c2', reason: 'quieter' },
  ])
  await expectAgreement(world)
})
