import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeProblem } from '../../src/app/connections.ts'
import { scopeKinds } from '../../src/core/ledger/scope.ts'
import type { AccountId } from '../../src/core/target.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { connectStore } from '../../src/redis/connection.ts'
import { bucketOf, createKeys, jobIdFor } from '../../src/redis/keys.ts'
import { checkRights, clusterRights, neededRights } from '../../src/redis/rights.ts'
import { checkDurability, primariesOf } from '../../src/redis/startup-check.ts'
import { waitForRedis } from '../../src/redis/wait.ts'
import { type ClusterNode, startCluster, startLoneNode } from '../support/redis/cluster.ts'
import { testRedisUrl } from '../support/redis/redis.ts'
import {
  bound,
  giveBudget,
  jobRequest,
  journalOf,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const patienceMs = 50_000
/** A connection that was given up is made again, and refuses everything until then. */
const patience = { timeout: patienceMs, interval: 50 }

let cluster: Awaited<ReturnType<typeof startCluster>>
let redis: StoreConnection
let world: StoreWorld

const connected = async (url: string): Promise<StoreConnection> => {
  const connection = connectStore(url, () => undefined)
  await waitForRedis(connection, patienceMs)
  return connection
}

beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())
beforeEach(async () => {
  redis = await connected(cluster.url)
  world = openStoreWorld({ redis })
})
afterEach(() => world.close())

const anyNode = (): ClusterNode => {
  const [node] = cluster.nodes
  if (node === undefined) throw new Error('the cluster has no nodes')
  return node
}

const slotOf = (key: string): Promise<number> => anyNode().redis.cluster('KEYSLOT', key)

let servers = 0

/** A new server whose bucket this node has. */
const accountOn = async (node: ClusterNode): Promise<AccountId> => {
  for (;;) {
    servers += 1
    const account: AccountId = `discord:server-${servers}`
    if ((await cluster.ownerOf(await slotOf(world.keys.account(account)))) === node) return account
  }
}

const requestOf = (account: AccountId) => jobRequest({}, { server: account.replace('discord:', '') })

describe('in a cluster', () => {
  test.each(['discord:1', 'discord:}{', 'slack:T{x}'] as const)(
    'all keys of a job of %s, of its money and of its bucket lie in one slot',
    async (account) => {
      for (const prefix of ['', 'test-1:']) {
        const keys = createKeys(prefix)
        const jobId = jobIdFor(account, 'event')
        const bucket = bucketOf(account)
        const own = [keys.job(jobId), keys.hold(jobId), keys.account(account), keys.groups(account)]
        const scopes = scopeKinds.map((kind) => keys.scope(account, { kind, id: '}{' }))
        const names = [keys.draftsOf(account, '}{'), keys.draftNames(account, '}{')]
        const drafts = [keys.draft(account, 'draft'), ...names]
        const chat = [keys.clips(account, '}{'), ...drafts, keys.change(account, '}{')]
        const ofBucket = [keys.journal(bucket), keys.open(bucket), keys.unmirrored(bucket)]
        const slots = await Promise.all([...own, ...scopes, ...chat, ...ofBucket].map(slotOf))
        expect(new Set(slots).size).toBe(1)
      }
    },
  )

  test('two accounts of different buckets are indeed apart: a script over both is refused', async () => {
    const keys = createKeys()
    const script = "return redis.call('EXISTS', KEYS[1]) + redis.call('EXISTS', KEYS[2])"
    const names = [keys.account('discord:1'), keys.account('discord:2')]
    await expect(anyNode().redis.eval(script, 2, ...names)).rejects.toThrow('CROSSSLOT')
  })

  test('a member’s drafts are found and forgotten, also where they lie in another place’s bucket', async () => {
    const [account, direct] = ['discord:1', 'discord:2'] as const
    const begun = { command: 'music', action: undefined, member: 'member-1', values: { prompt: 'a tide' } }
    const draft = { ...begun, defaults: [], shown: {}, clips: [] }
    const target = { platform: 'discord', server: '1', channel: 'channel-1', member: 'member-1' } as const
    const [slot, other] = await Promise.all([account, direct].map((of) => slotOf(createKeys().account(of))))
    expect(slot).not.toBe(other)
    await world.drafts.keep(account, 'event-1', draft)
    const id = await world.drafts.keep(direct, 'event-2', { ...draft, target })
    expect(await world.drafts.of(account, 'member-1')).toHaveLength(2)
    expect(await world.drafts.forget(account, 'member-1')).toBe(2)
    expect(await world.drafts.read(direct, id)).toBeUndefined()
  })

  test('each primary has servers, and all of them are served', async () => {
    for (const node of cluster.nodes) {
      const account = await accountOn(node)
      await giveBudget(world, 1_000_000, account)
      expect(await world.store.request(requestOf(account))).toMatchObject({ status: 'created' })
      expect(await world.budgets.read(account)).toMatchObject({ held: bound })
    }
  })
})

describe('at the start', () => {
  test('one node is enough to find the others', async () => {
    const alone = await connected(`redis://127.0.0.1:${anyNode().port},`)
    for (const { port } of cluster.nodes) {
      const account = await accountOn(cluster.nodes.find((node) => node.port === port) ?? anyNode())
      expect(await alone.exists(world.keys.account(account))).toBe(0)
    }
    alone.disconnect()
  })

  test('a cluster that forgets nothing will do', async () => {
    await expect(checkDurability(redis, 'always')).resolves.toBeUndefined()
  })

  test.each([0, 1, 2])('primary %i is asked as well whether it may forget', async (index) => {
    const node = cluster.nodes[index] ?? anyNode()
    await node.redis.config('SET', 'appendfsync', 'everysec')
    const text = `^The Redis at 127.0.0.1:${node.port} can lose its last writes\\.`
    await expect(checkDurability(redis, 'always')).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(text),
    })
    await expect(checkDurability(redis, 'everysec-accepted')).resolves.toBeUndefined()
    await node.redis.config('SET', 'appendfsync', 'always')
  })

  test('one node of a cluster is not taken for a server of its own', async () => {
    const alone = await connected(`redis://127.0.0.1:${anyNode().port}`)
    await expect(checkDurability(alone, 'always')).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/^REDIS_URL names one node of a cluster\./),
    })
    alone.disconnect()
  })

  test('a user with the rights that are listed is served, and one without those of a cluster is told', async () => {
    const as = (rights: readonly string[]) =>
      Promise.all(
        cluster.nodes.map((node) =>
          node.redis.call('ACL', 'SETUSER', 'few', 'reset', 'on', '>word', ...rights),
        ),
      )
    const url = cluster.url.replaceAll('//', '//few:word@')
    await as([...neededRights, ...clusterRights])
    const own = openStoreWorld({ redis: await connected(url), prefix: '' })
    for (const account of [await accountOn(anyNode()), 'discord:1'] as const) {
      await giveBudget(own, 1_000_000, account)
      expect(await own.store.request(requestOf(account))).toMatchObject({ status: 'created' })
    }
    await Promise.all(primariesOf(own.redis).map((primary) => checkRights(primary, 'always')))
    for (const node of cluster.nodes) expect(await node.redis.call('ACL', 'LOG')).toEqual([])
    own.close()
    await as([...neededRights, '+cluster|info'])
    const poor = connectStore(url, () => undefined)
    await expect(waitForRedis(poor, patienceMs)).rejects.toThrow(
      'The user in REDIS_URL lacks +cluster|slots, which a cluster needs.',
    )
    poor.disconnect()
  })

  test('one that is down is named so, and is used once it serves all slots', async () => {
    const node = await startLoneNode()
    const connection = connectStore(node.url, () => undefined)
    try {
      await expect(waitForRedis(connection, 1_000)).rejects.toMatchObject({
        message: expect.stringMatching(/is part of a cluster that is down.* only 201 of 16384 slots/),
      })
      expect(await writeProblem(connection)).toMatch(/^is part of a cluster that is down \(CLUSTERDOWN\)\. /)
      await node.completeCluster()
      await waitForRedis(connection, patienceMs)
      expect(await writeProblem(connection)).toBeUndefined()
    } finally {
      connection.disconnect()
      await node.stop()
    }
  })

  test('one whose password changes is named so at each try, until it is right again', async () => {
    const onAll = (...words: readonly string[]) =>
      Promise.all(cluster.nodes.map((node) => node.redis.call(...(words as [string]))))
    const setUser = (...rules: readonly string[]) => onAll('ACL', 'SETUSER', 'ours', ...rules)
    await setUser('on', '>word', '~*', '&*', '+@all')
    let tries = 0
    const connection = connectStore(cluster.url.replaceAll('//', '//ours:word@'), (error) => {
      if (error.message.startsWith('Failed to refresh slots cache')) tries += 1
    })
    try {
      await waitForRedis(connection, patienceMs)
      await setUser('resetpass', '>new')
      await onAll('CLIENT', 'KILL', 'USER', 'ours')
      const named = 'refuses the user or the password (WRONGPASS). Correct them in REDIS_URL.'
      await vi.waitFor(async () => expect(await writeProblem(connection)).toBe(named), patience)
      const asked = tries
      const answers = new Set<string | undefined>()
      const ask = async () => {
        answers.add(await writeProblem(connection))
        expect(tries).toBeGreaterThan(asked + 2)
      }
      await vi.waitFor(ask, { ...patience, interval: 10 })
      expect([...answers]).toEqual([named])
      await setUser('resetpass', '>word')
      await vi.waitFor(async () => expect(await writeProblem(connection)).toBeUndefined(), patience)
    } finally {
      connection.disconnect()
      await onAll('ACL', 'DELUSER', 'ours')
    }
  })

  test('a single server is not taken for a cluster', async () => {
    const wrong = connectStore(`${testRedisUrl()},`, () => undefined)
    await expect(waitForRedis(wrong, patienceMs)).rejects.toMatchObject({
      code: 'configuration',
      message: 'REDIS_URL lists several addresses, but no cluster answers there. Name one server.',
    })
    wrong.disconnect()
  })
})

describe('a primary that stands still', () => {
  test('refuses its own servers, and no others; then it serves them again', async () => {
    const other = await cluster.ownerOf(await slotOf(world.keys.operatorFigures))
    const still = cluster.nodes.find((node) => node !== other) ?? other
    const accounts = [await accountOn(still), await accountOn(other)] as const
    for (const account of accounts) await giveBudget(world, 1_000_000, account)
    const refused = requestOf(accounts[0])
    still.signal('SIGSTOP')
    try {
      await expect(world.store.request(refused)).rejects.toMatchObject({ code: 'store_unavailable' })
      expect(await world.store.request(requestOf(accounts[1]))).toMatchObject({ status: 'created' })
    } finally {
      still.signal('SIGCONT')
    }
    await vi.waitFor(() => world.store.request(refused), patience)
    expect(await world.store.request(refused)).toMatchObject({ status: 'exists' })
    expect(await world.budgets.read(accounts[0])).toMatchObject({ held: bound })
  })
})

/**
 * Moves a slot as `redis-cli --cluster reshard` does, some keys at a time, with
 * a pause for the load in between.
 */
const moveSlot = async (
  slot: number,
  [from, to]: readonly [ClusterNode, ClusterNode],
  meanwhile: () => Promise<unknown>,
): Promise<() => Promise<void>> => {
  await to.redis.call('CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', from.id)
  await from.redis.call('CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', to.id)
  await meanwhile()
  for (;;) {
    const keys = (await from.redis.call('CLUSTER', 'GETKEYSINSLOT', String(slot), '10')) as string[]
    if (keys.length === 0) break
    await from.redis.call('MIGRATE', '127.0.0.1', String(to.port), '', '0', '5000', 'KEYS', ...keys)
    await meanwhile()
  }
  return async () => {
    for (const { redis: node } of [to, from, ...cluster.nodes])
      await node.call('CLUSTER', 'SETSLOT', String(slot), 'NODE', to.id)
  }
}

describe('a slot that moves to another primary', () => {
  const ends = async (account: AccountId) => {
    const slot = await slotOf(world.keys.account(account))
    const from = await cluster.ownerOf(slot)
    const to = cluster.nodes.find((node) => node !== from) ?? from
    return { slot, way: [from, to] as const }
  }

  test('has every request once or not at all, and it is known which', async () => {
    const account = await accountOn(anyNode())
    await giveBudget(world, 1_000_000_000, account)
    const { slot, way } = await ends(account)
    const created: string[] = []
    const unknown: ReturnType<typeof requestOf>[] = []
    const ask = async () => {
      const request = requestOf(account)
      try {
        expect(await world.store.request(request)).toMatchObject({ status: 'created' })
        created.push(request.id)
      } catch (error) {
        expect(error).toMatchObject({ code: 'store_unavailable', retryable: true })
        unknown.push(request)
      }
    }
    const askSome = () => Promise.all(Array.from({ length: 5 }, ask))
    await askSome()
    expect(created).toHaveLength(5)
    const finish = await moveSlot(slot, way, askSome)
    expect(unknown.length).toBeGreaterThan(0)
    await Promise.all([finish(), askSome()])
    await askSome()
    for (const request of unknown) await world.store.request(request)
    const all = [...created, ...unknown.map(({ id }) => id)]
    const holds = (await journalOf(world, account)).filter(({ operation }) => operation === 'hold')
    expect(holds.map(({ job }) => job).sort()).toEqual(all.sort())
    expect(await world.budgets.read(account)).toMatchObject({ held: all.length * bound })
    expect(await cluster.ownerOf(slot)).toBe(way[1])
  })

  test('is read where its keys are, and by an old map afterwards', async () => {
    const account = await accountOn(anyNode())
    await giveBudget(world, 1_000_000, account)
    const request = requestOf(account)
    await world.store.request(request)
    const { slot, way } = await ends(account)
    const finish = await moveSlot(slot, way, () => Promise.resolve())
    expect(await world.budgets.read(account)).toMatchObject({ held: bound })
    await expect(world.store.request(requestOf(account))).rejects.toThrow('Too many Cluster redirections')
    await finish()
    expect(await world.store.request(requestOf(account))).toMatchObject({ status: 'created' })
    expect(await world.store.request(request)).toMatchObject({ status: 'exists' })
  })

  test('to one that stands still ends nothing but the request', async () => {
    const account = await accountOn(anyNode())
    await giveBudget(world, 1_000_000, account)
    const { slot, way } = await ends(account)
    const finish = await moveSlot(slot, way, () => Promise.resolve())
    way[1].signal('SIGSTOP')
    try {
      await expect(world.budgets.read(account)).rejects.toMatchObject({ code: 'store_unavailable' })
    } finally {
      way[1].signal('SIGCONT')
    }
    await finish()
    const served = await vi.waitFor(() => world.budgets.read(account), patience)
    expect(served).toMatchObject({ held: 0 })
  })
})
