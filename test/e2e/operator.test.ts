import { afterEach, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let world: World
afterEach(async () => await world.stop())

test('a server that the operator has not let in spends nothing, and says who can change that', async () => {
  world = await startStrictWorld({ bot: false })
  const settings = { OPERATOR_SERVERS: 'discord:1', OPERATOR_NEW_SERVER_CREDITS: '0' }
  const bot = await world.startBot({ callbacks: true, platforms: ['discord'], settings })
  const people = createPeople(world.addresses)
  const { adminId, memberIds } = world.addresses.discord
  const [member = ''] = memberIds
  await people.uses(adminId, '/budget limit', { credits: '1000000' })
  await people.sees(adminId, "Credits aren't turned on here.")
  await people.uses(member, '/tts', { text: 'Nothing of us.' })
  const { text } = await people.sees(member, "Credits aren't turned on here.")
  expect(text).toMatch(/npm run servers -- allow discord:\d+/)
  await people.uses(member, '/credits', {})
  await people.sees(member, "Credits aren't turned on here.")
  await bot.process.stop()
})

test.each(['discord', 'slack'] as const)(
  'the first song on %s needs no budget, and the second one does',
  async (platform) => {
    world = await startStrictWorld({ bot: false })
    await world.startBot({
      callbacks: true,
      platforms: [platform],
      settings: { OPERATOR_NEW_SERVER_CREDITS: '0.20' },
    })
    const people = createPeople(world.addresses, platform)
    const { adminId, memberIds } = world.addresses[platform]
    const [member = ''] = memberIds
    await people.uses(member, '/music', { prompt: 'the first song of all' })
    await people.sees(member, /Made with AI/)
    await people.uses(member, '/music', { prompt: 'one more' })
    await people.sees(member, /Not enough credits: this needs up to 0\.20, with 0\.10 left here/)
    await people.uses(adminId, '/budget show')
    const { buttons } = await people.sees(adminId, /Starter credits: 0\.20 credits in total/)
    expect(buttons.map(({ label }) => label)).toContain('Set budget')
    await people.uses(adminId, '/budget log')
    await people.sees(adminId, /gave 0\.20 starter credits/)
    await people.uses(adminId, '/budget limit', { credits: '5' })
    await people.sees(adminId, /Budget set: 5 credits a month/)
    await people.uses(member, '/music', { prompt: 'one more' })
    await people.sees(member, /one more[\s\S]*Made with AI/)
  },
)

test('the operator gives new servers something to begin with, and bounds what all of them use', async () => {
  const OPERATOR_NEW_SERVER_CREDITS = '5'
  const settings = { OPERATOR_NEW_SERVER_CREDITS, OPERATOR_LIMIT: '0.000001' }
  world = await startStrictWorld({ bot: false })
  const limited = await world.startBot({ callbacks: true, platforms: ['discord'], settings })
  const people = createPeople(world.addresses)
  const [member = ''] = world.addresses.discord.memberIds
  await people.uses(member, '/tts', { text: 'Nothing of us.' })
  const { text } = await people.sees(member, "which is more than the bot's overall budget has left")
  expect(text).toContain('Your bot operator can raise the overall budget. Nothing was charged.')
  await limited.process.stop()
  await world.startBot({ callbacks: true, platforms: ['discord'], settings: { OPERATOR_NEW_SERVER_CREDITS } })
  await people.uses(member, '/tts', { text: 'One of us.' })
  await people.sees(member, ({ files }) => files.some(({ name }) => name.startsWith('One')))
})
