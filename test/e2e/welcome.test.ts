import { afterEach, beforeEach, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

const hello = "Hi, I'm Tunesmith."
let world: World

beforeEach(async () => {
  world = await startStrictWorld({ bot: false })
})
afterEach(async () => await world.stop())

const settings = { OPERATOR_SERVERS: 'any', OPERATOR_NEW_SERVER_CREDITS: '0.20' }

const helloesTo = async (people: People, viewer: string): Promise<number> =>
  (await people.messages(viewer)).filter(({ text }) => text.includes(hello)).length

test('a Discord server that adds the bot is welcomed once, with a song and a budget a press away', async () => {
  const bot = await world.startBot({ platforms: ['discord'], settings, isProcess: true })
  const people = createPeople(world.addresses)
  const { adminId, memberId, channelId } = world.addresses.discord.otherGuild
  await people.manages(adminId, { what: 'invite bot' }, channelId)
  const { id, text, buttons } = await people.sees(memberId, hello)
  expect(text).toContain('You have 0.20 starter credits.')
  expect(buttons.map(({ label }) => label)).toEqual(['Try it', 'Set budget'])
  const tried = await people.presses(memberId, id, 'Try it', channelId)
  expect(tried.form?.title).toBe('Make a song')
  const budget = await people.presses(adminId, id, 'Set budget', channelId)
  expect(budget.form?.fields.map(({ name }) => name)).toContain('credits')
  await bot.process.kill()
  await world.startBot({ platforms: ['discord'], settings })
  await people.manages(adminId, { what: 'remove bot' }, channelId)
  await people.manages(adminId, { what: 'invite bot' }, channelId)
  await people.uses(memberId, '/credits', {}, channelId)
  await people.sees(memberId, /0\.20 credits left here/)
  expect(await helloesTo(people, memberId)).toBe(1)
})

test('a Slack workspace is welcomed in the first channel that invites the app', async () => {
  await world.startBot({ platforms: ['slack'], settings })
  const people = createPeople(world.addresses, 'slack')
  const { adminId, memberId, channelIds } = world.addresses.slack
  const [, , third = ''] = channelIds
  await people.manages(adminId, { what: 'invite bot' }, third)
  const { id, channel } = await people.sees(memberId, hello)
  expect(channel).toBe(third)
  const tried = await people.presses(memberId, id, 'Try it', third)
  expect(tried.form?.title).toBe('Make a song')
  await people.manages(adminId, { what: 'remove bot' }, third)
  await people.manages(adminId, { what: 'invite bot' }, third)
  await people.uses(memberId, '/credits', {}, third)
  await people.sees(memberId, /0\.20 credits left here/)
  expect(await helloesTo(people, memberId)).toBe(1)
})

test('a server that the operator has not let in is not welcomed', async () => {
  await world.startBot({ platforms: ['discord'], settings: { OPERATOR_SERVERS: 'discord:1' } })
  const people = createPeople(world.addresses)
  const { adminId, memberId, channelId } = world.addresses.discord.otherGuild
  await people.manages(adminId, { what: 'invite bot' }, channelId)
  await people.uses(memberId, '/credits', {}, channelId)
  await people.sees(memberId, "Credits aren't turned on here.")
  expect(await helloesTo(people, memberId)).toBe(0)
})
