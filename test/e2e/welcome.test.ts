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
  expect(tried.form?.title).toMatch(/^Make a song/)
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
  expect(tried.form?.title).toMatch(/^Make a song/)
  await people.manages(adminId, { what: 'remove bot' }, third)
  await people.manages(adminId, { what: 'invite bot' }, third)
  await people.uses(memberId, '/credits', {}, third)
  await people.sees(memberId, /0\.20 credits left here/)
  expect(await helloesTo(people, memberId)).toBe(1)
})

interface HomeView {
  id: string
  blocks: readonly { type: string; text?: { text: string } }[]
}

interface WireEntry {
  id: number
  detail?: { method?: string; arguments?: { user_id?: string }; answer: { view: HomeView } }
}

/** The home tab of a member that Slack was given last, after these entries of the wire. */
const homeAfter = async (since: number, member: string): Promise<{ view: HomeView; at: number }> => {
  for (;;) {
    const response = await fetch(`${world.addresses.control.url}/wire?since=${since}&waitMs=5000`)
    const entries = (await response.json()) as readonly WireEntry[]
    const shown = entries.findLast(
      ({ detail }) => detail?.method === 'views.publish' && detail.arguments?.user_id === member,
    )
    if (shown?.detail !== undefined) return { view: shown.detail.answer.view, at: shown.id }
  }
}

test('the Home tab on Slack shows what the member has, and a song made there comes to them alone', async () => {
  await world.startBot({ platforms: ['slack'], settings })
  const people = createPeople(world.addresses, 'slack')
  const { adminId, memberId, memberIds } = world.addresses.slack
  const [, other = ''] = memberIds
  await people.visits(memberId, 'home')
  const { view, at } = await homeAfter(0, memberId)
  const headers = view.blocks.flatMap(({ type, text }) => (type === 'header' ? [text?.text] : []))
  expect(headers).toEqual(['Tunesmith', 'Your credits', 'Your queue', 'Your results', 'Your defaults'])
  expect(JSON.stringify(view.blocks)).toContain('0.20 credits left here')
  const { form } = await people.presses(memberId, view.id, 'Make a song')
  await people.sends(memberId, form ?? { id: '' }, { prompt: 'a song from home' })
  const song = await people.sees(memberId, /a song from home[\s\S]*Made with AI/)
  expect(song.channel).toMatch(/^D/)
  expect((await people.messages(other)).some(({ text }) => text.includes('a song from home'))).toBe(false)
  await people.visits(adminId, 'home')
  const ofAdmin = JSON.stringify((await homeAfter(at, adminId)).view.blocks)
  expect(ofAdmin).toContain('Starter credits')
  expect(ofAdmin).toContain('Set budget')
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
