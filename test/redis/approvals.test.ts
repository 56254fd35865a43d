import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Microcredits, microcredits } from '../../src/core/credits.ts'
import { type Approval, approvalOpenMs } from '../../src/core/job/approval.ts'
import type { LimitOf } from '../../src/core/ledger/budget.ts'
import { replay } from '../../src/core/ledger/replay.ts'
import type { Scope } from '../../src/core/ledger/scope.ts'
import { accountOf } from '../../src/core/target.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { target } from '../support/commands/invocation.ts'
import { approve, park, takeDue } from '../support/redis/approvals.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  journalOf,
  limitMember,
  noAllowances,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const account = accountOf(target())
const hourMs = 3_600_000

let events = 0
const limit = async (of: LimitOf, millionths: number): Promise<void> => {
  events += 1
  const change = { account, eventId: `limit-${events}`, actor: 'admin-1' }
  await world.budgets.setShareLimit({ ...change, of, limit: microcredits(millionths) })
}

const channel = { kind: 'channel', id: 'channel-1' } as const
const group = { kind: 'group', id: 'group-1' } as const
const member = { kind: 'member', id: 'member-1' } as const
const feature = { kind: 'feature', id: 'music' } as const

const grantedIn = async (scope: Scope): Promise<number> =>
  (await world.budgets.readShare(account, scope)).share.granted

const grants = async () =>
  (await journalOf(world)).flatMap(({ operation, scope, credits, granted, actor, reason }) =>
    operation === 'grant'
      ? [{ scope: scope === '' ? '' : JSON.parse(scope ?? ''), credits, granted, actor, reason }]
      : [],
  )

/** Nothing is used beyond what limits and bonuses allow, and the journal leads to the same. */
const expectLaw = async (): Promise<void> => {
  const { server, shares } = await world.budgets.readFor(target(), ['group-1'], [])
  expect(server.spent + server.held).toBeLessThanOrEqual((server.limit ?? 0) + server.granted)
  for (const share of shares)
    if (share.limit !== undefined)
      expect(share.spent + share.held).toBeLessThanOrEqual(share.limit + share.granted)
  const lines = []
  for await (const line of createJournal(world).lines({ account })) lines.push(line)
  expect(replay(lines).differences).toEqual([])
}

describe('an approved request', () => {
  test('gives each limit that is short exactly what is missing, and no other', async () => {
    await giveBudget(world, 150_000)
    await limit({ kind: 'channel', id: 'channel-1' }, 120_000)
    await limit({ kind: 'group', id: 'group-1', share: 'together' }, 900_000)
    await limitMember(world, 'member-1', 0)
    const approval = await park(world, jobRequest({ groups: ['group-1'] }))
    expect(await approve(world, approval)).toEqual({ status: 'created', left: 0 })
    expect(await world.budgets.read(account)).toMatchObject({ granted: 50_000, held: bound, left: 0 })
    expect([await grantedIn(channel), await grantedIn(group), await grantedIn(member)]).toEqual([
      80_000, 0, 200_000,
    ])
    const by = { actor: 'admin-1', reason: 'Approved request' }
    expect(await grants()).toEqual([
      { scope: '', credits: '50000', granted: '50000', ...by },
      { scope: channel, credits: '80000', granted: '80000', ...by },
      { scope: member, credits: '200000', granted: '200000', ...by },
    ])
    await expectLaw()
  })

  test('gives a feature and a model that are short what they miss, which stays theirs', async () => {
    await giveBudget(world, 1_000_000)
    const model = { kind: 'model', id: 'v7' } as const
    await limit(feature, 150_000)
    await limit(model, 0)
    const values = { prompt: 'a tide', model: 'v7' }
    const asked = jobRequest({ values })
    expect(await world.store.request(asked)).toMatchObject({ status: 'exceeds_model', id: 'v7', left: 0 })
    expect(await approve(world, await park(world, asked))).toEqual({ status: 'created', left: 0 })
    expect([await grantedIn(feature), await grantedIn(model)]).toEqual([50_000, 200_000])
    expect(await world.store.request(jobRequest({ values }))).toMatchObject({ status: 'exceeds_feature' })
    expect(await world.store.request(jobRequest({ feature: 'tts' }))).toMatchObject({ status: 'created' })
  })

  test('that fits by now gets no bonus', async () => {
    await giveBudget(world, 100_000)
    const approval = await park(world)
    await giveBudget(world, 500_000)
    expect(await approve(world, approval)).toEqual({ status: 'created', left: 300_000 })
    expect(await grants()).toEqual([])
    expect(await world.approvals.read(approval.request.id)).toMatchObject({
      state: 'approved',
      decidedBy: 'admin-1',
    })
  })

  test('gives no more than its cost if a limit was lowered below what is used, so nothing is left to others', async () => {
    await giveBudget(world, 1_000_000)
    const others = Array.from({ length: 5 }, () => jobRequest())
    for (const other of others) await world.store.request(other)
    await giveBudget(world, 0)
    expect(await approve(world, await park(world))).toEqual({ status: 'created', left: -1_000_000 })
    expect(await world.budgets.read(account)).toMatchObject({ granted: bound, held: 1_200_000 })
    expect(await grants()).toMatchObject([{ scope: '', credits: String(bound) }])
    for (const other of others)
      await world.store.void({ ...other, scopes: [channel, member, feature], day: undefined }, 'cancelled')
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'exceeds_server', left: 0 })
    await expectLaw()
  })

  test('needs no budget, gives none to others, and raises no alert', async () => {
    await world.budgets.setAlerts({ account, eventId: 'alerts', actor: 'admin-1', channel: 'c1' })
    const approval = await park(world)
    expect(await approve(world, approval)).toEqual({ status: 'created', left: 0 })
    expect(await grants()).toMatchObject([{ scope: '', credits: String(bound) }])
    expect(await world.budgets.read(account)).toMatchObject({ limit: undefined, granted: bound, held: bound })
    expect(await world.store.request(jobRequest())).toEqual({ status: 'no_budget' })
    expect(await world.alerts.due()).toEqual([])
    await giveBudget(world, 200_000)
    expect(await world.store.request(jobRequest())).toEqual({ status: 'created', left: 0 })
    await expectLaw()
  })

  test('counts in the window in which it is approved', async () => {
    await giveBudget(world, 200_000)
    await world.store.request(jobRequest())
    world.clock.advanceTo(Date.parse('2026-06-30T23:00:00Z'))
    const approval = await park(world)
    world.clock.advance(2 * hourMs)
    expect(await approve(world, approval)).toEqual({ status: 'created', left: 0 })
    expect(await grants()).toEqual([])
    await expectLaw()
  })

  test('is one job and one bonus, however many admins approve it at once', async () => {
    await giveBudget(world, 100_000)
    const approval = await park(world)
    const admins = Array.from({ length: 10 }, (_, index) => `admin-${index}`)
    const results = await Promise.all(admins.map((admin) => approve(world, approval, admin)))
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      'created',
      ...Array.from({ length: 9 }, () => 'exists'),
    ])
    expect(await grants()).toHaveLength(1)
    expect(await world.budgets.read(account)).toMatchObject({ held: bound, granted: 100_000 })
    await expectLaw()
  })

  test('is approved or declined, never both, whoever is first', async () => {
    await giveBudget(world, 0)
    for (let round = 0; round < 20; round += 1) {
      const approval = await park(world, jobRequest({}, { member: `member-${round}` }))
      const [approved, ended] = await Promise.all([
        approve(world, approval),
        world.approvals.end(approval, 'declined', 'admin-2'),
      ])
      const isApproved = approved.status === 'created'
      expect(approved).toEqual(isApproved ? expect.anything() : { status: 'decided', state: 'declined' })
      expect(ended).toEqual(
        isApproved
          ? { status: 'decided', state: 'approved', by: 'admin-1' }
          : { status: 'ended', state: 'declined' },
      )
      expect((await world.store.read(approval.request.id)) !== undefined).toBe(isApproved)
    }
    await expectLaw()
  })

  test('cannot have its credits taken by others between the bonus and the hold', async () => {
    await giveBudget(world, 0)
    const approvals = await Promise.all(
      [1, 2, 3].map((number) => park(world, jobRequest({}, { member: `member-${number}` }))),
    )
    const others = () => Promise.all([1, 2, 3, 4, 5].map(() => world.store.request(jobRequest())))
    const [approved, refused] = await Promise.all([
      Promise.all(approvals.map((approval) => approve(world, approval))),
      others(),
    ])
    expect(approved.map(({ status }) => status)).toEqual(['created', 'created', 'created'])
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['exceeds_server']))
    await expectLaw()
  })
})

describe('a request is not approved, and stays open,', () => {
  const stillOpen = async ({ request: { id } }: Approval): Promise<void> => {
    expect(await grants()).toEqual([])
    expect(await world.store.read(id)).toBeUndefined()
    expect(await world.approvals.read(id)).toMatchObject({ state: 'open' })
  }

  test('once its member is blocked', async () => {
    await giveBudget(world, 0)
    const approval = await park(world)
    await world.blocks.set({
      account,
      eventId: 'block-1',
      actor: 'admin-2',
      member: 'member-1',
      isBlocked: true,
    })
    expect(await approve(world, approval)).toEqual({ status: 'blocked' })
    await stillOpen(approval)
  })

  test('beyond the ceiling or the total of the operator', async () => {
    await giveBudget(world, 0)
    await world.allowlist.allow(account, microcredits(100_000))
    const approval = await park(world)
    expect(await approve(world, approval)).toMatchObject({ status: 'exceeds_ceiling' })
    await stillOpen(approval)
  })

  test('with a bonus that goes beyond what the operator allows', async () => {
    await giveBudget(world, 100_000)
    const approval = await park(world)
    const most: Microcredits = microcredits(199_999)
    expect(await approve(world, approval, 'admin-1', most)).toEqual({ status: 'above_most' })
    await stillOpen(approval)
    expect(await approve(world, approval, 'admin-1', bound)).toMatchObject({ status: 'created' })
  })

  test('while its member or server has too many waiting jobs, or too many in a minute', async () => {
    const strict = openStoreWorld({
      prefix: world.prefix,
      waitingMax: { member: 1 },
      allowances: { ...noAllowances, request: { member: 1, server: 0 } },
    })
    await giveBudget(world, 200_000)
    const first = jobRequest()
    await strict.store.request(first)
    const approval = await park(world)
    expect(await approve(strict, approval)).toMatchObject({ status: 'too_many_waiting', of: 'member' })
    await world.store.void({ ...first, scopes: [channel, member, feature], day: undefined }, 'cancelled')
    expect(await approve(strict, approval)).toMatchObject({ status: 'too_many', of: 'member' })
    await stillOpen(approval)
    strict.close()
  })
})

describe('a request that is over', () => {
  test('by its time is approved no more, and ends once', async () => {
    await giveBudget(world, 0)
    const approval = await park(world)
    world.clock.advance(approvalOpenMs - 1)
    expect(await world.approvals.end(approval, 'expired')).toEqual({ status: 'still_open' })
    world.clock.advance(1)
    expect(await approve(world, approval)).toEqual({ status: 'decided', state: 'expired' })
    expect(await world.approvals.end(approval, 'declined', 'admin-1')).toEqual({
      status: 'ended',
      state: 'expired',
    })
    expect(await world.approvals.end(approval, 'expired')).toEqual({
      status: 'decided',
      state: 'expired',
      by: undefined,
    })
    expect(await world.budgets.read(account)).toMatchObject({ held: 0, granted: 0 })
  })

  test('by a decline is in the journal once', async () => {
    await giveBudget(world, 0)
    const approval = await park(world)
    await world.approvals.end(approval, 'declined', 'admin-1')
    expect(await world.approvals.end(approval, 'declined', 'admin-2')).toEqual({
      status: 'decided',
      state: 'declined',
      by: 'admin-1',
    })
    const declines = (await journalOf(world)).filter(({ operation }) => operation === 'decline')
    expect(declines).toEqual([expect.objectContaining({ actor: 'admin-1', member: 'member-1' })])
  })

  test('since its member sent it in another way is approved no more', async () => {
    await giveBudget(world, 100_000)
    const request = jobRequest()
    const approval = await park(world, request)
    await world.store.request({ ...request, bound: microcredits(100_000), given: { takes: 1 } })
    expect(await approve(world, approval)).toEqual({ status: 'differs' })
    expect(await grants()).toEqual([])
  })

  test.each(['declined', 'expired', 'unplaced', 'overtaken'] as const)(
    'since its job exists ends as overtaken, never as %s, even once the record is removed',
    async (to) => {
      await giveBudget(world, 500_000)
      const overtaken = { status: 'ended', state: 'overtaken' }
      const made = jobRequest()
      const approval = await park(world, made)
      await world.store.request(made)
      expect(await world.approvals.end(approval, to, 'admin-1')).toEqual(overtaken)
      const removed = jobRequest()
      const other = await park(world, removed)
      await world.redis.hset(world.keys.hold(removed.id), 'forgotten', '1')
      expect(await world.approvals.end(other, to, 'admin-1')).toEqual(overtaken)
      expect(await world.approvals.read(made.id)).toMatchObject({ state: 'overtaken', decidedBy: undefined })
      expect((await journalOf(world)).map(({ operation }) => operation)).not.toContain('decline')
    },
  )

  test('is not overtaken by a job that does not exist', async () => {
    const approval = await park(world)
    expect(await world.approvals.end(approval, 'overtaken')).toEqual({ status: 'still_open' })
    expect(await world.approvals.read(approval.request.id)).toMatchObject({ state: 'open' })
  })
})

describe('requests to admins', () => {
  test('are one, however often the same is asked, and survive a restart', async () => {
    const request = jobRequest({ groups: ['group-1'], notes: { remarks: 'Left out: a.txt.' } })
    const first = await park(world, request)
    world.clock.advance(hourMs)
    expect(await park(world, request)).toEqual(first)
    const other = openStoreWorld({ prefix: world.prefix })
    expect(await other.approvals.read(request.id)).toEqual({
      ...first,
      request: { ...request, replyToken: '' },
    })
    other.close()
  })

  test('of one member are three at most, and those of a server fifty', async () => {
    for (let count = 0; count < 3; count += 1) await park(world)
    await expect(park(world)).rejects.toThrow('there are 3 already')
    for (let count = 3; count < 50; count += 1)
      await park(world, jobRequest({}, { member: `member-${100 + count}` }))
    await expect(park(world, jobRequest({}, { member: 'member-2' }))).rejects.toThrow('there are 50 already')
    await park(world, jobRequest({}, { server: 'server-2' }))
  })

  test('that are over count no more, although their messages are still to be sent', async () => {
    for (const end of ['declined', 'unplaced', 'declined'] as const)
      await world.approvals.end(await park(world), end, 'admin-1')
    for (let count = 0; count < 3; count += 1) await park(world)
    await expect(park(world)).rejects.toThrow('there are 3 already')
  })

  test('of one member are three at most, however many they make at once', async () => {
    const parked = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => park(world)))
    expect(parked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  test('are handed out to one process of their chat, and again if it does nothing', async () => {
    const { request } = await park(world)
    const { clock } = world
    const [entry = ''] = await world.approvals.due(['discord'])
    expect(await takeDue(world, ['slack'], hourMs)).toEqual([])
    expect(await takeDue(world, ['discord', 'slack'], hourMs)).toMatchObject([
      { request: { id: request.id } },
    ])
    expect(await takeDue(world, ['discord'], hourMs)).toEqual([])
    expect(await world.approvals.take(entry, hourMs)).toBeUndefined()
    clock.advance(hourMs)
    expect(await takeDue(world, ['discord'], hourMs)).toHaveLength(1)
  })

  test('are looked at again at once if they were decided while somebody was at it', async () => {
    const approval = await park(world)
    const { approvals } = world
    await takeDue(world, ['discord'], hourMs)
    await approvals.end(approval, 'declined', 'admin-1')
    await takeDue(world, ['discord'], hourMs)
    expect(await approvals.note(approval, { 'note:card:posted': '1' }, approval.expiresAtMs)).toBe(true)
    expect(await takeDue(world, ['discord'], hourMs)).toHaveLength(1)
  })

  test('keep nothing of what was requested once nothing is left to do', async () => {
    const { request } = await park(world)
    const { approvals } = world
    const [taken] = await takeDue(world, ['discord'], hourMs)
    if (taken === undefined) throw new Error('nothing was due')
    await approvals.note(taken, {}, 'over')
    expect(await takeDue(world, ['discord'], Number.MAX_SAFE_INTEGER)).toEqual([])
    expect(JSON.stringify(await world.redis.hgetall(world.keys.approval(request.id)))).not.toContain('shanty')
    expect(await approvals.read(request.id)).toMatchObject({ state: 'open', request: { values: {} } })
  })

  test('are found by their name, by their member, and forgotten', async () => {
    const approval = await park(world)
    const { id } = approval.request
    await park(world, jobRequest({}, { member: 'member-2' }))
    const { approvals } = world
    expect(await approvals.find(account, id.slice(4, 12))).toBe(id)
    expect(await approvals.find('discord:server-2', id.slice(4, 12))).toBeUndefined()
    expect(await approvals.of(account, 'member-1')).toEqual([approval])
    expect(await approvals.forget(account, 'member-1')).toBe(1)
    expect(await approvals.of(account, 'member-1')).toEqual([])
    expect(await approvals.of(account, 'member-2')).toHaveLength(1)
    expect(await approvals.note(approval, { card: '{}' }, 1)).toBe(false)
    expect(await world.redis.exists(world.keys.approval(id))).toBe(0)
    expect(await approve(world, approval)).toEqual({ status: 'decided', state: '' })
  })

  test('count until they would have expired although their member deleted them, and keep no word or ID', async () => {
    const { approvals, clock } = world
    for (let round = 0; round < 2; round += 1) {
      const { request } = await park(world)
      expect(await approvals.forget(account, 'member-1')).toBe(1)
      expect(JSON.stringify(await dump(world))).not.toContain(request.id)
      expect(JSON.stringify(await dump(world))).not.toContain('shanty')
      clock.advance(hourMs)
    }
    const third = await park(world)
    const short = { kind: 'server', id: '', left: 0, limit: microcredits(0) } as const
    const asks = () => {
      const request = jobRequest()
      return approvals.park({ request, short, place: request.target })
    }
    expect(await asks()).toEqual({ status: 'too_many', of: 'withdrawn', limit: 3 })
    await approvals.end(third, 'declined', 'admin-1')
    expect(await approvals.forget(account, 'member-1')).toBe(1)
    await park(world, jobRequest({}, { member: 'member-2' }))
    await park(world, jobRequest({}, { server: 'server-2' }))
    await park(world)
    expect(await asks()).toMatchObject({ of: 'withdrawn' })
    clock.advance(approvalOpenMs - 2 * hourMs)
    await park(world)
    expect(await asks()).toMatchObject({ of: 'withdrawn' })
    expect(await approvals.forget(account, 'member-1')).toBe(2)
    expect(await asks()).toMatchObject({ of: 'withdrawn' })
    expect(await world.redis.hlen(world.keys.withdrawn(account, 'member-1'))).toBe(3)
    expect(await world.redis.pttl(world.keys.withdrawn(account, 'member-1'))).toBeGreaterThan(0)
  })

  test('are shown in the channel that admins chose', async () => {
    const { approvals } = world
    expect(await approvals.channelOf(account)).toBeUndefined()
    const change = { account, actor: 'admin-1' } as const
    await approvals.setChannel({ ...change, eventId: 'set', channel: 'channel-9' })
    await approvals.setChannel({ ...change, eventId: 'set', channel: 'channel-9' })
    expect(await approvals.channelOf(account)).toBe('channel-9')
    await approvals.setChannel({ ...change, eventId: 'unset', channel: undefined })
    expect(await approvals.channelOf(account)).toBeUndefined()
    expect(await journalOf(world)).toMatchObject([
      { operation: 'approvals', actor: 'admin-1', channel: 'channel-9' },
      { operation: 'approvals', actor: 'admin-1', channel: '' },
    ])
  })
})
