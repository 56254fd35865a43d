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

  test('is good once', async () => {
    // The page of this method knows code_already_used no more than observers do; the one of oauth.access lists it.
    const code = await newCode(app)
    await exchange(app, { code })
    expect(await exchange(app, { code })).toEqual({ ok: false, error: 'invalid_code' })
  })

  test('is good for ten minutes', async () => {
    const code = await newCode(app)
    app.clock.advance(600_000)
    expect(await exchange(app, { code })).toMatchObject({ error: 'invalid_code' })
  })

  test.each<readonly [string, Record<string, unknown>, string]>([
    ['by another client', { client_id: '1.2' }, 'invalid_client_id'],
    ['with a wrong secret', { client_secret: 'guess' }, 'bad_client_secret'],
    ['for another address', { redirect_uri: 'https://evil.example/' }, 'bad_redirect_uri'],
    ['without the address that was named', { redirect_uri: undefined }, 'bad_redirect_uri'],
    ['that was made up', { code: '1.2.3' }, 'invalid_code'],
    ['that is missing', { code: undefined }, 'invalid_code'],
    ['in another kind of exchange', { grant_type: 'password' }, 'invalid_grant_type'],
    ['with a verifier, where the app has no PKCE', { code_verifier: 'secret' }, 'pkce_not_allowed'],
  ])('%s is refused', async (_what, args, error) => {
    expect(await exchange(app, { code: await newCode(app), ...args })).toEqual({ ok: false, error })
    expect(app.refusals()).toEqual([`oauth.v2.access: ${error}`])
  })

  test('of the older address is refused with oauth_authorization_url_mismatch', async () => {
    const code = await newCode(app, {}, '/oauth/authorize')
    expect(await exchange(app, { code })).toEqual({ ok: false, error: 'oauth_authorization_url_mismatch' })
    expect(app.refusals()).toEqual(['oauth.v2.access: oauth_authorization_url_mismatch'])
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
