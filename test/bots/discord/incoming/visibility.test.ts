import type { Client } from 'discord.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVisibility } from '../../../../src/bots/discord/incoming/visibility.ts'
import type { Target } from '../../../../src/core/target.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
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

const away = { isAway: true } as const
const seesAway = (place: Partial<Target> = {}): Promise<boolean> => {
  const { server, music } = places()
  return at.discord.canSee(
    { platform: 'discord', server, member: at.member, ...away },
    { platform: 'discord', server, channel: music, member: 'somebody', ...place },
  )
}

/** How often Discord was asked for the member. */
const asked = (): number =>
  at.wire.since(0).filter(({ kind, summary }) => kind === 'request' && /\/members\//.test(summary)).length

test('of a member who is away Discord is asked, once for what is wanted at the same time, and again within seconds', async () => {
  const { lobby, music, thread, admin } = places()
  expect(
    await Promise.all([seesAway(), seesAway({ channel: lobby }), seesAway({ channel: thread })]),
  ).toEqual([true, true, true])
  expect(asked()).toBe(1)
  await at.act({ manage: { what: 'remove member', member: at.member } }, admin, music)
  at.clock.advance(3_000)
  expectRefusals(/Unknown Member/)
  expect(await seesAway()).toBe(false)
  expect(asked()).toBe(2)
})

test('nothing is seen by a member who is away while Discord fails, which is logged', async () => {
  const route = 'GET /guilds/:guildId/members/:userId'
  at.standIn.faults.add({ respond: { route, status: 500, after: 'before', times: 9 } })
  expect(await seesAway()).toBe(false)
  expect(at.log.warnings()).toContain('Discord did not say what a member sees')
})

test('nothing is seen by a member who is away while Discord does not answer in time', async () => {
  vi.useFakeTimers()
  const rest = { get: () => new Promise(() => undefined) }
  const log = createRecordingLog()
  const { canSee } = createVisibility({ client: () => ({ rest }) as unknown as Client, now: () => 0, log })
  const seen = canSee(
    { platform: 'discord', server: 'server', member: 'max', ...away },
    { platform: 'discord', server: 'server', channel: 'channel', member: 'mia' },
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await seen).toBe(false)
  vi.useRealTimers()
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
