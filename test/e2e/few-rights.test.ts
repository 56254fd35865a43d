import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { clockToleranceMs } from '../../src/app/redis-settings.ts'
import { runDoctor } from '../../src/app/tasks/doctor.ts'
import { createKeys } from '../../src/redis/keys.ts'
import { neededRights } from '../../src/redis/rights.ts'
import { type DoctorReport, soundMachine } from '../support/doctor/installation.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

// A user of Redis with the rights in docs/operating/redis.md and no others.

let world: World
let server: PrivateRedis
let admin: Redis
const lines: string[] = []

beforeAll(async () => {
  server = await startPrivateRedis()
  admin = new Redis(server.url)
  world = await startStrictWorld({ bot: false, onLine: (_, line) => void lines.push(line) })
})
afterAll(async () => {
  await world.stop()
  admin.disconnect()
  await server.stop()
})

const asUser = async (rights: readonly string[]): Promise<string> => {
  await admin.call('ACL', 'SETUSER', 'tunesmith', 'reset', 'on', '>word', ...rights)
  await admin.call('ACL', 'LOG', 'RESET')
  return server.url.replace('//', '//tunesmith:word@')
}

test('a bot with the rights that are listed serves members and passes the doctor, and nothing is denied', async () => {
  const REDIS_URL = await asUser(neededRights)
  const bot = await world.startBot({ platforms: ['discord'], settings: { REDIS_URL } })
  const people = createPeople(world.addresses, 'discord')
  const { adminId, memberId } = world.addresses.discord
  await people.allows(adminId, 5)
  await people.uses(memberId, '/tts', { text: 'One of us.' })
  await people.sees(memberId, ({ files }) => files.some(({ name }) => name.startsWith('One')))
  await people.uses(memberId, '/jobs mine')
  await people.uses(memberId, '/history')
  await people.uses(adminId, '/budget show')
  await people.uses(memberId, '/privacy export')
  await bot.process.stop()
  const written: string[] = []
  await runDoctor(
    {
      environment: { REDIS_URL },
      environmentFile: '/nowhere/.env',
      machine: soundMachine,
      write: (line) => void written.push(line),
      columns: undefined,
      now: Date.now,
      clockToleranceMs,
      redisWaitMs: 5_000,
      version: '1.2.3',
      outsideChecks: async () => [],
    },
    { isFixing: false, isJson: true, isStrict: false, isWhole: false },
  )
  const { findings }: DoctorReport = JSON.parse(written.join(''))
  const ofRedis = findings.filter(({ group }) => group !== 'settings')
  expect(ofRedis.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  expect(ofRedis.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['redis.rights', 'money.books', 'jobs.alerts']),
  )
  expect(await admin.exists(createKeys().operatorJournal)).toBe(1)
  expect(await admin.call('ACL', 'LOG')).toEqual([])
})

test('a start without one of them ends with its name', async () => {
  const REDIS_URL = await asUser(neededRights.filter((rule) => rule !== '+xadd'))
  world.clock.advance(130_000)
  await expect(world.startBot({ platforms: ['discord'], settings: { REDIS_URL } })).rejects.toThrow(
    /The user in REDIS_URL lacks rights: Redis denies \+xadd\./,
  )
})
