import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed, Management } from '../../../sandbox/control/people.ts'
import { manifest, type RawApp, type RawSocket, startRawApp } from './support.ts'

// Deeds of people by which messages, files and channels go: what the app hears, and what it is refused
// afterwards. Events: https://docs.slack.dev/reference/events

const events = [
  ...['channel_archive', 'channel_deleted', 'channel_left', 'file_deleted', 'member_joined_channel'],
  'message.channels',
]

let app: RawApp
let socket: RawSocket

beforeEach(async () => {
  app = await startRawApp({ manifest: manifest({ events }) })
  socket = await app.connect()
})
afterEach(() => app.stop())

const places = () => {
  const { channelId: channel, adminId: admin, memberId: member, memberIds, channelIds } = app.slack.addresses
  return { channel, admin, member, other: memberIds[1] ?? '', strange: channelIds[2] ?? '' }
}
const asAdmin = (deed: Deed, channel = places().channel) => app.act(deed, channel, places().admin)
const manage = (what: Extract<Management, { what: 'remove bot' | 'deny' | string }>['what']) =>
  asAdmin({ manage: { what } as Management })
/** The next event of this type, acknowledged. */
const heard = async (type: string) => {
  const envelope = await socket.next(type)
  socket.ack(envelope)
  return envelope.payload.event
}
const post = async (text = 'hello') =>
  String((await app.call('chat.postMessage', { channel: places().channel, text })).ts)
const errorOf = async (method: string, args: Record<string, unknown>) => (await app.call(method, args)).error
const isTold = (type: string) =>
  app.wire.since(0).some(({ kind, summary }) => kind === 'event' && summary.includes(type))

describe('a message that a person deletes', () => {
  test('is told as deleted, and not found afterwards', async () => {
    const ts = await post()
    await asAdmin({ delete: { message: ts } })
    expect(await heard('message_deleted')).toMatchObject({
      subtype: 'message_deleted',
      hidden: true,
      deleted_ts: ts,
      channel: places().channel,
      previous_message: { text: 'hello' },
    })
    const at = { channel: places().channel, ts }
    expect(await errorOf('chat.update', { ...at, text: 'again' })).toBe('message_not_found')
    expect(await errorOf('chat.delete', at)).toBe('message_not_found')
  })

  test('is their own, or anybody’s for an admin', async () => {
    const { event: ts } = await app.act({ say: 'mine' })
    const { channel, other } = places()
    expect(await app.act({ delete: { message: ts } }, channel, other)).toMatchObject({
      refused: expect.stringContaining('admin'),
    })
    expect(await app.act({ delete: { message: await post() } })).toMatchObject({
      refused: expect.any(String),
    })
    expect(await app.act({ delete: { message: ts } })).toEqual({ event: ts })
    await expect(app.act({ delete: { message: ts } })).rejects.toThrow('no message')
  })

  test('is not one that only they see', async () => {
    const { channel, admin } = places()
    const { message_ts } = await app.call('chat.postEphemeral', { channel, user: admin, text: 'psst' })
    expect(await asAdmin({ delete: { message: String(message_ts) } })).toMatchObject({
      refused: expect.stringContaining('dismissed'),
    })
  })
})

describe('a file that a person deletes', () => {
  const share = async () => {
    await app.act({ say: '', files: [{ name: 'a.mp3', base64: 'AAAA' }] })
    const { files } = (await heard('message')) as { files: { id: string; url_private: string }[] }
    return files[0] ?? { id: '', url_private: '' }
  }

  test('is told as deleted, and read no more', async () => {
    const { id, url_private } = await share()
    await app.act({ delete: { message: id } })
    expect(await heard('file_deleted')).toMatchObject({ file_id: id, channel_ids: [places().channel] })
    expect(await errorOf('files.info', { file: id })).toBe('file_deleted')
    const headers = { authorization: `Bearer ${app.slack.addresses.botToken}` }
    expect((await fetch(url_private, { headers })).headers.get('content-type')).toContain('text/html')
  })

  test('is their own, or anybody’s for an admin', async () => {
    const { id } = await share()
    const { channel, other } = places()
    expect(await app.act({ delete: { message: id } }, channel, other)).toMatchObject({
      refused: expect.stringContaining('admin'),
    })
    expect(await asAdmin({ delete: { message: id } })).toEqual({ event: id })
    await expect(asAdmin({ delete: { message: id } })).rejects.toThrow('no file')
  })
})

describe('a channel', () => {
  test('that the app is put out of tells it so, and refuses it with not_in_channel until it is invited', async () => {
    const { channel, admin, member } = places()
    await manage('remove bot')
    expect(await heard('channel_left')).toMatchObject({ channel, actor_id: admin })
    const message = { channel, text: 'still here?' }
    expect(await errorOf('chat.postMessage', message)).toBe('not_in_channel')
    expect(await errorOf('conversations.history', { channel })).toBe('not_in_channel')
    expect((await app.call('conversations.info', { channel })).channel).toMatchObject({ is_member: false })
    await app.act({ say: 'unheard' })
    await app.act({ manage: { what: 'invite bot' } })
    expect(await heard('member_joined_channel')).toMatchObject({
      channel,
      user: expect.stringMatching(/^U/),
      inviter: member,
      channel_type: 'C',
      team: app.slack.addresses.teamId,
    })
    expect(await app.call('chat.postMessage', message)).toMatchObject({ ok: true })
    expect(app.wire.since(0).filter(({ summary }) => summary.includes('message.channels'))).toHaveLength(1)
  })

  test('that is archived says so, and takes nothing any more: is_archived, is_inactive', async () => {
    const { channel, admin } = places()
    const ts = await post()
    await manage('archive channel')
    expect(await heard('channel_archive')).toMatchObject({ channel, user: admin })
    expect(await errorOf('chat.postMessage', { channel, text: 'late' })).toBe('is_archived')
    expect(await errorOf('chat.update', { channel, ts, text: 'late' })).toBe('is_inactive')
    expect((await app.call('conversations.info', { channel })).channel).toMatchObject({ is_archived: true })
    expect(await app.act({ say: 'late' })).toMatchObject({ refused: expect.stringContaining('archived') })
  })

  test('that is deleted says so, and is not found: channel_not_found', async () => {
    const { channel } = places()
    const ts = await post()
    await manage('delete channel')
    expect(await heard('channel_deleted')).toMatchObject({ channel })
    const calls: [string, Record<string, unknown>][] = [
      ['chat.postMessage', { channel, text: 'late' }],
      ['chat.update', { channel, ts, text: 'late' }],
      ['conversations.info', { channel }],
      ['conversations.history', { channel }],
    ]
    for (const [method, args] of calls) expect(await errorOf(method, args)).toBe('channel_not_found')
    const { channels } = (await app.call('conversations.list')) as { channels?: { id: string }[] }
    expect(channels?.map(({ id }) => id)).not.toContain(channel)
    await expect(app.act({ say: 'late' })).rejects.toThrow('no channel')
  })

  test.each(['remove bot', 'archive channel', 'delete channel'] as const)(
    'is for an admin to look after: %s',
    async (what) => {
      expect(await app.act({ manage: { what } })).toMatchObject({ refused: expect.stringContaining('admin') })
    },
  )

  test('is not changed into what it is already, and has no rights of its own', async () => {
    expect(await manage('invite bot')).toMatchObject({ refused: expect.any(String) })
    const strange = { manage: { what: 'remove bot' as const } }
    expect(await asAdmin(strange, places().strange)).toMatchObject({ refused: expect.any(String) })
    await manage('archive channel')
    expect(await manage('archive channel')).toMatchObject({ refused: expect.any(String) })
    expect(await manage('invite bot')).toMatchObject({ refused: expect.any(String) })
    expect(await asAdmin({ manage: { what: 'deny', permission: 'SendMessages' } })).toMatchObject({
      refused: expect.any(String),
    })
    expect(await asAdmin({ manage: { what: 'archive channel' } }, '@tunesmith')).toMatchObject({
      refused: expect.any(String),
    })
  })
})

test('an app that did not subscribe hears of nothing of this', async () => {
  await app.stop()
  app = await startRawApp({ manifest: manifest({ events: ['message.channels'] }) })
  await manage('remove bot')
  await manage('invite bot')
  await manage('archive channel')
  await manage('delete channel')
  for (const type of events.slice(0, 5)) expect(isTold(type)).toBe(false)
})
