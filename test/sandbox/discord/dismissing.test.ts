import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot

beforeAll(async () => {
  bot = await startRawBot()
})

afterAll(() => bot.stop())

const act = (deed: Parameters<RawBot['discord']['people']['act']>[2]) =>
  bot.discord.people.act(bot.discord.addresses.memberId, bot.discord.addresses.channelId, deed)

test('a form that a person dismisses is gone, and the bot hears nothing of it', async () => {
  const { applicationId } = bot.discord.addresses
  await bot.call('PUT', `/applications/${applicationId}/commands`, [
    { name: 'music', description: 'Make a song' },
  ])
  const gateway = await bot.identified()
  const acting = act({ command: '/music' })
  const { id, token } = (await gateway.next('INTERACTION_CREATE')).d as { id: string; token: string }
  const line = { type: 4, custom_id: 'line', style: 1, label: 'Line' }
  const data = { custom_id: 'form', title: 'Form', components: [{ type: 1, components: [line] }] }
  await bot.callAs(undefined, 'POST', `/interactions/${id}/${token}/callback`, { type: 9, data })
  const form = (await acting).form?.id ?? ''
  const before = gateway.received.length
  expect(await act({ close: { form } })).toEqual({ event: '' })
  await expect(act({ close: { form } })).rejects.toThrow('has no form')
  expect(gateway.received).toHaveLength(before)
  expect(bot.refusals()).toEqual([])
})

test('a bot has no tabs to visit', async () => {
  expect(await act({ visit: 'home' })).toEqual({ event: '', refused: 'A bot has no tabs in Discord' })
})
