import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { LimitOf, Sponsorship } from '../../src/core/ledger/budget.ts'
import { replay } from '../../src/core/ledger/replay.ts'
import { accountOf } from '../../src/core/target.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { target } from '../support/commands/invocation.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  journalOf,
  noAllowances,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = accountOf(target())
let world: StoreWorld
let events = 0

const change = () => {
  events += 1
  return { account, eventId: `sponsor-${events}`, actor: 'admin-1' }
}

const limit = (of: LimitOf, millionths: number | undefined) =>
  world.budgets.setShareLimit({
    ...change(),
    of,
    limit: millionths === undefined ? undefined : microcredits(millionths),
  })

const everyMember: LimitOf = { kind: 'member', id: undefined }

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 10_000_000)
  await world.budgets.setSponsoring({ ...change(), isAllowed: true })
  await limit(everyMember, 1_000_000)
})
afterEach(() => world.close())

const give = (millionths: number, more: Partial<Sponsorship> = {}) =>
  world.budgets.sponsor({
    account,
    eventId: change().eventId,
    giver: 'member-1',
    groups: [],
    receiver: 'member-2',
    credits: microcredits(millionths),
    ...more,
  })

const leftOf = async (id: string) =>
  (await world.budgets.readShare(account, { kind: 'member', id })).share.left

describe('a member who sponsors another', () => {
  test('gives what is left of theirs, and the other has it', async () => {
    expect(await give(400_000)).toEqual({ status: 'changed', left: 600_000 })
    expect([await leftOf('member-1'), await leftOf('member-2')]).toEqual([600_000, 1_400_000])
    expect((await world.budgets.read(account)).left).toBe(10_000_000)
  })

  test('gives neither what is used nor what running jobs hold', async () => {
    await world.store.request(jobRequest())
    expect(await give(1_000_000)).toEqual({ status: 'too_little', left: 1_000_000 - bound })
    expect(await give(1_000_000 - bound)).toEqual({ status: 'changed', left: 0 })
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'exceeds_member', left: 0 })
  })

  test('may get it back the same way, which leaves everything as it was', async () => {
    await give(400_000)
    expect(await give(400_000, { giver: 'member-2', receiver: 'member-1' })).toMatchObject({
      left: 1_000_000,
    })
    expect([await leftOf('member-1'), await leftOf('member-2')]).toEqual([1_000_000, 1_000_000])
  })

  test('gives once for one event; other contents are refused', async () => {
    const first = await give(400_000, { eventId: 'event-a' })
    await give(100_000)
    const before = await dump(world)
    expect(first).toEqual({ status: 'changed', left: 600_000 })
    expect(await give(400_000, { eventId: 'event-a' })).toEqual({ status: 'repeated', left: 600_000 })
    expect(await give(400_001, { eventId: 'event-a' })).toEqual({ status: 'differs' })
    expect(await dump(world)).toEqual(before)
  })

  test('gives no more than is left, however many gifts come at once', async () => {
    const other = openStoreWorld({ prefix: world.prefix })
    const gifts = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? world : other).budgets.sponsor({
        account,
        eventId: `at-once-${index}`,
        giver: 'member-1',
        groups: [],
        receiver: `member-${index + 2}`,
        credits: microcredits(300_000),
      }),
    )
    const said = (await Promise.all(gifts)).map(({ status }) => status)
    expect(said.filter((status) => status === 'changed')).toHaveLength(3)
    expect(await leftOf('member-1')).toBe(100_000)
    other.close()
  })

  test('has it journalled with both sides, from which the figures follow', async () => {
    await give(400_000)
    expect((await journalOf(world)).at(-1)).toEqual({
      operation: 'sponsor',
      account,
      at: String(world.clock.now()),
      actor: 'member-1',
      member: 'member-2',
      window: 'month:2026-06',
      credits: '400000',
      granted: '-400000',
      received: '400000',
    })
    const lines = []
    for await (const line of createJournal(world).lines({ account })) lines.push(line)
    expect(replay(lines).differences).toEqual([])
  })

  test('gives until the reset only', async () => {
    await give(400_000)
    world.clock.advanceTo(Date.UTC(2026, 6, 1))
    expect([await leftOf('member-1'), await leftOf('member-2')]).toEqual([1_000_000, 1_000_000])
  })
})

describe('nothing is given', () => {
  const pause = (of: Parameters<StoreWorld['budgets']['setPause']>[0]['of']) =>
    world.budgets.setPause({ ...change(), of, isPaused: true })

  test.each<readonly [string, () => Promise<unknown>, Partial<Sponsorship>, object]>([
    [
      'where no admin allows it',
      () => world.budgets.setSponsoring({ ...change(), isAllowed: false }),
      {},
      { status: 'not_allowed' },
    ],
    [
      'by a member without a limit',
      async () => {
        await limit({ kind: 'member', id: 'member-2' }, 1)
        await limit(everyMember, undefined)
      },
      {},
      { status: 'no_limit', of: 'giver' },
    ],
    [
      'to a member without a limit',
      async () => {
        await limit({ kind: 'member', id: 'member-1' }, 1_000_000)
        await limit(everyMember, undefined)
      },
      {},
      { status: 'no_limit', of: 'receiver' },
    ],
    ['while everything is paused', () => pause({ kind: 'server' }), {}, { status: 'paused' }],
    [
      'while the giver is paused',
      () => pause({ kind: 'member', id: 'member-1' }),
      {},
      { status: 'paused', of: { kind: 'member', id: 'member-1' } },
    ],
    [
      'while the receiver is paused',
      () => pause({ kind: 'member', id: 'member-2' }),
      {},
      { status: 'paused', of: { kind: 'member', id: 'member-2' } },
    ],
    [
      'to a member who is blocked',
      () => world.blocks.set({ ...change(), member: 'member-2', isBlocked: true }),
      {},
      { status: 'blocked' },
    ],
    [
      'while the groups of the giver are not known',
      () => limit({ kind: 'group', id: 'group-1', share: 'each' }, 5),
      { groups: undefined },
      { status: 'groups_unknown' },
    ],
    [
      'beyond the highest amount there is',
      () => limit({ kind: 'member', id: 'member-2' }, 1_000_000 * 1_000_000),
      {},
      { status: 'too_much', most: 0 },
    ],
  ])('%s', async (_, prepare, more, expected) => {
    await prepare()
    const before = await dump(world)
    expect(await give(1, more)).toMatchObject(expected)
    expect(await dump(world)).toEqual(before)
  })
})

describe('gifts have a limit for a day, since two members could pass the same credits back and forth for ever', () => {
  const dayMs = 24 * 3_600_000
  const open = async (gift: { member: number; server: number }) => {
    const { prefix } = world
    world.close()
    world = openStoreWorld({ prefix, allowances: { ...noAllowances, gift } })
  }
  const back = { giver: 'member-2', receiver: 'member-1' }

  test('that of a member, which comes back evenly; another member still gives', async () => {
    await open({ member: 2, server: 0 })
    const first = await give(10_000, { eventId: 'event-a' })
    await give(10_000)
    const before = await dump(world)
    const refused = { status: 'too_many', of: 'member', limit: 2, waitMs: dayMs / 2 }
    expect(await give(10_000)).toEqual(refused)
    expect(await give(10_000, { eventId: 'event-a' })).toEqual({ ...first, status: 'repeated' })
    expect(await dump(world)).toEqual(before)
    expect(await give(10_000, back)).toMatchObject({ status: 'changed' })
    world.clock.advance(dayMs / 2)
    expect(await give(10_000)).toMatchObject({ status: 'changed' })
    expect(await give(10_000)).toEqual(refused)
  })

  test('that of a server, for all its members together', async () => {
    await open({ member: 0, server: 2 })
    await give(10_000)
    await give(10_000, back)
    expect(await give(10_000, { giver: 'member-3' })).toEqual({
      status: 'too_many',
      of: 'server',
      limit: 2,
      waitMs: dayMs / 2,
    })
  })

  test('one that is refused for another reason does not count', async () => {
    await open({ member: 1, server: 1 })
    expect(await give(2_000_000)).toMatchObject({ status: 'too_little' })
    expect(await give(10_000)).toMatchObject({ status: 'changed' })
  })
})

test('what a group allows the giver is theirs to give, to those who have a limit whatever their groups are', async () => {
  await limit(everyMember, undefined)
  await limit({ kind: 'group', id: 'group-1', share: 'each' }, 500_000)
  expect(await give(100_000, { groups: ['group-1'] })).toEqual({ status: 'no_limit', of: 'receiver' })
  await limit(everyMember, 100_000)
  expect(await give(600_000, { groups: ['group-1'] })).toEqual({ status: 'too_little', left: 500_000 })
  expect(await give(500_000, { groups: ['group-1'] })).toEqual({ status: 'changed', left: 0 })
})
