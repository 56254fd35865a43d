import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asForm, manifest, type RawApp, startRawApp, times } from './support.ts'

const redirectUri = 'https://bot.example/slack/oauth_redirect'
const plain = manifest()

let app: RawApp

beforeEach(async () => {
  app = await startRawApp({
    manifest: { ...plain, oauth_config: { ...plain.oauth_config, redirect_urls: [redirectUri] } },
  })
})

afterEach(() => app.stop())

const asked = () => ({
  client_id: app.slack.addresses.clientId,
  scope: 'chat:write,commands',
  redirect_uri: redirectUri,
  state: 'a state & more',
})

const pageUrl = (more: Record<string, string | undefined> = {}): string => {
  const origin = new URL(app.slack.addresses.api).origin
  return `${origin}/oauth/v2/authorize?${asForm({ ...asked(), ...more })}`
}

const decide = async (answer: string, more?: Record<string, string | undefined>): Promise<URL> => {
  const init = { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' } as const
  const response = await fetch(pageUrl(more), init)
  expect(response.status).toBe(302)
  return new URL(response.headers.get('location') ?? '')
}

const newCode = async (more?: Record<string, string | undefined>): Promise<string> =>
  (await decide('allow', more)).searchParams.get('code') ?? ''

const exchange = (args: Record<string, unknown>) => {
  const { clientId: client_id, clientSecret: client_secret } = app.slack.addresses
  return app.request('oauth.v2.access', {
    body: asForm({ client_id, client_secret, redirect_uri: redirectUri, ...args }),
  })
}

// https://docs.slack.dev/authentication/installing-with-oauth
describe('the page on which a person lets the app in', () => {
  test('says what the app asks for', async () => {
    const response = await fetch(pageUrl())
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain('chat:write, commands')
  })

  test('leads back with a code and the state as it was', async () => {
    const back = await decide('allow')
    expect(back.origin + back.pathname).toBe(redirectUri)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^\d+\.\d+\.\w+$/),
      state: 'a state & more',
    })
  })

  test('leads back with a refusal and the state as it was', async () => {
    const back = await decide('cancel')
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'a state & more' })
  })

  test('leads to the first address of the manifest when none is named', async () => {
    expect((await decide('allow', { redirect_uri: undefined })).href).toContain(redirectUri)
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
  ])('refuses %s', async (_what, more, why) => {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(pageUrl(more), { method, redirect: 'manual' })
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
      scope: plain.oauth_config.scopes.bot.join(','),
      team: { id: teamId },
      enterprise: null,
      authed_user: { id: adminId },
      is_enterprise_install: false,
    }
    expect(await exchange({ code: await newCode() })).toMatchObject(expected)
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const body = asForm({ code: await newCode(), redirect_uri: redirectUri })
    const init = { headers: { authorization: `Basic ${basic}` }, body }
    expect(await app.request('oauth.v2.access', init)).toMatchObject(expected)
    expect(app.refusals()).toEqual([])
  })

  test('is good once', async () => {
    const code = await newCode()
    await exchange({ code })
    expect(await exchange({ code })).toEqual({ ok: false, error: 'invalid_code' })
  })

  test('is good for ten minutes', async () => {
    const code = await newCode()
    app.clock.advance(600_000)
    expect(await exchange({ code })).toMatchObject({ error: 'invalid_code' })
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
    expect(await exchange({ code: await newCode(), ...args })).toEqual({ ok: false, error })
    expect(app.refusals()).toEqual([`oauth.v2.access: ${error}`])
  })

  test('brings back an app whose token was revoked', async () => {
    const code = await newCode()
    app.slack.faults.add({ token: 'revoke' })
    expect(await app.call('auth.test')).toMatchObject({ error: 'token_revoked' })
    await exchange({ code })
    expect(await app.call('auth.test')).toMatchObject({ ok: true })
  })

  test('leaves no secret on the wire', async () => {
    await exchange({ code: await newCode() })
    const { botToken, clientSecret } = app.slack.addresses
    const wire = JSON.stringify(app.wire.since(0))
    expect([wire.includes(clientSecret), wire.includes(botToken)]).toEqual([false, false])
  })
})
