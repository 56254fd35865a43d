import { afterEach, describe, expect, test } from 'vitest'
import { microcredits, noCredits } from '../../src/core/credits.ts'
import type { AccountId } from '../../src/core/target.ts'
import { createAllowlistUpgrade } from '../../src/redis/allowlist.ts'
import { readOwnBudget } from '../../src/redis/budget-reading.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { accountFiguresOf, newJobId } from '../support/ledger/operator.ts'
import {
  bound,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const worlds: StoreWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

const open = (options: Parameters<typeof openStoreWorld>[0] = {}): StoreWorld => {
  const world = openStoreWorld({ servers: [], ...options })
  worlds.push(world)
  return world
}

const credits = (amount: number) => microcredits(Math.round(amount * 1_000_000))
const own = 'discord:1'
const stranger = 'discord:2'
const endOfJune = Date.UTC(2026, 6, 1)

const byAdmin = { account: stranger, eventId: 'refusing', actor: 'admin-1' } as const

const hold = ({ operator }: StoreWorld, account: AccountId, amount = 1) =>
  operator.hold(newJobId(), credits(amount), account)

describe('a server spends only what the operator allows', () => {
  test('the first server and the first workspace are let in by themselves, and no other', async () => {
    const world = open()
    const accounts = [own, stranger, 'slack:T1', 'slack:T2'] as const
    const answers = []
    for (const account of accounts) answers.push((await hold(world, account)).status)
    expect(answers).toEqual(['held', 'not_allowed', 'held', 'not_allowed'])
    expect((await world.allowlist.list()).map(({ account }) => account).toSorted()).toEqual([own, 'slack:T1'])
  })

  test('looking lets nobody in, and says who would be', async () => {
    const world = open()
    expect(await world.allowlist.peek(stranger)).toMatchObject({ status: 'allowed', mayBeFirst: true })
    expect(await world.allowlist.lets(stranger)).toBe(true)
    expect(await world.allowlist.admit(own)).toMatchObject({ status: 'allowed' })
    expect(await world.allowlist.peek(own)).not.toHaveProperty('mayBeFirst')
    expect(await world.allowlist.lets(own)).toBe(true)
    expect(await world.allowlist.peek(stranger)).toEqual({ status: 'not_allowed' })
    expect(await world.allowlist.lets(stranger)).toBe(false)
    await world.allowlist.remove(own)
    expect(await world.allowlist.lets(own)).toBe(false)
  })

  test.each<[string, Parameters<typeof openStoreWorld>[0], string, string]>([
    ['one that the settings name', { servers: [own] }, own, 'held'],
    ['not one beside it, though nobody was first', { servers: [own] }, stranger, 'not_allowed'],
    [
      'the first of the other chat, which the settings say nothing of',
      { servers: [own] },
      'slack:T1',
      'held',
    ],
    [
      'not the first one where anybody can install the bot',
      { servers: [], installedByAnybody: 'slack' },
      'slack:T1',
      'not_allowed',
    ],
    ['the first one of the other chat', { servers: [], installedByAnybody: 'slack' }, stranger, 'held'],
    ['any, if the settings say so', { servers: 'any' }, stranger, 'held'],
  ])('lets in %s', async (_, options, account, status) => {
    expect(await hold(open(options), account as AccountId)).toMatchObject({ status })
  })

  test('the operator lets one in at the shell, after which nobody is first', async () => {
    const world = open()
    await world.allowlist.allow(own, undefined)
    expect(await hold(world, stranger)).toEqual({ status: 'not_allowed' })
    expect(await hold(world, own)).toMatchObject({ status: 'held' })
  })

  test.each(['any', [own], []] as const)(
    'one that was removed stays out where the settings say %j',
    async (servers) => {
      const world = open({ servers })
      expect(await hold(world, own)).toMatchObject({ status: 'held' })
      await world.allowlist.remove(own)
      expect(await hold(world, own)).toEqual({ status: 'not_allowed' })
      expect(await world.allowlist.list()).toEqual([])
    },
  )

  test('nothing is spent while the operator has paused everything, and what came before goes on', async () => {
    const world = open({ servers: 'any' })
    const first = newJobId()
    expect(await world.operator.hold(first, credits(1), own)).toMatchObject({ status: 'held' })
    await world.allowlist.setPause('Back at 6 pm.')
    for (const account of [own, 'discord:@7'] as const)
      expect(await hold(world, account)).toEqual({ status: 'paused_everywhere', notice: 'Back at 6 pm.' })
    expect(await world.operator.hold(first, credits(1), own)).toMatchObject({ status: 'held' })
    expect(await world.operator.hold(newJobId(), noCredits, own, true)).toMatchObject({ status: 'held' })
    expect(await world.allowlist.list()).toEqual([])
    await world.allowlist.setPause(undefined)
    expect(await world.allowlist.pause()).toBeUndefined()
    expect(await hold(world, own)).toMatchObject({ status: 'held' })
  })

  test('a member has what the operator gave them, in direct messages', async () => {
    const world = open({ servers: [own] })
    expect(await hold(world, 'discord:@7')).toMatchObject({ status: 'held' })
  })

  test('a free request needs no permission', async () => {
    const world = open({ servers: [own] })
    const free = await world.operator.hold(newJobId(), microcredits(0), stranger, true)
    expect(free).toMatchObject({ status: 'held' })
  })

  test('no budget of its own helps a server that is not let in', async () => {
    const world = open({ servers: [own] })
    const change = { account: stranger, eventId: 'event-1', actor: 'admin-1' } as const
    const given = { ...change, scope: { kind: 'server' }, way: 'give', credits: credits(1) } as const
    expect(await world.budgets.setLimit({ ...change, limit: credits(1_000_000) })).toEqual({
      status: 'not_allowed',
    })
    expect(await world.budgets.grant(given)).toEqual({ status: 'not_allowed' })
    expect(await world.budgets.grant({ ...given, way: 'take' })).toEqual({ status: 'not_allowed' })
    expect(await world.budgets.read(stranger)).toMatchObject({ limit: undefined, left: 0 })
    const request = jobRequest({}, { server: '2' })
    expect(await world.store.request(request)).toEqual({ status: 'not_allowed' })
    expect(await world.store.read(request.id)).toBeUndefined()
  })

  const change = { account: stranger, eventId: 'event-1', actor: 'admin-1' } as const
  const about = { ...change, reason: 'because' } as const

  test.each<[string, (world: StoreWorld) => Promise<unknown>]>([
    [
      'a limit of its members',
      ({ budgets }) =>
        budgets.setShareLimit({ ...change, of: { kind: 'member', id: undefined }, limit: bound }),
    ],
    ['a manager', ({ budgets }) => budgets.setManager({ ...change, member: 'm', allowed: true })],
    ['a pause', ({ budgets }) => budgets.setPause({ ...about, of: { kind: 'server' }, isPaused: true })],
    ['a channel for alerts', ({ budgets }) => budgets.setAlerts({ ...change, channel: 'c', isWeekly: true })],
    ['sponsoring', ({ budgets }) => budgets.setSponsoring({ ...change, isAllowed: true })],
    ['a channel for approvals', ({ approvals }) => approvals.setChannel({ ...change, channel: 'c' })],
    ['a block', ({ blocks }) => blocks.set({ ...change, member: 'm', isBlocked: true })],
    ['its own key', ({ ownKeyStore }) => ownKeyStore.keep(change, 'a-key-of-its-own')],
  ])('%s is not set in a server that is not let in, and leaves no line in the journal', async (_, set) => {
    const world = open({ servers: [own] })
    await expect(set(world)).rejects.toMatchObject({
      code: 'not_let_in',
      memberText: expect.stringContaining("Credits aren't turned on here."),
    })
    const bucket = bucketOf(stranger)
    expect(
      await world.redis.exists(
        world.keys.account(stranger),
        world.keys.journal(bucket),
        world.keys.listed(bucket),
      ),
    ).toBe(0)
  })

  test('its own key can be taken back in a server that is not let in any more', async () => {
    const world = open()
    await world.allowlist.allow(stranger, undefined)
    await world.ownKeyStore.keep(change, 'a-key-of-its-own')
    await world.allowlist.remove(stranger)
    await world.ownKeyStore.remove({ ...change, eventId: 'event-2' })
    expect(await world.ownKeyStore.idOf(stranger)).toBeUndefined()
  })

  test('has no starter credits until the operator lets it in, and none again once it was removed', async () => {
    const world = open({ servers: [own], newServerCredits: bound * 2 })
    const ask = () => world.store.request(jobRequest({}, { server: '2' }))
    expect(await ask()).toEqual({ status: 'not_allowed' })
    expect(await world.budgets.read(stranger)).toMatchObject({
      left: 0,
      allowance: { status: 'not_allowed' },
    })
    await world.allowlist.allow(stranger, undefined)
    expect(await ask()).toMatchObject({ status: 'created', left: bound })
    await world.allowlist.remove(stranger)
    expect(await ask()).toEqual({ status: 'not_allowed' })
    await world.allowlist.allow(stranger, undefined)
    expect(await ask()).toMatchObject({ status: 'created', left: 0 })
    expect(await ask()).toMatchObject({ status: 'exceeds_server', left: 0 })
  })
})

describe('a ceiling', () => {
  const withCeiling = async (amount: number) => {
    const world = open()
    await world.allowlist.allow(own, credits(amount))
    return world
  }

  test('holds for the month, whatever period the admins choose', async () => {
    const world = await withCeiling(3)
    expect(await hold(world, own, 2)).toMatchObject({ status: 'held', left: 1_000_000 })
    expect(await hold(world, own, 1.000001)).toEqual({
      status: 'exceeds_ceiling',
      left: 1_000_000,
      limit: 3_000_000,
      held: 2_000_000,
      resetsAtMs: endOfJune,
    })
    world.clock.advance(31 * 86_400_000)
    expect(await hold(world, own, 3)).toMatchObject({ status: 'held' })
  })

  test('counts spent credits, and none that were given back', async () => {
    const world = await withCeiling(3)
    const job = newJobId()
    await world.operator.hold(job, credits(3), own)
    await world.operator.release(job)
    const money = { version: 1, state: 'closed', window: 'month:2026-06', account: own } as const
    await world.operator.mirror(newJobId(), { ...money, amount: credits(1) })
    expect(await hold(world, own, 2)).toMatchObject({ status: 'held', left: 0 })
    expect(await accountFiguresOf(world)).toEqual({
      'pending|month:2026-06|discord:1': 2_000_000,
      'posted|month:2026-06|discord:1': 1_000_000,
    })
  })

  test('tells what is held for running jobs apart from what is used, wherever it is read', async () => {
    const world = await withCeiling(3)
    const money = { version: 1, state: 'closed', window: 'month:2026-06', account: own } as const
    await world.operator.mirror(newJobId(), { ...money, amount: credits(1) })
    await hold(world, own, 2)
    const figures = { ceiling: 3_000_000, spent: 1_000_000, held: 2_000_000 }
    const resetsAtMs = Date.UTC(2026, 6, 1)
    expect(await world.allowlist.peek(own)).toEqual({ status: 'allowed', ...figures, resetsAtMs })
    expect(await world.allowlist.admit(own)).toEqual({ status: 'allowed', ...figures })
    expect(await world.allowlist.list()).toEqual([{ account: own, ...figures }])
    expect(await hold(world, own, 1)).toMatchObject({ status: 'exceeds_ceiling', left: 0, held: 2_000_000 })
  })

  test('bounds the amounts that admins can set and give, and is named in the refusal', async () => {
    const world = await withCeiling(3)
    const change = { account: own, actor: 'admin-1' } as const
    const limit = (eventId: string, amount: number) =>
      world.budgets.setLimit({ ...change, eventId, limit: credits(amount) })
    expect(await limit('event-1', 3.000001)).toEqual({ status: 'above_ceiling', ceiling: 3_000_000 })
    expect(await limit('event-2', 2)).toMatchObject({ status: 'changed' })
    const give = { ...change, scope: { kind: 'server' }, way: 'give', credits: credits(2) } as const
    expect(await world.budgets.grant({ ...give, eventId: 'event-3' })).toEqual({
      status: 'too_much',
      most: 1_000_000,
      allowed: 3_000_000,
    })
  })

  test('is part of what members are told is left', async () => {
    const world = await withCeiling(3)
    await giveBudget(world, 3_000_000, own)
    await world.allowlist.allow(own, credits(1))
    expect(await world.budgets.read(own)).toMatchObject({ limit: 3_000_000, left: 1_000_000 })
    const asked = await world.store.request(jobRequest({}, { server: '1' }))
    expect(asked).toMatchObject({ status: 'created', left: 1_000_000 - bound })
  })

  test('is lifted by letting in without one', async () => {
    const world = await withCeiling(1)
    await world.allowlist.allow(own, undefined)
    expect(await hold(world, own, 100)).toMatchObject({ status: 'held', left: undefined })
    expect(await world.allowlist.list()).toEqual([
      { account: own, ceiling: undefined, spent: 0, held: 100_000_000 },
    ])
  })
})

describe('the limit of all servers together', () => {
  test('is part of what looking tells, and of no other answer', async () => {
    const world = open({ operatorLimit: credits(5) })
    const money = { version: 1, state: 'closed', window: 'month:2026-06', account: own } as const
    await world.operator.mirror(newJobId(), { ...money, amount: credits(1) })
    await hold(world, own, 2)
    expect(await world.allowlist.peek(own)).toMatchObject({ total: { left: 2_000_000, held: 2_000_000 } })
    expect(await world.allowlist.admit(own)).not.toHaveProperty('total')
    world.clock.advance(31 * 86_400_000)
    expect(await world.allowlist.peek(own)).toMatchObject({ total: { left: 5_000_000, held: 0 } })
  })

  test.each([
    ['less than the server has', 3, undefined],
    ['as much as the server has', 4, 4_000_000 - bound],
  ])('leaves %s, and a request is told what is left only if it is', async (_, limit, left) => {
    const world = open({ operatorLimit: credits(limit) })
    await giveBudget(world, 4_000_000, own)
    const asked = await world.store.request(jobRequest({}, { server: '1' }))
    expect(asked).toEqual({ status: 'created', left })
  })
})

describe('each server keeps a fair share of what all may use together', () => {
  const shared = async (limit: number, ...accounts: readonly AccountId[]) => {
    const world = open({ operatorLimit: credits(limit) })
    for (const account of accounts) await world.allowlist.allow(account, undefined)
    return world
  }

  test('a server alone has all of it', async () => {
    expect(await hold(await shared(10, own), own, 10)).toMatchObject({ status: 'held' })
  })

  test('a server that takes all it can leaves the others their parts', async () => {
    const world = await shared(10, own, stranger)
    await hold(world, stranger)
    expect(await hold(world, own, 5)).toMatchObject({ status: 'held' })
    expect(await hold(world, own, 0.000001)).toEqual({ status: 'exceeds_share', resetsAtMs: endOfJune })
    expect(await hold(world, stranger, 4)).toMatchObject({ status: 'held' })
    expect(await hold(world, stranger, 0.000001)).toMatchObject({ status: 'exceeds_operator', left: 0 })
  })

  test('a part that its ceiling makes smaller is free for others', async () => {
    const world = await shared(10, own, stranger)
    await world.allowlist.allow(stranger, credits(2))
    await hold(world, stranger)
    expect(await hold(world, own, 8.000001)).toMatchObject({ status: 'exceeds_share' })
    expect(await hold(world, own, 8)).toMatchObject({ status: 'held' })
  })

  test('nothing is kept for a server that made no request for two months, or was removed', async () => {
    const world = await shared(10, own, stranger, 'discord:3')
    await hold(world, stranger)
    await hold(world, 'discord:3')
    await world.allowlist.remove('discord:3')
    expect(await hold(world, own, 5.000001)).toMatchObject({ status: 'exceeds_share' })
    world.clock.advance(80 * 86_400_000)
    expect(await hold(world, own, 10)).toMatchObject({ status: 'held' })
  })

  test.each([
    ['with a budget has its part next month', 1_000_000, 'exceeds_share'],
    ['that has no budget has none', 0, 'held'],
  ])('a server %s that the others left nothing for', async (_, budget, status) => {
    const world = await shared(10, own)
    await hold(world, own, 10)
    await world.allowlist.allow(stranger, undefined)
    if (budget > 0) await giveBudget(world, budget, stranger)
    expect(await world.store.request(jobRequest({}, { server: '2' }))).toMatchObject({
      status: 'exceeds_operator',
    })
    world.clock.advance(20 * 86_400_000)
    expect(await hold(world, own, 6)).toMatchObject({ status })
  })

  test.each<[string, number | undefined]>([
    ['has no budget', undefined],
    ['has used up its budget', bound - 1],
  ])('nothing is kept for a server that %s', async (_, budget) => {
    const world = await shared(10, own, stranger)
    if (budget !== undefined) await giveBudget(world, budget, stranger)
    await world.store.request(jobRequest({}, { server: '2' }))
    expect(await hold(world, own, 10)).toMatchObject({ status: 'held' })
  })

  const refusals: readonly (readonly [string, string, (world: StoreWorld) => Promise<unknown>])[] = [
    [
      'whose member is blocked',
      'blocked',
      ({ blocks }) => blocks.set({ ...byAdmin, member: 'member-1', isBlocked: true }),
    ],
    [
      'that is paused',
      'paused',
      ({ budgets }) => budgets.setPause({ ...byAdmin, of: { kind: 'server' }, isPaused: true }),
    ],
    [
      'whose member has used up their limit',
      'exceeds_member',
      ({ budgets }) =>
        budgets.setShareLimit({ ...byAdmin, of: { kind: 'member', id: undefined }, limit: credits(0) }),
    ],
  ]
  test.each(
    refusals.flatMap(([who, status, refuse]) => [
      { who, status, refuse, budget: bound - 1, kept: 'nothing is kept', asked: 'held' },
      { who, status, refuse, budget: 1_000_000, kept: 'its part is kept', asked: 'exceeds_share' },
    ]),
  )(
    '$kept for a server $who, and that has $budget millionths left',
    async ({ status, refuse, budget, asked }) => {
      const world = await shared(10, own, stranger)
      await giveBudget(world, budget, stranger)
      await refuse(world)
      expect(await world.store.request(jobRequest({}, { server: '2' }))).toMatchObject({ status })
      expect(await hold(world, own, 10)).toMatchObject({ status: asked })
    },
  )

  test('a free request that is refused leaves a server its part', async () => {
    const world = await shared(10, own, stranger)
    await giveBudget(world, bound, stranger)
    await world.store.request(jobRequest({}, { server: '2' }))
    const free = jobRequest({ isFree: true }, { server: '2' })
    await world.redis.hset(world.keys.hold(free.id), 'dropped', '1')
    expect(await world.store.request(free)).toMatchObject({ status: 'dropped' })
    expect(await hold(world, own, 10 - bound / 1_000_000)).toMatchObject({ status: 'exceeds_share' })
  })

  test('members use what the parts of the servers leave, and starter credits are under the limit', async () => {
    const world = open({ operatorLimit: credits(10), newServerCredits: credits(1) })
    await world.allowlist.allow(own, undefined)
    await hold(world, own)
    expect(await hold(world, 'discord:@7', 5)).toMatchObject({ status: 'held' })
    expect(await hold(world, stranger, 0.000001)).toEqual({ status: 'not_allowed' })
    expect(await hold(world, own, 4)).toMatchObject({ status: 'held' })
  })
})

describe('servers that had a budget before there was an allowlist', () => {
  const upgradedWith = async (
    settings: 'any' | readonly AccountId[],
    ...budgets: readonly [AccountId, 'day' | 'week' | 'month' | 'once', number][]
  ) => {
    const before = open({ servers: 'any' })
    for (const [account, period, amount] of budgets) {
      const change = { account, eventId: `upgrade ${account}`, actor: 'admin-1' }
      await before.budgets.setLimit({ ...change, period, limit: credits(amount) })
    }
    const after = open({ prefix: before.prefix })
    const options = {
      ...after,
      now: after.clock.now,
      newServerCredits: credits(7),
      defaultZone: 'UTC',
      allowedBySettings: settings,
    }
    const upgrade = createAllowlistUpgrade({
      ...options,
      readBudget: (account) => readOwnBudget(options, account),
    })
    await upgrade()
    await upgrade()
    return after
  }

  const upgraded = (...budgets: readonly [AccountId, 'day' | 'week' | 'month' | 'once', number][]) =>
    upgradedWith([], ...budgets)

  test('are let in with it, by the month', async () => {
    const world = await upgraded([own, 'day', 1], [stranger, 'week', 2], ['discord:3', 'month', 3])
    const ceilings = (await world.allowlist.list()).map(({ account, ceiling }) => [account, ceiling])
    expect(Object.fromEntries(ceilings)).toEqual({ [own]: 31e6, [stranger]: 12e6, 'discord:3': 3e6 })
    expect(await hold(world, 'discord:4')).toEqual({ status: 'not_allowed' })
  })

  test('the only one of its chat is the operator’s own, and has no ceiling', async () => {
    const world = await upgraded([own, 'day', 1], ['discord:@7', 'once', 5])
    expect(await world.allowlist.list()).toMatchObject([{ account: own, ceiling: undefined }])
    expect(await hold(world, 'slack:T1')).toMatchObject({ status: 'held' })
  })

  test('one that only had a try is not among them', async () => {
    const before = open({ servers: 'any' })
    await before.redis.hset(before.keys.account(stranger), { limit: bound, period: 'once', zone: 'UTC' })
    expect(await before.budgets.read(stranger)).toMatchObject({ limit: bound, period: 'once' })
    const options = { ...before, now: before.clock.now, newServerCredits: noCredits, defaultZone: 'UTC' }
    const readBudget = (account: AccountId) => readOwnBudget(options, account)
    await createAllowlistUpgrade({ ...options, allowedBySettings: [], readBudget })()
    expect(await before.allowlist.list()).toEqual([])
  })

  test.each<['any' | readonly AccountId[]]>([['any'], [['discord:9']]])(
    'are not let in where the settings say who is: %j',
    async (settings) => {
      const world = await upgradedWith(settings, [own, 'month', 1], [stranger, 'month', 1])
      expect(await world.allowlist.list()).toEqual([])
      await createAllowlistUpgrade({
        ...world,
        now: world.clock.now,
        allowedBySettings: [],
        readBudget: () => Promise.reject(new Error('the upgrade is over')),
      })()
    },
  )

  test('nothing is kept any more for servers that the settings named before', async () => {
    const world = open({ servers: [own, stranger], operatorLimit: credits(10) })
    await hold(world, stranger)
    const upgrade = createAllowlistUpgrade({
      ...world,
      now: world.clock.now,
      allowedBySettings: [own],
      readBudget: () => Promise.reject(new Error('there are none')),
    })
    await upgrade()
    expect(await hold(world, own, 9)).toMatchObject({ status: 'held' })
  })
})
