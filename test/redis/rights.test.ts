import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeProblem } from '../../src/app/connections.ts'
import { createBullQueue, defaultQueueSpans } from '../../src/jobs/worker/bullmq-queue.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { connectQueue, connectStore } from '../../src/redis/connection.ts'
import { createKeys } from '../../src/redis/keys.ts'
import { checkRights, clusterRights, neededRights } from '../../src/redis/rights.ts'
import { primariesOf } from '../../src/redis/startup-check.ts'
import { troubleText } from '../../src/redis/trouble.ts'
import { waitForRedis } from '../../src/redis/wait.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { everyScript } from '../support/redis/every-script.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { giveBudget, openStoreWorld } from '../support/redis/store-world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const commandList: unknown = createRequire(`${root}node_modules/ioredis/package.json`)('@ioredis/commands')
const known = new Set((commandList as { list: readonly string[] }).list)

/** Command names that a pattern finds in the files of a pattern. */
const commandsIn = (files: string, ...patterns: readonly RegExp[]): readonly string[] =>
  globSync(files, { cwd: root }).flatMap((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8').replaceAll(/^\s*--.*$/gm, '')
    return patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()),
    )
  })

const used = new Set(
  [
    ...commandsIn('src/redis/scripts/*.lua', /'([A-Z]{2,})'/g),
    ...commandsIn(
      'node_modules/bullmq/dist/esm/commands/**/*.lua',
      /\b(?:rcall|redis\.p?call)\(\s*['"](\w+)['"]/g,
      /['"]([HSZ]SCAN)['"]/g,
    ),
    ...commandsIn(
      'src/redis/!(rights).ts',
      /\b(?:redis|node|multi\(\))\s*\.([a-z]+)\(/g,
      /\[\s*'([a-z]+)',/g,
    ),
    ...commandsIn('src/app/connections.ts', /\bredis\.([a-z]+)\(/g),
  ].filter((name) => known.has(name)),
)
/** What ioredis and BullMQ send by themselves; the tests below run them. */
const sentByLibraries = ['bzpopmin', 'client|setname', 'exec']
const allowed = neededRights.filter((rule) => rule.startsWith('+')).map((rule) => rule.slice(1))
const withoutSubcommand = (command: string): string => command.replace(/\|.*/, '')

test('every command that scripts and calls name is allowed, and no other', () => {
  const listed = allowed.filter((command) => !sentByLibraries.includes(command)).map(withoutSubcommand)
  expect(listed.toSorted()).toEqual([...used].toSorted())
  expect(allowed).toEqual(expect.arrayContaining(sentByLibraries))
})

test('the line in docs/operating/redis.md allows just that', () => {
  const docs = readFileSync(`${root}docs/operating/redis.md`, 'utf8')
  const [, rules = ''] = /^ACL SETUSER tunesmith reset on >PASSWORD (.*)$/m.exec(docs) ?? []
  expect(rules.split(' ')).toEqual([...neededRights])
  expect(docs).toContain(`A cluster also needs \`${clusterRights.join(' ')}\``)
})

let server: PrivateRedis
let admin: Redis
const opened: StoreConnection[] = []
beforeAll(async () => {
  server = await startPrivateRedis()
  admin = new Redis(server.url)
})
beforeEach(() => admin.call('ACL', 'LOG', 'RESET'))
afterEach(() => {
  for (const redis of opened.splice(0)) redis.disconnect()
})
afterAll(async () => {
  admin.disconnect()
  await server.stop()
})

/** A connection of a user with these rights. */
const connectedWith = async (rules: readonly string[], connect: typeof connectStore = connectStore) => {
  await admin.call('ACL', 'SETUSER', 'tunesmith', 'reset', 'on', '>word', ...rules)
  const redis = connect(server.url.replace('//', '//tunesmith:word@'), () => undefined)
  opened.push(redis)
  await waitForRedis(redis, 5_000)
  return redis
}

/** What was denied, as Redis logs it: https://redis.io/docs/latest/commands/acl-log/ */
const denied = async (): Promise<readonly string[]> => {
  const log = (await admin.call('ACL', 'LOG')) as readonly (readonly unknown[])[]
  return log.map((entry) => String(entry[entry.indexOf('object') + 1]))
}

const check = (redis: StoreConnection, durability: 'always' | 'managed-accepted' = 'always') =>
  Promise.all(primariesOf(redis).map((primary) => checkRights(primary, durability)))

describe('a user with the rights that are listed', () => {
  test('passes, and runs every script', async () => {
    const redis = await connectedWith(neededRights)
    await check(redis)
    for (const { prepare } of everyScript) {
      const world = openStoreWorld({ url: server.url, prefix: '' })
      await giveBudget(world, 10_000_000)
      const call = await prepare(world)
      const through = openStoreWorld({ redis, prefix: '', now: world.clock.now })
      await call(through)
      world.close()
      await admin.flushall()
    }
    expect(await denied()).toEqual([])
  })

  test('queues and handles wake-ups', async () => {
    const connection = await connectedWith(neededRights, connectQueue)
    const log = createRecordingLog()
    const { queuePrefix: prefix } = createKeys()
    const queue = createBullQueue({ connection, prefix, spans: defaultQueueSpans, log })
    const handled = Promise.withResolvers<string>()
    await queue.work((jobId) => Promise.resolve(handled.resolve(jobId)), 1)
    expect(await queue.wake('job-1', 1, 0)).toBe(true)
    expect(await queue.wake('job-2', 1, 60_000)).toBe(true)
    expect(await handled.promise).toBe('job-1')
    await queue.rest(1_000)
    await queue.close()
    expect(log.lines).toEqual([])
    expect(await denied()).toEqual([])
  })
})

const without = (...rules: readonly string[]) => neededRights.filter((rule) => !rules.includes(rule))

test.each([
  [['+xadd'], /denies \+xadd\. "Rights" in docs/],
  [['+zadd', '~{key:*}:*'], /denies \+zadd ~\{key:\*\}:\*\./],
  [['+config|get'], /denies \+config\|get\./],
  [['+eval'], /denies \+eval\./],
  [['+set', '+hset'], /denies \+hset \+set\./],
  [['~{operator}:*'], /denies ~\{operator\}:\*\./],
])('a user that lacks %j is told so', async (rules, message) => {
  const redis = await connectedWith(without(...rules))
  await expect(check(redis)).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringMatching(message),
  })
})

test.each([
  [['-evalsha', '-eval'], /lacks \+evalsha /],
  [['-eval'], /lacks \+eval /],
  [['-xadd', '-hset'], /lacks \+hset \+xadd /],
  [['-set'], /lacks \+set /],
])('%j, taken while the bot runs, is named as the reason why nothing can be booked', async (taken, rules) => {
  const redis = await connectedWith(neededRights)
  expect(await writeProblem(redis)).toBeUndefined()
  await admin.call('ACL', 'SETUSER', 'tunesmith', ...taken)
  expect(await writeProblem(redis)).toMatch(rules)
})

test('settings need not be readable if the provider is trusted', async () => {
  await expect(check(await connectedWith(without('+config|get')), 'managed-accepted')).resolves.toBeDefined()
})

test('a later denial names the right that is lacking', async () => {
  const redis = await connectedWith(without('+set', '+hset'))
  const failure = await redis.set(createKeys().probe, 'x').catch((error: unknown) => error)
  expect(troubleText(failure)).toBe('does not let our user do that: it lacks +set (NOPERM)')
  const inScript = await redis
    .eval("return redis.call('HSET', KEYS[1], 'a', 'b')", 1, createKeys().probe)
    .catch((error: unknown) => error)
  expect(troubleText(inScript)).toMatch(/^does not let our user do that.*\(NOPERM\)$/)
})
