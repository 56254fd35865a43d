import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callAsClient, callWith, distributed, installByOAuth } from './oauth-support.ts'
import { asForm, type RawApp, type RawSocket, startRawApp } from './support.ts'

const hour = 60 * 60_000

let app: RawApp

const start = async (more?: Parameters<typeof distributed>[0]): Promise<void> => {
  app = await startRawApp({ manifest: distributed(more) })
}

afterEach(() => app.stop())

const team = () => app.slack.addresses.secondTeam.teamId
const channel = () => app.slack.addresses.secondTeam.channelId
const install = async (more: Record<string, string | undefined> = {}) => {
  const { access_token, refresh_token, ...rest } = await installByOAuth(app, { team: team(), ...more })
  return { token: String(access_token), refreshToken: String(refresh_token), rest }
}
const errorOf = async (token: unknown) => (await callWith(app, token, 'auth.test')).error

// https://docs.slack.dev/authentication/installing-with-oauth
describe('an installation', () => {
  beforeEach(() => start({ userScopes: ['search:read', 'users:read'] }))

  test('is in the workspace that the person chose, with the scopes that were requested', async () => {
    const { token, rest } = await install()
    expect(rest).toMatchObject({
      ok: true,
      token_type: 'bot',
      scope: 'chat:write,commands',
      team: { id: team(), name: 'Second Sandbox' },
      authed_user: { id: app.slack.addresses.secondTeam.adminId },
      enterprise: null,
      is_enterprise_install: false,
    })
    expect(await callWith(app, token, 'auth.test')).toMatchObject({ team_id: team() })
  })

  test('without a scope refuses what needs it with missing_scope, by the scopes of that token', async () => {
    const { token } = await install()
    const user = app.slack.addresses.secondTeam.memberId
    expect(await callWith(app, token, 'users.info', { user })).toEqual({
      ok: false,
      error: 'missing_scope',
      needed: 'users:read',
      provided: 'chat:write,commands',
    })
    expect(await app.call('users.info', { user: app.slack.addresses.memberId })).toMatchObject({ ok: true })
    expect(app.refusals()).toEqual(['users.info: missing_scope'])
  })

  test('tells no event whose scope was not asked for', async () => {
    await install()
    const { length } = app.wire.since(0)
    await app.act({ say: '@tunesmith hello' }, channel(), app.slack.addresses.secondTeam.memberId)
    expect(app.wire.since(length)).toEqual([])
  })

  test('once more adds scopes to those that there are, and keeps the token', async () => {
    const { token } = await install()
    const again = await install({ scope: 'users:read' })
    expect(again.token).toBe(token)
    expect(again.rest.scope).toBe('chat:write,commands,users:read')
    const user = app.slack.addresses.secondTeam.memberId
    expect(await callWith(app, token, 'users.info', { user })).toMatchObject({ ok: true })
  })

  test('on behalf of a person brings their own token besides, which few methods take', async () => {
    const { rest } = await install({ user_scope: 'search:read' })
    const person = rest.authed_user as { id: string; access_token: string }
    expect(person).toEqual({
      id: app.slack.addresses.secondTeam.adminId,
      access_token: expect.stringMatching(/^xoxp-/),
      token_type: 'user',
      scope: 'search:read',
    })
    expect(await callWith(app, person.access_token, 'auth.test')).toMatchObject({
      user_id: person.id,
      team_id: team(),
    })
    const post = { channel: channel(), text: 'hello' }
    expect(await callWith(app, person.access_token, 'chat.postMessage', post)).toMatchObject({
      error: 'not_allowed_token_type',
    })
  })

  test('on behalf of a person alone has no bot', async () => {
    const { rest, token } = await install({ scope: undefined, user_scope: 'search:read' })
    expect([token, rest.authed_user]).toEqual(['undefined', expect.objectContaining({ token_type: 'user' })])
    expect(rest).not.toHaveProperty('bot_user_id')
  })
})

describe('when it ends', () => {
  let socket: RawSocket

  beforeEach(async () => {
    await start({ userScopes: ['search:read'] })
    socket = await app.connect()
  })

  const heard = async (kind: string) => {
    const envelope = await socket.next(kind)
    socket.ack(envelope)
    return envelope.payload
  }

  // Codes: https://docs.slack.dev/reference/methods/auth.test#errors
  test('by a person, the app is told, its tokens are dead, and its bot is in no channel', async () => {
    const { token, rest } = await install({ user_scope: 'search:read' })
    const { id, access_token } = rest.authed_user as { id: string; access_token: string }
    app.slack.uninstallFrom(team())
    // https://docs.slack.dev/reference/events/tokens_revoked
    expect(await heard('tokens_revoked')).toMatchObject({
      team_id: team(),
      event: { tokens: { oauth: [id], bot: [rest.bot_user_id] } },
    })
    expect(await heard('app_uninstalled')).toMatchObject({ team_id: team() })
    expect([await errorOf(token), await errorOf(access_token)]).toEqual(['account_inactive', 'token_revoked'])
    expect(await app.call('auth.test')).toMatchObject({ ok: true })
    const again = await install()
    expect(again.token).not.toBe(token)
    const post = { channel: channel(), text: 'hello' }
    expect(await callWith(app, again.token, 'chat.postMessage', post)).toMatchObject({
      error: 'not_in_channel',
    })
    await app.act({ manage: { what: 'invite bot' } }, channel(), app.slack.addresses.secondTeam.memberId)
    expect(await callWith(app, again.token, 'chat.postMessage', post)).toMatchObject({ ok: true })
  })

  // https://docs.slack.dev/reference/methods/apps.uninstall
  test('by apps.uninstall, it is the same', async () => {
    const { token } = await install()
    expect(await callAsClient(app, 'apps.uninstall', {}, token)).toEqual({ ok: true })
    expect(await heard('app_uninstalled')).toMatchObject({ team_id: team() })
    expect(await errorOf(token)).toBe('account_inactive')
  })

  test.each([
    ['invalid_client_id', { client_id: '1.2' }],
    ['bad_client_secret', { client_secret: 'guess' }],
  ])('by apps.uninstall with %s, nothing happens', async (error, args) => {
    const { token } = await install()
    expect(await callAsClient(app, 'apps.uninstall', args, token)).toEqual({ ok: false, error })
    expect(await errorOf(token)).toBeUndefined()
  })

  // "An app is not uninstalled until its final user and bot tokens are revoked."
  // https://docs.slack.dev/reference/events/app_uninstalled
  test('by auth.revoke of its last token, it is uninstalled', async () => {
    const { token, rest } = await install()
    expect(await callWith(app, token, 'auth.revoke')).toEqual({ ok: true, revoked: true })
    expect(await heard('tokens_revoked')).toMatchObject({
      event: { tokens: { oauth: [], bot: [rest.bot_user_id] } },
    })
    expect(await heard('app_uninstalled')).toMatchObject({ team_id: team() })
    expect(await errorOf(token)).toBe('account_inactive')
  })

  // https://docs.slack.dev/reference/methods/auth.revoke
  test('by auth.revoke of one token of two, it is not: the bot leaves its channels only', async () => {
    const { token, rest } = await install({ user_scope: 'search:read' })
    const { access_token } = rest.authed_user as { access_token: string }
    await callWith(app, token, 'auth.revoke')
    expect(await heard('tokens_revoked')).toMatchObject({
      event: { tokens: { oauth: [], bot: [rest.bot_user_id] } },
    })
    expect([await errorOf(token), await errorOf(access_token)]).toEqual(['account_inactive', undefined])
    await callWith(app, access_token, 'auth.revoke')
    expect(await heard('app_uninstalled')).toMatchObject({ team_id: team() })
  })

  test('by auth.revoke as a test, nothing happens', async () => {
    const { token } = await install()
    expect(await callWith(app, token, 'auth.revoke', { test: 1 })).toEqual({ ok: true, revoked: false })
    expect(await errorOf(token)).toBeUndefined()
  })
})

// https://docs.slack.dev/authentication/using-token-rotation
describe('where tokens rotate', () => {
  beforeEach(() => start({ rotates: true, userScopes: ['search:read'] }))

  const refresh = async (refresh_token: unknown) =>
    callAsClient(app, 'oauth.v2.access', { grant_type: 'refresh_token', refresh_token })

  test('a token comes with what refreshes it, and is expired after twelve hours', async () => {
    const { token, refreshToken, rest } = await install()
    expect([token, refreshToken]).toEqual([
      expect.stringMatching(/^xoxe\.xoxb-1-\w{165}$/),
      expect.stringMatching(/^xoxe-1-\w{146}$/),
    ])
    expect(rest.expires_in).toBe(43_200)
    app.clock.advance(12 * hour - 60_000)
    expect(await errorOf(token)).toBeUndefined()
    app.clock.advance(60_000)
    expect(await errorOf(token)).toBe('token_expired')
    expect(app.refusals()).toEqual(['auth.test: token_expired'])
  })

  test('a refresh token brings a new pair once, with the scopes that there were', async () => {
    const { token, refreshToken } = await install()
    app.clock.advance(12 * hour)
    const renewed = await refresh(refreshToken)
    expect(renewed).toMatchObject({
      token_type: 'bot',
      scope: 'chat:write,commands',
      expires_in: 43_200,
      team: { id: team() },
    })
    expect(renewed.access_token).not.toBe(token)
    expect(await errorOf(renewed.access_token)).toBeUndefined()
    expect(await refresh(refreshToken)).toEqual({ ok: false, error: 'invalid_refresh_token' })
    expect(await refresh('xoxe-1-made-up')).toEqual({ ok: false, error: 'invalid_refresh_token' })
    expect(await refresh(renewed.refresh_token)).toMatchObject({ ok: true })
  })

  test('two tokens are good at a time, and the oldest of three is refused with token_revoked', async () => {
    const { token, refreshToken } = await install()
    const second = await refresh(refreshToken)
    expect([await errorOf(token), await errorOf(second.access_token)]).toEqual([undefined, undefined])
    const third = await refresh(second.refresh_token)
    expect(await errorOf(token)).toBe('token_revoked')
    expect([await errorOf(second.access_token), await errorOf(third.access_token)]).toEqual([
      undefined,
      undefined,
    ])
  })

  test("a person's token expires and is refreshed apart from the bot's", async () => {
    const { rest } = await install({ user_scope: 'search:read' })
    const person = rest.authed_user as { id: string; access_token: string; refresh_token: string }
    expect(person).toMatchObject({
      access_token: expect.stringMatching(/^xoxe\.xoxp-1-/),
      expires_in: 43_200,
    })
    app.clock.advance(12 * hour)
    expect(await errorOf(person.access_token)).toBe('token_expired')
    const renewed = await refresh(person.refresh_token)
    expect(renewed).toMatchObject({ token_type: 'user', scope: 'search:read', user_id: person.id })
    expect(await callWith(app, renewed.access_token, 'auth.test')).toMatchObject({ user_id: person.id })
  })

  test('what was uninstalled is not refreshed', async () => {
    const { refreshToken } = await install()
    app.slack.uninstallFrom(team())
    expect(await refresh(refreshToken)).toEqual({ ok: false, error: 'invalid_refresh_token' })
  })

  test('a lasting token is exchanged for one that expires, once, and is dead by that', async () => {
    const { botToken } = app.slack.addresses
    const exchanged = await callAsClient(app, 'oauth.v2.exchange', {}, botToken)
    expect(exchanged).toMatchObject({
      access_token: expect.stringMatching(/^xoxe\.xoxb-1-/),
      refresh_token: expect.stringMatching(/^xoxe-1-/),
      expires_in: 43_200,
      team: { id: app.slack.addresses.teamId },
    })
    expect(await errorOf(exchanged.access_token)).toBeUndefined()
    expect(await errorOf(botToken)).toBe('token_revoked')
    expect(await callAsClient(app, 'oauth.v2.exchange', { token: botToken })).toMatchObject({
      error: 'token_already_exchanged',
    })
  })

  // https://docs.slack.dev/reference/methods/oauth.v2.exchange#errors
  test.each<readonly [string, () => Promise<string | undefined>]>([
    ['invalid_token', async () => 'xoxb-made-up'],
    ['invalid_token', async () => undefined],
    ['invalid_token', async () => (await install()).token],
    [
      'authorization_not_found',
      async () => {
        app.slack.uninstallFrom(app.slack.addresses.teamId)
        return app.slack.addresses.botToken
      },
    ],
  ])('another token is refused with %s', async (error, token) => {
    expect(await callAsClient(app, 'oauth.v2.exchange', {}, await token())).toEqual({ ok: false, error })
  })

  test.each([
    ['invalid_client_id', { client_id: '1.2' }],
    ['bad_client_secret', { client_secret: 'guess' }],
  ])('a stranger is refused with %s', async (error, args) => {
    const { botToken } = app.slack.addresses
    expect(await callAsClient(app, 'oauth.v2.exchange', args, botToken)).toEqual({ ok: false, error })
  })

  test('they do so for good: a manifest without it is refused', () => {
    expect(() => app.slack.installManifest(distributed())).toThrow(
      'token rotation cannot be turned off again',
    )
  })

  test('no token of any kind stands on the wire', async () => {
    const { refreshToken } = await install({ user_scope: 'search:read' })
    await refresh(refreshToken)
    await callAsClient(app, 'oauth.v2.exchange', { token: app.slack.addresses.botToken })
    expect(JSON.stringify(app.wire.since(0))).not.toMatch(/xox[abep][.-][\w.-]{20}/)
  })

  test('they can be let expire at once, in one workspace', async () => {
    const { token, refreshToken } = await install()
    app.slack.faults.add({ token: 'expire', workspace: team() })
    expect(await errorOf(token)).toBe('token_expired')
    expect(await refresh(refreshToken)).toMatchObject({ ok: true })
  })
})

test('where tokens do not rotate, there is nothing to exchange or to let expire', async () => {
  await start()
  const { botToken } = app.slack.addresses
  expect(await callAsClient(app, 'oauth.v2.exchange', {}, botToken)).toEqual({
    ok: false,
    error: 'token_rotation_not_enabled',
  })
  expect(() => app.slack.faults.add({ token: 'expire' })).toThrow('needs a token that can expire')
})

test('a revocation that was asked for is of one workspace, and is taken back', async () => {
  await start()
  const { token } = await install()
  app.slack.faults.add({ token: 'revoke', workspace: team(), answer: 'account_inactive' })
  expect([await errorOf(token), await errorOf(app.slack.addresses.botToken)]).toEqual([
    'account_inactive',
    undefined,
  ])
  app.slack.faults.clear()
  expect(await errorOf(token)).toBeUndefined()
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${app.slack.addresses.api}auth.test`, {
    method: 'POST',
    headers,
    body: asForm({}),
  })
  expect(response.headers.get('x-oauth-scopes')).toBe('chat:write,commands')
  expect(() => app.slack.faults.add({ token: 'revoke', workspace: 'T0' })).toThrow(
    'is none that there is here',
  )
})
