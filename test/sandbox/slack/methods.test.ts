import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest, type RawApp, startRawApp } from './support.ts'

let app: RawApp

beforeAll(async () => {
  app = await startRawApp()
})

afterAll(() => app.stop())

const withToken = (token: string, body: RequestInit['body'] = new URLSearchParams()): RequestInit => ({
  headers: { authorization: `Bearer ${token}` },
  body,
})

describe('a call is refused', () => {
  // Codes: https://docs.slack.dev/reference/methods/auth.test#errors, shared by all methods.
  const faults: readonly [string, string, () => RequestInit, string][] = [
    ['without a token', 'auth.test', () => ({}), 'not_authed'],
    ['with an unknown token', 'auth.test', () => withToken('xoxb-1-2-nothing'), 'invalid_auth'],
    [
      "with the app's token where the bot's belongs",
      'auth.test',
      () => withToken(app.slack.addresses.appToken),
      'not_allowed_token_type',
    ],
    [
      "with the bot's token where the app's belongs",
      'apps.connections.open',
      () => withToken(app.slack.addresses.botToken),
      'not_allowed_token_type',
    ],
    ['for an unknown method', 'music.make', () => withToken(app.slack.addresses.botToken), 'unknown_method'],
    [
      'with an argument that the method does not know',
      'auth.test',
      () => withToken(app.slack.addresses.botToken, new URLSearchParams({ mood: 'good' })),
      'invalid_arguments',
    ],
    [
      'without an argument that the method needs',
      'users.info',
      () => withToken(app.slack.addresses.botToken),
      'invalid_arguments',
    ],
    [
      'with an argument of the wrong kind',
      'users.info',
      () =>
        withToken(
          app.slack.addresses.botToken,
          new URLSearchParams({ user: 'U1', include_locale: 'perhaps' }),
        ),
      'invalid_arguments',
    ],
    ['with JSON that is none', 'auth.test', () => json('{'), 'invalid_json'],
    ['with JSON that is a list', 'auth.test', () => json('[]'), 'json_not_object'],
    [
      'with a form that is broken',
      'auth.test',
      () => typed('multipart/form-data; boundary=x', 'nothing'),
      'invalid_form_data',
    ],
    ['with a body of another type', 'auth.test', () => typed('text/plain', 'hello'), 'invalid_post_type'],
  ]

  const typed = (contentType: string, body: string): RequestInit => ({
    headers: { authorization: `Bearer ${app.slack.addresses.botToken}`, 'content-type': contentType },
    body,
  })
  const json = (body: string) => typed('application/json; charset=utf-8', body)

  test.each(faults)('%s', async (_what, method, init, error) => {
    const before = app.refusals().length
    expect(await app.request(method, init())).toMatchObject({ ok: false, error })
    expect(app.refusals().slice(before)).toEqual([`${method}: ${error}`])
  })

  test('and says which argument is unknown, as Slack words faults', async () => {
    const { response_metadata } = await app.call('auth.test', { mood: 'good' })
    expect(response_metadata).toEqual({ messages: ['[ERROR] unknown argument: mood [json-pointer:/mood]'] })
  })

  test('where nothing is served at all', async () => {
    const { status } = await fetch(new URL('/nowhere', app.slack.addresses.api))
    expect([status, app.refusals().at(-1)]).toEqual([404, 'GET /nowhere: nothing is there'])
  })
})

describe('a call is taken', () => {
  test('with its arguments and token in a form, in JSON, in a multipart form or in the query', async () => {
    const { botToken: token, memberId: user, api } = app.slack.addresses
    const form = new FormData()
    form.set('user', user)
    form.set('token', token)
    const ways: RequestInit[] = [
      { body: new URLSearchParams({ user, token }) },
      { body: form },
      {
        body: JSON.stringify({ user }),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
      },
    ]
    for (const way of ways)
      expect(await app.request('users.info', way)).toMatchObject({ ok: true, user: { id: user } })
    const query = new URLSearchParams({ user, token })
    expect(await (await fetch(`${api}users.info?${query}`)).json()).toMatchObject({ ok: true })
  })

  test('and no secret of it is on the wire', async () => {
    const { botToken: token, appToken } = app.slack.addresses
    await app.request('auth.test', { body: new URLSearchParams({ token }) })
    await app.request('apps.connections.open', { body: new URLSearchParams({ token: appToken }) })
    const wire = JSON.stringify(app.wire.since(0))
    expect(wire).not.toContain(token)
    expect(wire).not.toContain(appToken)
  })

  test('and tells who is there', async () => {
    const { adminId, memberId, teamId, channelIds } = app.slack.addresses
    const { team_id, user_id } = await app.call('auth.test')
    expect(team_id).toBe(teamId)
    expect(await app.call('users.info', { user: adminId })).toMatchObject({
      user: { is_admin: true, is_owner: false },
    })
    expect(await app.call('users.info', { user: memberId, include_locale: true })).toMatchObject({
      user: { is_admin: false, is_owner: false, is_bot: false, locale: 'en-US' },
    })
    expect(await app.call('users.list')).toMatchObject({
      members: [{ is_owner: true }, {}, {}, {}, { id: user_id, is_bot: true }],
    })
    const { usergroups } = await app.call('usergroups.list', { include_users: true })
    const [group] = usergroups as { id: string; handle: string; users: string[] }[]
    expect(group).toMatchObject({ handle: 'musicians', users: [app.slack.addresses.memberIds[1]] })
    expect(await app.call('usergroups.users.list', { usergroup: group?.id })).toMatchObject({
      users: group?.users,
    })
    expect(await app.call('bots.info')).toMatchObject({ bot: { name: 'Tunesmith', user_id } })
    expect(await app.call('team.info')).toMatchObject({ team: { id: teamId, name: 'Sandbox' } })
    const { channels } = await app.call('conversations.list', { exclude_archived: true })
    expect(channels).toMatchObject([
      { name: 'general', is_member: true },
      {},
      { name: 'no-bots', is_member: false },
    ])
    expect(
      await app.call('conversations.info', { channel: channelIds[0], include_num_members: true }),
    ).toMatchObject({
      channel: { name: 'general', num_members: 5 },
    })
    expect((await app.call('conversations.members', { channel: channelIds[2] })).members).toHaveLength(4)
  })

  test('and goes through a list page by page', async () => {
    const names: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const page = await app.call('users.list', { limit: 2, cursor })
      names.push(...(page.members as { name: string }[]).map(({ name }) => name))
      cursor = (page.response_metadata as { next_cursor: string }).next_cursor || undefined
    }
    expect(names).toEqual(['olga', 'ada', 'max', 'mia', 'tunesmith'])
  })
})

describe('what does not exist is refused', () => {
  const faults: readonly [string, Record<string, unknown>, string][] = [
    ['users.info', { user: 'U404' }, 'user_not_found'],
    ['usergroups.users.list', { usergroup: 'S404' }, 'no_such_subteam'],
    ['bots.info', { bot: 'B404' }, 'bot_not_found'],
    ['team.info', { team: 'T404' }, 'team_not_found'],
    ['conversations.info', { channel: 'C404' }, 'channel_not_found'],
    ['conversations.open', { users: 'U404' }, 'user_not_found'],
    ['conversations.open', {}, 'users_list_not_supplied'],
    ['conversations.list', { types: 'secret_channel' }, 'invalid_types'],
    ['users.list', { cursor: 'nonsense' }, 'invalid_cursor'],
    ['users.list', { limit: 1001 }, 'invalid_limit'],
    ['files.info', { file: 'F404' }, 'file_not_found'],
  ]

  test.each(faults)('by %s of %j', async (method, args, error) => {
    expect(await app.call(method, args)).toMatchObject({ ok: false, error })
    expect(app.refusals().at(-1)).toBe(`${method}: ${error}`)
  })
})

describe('without its scope in the manifest a method is refused', () => {
  let bare: RawApp

  beforeAll(async () => {
    bare = await startRawApp({ manifest: manifest({ scopes: ['commands', 'pins:read'], events: [] }) })
  })

  afterAll(() => bare.stop())

  // Scopes: the page of each method under https://docs.slack.dev/reference/methods/
  const scopes: readonly [string, Record<string, unknown>, string][] = [
    ['chat.postMessage', { channel: 'C1', text: 'x' }, 'chat:write'],
    ['chat.update', { channel: 'C1', ts: '1.2', text: 'x' }, 'chat:write'],
    ['chat.delete', { channel: 'C1', ts: '1.2' }, 'chat:write'],
    ['chat.postEphemeral', { channel: 'C1', user: 'U1', text: 'x' }, 'chat:write'],
    ['conversations.open', { users: 'U1' }, 'im:write'],
    ['conversations.list', {}, 'channels:read'],
    ['conversations.list', { types: 'im' }, 'im:read'],
    ['users.info', { user: 'U1' }, 'users:read'],
    ['users.list', {}, 'users:read'],
    ['bots.info', {}, 'users:read'],
    ['usergroups.list', {}, 'usergroups:read'],
    ['usergroups.users.list', { usergroup: 'S1' }, 'usergroups:read'],
    ['team.info', {}, 'team:read'],
    ['reactions.add', { channel: 'C1', timestamp: '1.2', name: 'tada' }, 'reactions:write'],
    ['files.getUploadURLExternal', { filename: 'a', length: 1 }, 'files:write'],
    ['files.completeUploadExternal', { files: [{ id: 'F1' }] }, 'files:write'],
    ['files.delete', { file: 'F1' }, 'files:write'],
    ['files.info', { file: 'F1' }, 'files:read'],
  ]

  test.each(scopes)('%s %j needs %s', async (method, args, needed) => {
    expect(await bare.call(method, args)).toMatchObject({
      ok: false,
      error: 'missing_scope',
      needed,
      provided: 'commands,pins:read',
    })
    expect(bare.refusals().at(-1)).toBe(`${method}: missing_scope`)
  })

  test.each(['info', 'members', 'history', 'replies'])(
    'conversations.%s by the kind of conversation',
    async (name) => {
      const right = ['info', 'members'].includes(name) ? 'read' : 'history'
      const args = { channel: bare.slack.addresses.channelId, ...(name === 'replies' && { ts: '1.2' }) }
      expect(await bare.call(`conversations.${name}`, args)).toMatchObject({
        error: 'missing_scope',
        needed: `channels:${right}`,
      })
    },
  )

  test('and every answer says in its headers what is held and what is taken', async () => {
    const { api, botToken } = bare.slack.addresses
    const { headers } = await fetch(`${api}users.list`, { headers: { authorization: `Bearer ${botToken}` } })
    expect([headers.get('x-oauth-scopes'), headers.get('x-accepted-oauth-scopes')]).toEqual([
      'commands,pins:read',
      'users:read',
    ])
  })
})
