import { PermissionFlagsBits } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Deed } from '../../../../sandbox/control/people.ts'
import type { Arrival } from '../../../../src/core/job/welcome.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { type Listening, startAnother, startListening } from '../listening.ts'

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

const lookIn = async ({ lookedFor, changed }: Pick<Listening, 'lookedFor' | 'changed'>) => {
  while (lookedFor.length === 0) await changed()
  const [isMissing] = lookedFor
  if (isMissing === undefined) throw new Error('nobody looked for servers that are missing')
  return isMissing
}

test('a server that removes the bot is reported, and Discord then says that the bot is not there', async () => {
  const { guildId } = at.standIn.addresses.otherGuild
  await manage({ what: 'invite bot' })
  await arrivalIn(guildId)
  const isMissing = await lookIn(at)
  expect([await at.discord.isRemovedFrom?.({ server: guildId }), await isMissing(guildId)]).toEqual([
    false,
    false,
  ])
  await manage({ what: 'remove bot' })
  while (at.departures.length === 0) await at.changed()
  expect(at.departures).toEqual([`discord:${guildId}`])
  expectRefusals(/^GET .*\/guilds\/\d+: 404 10004 /)
  expect([await at.discord.isRemovedFrom?.({ server: guildId }), await isMissing(guildId)]).toEqual([
    true,
    true,
  ])
})

test('an outage removes the bot from nowhere, neither while it is connected nor for one that connects', async () => {
  const { guildId, memberId, channelId } = at.standIn.addresses
  const isMissing = await lookIn(at)
  at.standIn.faults.add({ gateway: 'guild outage', ms: 60_000 })
  await at.act({ say: 'hello?' }, memberId, channelId)
  const another = await startAnother(at)
  const isMissingThere = await lookIn(another.recording)
  expect([await isMissing(guildId), await isMissingThere(guildId)]).toEqual([false, false])
  at.clock.advance(60_000)
  await another.discord.stop('all')
  expect([at.departures, another.recording.departures]).toEqual([[], []])
})

test('no server is missing for certain while the connection is cut, or if its id is none', async () => {
  const isMissing = await lookIn(at)
  const elsewhere = at.standIn.addresses.otherGuild.guildId
  expect([await isMissing(elsewhere), await isMissing('server-1')]).toEqual([true, false])
  await at.discord.stop('all')
  expect(await isMissing(elsewhere)).toBe(false)
})

test('while Discord answers with an error, nobody says that a server removed the bot', async () => {
  const { guildId } = at.standIn.addresses
  at.standIn.faults.add({ respond: { route: 'GET /guilds/:guildId', status: 500, times: 9 } })
  await expect(at.discord.isRemovedFrom?.({ server: guildId })).rejects.toThrow()
})
