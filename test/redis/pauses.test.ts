import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { JobRequest } from '../../src/core/job/job.ts'
import type { PauseOf } from '../../src/core/ledger/budget.ts'
import { accountOf, type Target } from '../../src/core/target.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { target } from '../support/commands/invocation.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { expectAgreement } from '../support/jobs/verdict.ts'
import {
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const worlds: StoreWorld[] = []
const open = (options: Parameters<typeof openStoreWorld>[0] = {}): StoreWorld => {
  const opened = openStoreWorld(options)
  worlds.push(opened)
  return opened
}

let world: StoreWorld
beforeEach(async () => {
  world = open()
  await giveBudget(world, 1_000_000)
})
afterEach(() => {
  for (const each of worlds.splice(0)) each.close()
})

const account = accountOf(target())
let events = 0
const change = (reason?: string) => {
  events += 1
  return { account, eventId: `pause-${events}`, actor: 'admin-1', reason } as const
}
const pause = (of: PauseOf, reason?: string) =>
  world.budgets.setPause({ ...change(reason), of, isPaused: true })
const resume = (of: PauseOf) => world.budgets.setPause({ ...change(), of, isPaused: false })
const request = (asked: Partial<JobRequest> = {}, place: Partial<Target> = {}) =>
  world.store.request(jobRequest(asked, place))

const everything: PauseOf = { kind: 'server' }
const channel: PauseOf = { kind: 'channel', id: 'channel-1' }
const member: PauseOf = { kind: 'member', id: 'member-1' }

describe('a pause', () => {
  const inThread = { channel: 'thread-1', parent: 'channel-1' }
  test.each<[PauseOf, Partial<Target>, boolean]>([
    [everything, {}, true],
    [everything, { channel: 'channel-2', member: 'member-2' }, true],
    [everything, { server: 'server-2' }, false],
    [channel, {}, true],
    [channel, { member: 'member-2' }, true],
    [channel, inThread, true],
    [channel, { channel: 'channel-2' }, false],
    [member, { channel: 'channel-2' }, true],
    [member, { member: 'member-2' }, false],
  ])('of %j applies to a paid request in %j: %s', async (of, place, isPaused) => {
    await giveBudget(world, 1_000_000, accountOf(target({ server: 'server-2' })))
    await pause(of, 'too loud')
    const refusal = { status: 'paused', of, reason: 'too loud' }
    expect(await request({}, place)).toMatchObject(isPaused ? refusal : { status: 'created' })
    expect(await world.budgets.pauseOn(target(place))).toEqual(
      isPaused ? { of, reason: 'too loud' } : undefined,
    )
    await resume(of)
    expect(await request({}, place)).toMatchObject({ status: 'created' })
    await expectAgreement(world)
  })

  test.each([everything, channel, member])('of %j changes nothing but what it is', async (of) => {
    await pause(of)
    const before = await dump(world)
    expect(await request()).toEqual({ status: 'paused', of, reason: undefined })
    expect(await dump(world)).toEqual(before)
    expect(await request({ isFree: true, bound: microcredits(0) })).toMatchObject({ status: 'created' })
  })

  test('of everything is told before that of a channel, and that before a member', async () => {
    const all = [everything, channel, member]
    for (const of of all.toReversed()) {
      await pause(of)
      expect(await request()).toMatchObject({ status: 'paused', of })
    }
    expect(await world.budgets.pauses(account)).toEqual(all.map((of) => ({ of, reason: undefined })))
  })

  test('lets what was accepted before go on, and its event find it again', async () => {
    const asked = jobRequest()
    await world.store.request(asked)
    const job = await jobIn(world, 'accepted')
    await pause(everything)
    expect(await world.store.request(asked)).toMatchObject({ status: 'exists' })
    expect(await world.store.beginSubmit(job, 1, { callback: false })).toMatchObject({ status: 'moved' })
    await expectAgreement(world)
  })

  test('comes after a block, and before every limit', async () => {
    await pause(everything)
    await world.blocks.set({ ...change(), member: 'member-1', isBlocked: true })
    expect(await request()).toEqual({ status: 'blocked' })
    expect(await request({ isByAdmin: true })).toMatchObject({ status: 'paused' })
    expect(await request({ bound: microcredits(9_000_000) }, { member: 'member-2' })).toMatchObject({
      status: 'paused',
    })
  })

  test("comes before a budget that is not set, what may wait and the operator's total", async () => {
    world = open({ operatorLimit: 1, waitingMax: { server: 0 } })
    await pause(channel)
    expect(await request()).toMatchObject({ status: 'paused' })
    expect(await request({ bound: microcredits(1) })).toMatchObject({ status: 'paused' })
    await resume(channel)
    expect(await request()).toMatchObject({ status: 'exceeds_operator' })
    expect(await request({ bound: microcredits(1) })).toMatchObject({ status: 'too_many_waiting' })
  })

  test('leaves no hold in the total of the operator', async () => {
    world = open({ operatorLimit: 200_000 })
    await giveBudget(world, 1_000_000)
    await pause(everything)
    for (let times = 0; times < 3; times += 1) expect(await request()).toMatchObject({ status: 'paused' })
    await resume(everything)
    expect(await request()).toMatchObject({ status: 'created' })
  })

  test('splits requests at once cleanly: each is accepted before it or refused by it', async () => {
    const asked = Array.from({ length: 40 }, () => jobRequest({ bound: microcredits(1_000) }))
    const requests = asked.map((each) => world.store.request(each))
    const [results] = await Promise.all([Promise.all(requests), pause(everything)])
    const created = results.filter(({ status }) => status === 'created').length
    expect(created + results.filter(({ status }) => status === 'paused').length).toBe(40)
    expect(await world.budgets.read(account)).toMatchObject({ held: created * 1_000 })
    expect(await request()).toMatchObject({ status: 'paused' })
    await expectAgreement(world)
  })
})

describe('a change of a pause', () => {
  test('is made once by one event, and known by it', async () => {
    const event = { ...change('lunch'), of: channel, isPaused: true }
    expect(await world.budgets.setPause(event)).toEqual({ status: 'changed' })
    expect(await world.budgets.setPause(event)).toEqual({ status: 'repeated' })
    expect(await world.budgets.setPause({ ...event, isPaused: false })).toEqual({ status: 'differs' })
    expect(await world.budgets.setPause({ ...event, of: everything })).toEqual({ status: 'differs' })
    expect(await world.budgets.pauses(account)).toEqual([{ of: channel, reason: 'lunch' }])
  })

  test('takes the place of the one before, and one that lifts nothing is none the worse', async () => {
    await pause(everything, 'lunch')
    await pause(everything, 'a “long” | lunch\n')
    expect(await world.budgets.pauses(account)).toEqual([{ of: everything, reason: 'a “long” | lunch\n' }])
    await resume(everything)
    expect(await resume(everything)).toEqual({ status: 'changed' })
    expect(await world.budgets.pauses(account)).toEqual([])
  })

  test('stands in the journal with who did it and why', async () => {
    await pause(everything, 'lunch')
    await pause(member)
    await resume(member)
    const { lines } = await createJournal(world).page(account, 3)
    const of = { scope: { kind: 'member', id: 'member-1' }, actor: 'admin-1', reason: undefined }
    expect(lines).toMatchObject([
      { operation: 'pause', paused: false, ...of },
      { operation: 'pause', paused: true, ...of },
      { operation: 'pause', paused: true, scope: undefined, actor: 'admin-1', reason: 'lunch' },
    ])
    await expectAgreement(world)
  })
})
