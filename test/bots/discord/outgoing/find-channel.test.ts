import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { type Listening, startListening } from '../listening.ts'

// Channels that somebody types, as Discord knows them: what the gateway told, or else one look-up.

let at: Listening
beforeEach(async () => {
  at = await startListening()
})
afterEach(() => at.stop())

const find = (channel: string, server = at.standIn.addresses.guildId) =>
  at.discord.findChannel({ platform: 'discord', server, member: at.member }, channel)

test('a channel is itself, and every thread the channel around it, archived or not', async () => {
  const { channelIds, threadIds } = at.standIn.addresses
  for (const channel of channelIds) expect(await find(channel)).toEqual({ status: 'found', channel })
  expect(threadIds.length).toBeGreaterThan(1)
  for (const thread of threadIds)
    expect(await find(thread)).toEqual({ status: 'found', channel: channelIds[1] })
})

test.each(['999999999999999999', 'C0NOTHERE99', '1'])('%s is no channel', async (id) => {
  if (/^\d+$/.test(id)) expectRefusals(/404 10003/)
  expect(await find(id)).toEqual({ status: 'unknown' })
})

test('a channel of another server, and a server itself, are unknown', async () => {
  const { channelIds, guildId } = at.standIn.addresses
  expect(await find(channelIds[0] ?? '', '4711')).toEqual({ status: 'unknown' })
  expectRefusals(/404 10003/)
  expect(await find(guildId)).toEqual({ status: 'unknown' })
})

test('where Discord does not answer, nothing is guessed', async () => {
  at.standIn.faults.add({ respond: { route: 'GET /channels/:channelId', status: 500, times: 5 } })
  expect(await find('999999999999999999')).toEqual({ status: 'unanswered' })
})
