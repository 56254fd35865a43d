import { afterEach, beforeEach, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { AccountId, PlatformName } from '../../src/core/target.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const account: AccountId = 'discord:1'
const ofJobs: AccountId = 'discord:server-1'
const notedNow = async (): Promise<readonly string[]> =>
  (await world.leftServers.leftBy(world.clock.now())).map((server) => server.account)

/** Looks for what is missing where nothing is certain but these; answers with which servers were looked at. */
const look = async (missing: readonly string[], platform: PlatformName = 'discord') => {
  const asked: string[] = []
  await world.leftServers.noteMissing(platform, (server) => {
    asked.push(server)
    return missing.includes(server)
  })
  return asked.toSorted()
}

test.each<[string, () => Promise<unknown>]>([
  ['a budget', () => giveBudget(world, 1_000_000, account)],
  ['a default', () => world.settings.change(account, { kind: 'server' }, { voice: 'voice-1' })],
  ['a rule for a channel', () => world.settings.rule(account, { channel: 'c' }, 'allow')],
  ['an answer about clips', () => world.consents.answer(account, 'member-1', 'decline')],
  ['a rating', () => world.ratings.rate(account, 'member-1', { take: 'job.1', value: 'good' }, [])],
])('a server with %s that is missing is noted', async (_, use) => {
  await use()
  expect(await look(['1'])).toEqual(['1'])
  expect(await notedNow()).toEqual([account])
})

test('servers that are there, may be there, or are on another chat, and members’ own accounts are not noted', async () => {
  for (const each of [account, 'discord:2', 'slack:T1', 'discord:@1', 'slack:@T1/U1'] as const)
    await giveBudget(world, 1_000_000, each)
  expect(await look(['2', 'T1', '@1', '@T1/U1'])).toEqual(['1', '2'])
  expect(await notedNow()).toEqual(['discord:2'])
  expect(await look([], 'slack')).toEqual(['T1'])
})

test('a server whose data was deleted is not noted again, unless the bot was there meanwhile', async () => {
  await giveBudget(world, 1_000_000, account)
  await world.leftServers.note(account)
  await world.leftServers.end(account)
  await look(['1'])
  expect(await notedNow()).toEqual([])
  await world.leftServers.returned(account)
  await look(['1'])
  expect(await notedNow()).toEqual([account])
})

test('a server to which the bot returned while its data was deleted is not noted as over', async () => {
  await world.leftServers.note(account)
  await world.leftServers.returned(account)
  await world.leftServers.end(account)
  await world.leftServers.note(account)
  expect(await notedNow()).toEqual([account])
})

test('starter credits are given once: what was used of them stays used, and no more are given', async () => {
  world.close()
  world = openStoreWorld({ newServerCredits: 200_000 })
  await world.store.request(jobRequest({ bound: microcredits(150_000) }))
  await giveBudget(world, 1_000_000, ofJobs)
  await world.leftServers.clear({ account: ofJobs, leftAtMs: 0 })
  const now = openStoreWorld({ prefix: world.prefix, newServerCredits: 900_000 })
  expect(await now.budgets.read(ofJobs)).toMatchObject({ isStarter: true, left: 50_000 })
  now.close()
})

test('a bonus is taken back when it expires, and the books agree', async () => {
  await giveBudget(world, 1_000_000, ofJobs)
  const change = { account: ofJobs, eventId: 'bonus', actor: 'admin-1', credits: microcredits(5_000) }
  await world.budgets.grant({ ...change, scope: { kind: 'server' }, way: 'give', expiresInMs: 1_000 })
  await world.leftServers.clear({ account: ofJobs, leftAtMs: 0 })
  world.clock.advance(1_000)
  const due = await world.bonuses.due()
  expect(due).toHaveLength(1)
  for (const share of due) await world.bonuses.lapse(share)
  expect(await world.bonuses.due()).toEqual([])
  expect(await world.redis.hget(world.keys.account(ofJobs), 'granted|month:2026-06')).toBe('0')
  const audit = createAudit({ ...world, now: world.clock.now })
  expect((await audit.whole(bucketOf(ofJobs))).differences).toEqual([])
})

test('whatever was read of the settings before is outdated, once', async () => {
  const revision = () => world.redis.hget(world.keys.account(ofJobs), 'revision')
  await giveBudget(world, 1_000_000, ofJobs)
  const before = await revision()
  await world.leftServers.clear({ account: ofJobs, leftAtMs: 0 })
  const after = await revision()
  expect(after).not.toBe(before)
  await world.leftServers.clear({ account: ofJobs, leftAtMs: 0 })
  expect(await revision()).toBe(after)
})
