import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { LimitOf, PauseOf } from '../../src/core/ledger/budget.ts'
import type { Scope } from '../../src/core/ledger/scope.ts'
import { accountOf } from '../../src/core/target.ts'
import { target } from '../support/commands/invocation.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { connectModel } from '../support/ledger/model-world.ts'
import { testRedisUrl } from '../support/redis/redis.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  journalOf,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = accountOf(target())
let world: StoreWorld
let events = 0

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 10_000_000)
})
afterEach(() => world.close())

const change = (eventId?: string) => {
  events += 1
  return { account, eventId: eventId ?? `share-${events}`, actor: 'admin-1' }
}

const limit = (of: LimitOf, millionths: number | undefined, eventId?: string, by = world) =>
  by.budgets.setShareLimit({
    ...change(eventId),
    of,
    limit: millionths === undefined ? undefined : microcredits(millionths),
  })

const share = async (scope: Scope) => (await world.budgets.readShare(account, scope)).share

const channel: Scope = { kind: 'channel', id: 'channel-1' }
const member: Scope = { kind: 'member', id: 'member-1' }
const group: Scope = { kind: 'group', id: 'group-1' }
const feature = { kind: 'feature', id: 'music' } as const satisfies Scope
const model = { kind: 'model', id: 'v7-pro' } as const satisfies Scope

const everyChannel: LimitOf = { kind: 'channel', id: undefined }
const everyMember: LimitOf = { kind: 'member', id: undefined }
const together: LimitOf = { ...group, share: 'together' } as const
const each: LimitOf = { ...group, share: 'each' } as const

const ask = (millionths: number, groups: readonly string[] | undefined = ['group-1'], by = world) =>
  by.store.request(
    jobRequest({ bound: microcredits(millionths), groups, values: { prompt: 'a shanty', model: 'v7-pro' } }),
  )

/** Every limit of a share that an admin can set, and the refusal of a request that goes beyond it. */
const limits = [
  ['every channel', everyChannel, 'exceeds_channel', 'channel_limit', { channel: '' }],
  [
    'one channel',
    { kind: 'channel', id: 'channel-1' },
    'exceeds_channel',
    'channel_limit',
    { channel: 'channel-1' },
  ],
  ['a group together', together, 'exceeds_group', 'group_limit', { group: 'group-1' }],
  ['each of a group', each, 'exceeds_member', 'group_each_limit', { group: 'group-1' }],
  ['every member', everyMember, 'exceeds_member', 'member_limit', { member: '' }],
  [
    'one member',
    { kind: 'member', id: 'member-1' },
    'exceeds_member',
    'member_limit',
    { member: 'member-1' },
  ],
  ['a feature', feature, 'exceeds_feature', 'feature_limit', { feature: 'music' }],
  ['a model', model, 'exceeds_model', 'model_limit', { model: 'v7-pro' }],
] as const satisfies readonly [string, LimitOf, string, string, object][]

describe.each(limits)('the limit of %s', (_, of, refusal, operation, named) => {
  test('lets the very last of it be asked for, and not a millionth more', async () => {
    await limit(of, bound)
    expect(await ask(bound + 1)).toMatchObject({ status: refusal, left: bound, limit: bound })
    expect(await ask(bound)).toMatchObject({ status: 'created' })
  })

  test('set below what is used refuses the next request, and takes nothing back', async () => {
    const job = await jobIn(world, 'submitted')
    await limit(of, bound)
    await ask(bound)
    await limit(of, 7)
    expect(await ask(0)).toMatchObject({ status: refusal, limit: 7 })
    expect(await world.store.read(job.id)).toMatchObject({ state: 'submitted' })
  })

  test('counts what was held before it was set', async () => {
    await ask(bound)
    await limit(of, bound + 1)
    // A group without a limit is not counted, as its members are read from the chat with each request.
    const left = refusal === 'exceeds_group' ? bound + 1 : 1
    expect(await ask(bound + 2)).toMatchObject({ status: refusal, left })
  })

  test('is gone when it is lifted', async () => {
    await limit(of, 0)
    await limit(of, undefined)
    expect(await ask(bound)).toMatchObject({ status: 'created' })
  })

  test('set by one event twice is set once; other contents are refused', async () => {
    expect(await limit(of, 5, 'event-a')).toEqual({ status: 'changed' })
    await limit(of, 7, 'event-b')
    const before = await dump(world)
    expect(await limit(of, 5, 'event-a')).toEqual({ status: 'repeated' })
    expect(await limit(of, 6, 'event-a')).toEqual({ status: 'differs' })
    expect(await limit(of, undefined, 'event-a')).toEqual({ status: 'differs' })
    expect(await dump(world)).toEqual(before)
  })

  test('is journalled with who set it, what was before and what is now', async () => {
    const by = { ...change(), of, reason: 'the holidays' }
    await world.budgets.setShareLimit({ ...by, limit: microcredits(5) })
    await limit(of, undefined)
    const line = { ...named, operation, account, at: String(world.clock.now()), actor: 'admin-1' }
    expect((await journalOf(world)).slice(-2)).toEqual([
      { ...line, credits: '5', credits_before: '', reason: 'the holidays' },
      { ...line, credits: '', credits_before: '5' },
    ])
  })

  test('leaves other accounts theirs', async () => {
    await limit(of, 0)
    await giveBudget(world, bound, 'slack:server-1')
    const elsewhere = jobRequest({ groups: ['group-1'] }, { platform: 'slack' })
    expect(await world.store.request(elsewhere)).toMatchObject({ status: 'created' })
  })

  test('binds a request that had read the settings when it was set', async () => {
    const { redis, overtakeRequest } = connectModel(testRedisUrl())
    const late = openStoreWorld({ prefix: world.prefix, redis })
    overtakeRequest(() => limit(of, 0))
    expect(await ask(bound, ['group-1'], late)).toMatchObject({ status: refusal, limit: 0 })
    late.close()
  })

  test('is met by requests of two processes that come at the same time with its change', async () => {
    const other = openStoreWorld({ prefix: world.prefix })
    await limit(of, bound * 3)
    const early = Array.from({ length: 12 }, (_unused, index) =>
      ask(bound, ['group-1'], index % 2 === 0 ? world : other),
    )
    await limit(of, bound, undefined, other)
    const late = Array.from({ length: 6 }, () => ask(bound, ['group-1'], other))
    const created = (await Promise.all(early)).filter(({ status }) => status === 'created')
    expect(created.length).toBeLessThanOrEqual(3)
    const lateCreated = (await Promise.all(late)).filter(({ status }) => status === 'created')
    expect(created.length + lateCreated.length).toBeLessThanOrEqual(Math.max(1, created.length))
    other.close()
  })
})

describe('how many can be set', () => {
  const fill = async (key: string, count: number, prefix = 'filler') => {
    const fields = Array.from({ length: count }, (_, index) => [`${prefix}|${index}`, '1'])
    await world.redis.hset(key, ...fields.flat())
  }
  const pause = (of: PauseOf) => world.budgets.setPause({ ...change(), of, isPaused: true })
  const full = { code: 'settings_full' }

  test('every request reads the limits of groups, so there are at most 200', async () => {
    await limit(together, 5)
    await fill(world.keys.groups(account), 199)
    await expect(limit(each, 5)).rejects.toMatchObject({
      ...full,
      memberText: 'At most 200 limits for groups can be set here. Remove one first. Nothing was changed.',
    })
    expect(await limit(together, 6)).toEqual({ status: 'changed' })
    expect(await limit(together, undefined)).toEqual({ status: 'changed' })
    expect(await limit(each, 5)).toEqual({ status: 'changed' })
  })

  test.each(['blocked', 'manager', 'paused|member', 'member_limit', 'feature_limit'])(
    'limits, managers, blocks and pauses are at most 2,000 together, such as those of %s',
    async (kind) => {
      const ofOne: LimitOf = { kind: 'member', id: 'member-1' }
      await limit(ofOne, 5)
      await fill(world.keys.account(account), 1_999, kind)
      const ofOther: LimitOf = { kind: 'member', id: 'member-2' }
      const memberText =
        'At most 2,000 limits, managers, blocks and pauses can be set here. Remove one first. Nothing was changed.'
      await expect(limit(ofOther, 5)).rejects.toMatchObject({ ...full, memberText })
      const manager = { ...change(), member: 'member-2', allowed: true }
      await expect(world.budgets.setManager(manager)).rejects.toMatchObject(full)
      await expect(
        world.blocks.set({ ...change(), member: 'member-2', isBlocked: true }),
      ).rejects.toMatchObject(full)
      await expect(pause({ kind: 'member', id: 'member-2' })).rejects.toMatchObject(full)
      expect(await limit(ofOne, undefined)).toEqual({ status: 'changed' })
      expect(await limit(ofOther, 5)).toEqual({ status: 'changed' })
      expect(await pause({ kind: 'server' })).toEqual({ status: 'changed' })
    },
  )

  test('figures of many windows are no settings', async () => {
    for (const figure of ['posted', 'pending', 'granted', 'alerted'])
      await fill(world.keys.account(account), 1_000, `${figure}|day:`)
    expect(await limit({ kind: 'member', id: 'member-1' }, 5)).toEqual({ status: 'changed' })
    expect(await pause({ kind: 'member', id: 'member-2' })).toEqual({ status: 'changed' })
  })
})

describe('the limit of a feature or a model', () => {
  test('leaves other requests theirs, and free ones', async () => {
    await limit(feature, 0)
    await limit(model, 0)
    const others = [
      jobRequest({ feature: 'tts' }),
      jobRequest({ feature: 'tts', values: { model: 'v7' } }),
      jobRequest({ isFree: true, bound: microcredits(0) }),
    ]
    for (const other of others) expect(await world.store.request(other)).toMatchObject({ status: 'created' })
    expect(await ask(1)).toMatchObject({ status: 'exceeds_feature', id: 'music' })
    await limit(feature, undefined)
    expect(await ask(1)).toMatchObject({ status: 'exceeds_model', id: 'v7-pro' })
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'created' })
  })

  test('settles a job that was requested before such limits existed', async () => {
    const job = await jobIn(world, 'submitted')
    const before = { ...job, scopes: [channel, member] }
    await world.redis.hset(world.keys.job(job.id), 'scopes', JSON.stringify(before.scopes))
    expect(await world.store.book(before, 'expired', 'overdue')).toMatchObject({ status: 'moved' })
    expect(await share(member)).toMatchObject({ held: 0, spent: job.estimate ?? bound })
  })
})

describe('what a share may use', () => {
  const nothing = { limit: undefined, from: undefined, eachLimit: undefined, left: undefined }

  test.each([channel, member, group, feature, model])(
    'without a limit is as much as there is: %j',
    async (scope) => {
      const before = await dump(world)
      expect(await share(scope)).toEqual({ scope, ...nothing, spent: 0, held: 0, granted: 0 })
      expect(await dump(world)).toEqual(before)
    },
  )

  test.each([
    [
      'its own before that of every channel',
      channel,
      [everyChannel, { kind: 'channel', id: 'channel-1' }],
      'own',
      2,
    ],
    ['that of every channel', channel, [everyChannel], 'everyone', 1],
    [
      'their own before that of every member',
      member,
      [everyMember, { kind: 'member', id: 'member-1' }],
      'own',
      2,
    ],
    ['that of every member', member, [everyMember], 'everyone', 1],
    ['that of the group', group, [together], 'own', 1],
  ] as const)('is %s', async (_, scope, of, from, expected) => {
    for (const [index, one] of of.entries()) await limit(one, index + 1)
    expect(await share(scope)).toMatchObject({ limit: expected, from, left: expected })
  })

  test('of a group comes with what each of its members may use', async () => {
    await limit(each, 5)
    expect(await share(group)).toMatchObject({ limit: undefined, eachLimit: 5 })
  })

  test('of a member leaves out groups, and says so', async () => {
    expect(await world.budgets.readShare(account, member)).toMatchObject({ lacksGroups: false })
    await limit(each, 5)
    expect(await world.budgets.readShare(account, member)).toMatchObject({ lacksGroups: true })
    expect(await world.budgets.readShare(account, channel)).toMatchObject({ lacksGroups: false })
  })

  test.each(['channel_limit', 'channel_limit|channel-1'])('is a bug where %s is none', async (name) => {
    await world.redis.hset(world.keys.account(account), name, 'a lot')
    await expect(share(channel)).rejects.toThrow()
  })
})

describe('what a request has to fit into', () => {
  const read = (groups: readonly string[] | undefined) => world.budgets.readFor(target(), groups, [])

  test('is the channel, the groups with a limit together, and the member', async () => {
    await limit(everyChannel, 1)
    await limit(together, 2)
    await limit({ kind: 'group', id: 'group-2', share: 'each' }, 3)
    await limit({ kind: 'group', id: 'group-3', share: 'each' }, 4)
    const { shares, lacksGroups } = await read(['group-1', 'group-2', 'group-3', 'group-4'])
    expect(shares).toMatchObject([
      { scope: channel, limit: 1, from: 'everyone' },
      { scope: group, limit: 2, from: 'own' },
      { scope: member, limit: 4, from: 'group' },
    ])
    expect(lacksGroups).toBe(false)
  })

  test('counts the channel around a thread', async () => {
    const thread = target({ channel: 'thread-1', parent: 'channel-1' })
    const { shares } = await world.budgets.readFor(thread, [], [])
    expect(shares.map(({ scope }) => scope)).toEqual([channel, member])
  })

  test('is also what a request is for, where that has a limit', async () => {
    expect((await world.budgets.readFor(target(), [], [feature, model])).shares).toHaveLength(2)
    await limit(model, 3)
    expect((await world.budgets.readFor(target(), [], [feature, model])).shares).toMatchObject([
      { scope: channel },
      { scope: member },
      { scope: model, limit: 3, from: 'own', left: 3 },
    ])
  })

  test('is not known whole while the groups are not', async () => {
    expect(await read(undefined)).toMatchObject({ lacksGroups: false })
    await limit(together, 2)
    expect(await read(undefined)).toMatchObject({ lacksGroups: true })
    expect(await read([])).toMatchObject({ lacksGroups: false })
  })

  test('leaves least what a request is refused by', async () => {
    await limit({ kind: 'channel', id: 'channel-1' }, 300_000)
    await limit(together, 250_000)
    await ask(200_000)
    const { server, shares } = await read(['group-1'])
    const left = [server.left, ...shares.flatMap((one) => one.left ?? [])]
    expect(left).toEqual([9_800_000, 100_000, 50_000])
    expect(await ask(50_001)).toMatchObject({ status: 'exceeds_group', left: 50_000 })
  })

  test('leaves least what a request is told of, whether it is taken or refused', async () => {
    await limit({ kind: 'channel', id: 'channel-1' }, 300_000)
    await limit(together, 250_000)
    expect(await ask(100_000)).toEqual({ status: 'created', left: 150_000 })
    await limit({ kind: 'member', id: 'member-1' }, 120_000)
    expect(await ask(5_000)).toEqual({ status: 'created', left: 15_000 })
    expect(await ask(20_000_000)).toMatchObject({ status: 'exceeds_member', left: 15_000, limit: 120_000 })
  })
})
