import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDiscord } from '../../sandbox/discord/stand-in.ts'
import { chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { firstRows, isLong } from '../support/suite/runs.ts'

const waitMs = 120_000
/** How far to move the platforms' clock before a start: past the shortest interval that they allow. */
const betweenStartsMs = 130_000

let world: World
beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
  const installed = await world.startBot()
  await installed.process.stop()
})
afterAll(() => world.stop())

const readiness = async (url: string) => {
  const response = await fetch(`${url}/health/ready`)
  return { status: response.status, body: await response.json() }
}

const absences = [
  ['slack', 'stall'],
  ['discord', 'cut'],
] as const

test.each(firstRows(1, absences))(
  'a bot that starts while %s is away (%s) serves the other chat, and that one once it is back',
  async (away, network) => {
    world.clock.advance(betweenStartsMs)
    world[away].faults.add({ network })
    const bot = await world.startBot()
    expect(await readiness(bot.httpUrl)).toMatchObject({ status: 200, body: { degraded: [away] } })

    const asksForHelp = async (platform: (typeof chatPlatforms)[number]): Promise<void> => {
      const people = createPeople(world.addresses, platform)
      const member = world.addresses[platform].memberId
      const since = await people.latest(member)
      await people.uses(member, '/help')
      await people.sees(member, '/music', since)
    }
    for (const platform of chatPlatforms) if (platform !== away) await asksForHelp(platform)

    world[away].faults.clear()
    await vi.waitFor(
      async () =>
        expect((await readiness(bot.httpUrl)).body).toMatchObject({ status: 'ready', degraded: [] }),
      { timeout: waitMs / 2, interval: 100 },
    )
    await asksForHelp(away)
    await bot.process.stop()
  },
)

const wrongTokens: readonly (readonly [string, string, RegExp])[] = [
  ['SLACK_APP_TOKEN', 'xapp-wrong', /apps\.connections\.open: invalid_auth/],
  ['DISCORD_TOKEN', 'wrong', /GET \/api\/v10\/users\/@me: 401/],
  ['SLACK_BOT_TOKEN', 'xoxb-wrong', /auth\.test: invalid_auth/],
]

test.each(firstRows(1, wrongTokens))(
  'a start with a wrong %s ends with 78 and names it',
  async (name, token, refusal) => {
    world.clock.advance(betweenStartsMs)
    expectRefusals(refusal)
    const starting = world.startBot({ isProcess: true, settings: { [name]: token } })
    const report = new RegExp(`^bot ended with code 78(?![^]*\\n\\s+at )[^]*Check ${name}\\.$`)
    await expect(starting).rejects.toThrow(report)
  },
)

test.runIf(isLong)(
  'a start with another bot than the one that runs on this Redis ends with 78 and names both, until that one ended',
  async () => {
    world.clock.advance(betweenStartsMs)
    const running = await world.startBot({ platforms: ['discord'] })
    const other = await startDiscord({ clock: world.clock, wire: world.wire })
    const { token, api, cdn, applicationId } = other.addresses
    const settings = { DISCORD_TOKEN: token, DISCORD_API_URL: api, DISCORD_FILE_HOSTS: cdn }
    const start = () => world.startBot({ platforms: ['discord'], settings })
    const ours = world.addresses.discord.applicationId
    await expect(start()).rejects.toThrow(
      new RegExp(`code 78[^]*on discord: ${ours}, while ours is ${applicationId}\\.[^]*REDIS_URL`),
    )
    await running.process.stop()
    const taking = await start()
    expect(await readiness(taking.httpUrl)).toMatchObject({ status: 200 })
    await taking.process.stop()
    await other.close()
  },
)

test('a start with a wrong AUDIO_API_KEY serves everything but paid requests, which are refused by name', async () => {
  world.clock.advance(betweenStartsMs)
  expectRefusals(/\/v1\/getAllVoices: 403/)
  const bot = await world.startBot({ platforms: ['discord'], settings: { AUDIO_API_KEY: 'wrong' } })
  await bot.process.line((line) => line.includes('the audio service does not accept its key'))
  expect(await readiness(bot.httpUrl)).toMatchObject({ status: 200 })
  const people = createPeople(world.addresses, 'discord')
  const member = world.addresses.discord.memberId
  const since = await people.latest(member)
  await people.uses(member, '/tts', { text: 'One of us.' })
  await people.sees(member, "The audio service rejected the bot's key", since)
  await bot.process.stop()
})
