import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { button, manifest, type RawApp, type RawSocket, startRawApp } from './support.ts'

// What the app is told of people of another workspace, and of channels that are not open to everybody.
// https://docs.slack.dev/apis/slack-connect, https://docs.slack.dev/reference/objects/conversation-object

const events = ['app_mention', 'channel_shared', 'member_left_channel', 'message.channels', 'message.groups']
const scopes = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
]

let app: RawApp
let socket: RawSocket
beforeEach(async () => {
  const all = [...scopes, 'groups:history', 'groups:read', 'users:read']
  app = await startRawApp({ manifest: manifest({ events, scopes: all }) })
  socket = await app.connect()
})
afterEach(() => app.stop())

const home = () => app.slack.addresses
const guest = () => home().secondTeam.memberId
const asGuest = (deed: Deed) => app.act(deed, home().channelId, guest())
const asAdmin = (deed: Deed) => app.act(deed, home().channelId, home().adminId)
const heard = async (type: string) => {
  const envelope = await socket.next(type)
  socket.ack(envelope)
  return envelope.payload
}
const info = async () => (await app.call('conversations.info', { channel: home().channelId })).channel
const share = () => asAdmin({ manage: { what: 'share channel' } })

describe('a channel that is shared', () => {
  test('says so, and the app hears of it', async () => {
    await share()
    const { teamId, secondTeam, channelId } = home()
    expect((await heard('channel_shared')).event).toMatchObject({
      channel: channelId,
      connected_team_id: secondTeam.teamId,
    })
    expect(await info()).toMatchObject({
      is_shared: true,
      is_ext_shared: true,
      shared_team_ids: [teamId, secondTeam.teamId],
    })
    expect(await share()).toMatchObject({ refused: expect.any(String) })
    expect(await app.act({ manage: { what: 'share channel' } })).toMatchObject({
      refused: expect.any(String),
    })
  })

  test('has people whose messages name their own workspace, except with files', async () => {
    await share()
    await asGuest({ say: '@Tunesmith hello' })
    const team = home().secondTeam.teamId
    const mention = await heard('app_mention')
    expect(mention).toMatchObject({
      team_id: home().teamId,
      is_ext_shared_channel: true,
      authorizations: [{ team_id: home().teamId }],
      event: { user: guest(), team, user_team: team, source_team: team },
    })
    await asGuest({ say: '@Tunesmith hello', files: [{ name: 'a.mp3', base64: 'SUQz' }] })
    const { event } = await heard('app_mention')
    expect(event).not.toHaveProperty('team')
    // https://docs.slack.dev/apis/slack-connect
    const [file] = (event as { files: [{ id: string }] }).files
    expect(file).toEqual({
      id: file.id,
      created: 0,
      timestamp: 0,
      user: '',
      mode: 'file_access',
      file_access: 'check_file_info',
    })
    expect(await app.call('files.info', { file: file.id })).toMatchObject({
      file: { user_team: team, file_access: 'visible', name: 'a.mp3' },
    })
  })

  test('has people who press, and whose presses name both workspaces', async () => {
    await share()
    const blocks = [{ type: 'actions', elements: [button()] }]
    const posted = await app.call('chat.postMessage', { channel: home().channelId, text: 'song', blocks })
    const pressed = asGuest({ press: { message: String(posted.ts), button: 'go' } })
    const payload = await heard('interactive')
    expect(payload).toMatchObject({
      type: 'block_actions',
      team: { id: home().teamId },
      user: { id: guest(), team_id: home().secondTeam.teamId },
    })
    await app.call('chat.postMessage', { channel: home().channelId, text: 'done' })
    await pressed
  })

  test('offers the app’s commands and shortcuts to nobody else', async () => {
    await share()
    const { event: message } = await app.act({ say: 'listen' })
    for (const deed of [{ command: '/music a song' }, { action: { name: 'Remix this clip', message } }])
      expect(await asGuest(deed)).toMatchObject({ refused: expect.stringContaining('not installed') })
    expect(await asGuest({ manage: { what: 'remove bot' } })).toMatchObject({ refused: expect.any(String) })
  })

  test('has people whom the app can ask about; without it they are strangers', async () => {
    await share()
    const ask = async () => (await app.call('users.info', { user: guest() })).user
    expect(await ask()).toMatchObject({ team_id: home().secondTeam.teamId, is_stranger: false })
    expect((await app.call('users.info', { user: home().memberId })).user).not.toHaveProperty('is_stranger')
    await asAdmin({ manage: { what: 'remove bot' } })
    expect(await ask()).toMatchObject({ is_stranger: true })
  })
})

describe('a channel that is private', () => {
  const close = () => asAdmin({ manage: { what: 'make private' } })

  test('says so, and is known to the app by rights of its own while it is in it', async () => {
    await close()
    expect(await info()).toMatchObject({ is_private: true, is_group: true, is_channel: false })
    const listed = async (types: string) =>
      ((await app.call('conversations.list', { types })).channels as { id: string }[]).map(({ id }) => id)
    expect(await listed('private_channel')).toEqual([home().channelId])
    expect(await listed('public_channel')).not.toContain(home().channelId)
    await app.act({ say: 'hello' })
    expect((await heard('message')).event).toMatchObject({ channel_type: 'group' })
    await asAdmin({ manage: { what: 'remove bot' } })
    expect(await app.call('conversations.info', { channel: home().channelId })).toMatchObject({
      error: 'channel_not_found',
    })
    expect(await close()).toMatchObject({ refused: expect.any(String) })
  })

  test('is seen by those alone who are in it', async () => {
    const { event: message } = await app.act({ say: 'listen' })
    await close()
    await asAdmin({ manage: { what: 'remove member', member: home().memberId } })
    expect((await heard('member_left_channel')).event).toMatchObject({
      user: home().memberId,
      channel_type: 'G',
    })
    await expect(app.act({ press: { message, button: 'Again' } })).rejects.toThrow('no channel')
    const { members } = await app.call('conversations.members', { channel: home().channelId })
    expect(members).not.toContain(home().memberId)
    expect(await asAdmin({ manage: { what: 'remove member', member: 'nobody' } }).catch(String)).toContain(
      'no member',
    )
  })
})
