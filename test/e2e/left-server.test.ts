import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { production } from '../../src/app/serve.ts'
import { createKeys } from '../../src/redis/keys.ts'
import { botInProcess } from '../support/sandbox/bot-in-process.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

const dayMs = 24 * 60 * 60_000
const waitMs = 60_000
const patience = { timeout: waitMs - 10_000, interval: 50 }
/** Past the shortest interval between two starts that Discord allows. */
const betweenStartsMs = 130_000
const keys = createKeys()

let world: World
let redis: Redis

beforeEach(async () => {
  const deadlines = { ...production.deadlines, leftServersMs: 50 }
  world = await startStrictWorld({ bot: false, runBot: botInProcess({ ...production, deadlines }) })
  redis = new Redis(world.addresses.redis.url)
})
afterEach(async () => {
  redis.disconnect()
  await world.stop()
})

const start = () =>
  world.startBot({
    platforms: ['discord'],
    settings: { OPERATOR_SERVERS: 'any', LEFT_SERVER_DATA_DAYS: '1' },
  })

test.each([
  ['while the bot runs', 'running'],
  ['while it is down', 'down'],
])(
  'a server that removes the bot %s is noted, and its data is deleted a day later; another’s stays',
  async (_, state) => {
    const { guildId: home, adminId: homeAdmin, otherGuild } = world.addresses.discord
    const { guildId, adminId, channelId } = otherGuild
    const people = createPeople(world.addresses)
    const bot = await start()
    await people.manages(adminId, { what: 'invite bot' }, channelId)
    await people.uses(adminId, '/settings consent', { clips: 'ask' }, channelId)
    await people.uses(homeAdmin, '/settings consent', { clips: 'ask' })
    const settingsOf = (server: string) => redis.exists(keys.settings(`discord:${server}`))
    await vi.waitFor(async () => expect([await settingsOf(guildId), await settingsOf(home)]).toEqual([1, 1]))
    if (state === 'down') await bot.process.stop()
    await people.manages(adminId, { what: 'remove bot' }, channelId)
    world.clock.advance(betweenStartsMs)
    if (state === 'down') await start()
    const noted = () => redis.zrange(keys.leftServers, '0', '-1')
    await vi.waitFor(async () => expect(await noted()).toEqual([`discord:${guildId}`]), patience)
    expect(await settingsOf(guildId)).toBe(1)
    excuseRefusals(/^GET .*\/guilds\/\d+: 404 10004 /)
    await redis.zadd(keys.leftServers, 'XX', Date.now() - dayMs - 60_000, `discord:${guildId}`)
    await vi.waitFor(async () => expect(await settingsOf(guildId)).toBe(0), patience)
    expect(await settingsOf(home)).toBe(1)
  },
  waitMs,
)
