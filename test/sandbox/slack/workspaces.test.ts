import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  asForm,
  button,
  modal,
  type RawApp,
  type RawSocket,
  startRawApp,
  until,
} from './support.ts'

let app: RawApp
let secondToken: string

beforeEach(async () => {
  app = await startRawApp()
  secondToken = app.slack.installIn(app.slack.addresses.secondTeam.teamId).access_token
})

afterEach(() => app.stop())

const home = () => app.slack.addresses
const second = () => app.slack.addresses.secondTeam

/** A call from the second workspace. */
const callSecond = (
  method: string,
  args: Record<string, unknown> = {},
  token = secondToken,
): Promise<Answer> =>
  app.request(method, { headers: { authorization: `Bearer ${token}` }, body: asForm(args) })

/** The same deed by a member of the second workspace, in its first channel. */
const actSecond: RawApp['act'] = (deed, channel = second().channelId, as = second().memberId) =>
  app.act(deed, channel, as)

const post = async (call: RawApp['call'], channel: string, more: object = {}): Promise<string> =>
  String((await call('chat.postMessage', { channel, text: 'hello', ...more })).ts)

// Per-workspace tokens: https://docs.slack.dev/authentication/tokens
describe('a token answers for its own workspace', () => {
  test('and says which that is, as which bot', async () => {
    const [here, there] = [await app.call('auth.test'), await callSecond('auth.test')]
    expect(here).toMatchObject({ team: 'Sandbox', team_id: home().teamId, bot_id: expect.any(String) })
    expect(there).toMatchObject({ team: 'Second Sandbox', team_id: second().teamId })
    expect(there.user_id).not.toBe(here.user_id)
    expect(there.bot_id).not.toBe(here.bot_id)
  })

  test('so that each lists its own conversations and people, and no others', async () => {
    const ids = async (call: RawApp['call'], method: string, key: string) =>
      ((await call(method))[key] as { id: string }[]).map(({ id }) => id)
    expect(await ids(app.call, 'conversations.list', 'channels')).toEqual(home().channelIds)
    expect(await ids(callSecond, 'conversations.list', 'channels')).toEqual(second().channelIds)
    const here = await ids(app.call, 'users.list', 'members')
    const there = await ids(callSecond, 'users.list', 'members')
    expect(here.filter((id) => there.includes(id))).toEqual([])
    expect(there).toContain(second().adminId)
  })

  test('so that messages, files and members say their own workspace', async () => {
    const channel = second().channelId
    const files = [{ name: 'clip.mp3', base64: 'SUQz' }]
    await actSecond({ say: 'my clip', files })
    const { messages } = await callSecond('conversations.history', { channel })
    const [{ files: [file] = [] } = {}] = messages as { files?: { id: string; user_team: string }[] }[]
    expect(file).toMatchObject({ user_team: second().teamId })
    expect(await callSecond('users.info', { user: second().memberId })).toMatchObject({
      user: { team_id: second().teamId },
    })
    const posted = await callSecond('chat.postMessage', { channel, text: 'hello' })
    expect(posted.message).toMatchObject({ team: second().teamId, bot_profile: { team_id: second().teamId } })
    expect(app.refusals()).toEqual([])
  })
})

describe('a token knows nothing of another workspace', () => {
  const inChannel: [string, Record<string, unknown>][] = [
    ['chat.postMessage', { text: 'hello' }],
    ['chat.postEphemeral', { text: 'hello', user: 'U1' }],
    ['chat.update', { ts: '1.000000', text: 'hello' }],
    ['chat.delete', { ts: '1.000000' }],
    ['conversations.info', {}],
    ['conversations.members', {}],
    ['conversations.history', {}],
    ['conversations.replies', { ts: '1.000000' }],
    ['reactions.add', { timestamp: '1.000000', name: 'wave' }],
  ]

  // channel_not_found stands on the page of each: "Value passed for channel was invalid."
  test.each(inChannel)('%s in its channel is refused with channel_not_found', async (method, args) => {
    expect(await app.call(method, { channel: second().channelId, ...args })).toMatchObject({
      error: 'channel_not_found',
    })
    expect(await callSecond(method, { channel: home().channelId, ...args })).toMatchObject({
      error: 'channel_not_found',
    })
  })

  test('its people are refused with user_not_found', async () => {
    expect(await app.call('users.info', { user: second().memberId })).toMatchObject({
      error: 'user_not_found',
    })
    expect(await callSecond('users.info', { user: home().memberId })).toMatchObject({
      error: 'user_not_found',
    })
    expect(await app.call('conversations.open', { users: second().memberId })).toMatchObject({
      error: 'user_not_found',
    })
  })

  test('its team is refused with team_not_found', async () => {
    expect(await app.call('team.info', { team: second().teamId })).toMatchObject({ error: 'team_not_found' })
  })

  test('its files are refused with file_not_found, and their bytes with a page to sign in', async () => {
    const files = [{ name: 'clip.mp3', base64: 'SUQz' }]
    await actSecond({ say: 'my clip', files })
    const { messages } = await callSecond('conversations.history', { channel: second().channelId })
    const [{ files: [file] = [] } = {}] = messages as { files?: { id: string; url_private: string }[] }[]
    expect(await app.call('files.info', { file: file?.id })).toMatchObject({ error: 'file_not_found' })
    const read = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(String(file?.url_private), { headers })).headers.get('content-type')
    }
    expect(await read(secondToken)).toBe('audio/mpeg')
    expect(await read(home().botToken)).toContain('text/html')
  })

  test('its forms are refused with not_found, and its triggers with invalid_trigger_id', async () => {
    const socket = await app.connect()
    const acting = actSecond({ command: '/music' })
    const envelope = await socket.next('slash_commands')
    socket.ack(envelope)
    const trigger = { trigger_id: envelope.payload.trigger_id, view: modal() }
    expect(await app.call('views.open', trigger)).toMatchObject({ error: 'invalid_trigger_id' })
    const { view } = await callSecond('views.open', trigger)
    const { id: view_id } = view as { id: string }
    expect(view).toMatchObject({ team_id: second().teamId, app_installed_team_id: second().teamId })
    await acting
    expect(await app.call('views.update', { view_id, view: modal() })).toMatchObject({ error: 'not_found' })
  })
})

describe('over the same socket', () => {
  let socket: RawSocket

  beforeEach(async () => {
    socket = await app.connect()
  })

  const next = async (kind: string) => {
    const envelope = await socket.next(kind)
    socket.ack(envelope)
    return envelope.payload
  }

  // https://docs.slack.dev/apis/events-api/#authorizations
  test('an event says its workspace, and the bot for which it is seen', async () => {
    const { user_id } = await callSecond('auth.test')
    await actSecond({ say: 'hello' })
    expect(await next('message')).toMatchObject({
      team_id: second().teamId,
      context_team_id: second().teamId,
      authorizations: [{ team_id: second().teamId, user_id, is_bot: true, is_enterprise_install: false }],
      event: { channel: second().channelId, team: second().teamId },
    })
    await app.act({ say: 'hello' })
    expect(await next('message')).toMatchObject({
      team_id: home().teamId,
      authorizations: [{ team_id: home().teamId }],
    })
  })

  test('a command says its workspace, and is answered there', async () => {
    const acting = actSecond({ command: '/music a shanty' })
    const payload = await next('slash_commands')
    expect(payload).toMatchObject({
      team_id: second().teamId,
      team_domain: 'second-sandbox',
      channel_id: second().channelId,
    })
    const body = JSON.stringify({ text: 'Coming up', response_type: 'in_channel' })
    expect((await fetch(payload.response_url, { method: 'POST', body })).status).toBe(200)
    await acting
    expect(app.slack.people.messages({ channel: second().channelId })).toMatchObject([{ text: 'Coming up' }])
    expect(app.slack.people.messages({ channel: home().channelId })).toEqual([])
  })

  test('a press and a visit say their workspace', async () => {
    const blocks = [{ type: 'actions', elements: [button()] }]
    const message = await post(callSecond, second().channelId, { blocks })
    const pressing = actSecond({ press: { message, button: 'Go' } })
    const pressed = await next('block_actions')
    expect(pressed).toMatchObject({
      team: { id: second().teamId, domain: 'second-sandbox' },
      user: { team_id: second().teamId },
    })
    app.clock.advance(3_000)
    await pressing
    await actSecond({ visit: 'home' })
    expect(await next('app_home_opened')).toMatchObject({ team_id: second().teamId })
  })
})

describe('people', () => {
  test('act where the id of the channel says, and are not known elsewhere', async () => {
    await actSecond({ say: 'hello' })
    expect(app.slack.people.messages({})).toMatchObject([{ channel: second().channelId, author: 'Lea' }])
    await expect(app.act({ say: 'hello' }, second().channelId)).rejects.toMatchObject({ field: 'as' })
    await expect(app.act({ say: 'hello' }, home().channelId, second().memberId)).rejects.toMatchObject({
      field: 'as',
    })
  })

  test('see the app by its name in their own workspace', async () => {
    await app.act({ say: 'hello' }, '@tunesmith', 'Leo')
    const [message] = app.slack.people.messages({ viewer: 'Leo' })
    expect(message).toMatchObject({ author: 'Leo', text: 'hello' })
    expect(await callSecond('conversations.info', { channel: message?.channel })).toMatchObject({ ok: true })
  })
})

test('without the app a workspace tells it nothing and offers nothing of it', async () => {
  app.slack.uninstallFrom(second().teamId)
  const { length } = app.wire.since(0)
  expect(await actSecond({ command: '/music' })).toMatchObject({ refused: '/music is not a valid command' })
  await actSecond({ say: '@tunesmith hello' })
  expect(app.wire.since(length).filter(({ kind }) => kind === 'event')).toEqual([])
})

test('over HTTP both workspaces reach the one request URL', async () => {
  const teams: unknown[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    if (body.team_id) teams.push(body.team_id)
    response.end(body.challenge)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  app.slack.setRequestUrl(`http://127.0.0.1:${port}/`)
  await app.act({ say: 'hello' })
  await actSecond({ say: 'hello' })
  await until(app.wire, () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length === 2)
  server.close()
  expect(teams.toSorted()).toEqual([home().teamId, second().teamId].toSorted())
  expect(app.refusals()).toEqual([])
})
