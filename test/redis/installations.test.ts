import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Installation, StoredInstallation } from '../../src/core/installation.ts'
import { installationsCheck } from '../../src/redis/doctor/installations.ts'
import { createInstallations, type InstallationStore } from '../../src/redis/installations.ts'
import { createSealer, encryptionKeyId } from '../../src/redis/sealer.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const sealerWith = (...bytes: readonly number[]) =>
  createSealer({ keys: bytes.map(key), tell: () => undefined })

let world: StoreWorld
let installations: InstallationStore

const storeWith = (...bytes: readonly number[]) =>
  createInstallations({ redis: world.redis, keys: world.keys, sealer: sealerWith(...bytes) })
const inWorkspace = (workspace: string, more: Partial<Installation> = {}): Installation => ({
  workspace,
  name: `The ${workspace}`,
  userId: `U-${workspace}`,
  botId: `B-${workspace}`,
  scopes: ['chat:write', 'commands'],
  token: `xoxb-secret-${workspace}`,
  installedAtMs: 1_000,
  ...more,
})
const expiring = { refreshToken: 'xoxe-1-secret', expiresAtMs: 2_000 }
const opened = (found: StoredInstallation | undefined): Installation | undefined =>
  found?.status === 'open' ? found.installation : undefined
const versionOf = (found: StoredInstallation | undefined): string => found?.version ?? ''
const everything = async (): Promise<string> =>
  JSON.stringify(await world.redis.hgetall(world.keys.installations))

beforeEach(() => {
  world = openStoreWorld()
  installations = storeWith(1)
})
afterEach(() => world.close())

describe('an installation', () => {
  test.each([
    ['whose token lasts', {}],
    ['whose token expires', expiring],
  ])('%s is found as it was stored, and none of it is readable in Redis', async (_, more) => {
    const kept = inWorkspace('T1', more)
    await installations.keep(kept)
    expect(opened(await installations.find('T1'))).toEqual(kept)
    expect(await installations.find('T2')).toBeUndefined()
    expect(await everything()).not.toMatch(/secret|The T1|U-T1/)
  })

  test('replaces only the previous one of its workspace', async () => {
    await installations.keep(inWorkspace('T1'))
    await installations.keep(inWorkspace('T2'))
    await installations.keep(inWorkspace('T1', { token: 'xoxb-new' }))
    const all = (await installations.all()).map((found) => opened(found)?.token)
    expect(all.toSorted()).toEqual(['xoxb-new', 'xoxb-secret-T2'])
  })

  test('is replaced once, and only the version that was read', async () => {
    await installations.keep(inWorkspace('T1'))
    const before = versionOf(await installations.find('T1'))
    expect(await installations.replace('T1', before, inWorkspace('T1', { token: 'first' }))).toBe(true)
    expect(await installations.replace('T1', before, inWorkspace('T1', { token: 'second' }))).toBe(false)
    expect(await installations.replace('T1', before, undefined)).toBe(false)
    expect(opened(await installations.find('T1'))?.token).toBe('first')
  })

  test('can be removed twice', async () => {
    await installations.keep(inWorkspace('T1'))
    const version = versionOf(await installations.find('T1'))
    expect(await installations.replace('T1', version, undefined)).toBe(true)
    expect(await installations.replace('T1', version, undefined)).toBe(true)
    expect(await installations.all()).toEqual([])
  })

  test('can’t be opened in another workspace’s name, or without its key', async () => {
    await installations.keep(inWorkspace('T1'))
    const version = versionOf(await installations.find('T1'))
    await world.redis.hset(world.keys.installations, 'T2', version)
    expect((await installations.find('T2'))?.status).toBe('unopened')
    expect((await storeWith(2).find('T1'))?.status).toBe('unopened')
  })

  test('is re-encrypted with the newest key, and then needs no older one', async () => {
    await installations.keep(inWorkspace('T1', expiring))
    await storeWith(2, 1).reseal()
    expect(opened(await storeWith(2).find('T1'))).toEqual(inWorkspace('T1', expiring))
    expect((await installations.find('T1'))?.status).toBe('unopened')
  })
})

test('only one process at a time gets the turn to refresh a workspace’s token', async () => {
  expect(await installations.takeTurn('T1', 60_000)).toBe(true)
  expect(await storeWith(1).takeTurn('T1', 60_000)).toBe(false)
  expect(await storeWith(1).takeTurn('T2', 60_000)).toBe(true)
  expect(await world.redis.pttl(world.keys.installationTurn('T1'))).toBeGreaterThan(50_000)
})

test('a state is used once, and expires', async () => {
  expect(await installations.useState('a.b.c', 60_000)).toBe(true)
  expect(await storeWith(1).useState('a.b.c', 60_000)).toBe(false)
  expect(await installations.useState('a.b.d', 60_000)).toBe(true)
  const key = world.keys.installationState('a.b.c')
  expect(key).not.toContain('a.b.')
  expect(await world.redis.pttl(key)).toBeGreaterThan(50_000)
})

describe('the doctor', () => {
  const asked: string[] = []
  const report = async (...bytes: readonly number[]) => {
    const check = installationsCheck({
      redis: world.redis,
      keys: world.keys,
      encryptionKeys: bytes.map(key),
      isRefused: async (token) => {
        asked.push(token)
        return token.endsWith('T2')
      },
      installUrl: 'https://tunes.example/slack/install',
    })
    return (await check.run()).map((finding) =>
      finding.verdict === 'ok' ? finding.what : `${finding.verdict}: ${finding.why}`,
    )
  }
  beforeEach(() => {
    asked.length = 0
  })

  test('says where to install the app if nobody has', async () => {
    expect(await report(1)).toEqual([
      'no workspace has installed the app yet, at https://tunes.example/slack/install',
    ])
  })

  test('counts installations, and names those whose token Slack refuses', async () => {
    for (const workspace of ['T1', 'T2', 'T3']) await installations.keep(inWorkspace(workspace))
    expect(await report(1)).toEqual(['warning: Slack refuses the token of T2.'])
    expect(asked).toHaveLength(3)
  })

  test('finds nothing wrong if Slack accepts the tokens, or only says that one has expired', async () => {
    await installations.keep(inWorkspace('T1'))
    await installations.keep(inWorkspace('T3', expiring))
    expect(await report(1)).toEqual(['workspaces that installed the app: 2'])
    expect(asked.toSorted()).toEqual(['xoxb-secret-T1', 'xoxb-secret-T3'])
  })

  test('counts and names the workspaces whose token Slack no longer refreshes, and tests none of those', async () => {
    await installations.keep(inWorkspace('T1'))
    for (const workspace of ['T2', 'T3'])
      await installations.keep(
        inWorkspace(workspace, { ...expiring, refreshRefusal: 'invalid_refresh_token' }),
      )
    const [found, ...more] = await report(1)
    expect(found).toMatch(/^warning: Tokens that Slack no longer refreshes: 2, in (T2, T3|T3, T2)\.$/)
    expect(more).toEqual([])
    expect(asked).toEqual(['xoxb-secret-T1'])
  })

  test('warns of keys that are gone or still needed', async () => {
    await installations.keep(inWorkspace('T1'))
    expect(await report(2)).toEqual([
      "failed: Tokens that can't be decrypted, because ENCRYPTION_KEY lacks a key: 1.",
    ])
    expect(await report(2, 1)).toEqual(['warning: Tokens that need an older ENCRYPTION_KEY: 1.'])
    expect(encryptionKeyId(key(1))).not.toBe(encryptionKeyId(key(2)))
  })
})
