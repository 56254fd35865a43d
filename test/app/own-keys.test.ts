import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOwnKeys } from '../../src/app/own-keys.ts'
import { createAudioService } from '../../src/audio-api/client.ts'
import type { LookupUse } from '../../src/core/job/concurrency.ts'
import type { OwnKeys } from '../../src/core/job/own-keys.ts'
import { builtInPrices } from '../../src/core/ledger/prices.ts'
import { accountOf } from '../../src/core/target.ts'
import { providerKeyId } from '../../src/redis/keys.ts'
import { keyTries, replacedKeyKeptMs } from '../../src/redis/own-keys.ts'
import { createPlaces } from '../../src/redis/places.ts'
import { createPriceBook } from '../../src/redis/price-book.ts'
import { createSealer } from '../../src/redis/sealer.ts'
import { target } from '../support/commands/invocation.ts'
import { dump, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
  staysSilent,
} from '../support/service/scripted-server.ts'

const account = accountOf(target())
const operatorKey = 'the-operators-key'
const apiKey = 'an-own-secret-key'
const keyId = providerKeyId(apiKey)
const song = {
  path: '/v1/MusicAI',
  encoding: 'json',
  body: { prompt: 'a sea shanty', music_style: 'folk' },
} as const
const voices = { success: true, voices: [], total: 0 }
const conversion = { success: true, conversion: { task_id: 'task-1', status: 'IN_QUEUE' } }
const resultOf = (id: string): LookupUse => ({ for: 'result', account, jobId: 'job-1', keyId: id })

let server: ScriptedServer
let world: StoreWorld
let events = 0

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  world = openStoreWorld({
    sealer: createSealer({ keys: [new Uint8Array(32)], tell: () => undefined }),
  })
  server.requests.length = 0
  server.answer(answers(200, voices))
})
afterEach(() => world.close())

const change = () => {
  events += 1
  return { account, eventId: `own-${events}`, actor: 'admin-1' }
}

const openKeys = (isEncrypted = true) => {
  const { redis, keys, clock } = world
  const opened: string[] = []
  const forKey = (providerKeyId: string) => {
    opened.push(providerKeyId)
    const provider = { redis, keys, now: clock.now, providerKeyId, addressId: 'address-1' }
    return {
      places: createPlaces({ ...provider, parallel: 1, lookupsPerMinute: 1_000 }),
      prices: createPriceBook({ ...provider, prices: builtInPrices, wait: () => Promise.resolve() }),
    }
  }
  const id = providerKeyId(operatorKey)
  const { places } = forKey(id)
  const serviceOptions = {
    baseUrl: server.url,
    apiKey: operatorKey,
    keyId: id,
    olderKeys: new Map([[providerKeyId('an-older-key'), 'an-older-key']]),
    reads: { spendLookup: places.spendLookup, random: () => 0, wait: () => Promise.resolve() },
    warn: () => undefined,
    readTimeoutMs: 200,
  }
  const operatorService = createAudioService({
    ...serviceOptions,
    withOtherKey: (of, otherId) => own.forLookUp({ account: of, keyId: otherId }),
  })
  const own = createOwnKeys({
    effect: (_, perform) => perform(),
    store: world.ownKeyStore,
    forKey,
    places,
    serviceOptions,
    operatorService,
    isEncrypted,
  })
  const { keyRing, ownKeys } = own
  return { keyRing, ownKeys, operatorService, opened }
}

const authorizations = () => server.requests.map(({ headers }) => headers.authorization)

describe('a key that an admin gives', () => {
  test('is tested before it is kept', async () => {
    const { ownKeys } = openKeys()
    expect(await ownKeys.set({ ...change(), apiKey })).toEqual({ status: 'changed', isUnpaid: false })
    expect(authorizations()).toEqual([apiKey])
    expect(await ownKeys.read(account)).toMatchObject({ setBy: 'admin-1' })
    expect(await ownKeys.test(account)).toBe('accepted')
  })

  test('is not even tried in a server that is not let in', async () => {
    await world.allowlist.remove(account)
    const { ownKeys } = openKeys()
    await expect(ownKeys.set({ ...change(), apiKey })).rejects.toMatchObject({ code: 'not_let_in' })
    expect(authorizations()).toEqual([])
  })

  test('is kept, and reported as unpaid, if its account is out of credit', async () => {
    server.answer(answers(402, { success: false, message: 'Insufficient credits' }))
    const { ownKeys } = openKeys()
    expect(await ownKeys.set({ ...change(), apiKey })).toEqual({ status: 'changed', isUnpaid: true })
    expect(await ownKeys.test(account)).toBe('unpaid')
  })

  test.each([
    [
      'that the service rejects',
      apiKey,
      answers(401, { success: false, error: 'Invalid API key' }),
      'refused',
    ],
    ['while the service is down', apiKey, answers(503, 'down'), 'away'],
    ['while the service is silent', apiKey, staysSilent, 'away'],
    ["that is the operator's", operatorKey, answers(200, voices), 'operators'],
    ["that was the operator's", 'an-older-key', answers(200, voices), 'operators'],
  ] as const)('is not taken %s', async (_, given, reply, why) => {
    server.answer(reply)
    const { ownKeys } = openKeys()
    const before = await dump(world)
    expect(await ownKeys.set({ ...change(), apiKey: given })).toEqual({ status: 'not_taken', why })
    const { [world.keys.ownKeys]: kept } = await dump(world)
    expect(kept).toBe(before[world.keys.ownKeys])
    expect(await ownKeys.read(account)).toBeUndefined()
    expect(await ownKeys.test(account)).toBeUndefined()
  })

  test('is not taken by a bot without ENCRYPTION_KEY, and not sent anywhere', async () => {
    const { ownKeys } = openKeys(false)
    const refused = { status: 'not_taken', why: 'unencrypted' }
    expect(await ownKeys.set({ ...change(), apiKey })).toEqual(refused)
    expect(server.requests).toEqual([])
  })

  test.each(['test', 'set'] as const)('that is accepted again (%s) is no longer paused', async (way) => {
    const { ownKeys, keyRing } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    const { places } = keyRing.of(account, keyId)
    await places.pause({ jobId: 'job-1', epoch: 1 }, 'balance', world.clock.now() + 300_000)
    expect(await places.pausedFor()).toBe('balance')
    await (way === 'test' ? ownKeys.test(account) : ownKeys.set({ ...change(), apiKey }))
    expect(await places.pausedFor()).toBeUndefined()
  })

  const tryKeys = async (ownKeys: OwnKeys, count: number, of = account) => {
    const statuses: string[] = []
    for (let key = 1; key <= count; key += 1)
      statuses.push((await ownKeys.set({ ...change(), account: of, apiKey: `a-mistyped-key-${key}` })).status)
    return statuses
  }

  test('is one of a few an hour: more are refused with the limit and the wait, and not sent anywhere', async () => {
    server.answer(answers(401, { success: false, error: 'Invalid API key' }))
    const { ownKeys } = openKeys()
    expect(new Set(await tryKeys(ownKeys, keyTries.most))).toEqual(new Set(['not_taken']))
    server.answer(answers(200, voices))
    const refused = { status: 'too_many', limit: 10, waitMs: 6 * 60_000 }
    expect(await ownKeys.set({ ...change(), apiKey })).toEqual(refused)
    expect(authorizations()).toHaveLength(keyTries.most)
    expect(await tryKeys(ownKeys, 1, 'discord:server-2')).toEqual(['changed'])
    world.clock.advance(refused.waitMs - 1)
    expect(await ownKeys.set({ ...change(), apiKey })).toEqual({ ...refused, waitMs: 1 })
    world.clock.advance(1)
    expect(await ownKeys.set({ ...change(), apiKey })).toMatchObject({ status: 'changed' })
    expect(await ownKeys.set({ ...change(), apiKey: 'another' })).toMatchObject({ status: 'too_many' })
    expect(await ownKeys.set({ ...change(), apiKey })).toMatchObject({ status: 'changed' })
  })

  test('leaves nothing in memory unless the service accepts it', async () => {
    server.answer(answers(401, { success: false, error: 'Invalid API key' }))
    const { ownKeys, keyRing, opened } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    const tried = opened.length
    keyRing.of(account, keyId)
    expect(opened.slice(tried)).toEqual([keyId])
    keyRing.of(account, keyId)
    expect(opened.slice(tried)).toEqual([keyId])
  })

  test('that can no longer be decrypted is reported as such', async () => {
    await openKeys().ownKeys.set({ ...change(), apiKey })
    await world.redis.hset(world.keys.ownSecrets, {
      [`${account} ${keyId}`]: '1.aaaaaaaa.aaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaa',
    })
    expect(await openKeys().ownKeys.test(account)).toBe('unopened')
  })
})

describe('what an own key pays for', () => {
  test('is sent and looked up with it', async () => {
    const { ownKeys, keyRing, operatorService } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    const { service } = keyRing.of(account, keyId)
    server.answer(answers(200, { success: true, task_id: 'task-1', eta: 60 }))
    expect(await service.submit(song, {})).toMatchObject({ status: 'accepted' })
    server.answer(answers(200, conversion))
    for (const through of [service, operatorService])
      expect(await through.lookUp('MUSIC_AI', 'task-1', resultOf(keyId))).toMatchObject({ status: 'pending' })
    expect(authorizations()).toEqual([apiKey, apiKey, apiKey, apiKey])
  })

  test("is never sent with the operator's key, also after it was removed", async () => {
    const { ownKeys, keyRing, operatorService } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    await ownKeys.remove(change())
    server.requests.length = 0
    const { service } = keyRing.of(account, keyId)
    expect(await service.submit(song, {})).toMatchObject({ status: 'refused', why: 'no_key' })
    expect(await service.answer({ path: '/v1/lyrics', query: { prompt: 'sea' } })).toMatchObject({
      status: 'refused',
      why: 'no_key',
    })
    expect(server.requests).toEqual([])
    server.answer(answers(200, conversion))
    expect(await operatorService.lookUp('MUSIC_AI', 'task-1', resultOf(keyId))).toMatchObject({
      status: 'pending',
    })
    expect(authorizations()).toEqual([apiKey])
  })

  test('never has the key in what the service says, if that repeats it', async () => {
    const { ownKeys, keyRing } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    const { service } = keyRing.of(account, keyId)
    const said: unknown[] = []
    for (const status of [400, 401, 402, 403, 404, 422, 500]) {
      server.answer(answers(status, { success: false, message: `No ${apiKey} here`, error_code: apiKey }))
      said.push(await service.submit(song, {}), await service.look())
      said.push(await service.lookUp('MUSIC_AI', 'task-1', resultOf(keyId)))
    }
    expect(JSON.stringify(said)).toContain('No [secret] here')
    expect(JSON.stringify(said)).not.toContain(apiKey)
  })

  test('is read with the key that replaced its own, once that one is forgotten', async () => {
    const { ownKeys, operatorService } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    await ownKeys.set({ ...change(), apiKey: 'its-next-secret-key' })
    world.clock.advance(replacedKeyKeptMs + 1)
    server.requests.length = 0
    server.answer(answers(200, conversion))
    expect(await operatorService.lookUp('MUSIC_AI', 'task-1', resultOf(keyId))).toMatchObject({
      status: 'pending',
    })
    expect(authorizations()).toEqual(['its-next-secret-key'])
  })

  test('is read with the key that replaced its own, where the service no longer accepts that one', async () => {
    const { ownKeys, operatorService } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    await ownKeys.set({ ...change(), apiKey: 'its-next-secret-key' })
    server.requests.length = 0
    server.answer((response, request) =>
      request.headers.authorization === apiKey
        ? answers(401, { success: false, error: 'Invalid API key' })(response, request)
        : answers(200, conversion)(response, request),
    )
    expect(await operatorService.lookUp('MUSIC_AI', 'task-1', resultOf(keyId))).toMatchObject({
      status: 'pending',
    })
    expect(authorizations()).toEqual([apiKey, 'its-next-secret-key'])
  })

  test('can no longer be read once the key is forgotten', async () => {
    const { ownKeys, keyRing } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    await ownKeys.remove(change())
    world.clock.advance(replacedKeyKeptMs + 1)
    server.answer(answers(404, { success: false, message: 'Invalid request parameters' }))
    const { service } = keyRing.of(account, keyId)
    expect(await service.lookUp('MUSIC_AI', 'task-1', resultOf(keyId))).toMatchObject({
      status: 'unreadable',
      isKeyGone: true,
    })
    expect(await service.look()).toMatchObject({ status: 'refused', why: 'key' })
  })

  test('is not sent while the key cannot be read from Redis', async () => {
    const { ownKeys, keyRing } = openKeys()
    await ownKeys.set({ ...change(), apiKey })
    server.requests.length = 0
    const { service } = keyRing.of(account, keyId)
    world.redis.disconnect()
    expect(await service.submit(song, {})).toMatchObject({ status: 'not_sent' })
    expect(server.requests).toEqual([])
  })
})
