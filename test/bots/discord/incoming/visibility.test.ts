import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Target } from '../../../../src/core/target.ts'
import { type Listening, startListening } from '../listening.ts'

// Who sees which channel, by what the official client was told through the gateway.

let at: Listening
beforeEach(async () => {
  at = await startListening()
})
afterEach(() => at.stop())

const places = () => {
  const { channelIds, threadIds, guildId, adminId } = at.standIn.addresses
  const [lobby = '', music = ''] = channelIds
  const [thread = ''] = threadIds
  return { lobby, music, thread, server: guildId, admin: adminId }
}

const sees = (member: string, place: Partial<Target>): Promise<boolean> => {
  const { server, music } = places()
  return at.discord.canSee(
    { platform: 'discord', server, member },
    { platform: 'discord', server, channel: music, member: 'somebody', ...place },
  )
}

const close = () => at.act({ manage: { what: 'make private' } }, places().admin, places().music)

test('a requester sees open channels and their threads, and none that is closed to them', async () => {
  const { thread, music, admin } = places()
  await at.act({ command: '/help' })
  await at.act({ command: '/help' }, admin)
  expect(await sees(at.member, {})).toBe(true)
  expect(await sees(at.member, { channel: thread, parent: music })).toBe(true)
  expect(await sees(at.member, { channel: thread, parent: music, isClosed: true })).toBe(false)
  const changed = at.wire.since(0).length
  await close()
  while ((await sees(at.member, {})) && at.wire.since(0).length >= changed)
    await new Promise<void>((resolve) => setImmediate(resolve))
  expect(await sees(at.member, { channel: thread, parent: music })).toBe(false)
  expect(await sees(admin, {})).toBe(true)
})

test('nobody sees what Discord did not tell of: a stranger, a channel that is gone, another server', async () => {
  await at.act({ command: '/help' })
  expect(await sees('4711', {})).toBe(false)
  expect(await sees(at.member, { channel: '4711' })).toBe(false)
  expect(
    await at.discord.canSee(
      { platform: 'discord', server: '4711', member: at.member },
      { platform: 'discord', server: '4711', channel: places().music, member: 'somebody' },
    ),
  ).toBe(false)
})
