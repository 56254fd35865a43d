import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decide, distributed, exchange, newCode, pageUrl, redirectUri } from './oauth-support.ts'
import { asForm, type RawApp, startRawApp, times } from './support.ts'

let app: RawApp

beforeEach(async () => {
  app = await startRawApp({ manifest: distributed({ userScopes: ['search:read', 'users:read'] }) })
})

afterEach(() => app.stop())

// https://docs.slack.dev/authentication/installing-with-oauth
describe('the page on which a person lets the app in', () => {
  test('says what the app asks for', async () => {
    const response = await fetch(pageUrl(app))
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain('chat:write, commands')
  })

  test('leads back with a code and the state as it was', async () => {
    const back = await decide(app, 'allow')
    expect(back.origin + back.pathname).toBe(redirectUri)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^\d+\.\d+\.\w+$/),
      state: 'a state & more',
    })
  })

  test('leads back with a refusal and the state as it was', async () => {
    const back = await decide(app, 'cancel')
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'a state & more' })
  })

  test('leads to the first address of the manifest when none is named', async () => {
    expect((await decide(app, 'allow', { redirect_uri: undefined })).href).toContain(redirectUri)
  })

  test.each<readonly [string, Record<string, string>, string]>([
    ['another client', { client_id: '1.2' }, 'Invalid client_id parameter'],
    [
      'an address of somebody else',
      { redirect_uri: 'https://evil.example/' },
      'redirect_uri did not match any configured URIs',
    ],
    [
      'an address that only begins alike',
      { redirect_uri: `${redirectUri}.evil.example` },
      'redirect_uri did not match any configured URIs',
    ],
    ['no scope', { scope: '' }, 'No scopes requested'],
    [
      'a scope that the manifest does not declare',
      { scope: 'chat:write <admin>' },
      'Invalid permissions requested: <admin>',
    ],
    [
      'a scope of the person that the manifest does not declare',
      { user_scope: 'stars:read' },
      'Invalid permissions requested: stars:read',
    ],
    ['a workspace that there is not', { team: 'T0' }, 'Invalid team parameter'],
  ])('refuses %s', async (_what, more, why) => {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(pageUrl(app, more), { method, redirect: 'manual' })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(why.replace('<', '&lt;').replace('>', '&gt;'))
    }
    expect(app.refusals()).toEqual(times(2, () => `oauth/v2/authorize: ${why}`))
  })
})

// https://docs.slack.dev/reference/methods/oauth.v2.access
describe('a code', () => {
  test('is exchanged for the token of the bot, with the secret in the body or in the header', async () => {
    const { botToken, clientId, clientSecret, teamId, adminId } = app.slack.addresses
    const expected = {
      ok: true,
      access_token: botToken,
      token_type: 'bot',
      scope: distributed().oauth_config.scopes.bot.join(','),
      team: { id: teamId },
      enterprise: null,
      authed_user: { id: adminId },
      is_enterprise_install: false,
    }
    expect(await exchange(app, { code: await newCode(app) })).toMatchObject(expected)
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const body = asForm({ code: await newCode(app), redirect_uri: redirectUri })
    const init = { headers: { authorization: `Basic ${basic}` }, body }
    expect(await app.request('oauth.v2.access', init)).toMatchObject(expected)
    expect(app.refusals()).toEqual([])
  })

  test('needs no address where none was named', async () => {
    const code = await newCode(app, { redirect_uri: undefined })
    expect(await exchange(app, { code, redirect_uri: undefined })).toMatchObject({ ok: true })
  })

  test('brings back an app whose token was revoked', async () => {
    const code = await newCode(app)
    app.slack.faults.add({ token: 'revoke' })
    expect(await app.call('auth.test')).toMatchObject({ error: 'token_revoked' })
    await exchange(app, { code })
    expect(await app.call('auth.test')).toMatchObject({ ok: true })
  })

  test('leaves no secret on the wire', async () => {
    await exchange(app, { code: await newCode(app) })
    const { botToken, clientSecret } = app.slack.addresses
    const wire = JSON.stringify(app.wire.since(0))
    expect([wire.includes(clientSecret), wire.includes(botToken)]).toEqual([false, false])
  })
})
