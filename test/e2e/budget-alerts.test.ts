import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

const waitMs = 150_000
const platforms = ['discord', 'slack'] as const

let world: World
let bot: Bot

/** Past the shortest interval between starts that the platforms allow. */
const betweenStartsMs = 130_000

const restart = async (...args: readonly string[]): Promise<void> => {
  await bot?.process.stop()
  world.clock.advance(betweenStartsMs)
  bot = await world.startBot({ args })
}

beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
  await restart('--role', 'bots')
}, waitMs)
afterAll(() => world.stop())

const on = (platform: (typeof platforms)[number]) => {
  const people = createPeople(world.addresses, platform)
  const { adminId, memberId, channelIds } = world.addresses[platform]
  const [, channel = ''] = channelIds
  return {
    people,
    /** A song, which holds 0.20 credits and costs 0.10. */
    async sings() {
      const since = await people.latest(memberId)
      await people.uses(memberId, '/music', { prompt: 'a tide' })
      await people.sees(memberId, /Queued|Made with AI/, since)
    },
    async getsAlerts() {
      await people.allows(adminId, 0.3)
      expect(await people.uses(adminId, '/budget alerts', { channel })).toBeUndefined()
      await people.sees(adminId, 'Budget alerts are on.')
    },
    sees: (text: string) =>
      people.sees(adminId, (message) => message.channel === channel && message.text.includes(text)),
    /** The first words of all alerts that came, as everybody sees them. */
    alerts: async () => {
      const all = await people.messages(memberId)
      return all.flatMap(({ text }) => /^.*budget is used( up)?/.exec(text)?.[0] ?? [])
    },
    async opens(message: string, label: string) {
      const since = await people.latest(adminId)
      await people.presses(adminId, message, label, channel)
      await people.sees(adminId, 'credits left here', since)
    },
  }
}

test(
  'alerts about a budget come once each to the chosen channel, over restarts of the bot',
  async () => {
    const chats = platforms.map(on)
    for (const chat of chats) {
      await chat.getsAlerts()
      await chat.sings()
    }
    await restart()
    const most = "66% of this month's budget is used: 0.20 of 0.30 credits."
    for (const chat of chats) await chat.opens((await chat.sees(most)).id, 'See budget')
    await restart()
    for (const chat of chats) await chat.sings()
    for (const chat of chats) {
      await chat.sees("This month's budget is used up: 0.30 of 0.30 credits.")
      expect(await chat.alerts()).toEqual([
        "66% of this month's budget is used",
        "This month's budget is used up",
      ])
    }
  },
  waitMs,
)
