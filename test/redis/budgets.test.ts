import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { accountOf } from '../../src/core/target.ts'
import { changeKnownMs } from '../../src/redis/changes.ts'
import { target } from '../support/commands/invocation.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  journalOf,
  limitMember,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = accountOf(target())
let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const byAdmin = { account, eventId: 'event-a', actor: 'admin-1' } as const

const change = async (overrides: Partial<Parameters<StoreWorld['budgets']['setLimit']>[0]> = {}) => {
  await world.budgets.setLimit({
    account,
    eventId: 'event-a',
    actor: 'admin-1',
    limit: microcredits(5_000_000),
    period: 'month',
    zone: 'UTC',
    ...overrides,
  })
  return world.budgets.read(account)
}

test('a server that nobody gave credits has no limit, and nothing is written by looking', async () => {
  expect(await world.budgets.read(account)).toMatchObject({
    limit: undefined,
    period: 'month',
    zone: 'UTC',
    spent: 0,
    held: 0,
    left: 0,
    resetsAtMs: Date.UTC(2026, 6, 1),
  })
  expect(await dump(world)).toEqual({})
})

describe('starter credits', () => {
  const opened = (newServerCredits: number) => {
    world.close()
    world = openStoreWorld({ newServerCredits })
  }
  const askFrom = (server: string, asked = bound) =>
    world.store.request(jobRequest({ bound: asked }, { server }))

  test('can be spent once, and are no part of any month', async () => {
    opened(bound + 5)
    const start = {
      limit: bound + 5,
      isStarter: true,
      period: 'once',
      left: bound + 5,
      resetsAtMs: undefined,
    }
    expect(await world.budgets.read(account)).toMatchObject(start)
    expect(await askFrom('server-1')).toEqual({ status: 'created', left: 5 })
    world.clock.advanceTo(Date.UTC(2027, 0, 1))
    expect(await askFrom('server-1')).toMatchObject({ status: 'exceeds_server', left: 5 })
  })

  test('are given with the first paid request, which the journal says', async () => {
    opened(bound)
    await world.budgets.read(account)
    expect(await journalOf(world)).toEqual([])
    await askFrom('server-1')
    await askFrom('server-1')
    const [given, held, ...more] = await journalOf(world)
    const at = String(world.clock.now())
    expect(given).toEqual({ operation: 'starter', account, at, credits: String(bound), actor: 'operator' })
    expect(held).toMatchObject({ operation: 'hold' })
    expect(more).toEqual([])
  })

  test.each([0, 10 * bound])(
    'stay as they were given when the operator sets %d instead',
    async (newServerCredits) => {
      opened(2 * bound)
      await askFrom('server-1')
      const other = openStoreWorld({ prefix: world.prefix, newServerCredits })
      const { store } = other
      expect(await other.budgets.read(account)).toMatchObject({ limit: 2 * bound, left: bound })
      expect(await store.request(jobRequest())).toMatchObject({ status: 'created', left: 0 })
      expect(await store.request(jobRequest())).toMatchObject({ status: 'exceeds_server', left: 0 })
      expect((await journalOf(world)).filter(({ operation }) => operation === 'starter')).toHaveLength(1)
      other.close()
    },
  )

  test('are given once when several processes ask for the first song at once', async () => {
    opened(bound)
    const others = Array.from({ length: 4 }, () =>
      openStoreWorld({ prefix: world.prefix, newServerCredits: bound }),
    )
    const answers = await Promise.all(others.map(({ store }) => store.request(jobRequest())))
    const said = answers.map(({ status }) => status).toSorted()
    expect(said).toEqual(['created', 'exceeds_server', 'exceeds_server', 'exceeds_server'])
    expect((await journalOf(world)).map(({ operation }) => operation)).toEqual(['starter', 'hold'])
    for (const other of others) other.close()
  })

  test('end with the budget that an admin sets, which counts from zero', async () => {
    opened(2 * bound)
    expect(await world.budgets.setLimit({ ...byAdmin, limit: microcredits(5_000_000) })).toMatchObject({
      startsAnew: false,
    })
    const state = { limit: 5_000_000, isStarter: false, period: 'month', left: 5_000_000 }
    expect(await world.budgets.read(account)).toMatchObject(state)
    await askFrom('server-1')
    expect((await journalOf(world)).map(({ operation }) => operation)).toEqual(['limit', 'hold'])
  })

  test('that are used say so when an admin sets a budget, which only counts them if it is for good', async () => {
    opened(2 * bound)
    await askFrom('server-1')
    const limit = microcredits(5_000_000)
    expect(await world.budgets.setLimit({ ...byAdmin, limit })).toMatchObject({ startsAnew: true })
    expect(await world.budgets.read(account)).toMatchObject({ period: 'month', left: 5_000_000 })
    const once = { ...byAdmin, eventId: 'for good', limit, period: 'once' } as const
    await world.budgets.setLimit(once)
    expect(await world.budgets.read(account)).toMatchObject({ left: 5_000_000 - bound })
  })

  test("are not for a member's own account: that begins with nothing", async () => {
    opened(bound)
    expect(await world.budgets.read('discord:@member-1')).toMatchObject({ limit: undefined, left: 0 })
    expect(await askFrom('@member-1')).toEqual({ status: 'no_budget' })
    expect(await askFrom('server@1')).toMatchObject({ status: 'created' })
  })
})

describe('a limit', () => {
  test('is set from now on, and says so', async () => {
    expect(await change({ period: 'week' })).toMatchObject({
      limit: 5_000_000,
      period: 'week',
      zone: 'UTC',
      left: 5_000_000,
      resetsAtMs: Date.UTC(2026, 5, 22),
    })
  })

  test('is journalled with who set it, what was before and what is now', async () => {
    await change({ reason: 'the spring term' })
    await change({ eventId: 'event-b', limit: microcredits(7), period: 'week', weekStart: 0 })
    const line = { operation: 'limit', account, at: String(world.clock.now()), actor: 'admin-1' }
    expect(await journalOf(world)).toEqual([
      {
        ...line,
        reason: 'the spring term',
        credits: '5000000',
        credits_before: '',
        window: 'month',
        window_before: '',
        zone: 'UTC',
        zone_before: '',
        week_start: '1',
        week_start_before: '',
      },
      {
        ...line,
        credits: '7',
        credits_before: '5000000',
        window: 'week',
        window_before: 'month',
        zone: 'UTC',
        zone_before: 'UTC',
        week_start: '0',
        week_start_before: '1',
      },
    ])
  })

  test('comes with the zone whose calendar it goes by', async () => {
    const state = await change({ zone: 'Asia/Kathmandu', period: 'day' })
    const resetsAtMs = Date.parse('2026-06-16T00:00+05:45')
    expect(state).toMatchObject({ zone: 'Asia/Kathmandu', resetsAtMs })
    expect(await world.budgets.read(account)).toEqual(state)
  })

  test.each(['Europe/Atlantis', '', 'UTC; rm'])('in the zone %j is a bug on our side', async (zone) => {
    await expect(change({ zone })).rejects.toThrow('is not a time zone')
    expect(await dump(world)).toEqual({})
  })

  test('set by one event twice is set once', async () => {
    await change()
    const before = await dump(world)
    await change()
    expect(await dump(world)).toEqual(before)
  })

  test('set by one event is not set again by its echo, after another event has changed it', async () => {
    await change({ eventId: 'event-a', limit: microcredits(5_000_000) })
    await change({ eventId: 'event-b', limit: microcredits(1_000_000) })
    await change({ eventId: 'event-a', limit: microcredits(5_000_000) })
    expect(await world.budgets.read(account)).toMatchObject({ limit: 1_000_000 })
  })

  test('below what is used refuses the next request, and takes nothing back', async () => {
    await giveBudget(world, 1_000_000)
    await jobIn(world, 'accepted')
    expect(await change({ limit: microcredits(50_000) })).toMatchObject({ held: bound, left: 50_000 - bound })
  })

  test('of one server is not that of another, also of the other platform', async () => {
    await change()
    expect(await world.budgets.read('slack:server-1')).toMatchObject({ limit: undefined })
    expect(await world.budgets.read('discord:server-2')).toMatchObject({ limit: undefined })
  })
})

describe('another period', () => {
  test('begins a window of its own; what was held in the old one is settled there', async () => {
    await giveBudget(world, 1_000_000)
    await jobIn(world, 'accepted')
    expect(await change({ period: 'day' })).toMatchObject({ held: 0, left: 5_000_000 })
    expect(await change({ eventId: 'event-b', period: 'month' })).toMatchObject({ held: bound })
  })

  test('"once" never resets', async () => {
    await change({ period: 'once' })
    await jobIn(world, 'posted')
    world.clock.advance(10 * 365 * 86_400_000)
    expect(await world.budgets.read(account)).toMatchObject({ spent: 120_000, resetsAtMs: undefined })
  })

  test.each([
    ['day', Date.UTC(2026, 5, 16)],
    ['week', Date.UTC(2026, 5, 22)],
    ['month', Date.UTC(2026, 6, 1)],
  ] as const)('"%s" resets at its end', async (period, endMs) => {
    await change({ period })
    await jobIn(world, 'posted')
    world.clock.advanceTo(endMs - 1)
    expect(await world.budgets.read(account)).toMatchObject({ spent: 120_000 })
    world.clock.advanceTo(endMs)
    expect(await world.budgets.read(account)).toMatchObject({ spent: 0, left: 5_000_000 })
  })
})

test('a server without a zone of its own goes by the operator’s', async () => {
  const kathmandu = openStoreWorld({ defaultZone: 'Asia/Kathmandu' })
  const { zone, resetsAtMs } = await kathmandu.budgets.read(account)
  kathmandu.close()
  expect({ zone, resetsAtMs }).toEqual({
    zone: 'Asia/Kathmandu',
    resetsAtMs: Date.parse('2026-07-01T00:00+05:45'),
  })
})

test.each([
  ['limit', 'a lot'],
  ['limit', '-5'],
  ['period', 'fortnight'],
  ['zone', 'Europe/Atlantis'],
])('an account with %s = %j is reported as a bug, not made up', async (name, value) => {
  await change()
  await world.redis.hset(world.keys.account(account), name, value)
  await expect(world.budgets.read(account)).rejects.toThrow()
})

describe('a manager', () => {
  const name = (member: string, allowed: boolean, eventId = `${member} ${allowed}`) =>
    world.budgets.setManager({ account, eventId, actor: 'admin-1', member, allowed })
  const isManager = (member: string) => world.budgets.isManager(account, member)

  test('is whom an admin named, until an admin says otherwise', async () => {
    expect(await isManager('member-1')).toBe(false)
    await name('member-1', true)
    expect([await isManager('member-1'), await isManager('member-2')]).toEqual([true, false])
    await name('member-1', false)
    expect(await isManager('member-1')).toBe(false)
  })

  test('is listed with the others, among more fields than are looked at in one go', async () => {
    expect(await world.budgets.managers(account)).toEqual([])
    for (let index = 0; index < 1200; index += 1)
      await world.redis.hset(world.keys.account(account), `member_limit|member-${index}`, '1')
    for (const member of ['member-1', 'member-2', 'member-3']) await name(member, true)
    await name('member-2', false)
    expect((await world.budgets.managers(account)).toSorted()).toEqual(['member-1', 'member-3'])
    expect(await world.budgets.managers('discord:server-2')).toEqual([])
  })

  test('of one server is none of another', async () => {
    await name('member-1', true)
    expect(await world.budgets.isManager('slack:server-1', 'member-1')).toBe(false)
    expect(await world.budgets.isManager('discord:server-2', 'member-1')).toBe(false)
  })

  test('is journalled with who named them', async () => {
    await name('member-1', true)
    await name('member-1', false)
    const line = { operation: 'manager', account, at: String(world.clock.now()), actor: 'admin-1' }
    expect(await journalOf(world)).toEqual([
      { ...line, member: 'member-1', allowed: '1', allowed_before: '' },
      { ...line, member: 'member-1', allowed: '0', allowed_before: '1' },
    ])
  })

  test('is not named again by the echo of an old event', async () => {
    await name('member-1', true, 'event-a')
    await name('member-1', false, 'event-b')
    await name('member-1', true, 'event-a')
    expect(await isManager('member-1')).toBe(false)
  })
})

describe('the mark of a change', () => {
  const marks = async () =>
    Object.keys(await dump(world)).filter(
      (key) => !key.endsWith(`:account:${account}`) && !key.endsWith(':journal'),
    )

  test('lapses, so that changes do not pile up, but not before a platform has repeated its event', async () => {
    await change()
    await limitMember(world, 'member-1', 5)
    await world.budgets.setManager({
      account,
      eventId: 'm',
      actor: 'a',
      member: 'member-1',
      allowed: true,
    })
    const keys = await marks()
    expect(keys).toHaveLength(3)
    for (const key of keys) {
      expect(await world.redis.pttl(key)).toBeGreaterThan(changeKnownMs - 60_000)
      expect(await world.redis.pttl(key)).toBeLessThanOrEqual(changeKnownMs)
    }
    // Slack's third and last repeat comes 5 minutes after the second: https://docs.slack.dev/apis/events-api/
    expect(changeKnownMs).toBeGreaterThan(60 * 60 * 1000)
  })

  test('is all that is left of a change which was taken back', async () => {
    await limitMember(world, 'member-1', 5)
    await limitMember(world, 'member-1', undefined)
    expect(await world.redis.exists(world.keys.account(account))).toBe(0)
    expect(await marks()).toHaveLength(2)
  })
})
