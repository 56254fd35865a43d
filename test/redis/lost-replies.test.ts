import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { everyScript } from '../support/redis/every-script.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { connectedTo } from '../support/redis/redis.ts'
import { firstLineOf, scriptNames } from '../support/redis/script-names.ts'
import { dump, giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { startTcpProxy } from '../support/redis/tcp-proxy.ts'

let server: PrivateRedis
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let near: StoreWorld
let twin: StoreWorld
let far: StoreWorld

beforeAll(async () => {
  server = await startPrivateRedis()
  proxy = await startTcpProxy(server.port)
})
afterAll(async () => {
  await proxy.close()
  await server.stop()
})

/** A world behind the proxy, over the connection that production has, on the keys of the near one. */
const openFar = async (): Promise<StoreWorld> => {
  const redis = await connectedTo(`redis://127.0.0.1:${proxy.port}`)
  return openStoreWorld({ prefix: near.prefix, redis, now: near.clock.now })
}

beforeEach(async () => {
  near = openStoreWorld({ url: server.url })
  twin = openStoreWorld({ url: server.url })
  for (const world of [near, twin]) await giveBudget(world, 1_000_000_000)
  far = await openFar()
})
afterEach(() => {
  for (const world of [near, twin, far]) world.close()
})

/**
 * What differs between any two worlds: their prefix, the ids of jobs and of
 * changes, pseudonyms, and when a line was written.
 */
const withoutNames = (value: unknown, { prefix }: StoreWorld): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value)
          .replaceAll(prefix, '')
          .replace(/(b\d\dx|:change:)[a-z2-7]{25}/g, '$1…')
          .replace(/"\d{13}-\d+"/g, '"…"')
          .replace(/~[\w-]{12}/g, '~…'),
      )

/** An answer without the mark that it was given before: see transitions.test.ts. */
const unmarked = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'isRepeat' in answer
    ? { ...answer, isRepeat: undefined }
    : answer

/** All that there is, once the sweeper has told the operator's total what a lost reply kept from it. */
const settled = async (world: StoreWorld): Promise<unknown> => {
  await world.store.repairOperator({ changesMs: Number.MAX_SAFE_INTEGER, holdsMs: 0 })
  const entries = Object.entries(await dump(world)).map(([name, value]) => ({
    name: withoutNames(name, world),
    value: withoutNames(value, world),
  }))
  const orderOf = ({ name, value }: { name: unknown; value: unknown }): string =>
    `${name} ${typeof value === 'string' ? value : ''}` // two changes have one name here
  return entries.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

test('every script has a row', () => {
  expect([...new Set(everyScript.map(({ script }) => script))].sort()).toEqual(scriptNames)
})

test.each(everyScript)(
  'row 16, the reply of $name is lost: it counts once, and is told ($again) when asked again',
  async ({ script, again, prepare }) => {
    const callTwin = await prepare(twin)
    const first = await callTwin(twin)
    const expected = again === 'first answer' ? first : await callTwin(twin)
    const call = await prepare(near)
    await near.redis.script('FLUSH') // so that its source is sent, by which the proxy knows it
    const sentCount = proxy.watch(firstLineOf(script))
    proxy.loseReplyTo(firstLineOf(script))
    const leaving = new Promise<void>((resolve) => far.redis.once('reconnecting', () => resolve()))
    await expect(call(far)).rejects.toMatchObject({ code: 'store_unavailable', retryable: true })
    await leaving
    await far.redis.connect() // at once: how long it stays away is another test's subject
    expect(sentCount()).toBe(1)
    expect(withoutNames(unmarked(await call(far)), near)).toEqual(withoutNames(unmarked(expected), twin))
    expect(await settled(near)).toEqual(await settled(twin))
  },
)
