import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { JobRecord } from '../../src/core/job/job.ts'
import type { JournalLine } from '../../src/core/ledger/journal.ts'
import { replay } from '../../src/core/ledger/replay.ts'
import { accountOf } from '../../src/core/target.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { ownKeysCheck } from '../../src/redis/doctor/secrets.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { buckets, providerKeyId } from '../../src/redis/keys.ts'
import { auditOperator } from '../../src/redis/operator-audit.ts'
import { replacedKeyKeptMs } from '../../src/redis/own-keys.ts'
import { createSealer, encryptionKeyId } from '../../src/redis/sealer.ts'
import { target } from '../support/commands/invocation.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { runs } from '../support/suite/runs.ts'

const account = accountOf(target())
const other = 'discord:server-2'
const first = 'first-secret-key'
const second = 'second-secret-key'
const [firstId, secondId] = [first, second].map(providerKeyId) as [string, string]
const sealerWith = (byte: number) =>
  createSealer({ keys: [new Uint8Array(32).fill(byte)], tell: () => undefined })

let world: StoreWorld
let events = 0

const change = (of = account) => {
  events += 1
  return { account: of, eventId: `own-key-${events}`, actor: 'admin-1' }
}
const lines = async (): Promise<readonly JournalLine[]> => {
  const found: JournalLine[] = []
  for await (const line of createJournal(world).lines({ account })) found.push(line)
  return found
}
const open = (keyId: string, of = account) => world.ownKeyStore.open({ account: of, keyId })

beforeEach(() => {
  world = openStoreWorld({ sealer: sealerWith(1), operatorLimit: bound })
})
afterEach(() => world.close())

describe("a server's own key", () => {
  test('pays from when an admin sets it, who is known with the time', async () => {
    expect(await world.ownKeyStore.read(account)).toBeUndefined()
    expect(await world.ownKeyStore.idOf(account)).toBeUndefined()
    const setAtMs = world.clock.now()
    expect(await world.ownKeyStore.keep(change(), first)).toEqual({ status: 'changed' })
    expect(await world.ownKeyStore.idOf(account)).toBe(firstId)
    expect(await world.ownKeyStore.idOf(other)).toBeUndefined()
    expect(await world.ownKeyStore.read(account)).toEqual({ setBy: 'admin-1', setAtMs })
    expect(await open(firstId)).toEqual({ status: 'open', apiKey: first, maySend: true })
  })

  test('is nowhere in Redis in plain text', async () => {
    await world.ownKeyStore.keep(change(), first)
    expect(JSON.stringify(await dump(world))).not.toContain(first)
  })

  test('is of no use in another account, or without the key that encrypted it', async () => {
    await world.ownKeyStore.keep(change(), first)
    const sealed = await world.redis.hget(world.keys.ownSecrets, `${account} ${firstId}`)
    await world.redis.hset(world.keys.ownSecrets, { [`${other} ${firstId}`]: sealed ?? '' })
    await world.redis.hset(world.keys.ownKeys, { [other]: firstId })
    expect(await open(firstId, other)).toEqual({ status: 'unopened' })
    const { prefix, redis, clock } = world
    const lacking = openStoreWorld({ prefix, redis, now: clock.now, sealer: sealerWith(2) })
    expect(await lacking.ownKeyStore.open({ account, keyId: firstId })).toEqual({ status: 'unopened' })
  })

  test('that was replaced still serves what it was accepted for, for a day', async () => {
    await world.ownKeyStore.keep(change(), first)
    await world.ownKeyStore.keep(change(), second)
    expect(await world.ownKeyStore.idOf(account)).toBe(secondId)
    expect(await open(firstId)).toMatchObject({ status: 'open', maySend: true })
    expect(await world.ownKeyStore.inUse()).toHaveLength(2)
    world.clock.advance(replacedKeyKeptMs + 1)
    expect(await open(firstId)).toEqual({ status: 'gone' })
    expect(await world.ownKeyStore.inUse()).toEqual([{ account, keyId: secondId }])
    expect(await world.redis.hkeys(world.keys.ownSecrets)).toEqual([`${account} ${secondId}`])
  })

  test('that was removed sends nothing more, and is read for a day', async () => {
    await world.ownKeyStore.keep(change(), first)
    expect(await world.ownKeyStore.remove(change())).toEqual({ status: 'changed' })
    expect(await world.ownKeyStore.idOf(account)).toBeUndefined()
    expect(await world.ownKeyStore.read(account)).toBeUndefined()
    expect(await open(firstId)).toEqual({ status: 'open', apiKey: first, maySend: false })
    expect((await world.redis.hvals(world.keys.ownKeys)).join()).not.toContain('admin-1')
    world.clock.advance(replacedKeyKeptMs + 1)
    expect(await world.ownKeyStore.inUse()).toEqual([])
    expect(await world.redis.exists(world.keys.ownSecrets)).toBe(0)
  })

  test('that was removed sends nothing when another is set later, nor does one before it', async () => {
    const third = 'third-secret-key'
    await world.ownKeyStore.keep(change(), first)
    await world.ownKeyStore.keep(change(), second)
    await world.ownKeyStore.remove(change())
    world.clock.advance(60_000)
    await world.ownKeyStore.keep(change(), third)
    for (const keyId of [firstId, secondId])
      expect(await open(keyId)).toMatchObject({ status: 'open', maySend: false })
    await world.ownKeyStore.keep(change(), 'fourth-secret-key')
    expect(await open(providerKeyId(third))).toMatchObject({ status: 'open', maySend: true })
    world.clock.advance(replacedKeyKeptMs + 1)
    expect(await world.ownKeyStore.inUse()).toHaveLength(1)
    expect((await world.redis.hkeys(world.keys.ownKeys)).sort()).toEqual([`at|${account}`, account])
  })

  test('that is set again works as before', async () => {
    await world.ownKeyStore.keep(change(), first)
    await world.ownKeyStore.keep(change(), second)
    await world.ownKeyStore.keep(change(), first)
    world.clock.advance(replacedKeyKeptMs + 1)
    expect(await world.ownKeyStore.inUse()).toEqual([{ account, keyId: firstId }])
    expect(await open(firstId)).toMatchObject({ status: 'open', maySend: true })
  })

  test('is changed once however often its event comes, also after a later change', async () => {
    const early = change()
    await world.ownKeyStore.keep(early, first)
    world.clock.advance(1_000)
    await world.ownKeyStore.remove(change())
    expect(await world.ownKeyStore.keep(early, first)).toEqual({ status: 'repeated' })
    expect(await world.ownKeyStore.idOf(account)).toBeUndefined()
    expect(await world.ownKeyStore.keep(early, second)).toEqual({ status: 'differs' })
  })

  test("that has become the operator's is found by the doctor", async () => {
    const { redis, keys } = world
    const check = ownKeysCheck({
      redis,
      keys,
      encryptionKeys: [new Uint8Array(32).fill(1)],
      keyIds: [secondId],
    })
    await world.ownKeyStore.keep(change(), second)
    expect(await check.run()).toMatchObject([
      { verdict: 'failed', why: 'Servers that pay with one of your keys, outside OPERATOR_LIMIT: 1.' },
    ])
    await world.ownKeyStore.keep(change(), first)
    expect(await check.run()).toMatchObject([{ verdict: 'ok' }])
  })

  test('leaves its changes in the journal, without the key', async () => {
    await world.ownKeyStore.keep({ ...change(), reason: 'ours is cheaper' }, first)
    await world.ownKeyStore.remove(change())
    expect(await lines()).toMatchObject([
      { operation: 'own_key', actor: 'admin-1', allowed: true, reason: 'ours is cheaper' },
      { operation: 'own_key', actor: 'admin-1', allowed: false },
    ])
  })
})

describe('a request that an own key pays for', () => {
  beforeEach(async () => {
    await giveBudget(world, bound * 10)
    await world.ownKeyStore.keep(change(), first)
  })

  test("is held beyond the operator's limit and the server's ceiling, and names its key", async () => {
    await world.allowlist.allow(account, microcredits(1))
    for (const _ of [1, 2, 3]) {
      const request = jobRequest()
      expect(await world.store.request(request)).toMatchObject({ status: 'created' })
      expect(await world.store.read(request.id)).toMatchObject({ paidBy: 'server', keyId: firstId })
    }
    expect(await world.operator.read()).toMatchObject({ held: 0, spent: 0 })
    expect(await world.budgets.read(account)).toMatchObject({ held: bound * 3, left: bound * 7 })
    expect(await world.allowlist.peek(account)).toMatchObject({ ceiling: undefined, spent: 0, held: 0 })
  })

  test("leaves the operator's limit to the others", async () => {
    await world.store.request(jobRequest())
    await giveBudget(world, bound * 10, other)
    expect(await world.store.request(jobRequest({}, { server: 'server-2' }))).toMatchObject({
      status: 'created',
    })
    expect(await world.store.request(jobRequest({}, { server: 'server-2' }))).toMatchObject({
      status: 'exceeds_operator',
    })
  })

  test('keeps no share of the limit for a server that now pays itself', async () => {
    const quarter = microcredits(bound / 4)
    const threeQuarters = microcredits(bound - quarter)
    await world.ownKeyStore.remove(change())
    await world.store.request(jobRequest({ bound: quarter }))
    await giveBudget(world, bound, other)
    const ofOther = jobRequest({ bound: threeQuarters }, { server: 'server-2' })
    expect(await world.store.request(ofOther)).toMatchObject({ status: 'exceeds_share' })
    await world.ownKeyStore.keep(change(), first)
    expect(await world.store.request(ofOther)).toMatchObject({ status: 'created' })
  })

  test("still needs the server's budget, and that the operator lets the server in", async () => {
    expect(await world.store.request(jobRequest({ bound: microcredits(bound * 11) }))).toMatchObject({
      status: 'exceeds_server',
    })
    await world.allowlist.setPause('Back at noon')
    expect(await world.store.request(jobRequest())).toEqual({
      status: 'paused_everywhere',
      notice: 'Back at noon',
    })
    await world.allowlist.setPause(undefined)
    await world.allowlist.remove(account)
    expect(await world.store.request(jobRequest())).toEqual({ status: 'not_allowed' })
  })

  test("counts in the operator's total again once the key is removed; what it held stays its own", async () => {
    const own = jobRequest()
    await world.store.request(own)
    await world.ownKeyStore.remove(change())
    expect(await world.store.request(own)).toMatchObject({ status: 'exists' })
    const operators = jobRequest()
    expect(await world.store.request(operators)).toMatchObject({ status: 'created' })
    expect(await world.store.read(operators.id)).toMatchObject({ paidBy: 'operator', keyId: undefined })
    expect(await world.operator.read()).toMatchObject({ held: bound })
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'exceeds_operator' })
  })

  test('keeps every book in agreement, before and after its end', async () => {
    const ended = jobRequest()
    await world.store.request(ended)
    await world.store.request(jobRequest())
    const job = await world.store.read(ended.id)
    if (job !== undefined) await world.store.void(job, 'cancelled')
    const { redis, keys, clock } = world
    const options = { redis, keys, now: clock.now }
    expect(await auditOperator(options, buckets)).toEqual([])
    expect(replay(await lines()).differences).toEqual([])
    for (const bucket of createAudit(options).buckets)
      expect((await createAudit(options).sinceCheckpoint(bucket)).differences).toEqual([])
    expect(await world.store.repairOperator({ changesMs: clock.now(), holdsMs: 0 })).toMatchObject({
      voided: [],
    })
  })

  test('that is free uses no key of the server', async () => {
    const request = jobRequest({ isFree: true, bound: microcredits(0) })
    expect(await world.store.request(request)).toMatchObject({ status: 'created' })
    expect(await world.store.read(request.id)).toMatchObject({ paidBy: 'operator' })
  })
})

type Deed = { of: 'own' | 'operators' | 'request' | 'void' | 'settle'; server: number; which: number }

const deed: fc.Arbitrary<Deed> = fc.record({
  of: fc.constantFrom('own', 'operators', 'request', 'request', 'request', 'void', 'settle'),
  server: fc.integer({ min: 1, max: 3 }),
  which: fc.nat(20),
})

test("whatever admins change between requests, each counts where its key says, and the operator's limit refuses no other", async () => {
  const limit = bound * 4
  const servers = [1, 2, 3].map((number) => accountOf(target({ server: `server-${number}` })))
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 40 }), async (deeds) => {
      const own = openStoreWorld({ sealer: sealerWith(1), operatorLimit: limit })
      for (const server of servers) await giveBudget(own, bound * 1_000, server)
      const jobs: JobRecord[] = []
      try {
        for (const { of, server, which } of deeds) {
          const at = servers[server - 1] ?? account
          const job = jobs[which % Math.max(1, jobs.length)]
          if (of === 'own') await own.ownKeyStore.keep(change(at), first)
          else if (of === 'operators') await own.ownKeyStore.remove(change(at))
          else if (of === 'void' && job !== undefined) await own.store.void(job, 'cancelled')
          else if (of === 'settle' && job !== undefined)
            await own.store.book(job, 'booked', 'outcome_unknown')
          else if (of === 'request') {
            const { held, spent } = await own.operator.read()
            const keyId = await own.ownKeyStore.idOf(at)
            const request = jobRequest({}, { server: `server-${server}` })
            const { status } = await own.store.request(request)
            const record = await own.store.read(request.id)
            if (record !== undefined) jobs.push(record)
            if (keyId !== undefined) expect(status).toBe('created')
            else if (held + spent + bound > limit) expect(status).toBe('exceeds_operator')
            else expect(['created', 'exceeds_share']).toContain(status)
            if (status === 'created')
              expect(record).toMatchObject({ paidBy: keyId === undefined ? 'operator' : 'server', keyId })
          }
        }
        const kept = await Promise.all(jobs.map(({ id }) => own.store.read(id)))
        const counted = kept.filter((job) => job?.paidBy === 'operator' && job.state !== 'voided')
        const { held, spent } = await own.operator.read()
        expect(held + spent).toBe(counted.length * bound)
        const { redis, keys, clock } = own
        expect(await auditOperator({ redis, keys, now: clock.now }, buckets)).toEqual([])
      } finally {
        own.close()
      }
    }),
    { numRuns: runs(25, 300, 1_000) },
  )
})

describe('a change of ENCRYPTION_KEY', () => {
  const sealedBy = (...bytes: readonly number[]) => {
    const sealer = createSealer({
      keys: bytes.map((byte) => new Uint8Array(32).fill(byte)),
      tell: () => undefined,
    })
    const { prefix, redis, clock } = world
    return openStoreWorld({ prefix, redis, now: clock.now, sealer }).ownKeyStore
  }
  const look = (...bytes: readonly number[]) => {
    const { redis, keys } = world
    const encryptionKeys = bytes.map((byte) => new Uint8Array(32).fill(byte))
    return ownKeysCheck({ redis, keys, encryptionKeys, keyIds: [] }).run()
  }

  test('leaves no key under the older one', async () => {
    await world.ownKeyStore.keep(change(), first)
    await sealedBy(2, 1).reseal()
    expect(await sealedBy(2).open({ account, keyId: firstId })).toMatchObject({ apiKey: first })
    const sealed = await dump(world)
    await sealedBy(2).reseal()
    await sealedBy(3).reseal()
    expect(await dump(world)).toEqual(sealed)
  })

  test('that loses the older one is found by the doctor, with the id of the lost key', async () => {
    expect(await look(1)).toMatchObject([{ verdict: 'ok' }])
    await world.ownKeyStore.keep(change(), first)
    const what = "servers' own API keys: 1"
    expect(await look(1)).toEqual([{ verdict: 'ok', what }])
    expect(await look(2)).toEqual([
      {
        verdict: 'failed',
        what,
        why: `Keys that can't be decrypted, because ENCRYPTION_KEY lacks a key (${encryptionKeyId(new Uint8Array(32).fill(1))}): 1.`,
        mend: 'Put that key behind the newest one, or ask the admins of these servers to set theirs again with /budget key.',
      },
    ])
  })

  test('is not over while a key needs the older one, which the doctor says', async () => {
    await world.ownKeyStore.keep(change(), first)
    const what = "servers' own API keys: 1"
    const mend = 'Restart a worker, which re-encrypts them, before you remove that key.'
    const why = 'Keys that need an older ENCRYPTION_KEY: 1.'
    expect(await look(2, 1)).toEqual([{ verdict: 'warning', what, why, mend }])
    await sealedBy(2, 1).reseal()
    expect(await look(2, 1)).toEqual([{ verdict: 'ok', what }])
  })
})
