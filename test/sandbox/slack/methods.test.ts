import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest, type RawApp, startRawApp } from './support.ts'

let app: RawApp

beforeAll(async () => {
  app = await startRawApp()
})

afterAll(() => app.stop())

describe('a call is taken', () => {
  test('with its arguments and token in a form or a multipart form, or in JSON or the query with its token in the header', async () => {
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
    const headers = { authorization: `Bearer ${token}` }
    const inQuery = await fetch(`${api}users.info?${new URLSearchParams({ user })}`, { headers })
    expect(await inQuery.json()).toMatchObject({ ok: true, user: { id: user } })
  })

  test('and no secret of it is on the wire', async () => {
    const { botToken: token, appToken } = app.slack.addresses
    await app.request('auth.test', { body: new URLSearchParams({ token }) })
    await app.request('apps.connections.open', { body: new URLSearchParams({ token: appToken }) })
    const wire = JSON.stringify(app.wire.since(0))
    expect(wire).not.toContain(token)
    expect(wire).not.toContain(appToken)
  })

  test('without a token where it needs none', async () => {
    expect(await app.request('api.test', { body: new URLSearchParams({ foo: 'bar' }) })).toEqual({
      ok: true,
      args: { foo: 'bar' },
    })
  })

  test('and tells where the bot is, but not that it is', async () => {
    const { channelIds } = app.slack.addresses
    const { channels } = await app.call('users.conversations', { exclude_archived: true })
    const open = channels as { id: string; is_member?: boolean }[]
    expect(open.map(({ id }) => id)).toEqual(channelIds.slice(0, 2))
    expect(open.filter((channel) => 'is_member' in channel)).toEqual([])
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

describe('whatever the manifest asks for,', () => {
  let bare: RawApp

  beforeAll(async () => {
    bare = await startRawApp({ manifest: manifest({ scopes: ['commands', 'pins:read'], events: [] }) })
  })

  afterAll(() => bare.stop())

  test('every answer says in its headers what is held and what is taken', async () => {
    const { api, botToken } = bare.slack.addresses
    const { headers } = await fetch(`${api}users.list`, { headers: { authorization: `Bearer ${botToken}` } })
    expect([headers.get('x-oauth-scopes'), headers.get('x-accepted-oauth-scopes')]).toEqual([
      'commands,pins:read',
      'users:read',
    ])
  })
})
