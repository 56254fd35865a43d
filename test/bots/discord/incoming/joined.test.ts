import { PermissionFlagsBits } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Deed } from '../../../../sandbox/control/people.ts'
import type { Arrival } from '../../../../src/core/job/welcome.ts'
import { type Listening, startListening } from '../listening.ts'

let at: Listening

beforeEach(async () => {
  at = await startListening()
})
afterEach(async () => {
  await at.stop()
  expect(at.log.warnings()).toEqual([])
})

const arrivalIn = async (server: string): Promise<Arrival> => {
  for (;;) {
    const found = at.arrivals.findLast(({ account }) => account === `discord:${server}`)
    if (found !== undefined) return found
    await at.changed()
  }
}
const manage = async (deed: Extract<Deed, { manage: unknown }>['manage']) => {
  const { adminId, channelId } = at.standIn.addresses.otherGuild
  expect(await at.act({ manage: deed }, adminId, channelId)).toEqual({ event: '' })
}

test('the servers where the bot is are reported when it is connected, with when it joined', async () => {
  const { guildId } = at.standIn.addresses
  const arrival = await arrivalIn(guildId)
  expect(arrival.joinedAtMs).toBeLessThanOrEqual(at.clock.now())
  expect(arrival.isAlone).toBe(true)
  expect(await arrival.findPlace()).toBeUndefined()
})

test('a server that adds the bot is reported, and welcomed in its channel for system messages', async () => {
  const { guildId, channelId } = at.standIn.addresses.otherGuild
  await manage({ what: 'invite bot' })
  const arrival = await arrivalIn(guildId)
  expect(arrival.isAlone).toBe(false)
  expect(await arrival.findPlace()).toMatchObject({
    how: 'channel',
    target: { platform: 'discord', server: guildId, channel: channelId },
  })
})

test.each([
  [true, 'the member who added it is welcomed by a direct message'],
  [false, 'nobody is, since the audit log is closed to it'],
])('where the bot may not write there, and sees the audit log (%s), %s', async (seesLog) => {
  const { guildId, adminId } = at.standIn.addresses.otherGuild
  const granted = seesLog ? PermissionFlagsBits.ViewAuditLog : 0n
  at.standIn.setInvitedPermissions(PermissionFlagsBits.ViewChannel | granted)
  await manage({ what: 'deny', permission: 'SendMessages' })
  await manage({ what: 'invite bot' })
  const place = await (await arrivalIn(guildId)).findPlace()
  if (seesLog) expect(place).toMatchObject({ how: 'direct', target: { member: adminId } })
  else expect(place).toBeUndefined()
})
