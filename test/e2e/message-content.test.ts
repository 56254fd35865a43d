import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordTune } from '../../sandbox/demo/tune.ts'
import { rateLimits } from '../../sandbox/discord/limits.ts'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let world: World
let people: People

const [admin, member] = ['ada', 'max']

beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
  people = createPeople(world.addresses)
  world.discord.setPrivilegedIntents([])
})

afterAll(() => world.stop())

/** Bit 15: https://docs.discord.com/developers/events/gateway#list-of-intents */
const messageContentBit = 1 << 15

/** Of those that Discord let in. */
const intentsAskedFor = async (): Promise<number[]> => {
  const identifies = (await people.wire()).filter(({ summary }) => summary === 'gateway identify')
  return identifies.map(({ detail }) => Number(/"intents":(\d+)/.exec(JSON.stringify(detail))?.[1]))
}

const asksForContent = (intents: number | undefined): boolean => ((intents ?? 0) & messageContentBit) !== 0

/**
 * A clip in a message that the bot was not shown: it says so, and where the clip can be picked anyway.
 */
const expectGuidance = async (bot: Bot): Promise<void> => {
  const tune = { name: 'tune.mp3', base64: Buffer.from(await recordTune()).toString('base64') }
  const message = await people.says(member, 'hear this', { files: [tune] })
  const since = await people.says(member, '@Tunesmith remix reggae', { replyTo: message })
  const { text } = await people.sees(member, /can't see the files/, since)
  expect(text).toContain('Remix this clip')
  expect((await people.picks(member, 'Remix this clip', message)).form?.title).toMatch(/^Remix this clip/)
  await bot.process.stop()
}

test('a bot whose intent Discord refuses comes up without it, says so in its log, and guides members', async () => {
  const bot = await world.startBot({ platforms: ['discord'] })
  expect(bot.process.lastLines().join('\n')).toContain('refuses the message content intent')
  expect((await intentsAskedFor()).map(asksForContent)).toEqual([false])
  expectRefusals(/4014/)
  await people.allows(admin, 1)
  await expectGuidance(bot)
})

test('a bot that is told to leave it does not ask for it', async () => {
  const before = (await intentsAskedFor()).length
  world.clock.advance(rateLimits.buckets.gateway.windowMs)
  const bot = await world.startBot({
    platforms: ['discord'],
    settings: { DISCORD_MESSAGE_CONTENT: 'off' },
  })
  expect((await intentsAskedFor()).slice(before).map(asksForContent)).toEqual([false])
  expect(bot.process.lastLines().join('\n')).not.toContain('message content intent')
  await expectGuidance(bot)
})
