import { expect, test } from 'vitest'
import { modes, startBot } from '../bot.ts'

test.each(modes)('a channel that the app is invited to is reported, by %s', async (mode) => {
  const bot = await startBot(mode)
  const { adminId, teamId, channelIds } = bot.standIn.addresses
  const [, , channel = ''] = channelIds
  await bot.act({ manage: { what: 'invite bot' } }, channel, adminId)
  await bot.until(() => bot.recorded.arrivals.length > 0)
  const [arrival] = bot.recorded.arrivals
  expect(arrival).toMatchObject({
    account: `slack:${teamId}`,
    joinedAtMs: undefined,
    isAlone: true,
    isToldAgain: true,
  })
  expect(await arrival?.findPlace()).toEqual({
    how: 'channel',
    target: { platform: 'slack', server: teamId, channel, member: adminId },
  })
  await bot.stop()
})
