import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobStates } from '../../../src/core/job.ts'
import { scopeKinds } from '../../../src/core/ledger/scope.ts'
import { bucketOf, buckets, createKeys, jobIdFor } from '../../../src/core/redis/keys.ts'
import { createPlaces } from '../../../src/core/redis/places.ts'
import { startClusterNode } from '../../support/cluster-node.ts'
import { jobIn } from '../../support/job-states.ts'
import { giveBudget, limitMember, openStoreWorld, type StoreWorld } from '../../support/store-world.ts'

let node: Awaited<ReturnType<typeof startClusterNode>>
let redis: Redis
let world: StoreWorld

beforeAll(async () => {
  node = await startClusterNode()
  redis = new Redis(node.url)
})
afterAll(async () => {
  redis.disconnect()
  await node.stop()
})
beforeEach(() => {
  world = openStoreWorld({ url: node.url })
})
afterEach(() => world.close())

describe('in a cluster', () => {
  const slotsOf = (names: readonly string[]) =>
    Promise.all(names.map((name) => redis.cluster('KEYSLOT', name)))

  test.each(['discord:1', 'discord:}{', 'slack:T{x}'] as const)(
    'all keys of a job of %s, of its money and of its bucket lie in one slot',
    async (account) => {
      for (const prefix of ['', 'test-1:']) {
        const keys = createKeys(prefix)
        const jobId = jobIdFor(account, 'event')
        const bucket = bucketOf(account)
        const own = [keys.job(jobId), keys.hold(jobId), keys.account(account), keys.groups(account)]
        const scopes = scopeKinds.map((kind) => keys.scope(account, { kind, id: '}{' }))
        const chat = [keys.clips(account, '}{'), keys.draft(account, 'draft'), keys.change(account, '}{')]
        const ofBucket = [keys.journal(bucket), keys.open(bucket), keys.unmirrored(bucket)]
        const slots = await slotsOf([...own, ...scopes, ...chat, ...ofBucket])
        expect(new Set(slots).size).toBe(1)
      }
    },
  )

  test("all keys of the operator's total lie in one slot, which no account's is", async () => {
    const keys = createKeys('test-1:')
    const { operatorFigures, operatorUnconfirmed, operatorJournal } = keys
    const hold = keys.operatorHold(jobIdFor('discord:}{', 'event'))
    const slots = await slotsOf([operatorFigures, operatorUnconfirmed, operatorJournal, hold])
    expect(new Set(slots).size).toBe(1)
    expect(await slotsOf(buckets.map(keys.open))).not.toContain(slots[0])
  })

  test('a job comes to every state', async () => {
    await giveBudget(world, 10_000_000)
    await limitMember(world, undefined, 10_000_000)
    for (const state of jobStates) expect(await jobIn(world, state)).toMatchObject({ state })
    await expect(world.store.rewake(Number.MAX_SAFE_INTEGER)).resolves.not.toEqual([])
  })

  test('places are taken and given back, and look-ups are counted', async () => {
    const { keys, clock } = world
    const options = { redis, keys, now: clock.now, providerKeyId: 'key-1', parallel: 1, lookupsPerMinute: 5 }
    const places = createPlaces(options)
    expect(await places.take('a', 1, clock.now() + 1_000)).toEqual({ status: 'taken' })
    expect(await places.release('a', 1)).toBeUndefined()
    expect(await places.spendLookup()).toEqual({ status: 'spent' })
  })

  test('clips and drafts are kept and found', async () => {
    const place = { account: 'discord:server-1', channel: 'channel-1' } as const
    const clip = { kind: 'link', url: 'https://music.example/a.mp3' } as const
    const clips = [{ clip, from: 'member', atMs: 5 }] as const
    await world.clips.remember(place, 'message-1', clips)
    expect(await world.clips.latest(place, 10)).toEqual(clips)
    const draft = { command: 'remix', action: undefined, member: 'member-1', values: {}, clips }
    const draftId = await world.drafts.keep(place.account, 'event-1', draft)
    expect(await world.drafts.read(place.account, draftId)).toEqual(draft)
  })

  test('two accounts of different buckets are indeed apart: a script over both is refused', async () => {
    const keys = createKeys()
    const script = "return redis.call('EXISTS', KEYS[1]) + redis.call('EXISTS', KEYS[2])"
    const names = [keys.account('discord:1'), keys.account('discord:2')]
    await expect(redis.eval(script, 2, ...names)).rejects.toThrow('CROSSSLOT')
  })
})
