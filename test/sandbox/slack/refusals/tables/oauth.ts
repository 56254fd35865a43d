import { asForm, manifest, type RawApp, times } from '../../support.ts'
import { call, noAnswer, type Refusal, sendRaw } from '../refusal.ts'

const redirectUri = 'https://bot.example/slack/oauth_redirect'
const plain = manifest({ events: [] })
const app = {
  manifest: { ...plain, oauth_config: { ...plain.oauth_config, redirect_urls: [redirectUri] } },
}

const rotating = {
  manifest: {
    ...app.manifest,
    settings: { ...plain.settings, token_rotation_enabled: true },
  },
}

const pageUrl = ({ slack }: RawApp, more: Record<string, unknown> = {}, flow = 'v2/'): string => {
  const asked = {
    client_id: slack.addresses.clientId,
    scope: 'chat:write,commands',
    redirect_uri: redirectUri,
    state: 'a state',
  }
  return `${new URL(slack.addresses.api).origin}/oauth/${flow}authorize?${asForm({ ...asked, ...more })}`
}

const newCode = async (raw: RawApp, flow?: string): Promise<string> => {
  const body = new URLSearchParams({ answer: 'allow' })
  const response = await fetch(pageUrl(raw, {}, flow), { method: 'POST', body, redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

const page = (what: string, args: Record<string, unknown>, why: string): Refusal => ({
  what: `a way to the app by ${what}`,
  no: 'oauth/v2/authorize:',
  app,
  provoke: async (raw) => {
    const response = await fetch(pageUrl(raw, args), { redirect: 'manual' })
    return [response.status, (await response.text()).includes(why)]
  },
  answer: [400, true],
  wire: [`oauth/v2/authorize: ${why}`],
})

type Code = Parameters<typeof call>[3]
type Exchange = (raw: RawApp) => Promise<Record<string, unknown>>

const exchange = (what: string, args: Exchange, no: Code): Refusal => ({
  what: `an exchange of a code ${what}`,
  no,
  app,
  provoke: async (raw) => {
    const { clientId: client_id, clientSecret: client_secret } = raw.slack.addresses
    const form = { client_id, client_secret, redirect_uri: redirectUri, ...(await args(raw)) }
    return sendRaw(raw, 'oauth.v2.access', { body: asForm(form) })
  },
  answer: noAnswer('oauth.v2.access', no),
  wire: [`oauth.v2.access: ${no}`],
})

const withCode =
  (args: Record<string, unknown>): Exchange =>
  async (raw) => ({ code: await newCode(raw), ...args })

/** https://docs.slack.dev/authentication/installing-with-oauth */
export const installing: readonly Refusal[] = [
  page('another client', { client_id: '1.2' }, 'Invalid client_id parameter'),
  page(
    'an address of somebody else',
    { redirect_uri: 'https://evil.example/' },
    'redirect_uri did not match any configured URIs',
  ),
  page(
    'an address that only begins alike',
    { redirect_uri: `${redirectUri}.evil.example` },
    'redirect_uri did not match any configured URIs',
  ),
  page('a workspace that is none', { team: 'T404' }, 'Invalid team parameter'),
  page('no scope', { scope: '' }, 'No scopes requested'),
  page('an undeclared scope', { scope: 'chat:write admin' }, 'Invalid permissions requested: admin'),
  exchange('by another client', withCode({ client_id: '1.2' }), 'invalid_client_id'),
  exchange('with a wrong secret', withCode({ client_secret: 'guess' }), 'bad_client_secret'),
  exchange('for another address', withCode({ redirect_uri: 'https://evil.example/' }), 'bad_redirect_uri'),
  exchange('without the address that was named', withCode({ redirect_uri: undefined }), 'bad_redirect_uri'),
  exchange(
    'with a verifier, where the app has no PKCE',
    withCode({ code_verifier: 'x' }),
    'pkce_not_allowed',
  ),
  exchange(
    'from the older page',
    async (raw) => ({ code: await newCode(raw, '') }),
    'oauth_authorization_url_mismatch',
  ),
  exchange(
    'for a refresh that is none',
    async () => ({ grant_type: 'refresh_token', refresh_token: 'xoxe-1-nothing' }),
    'invalid_refresh_token',
  ),
  exchange('in another kind of exchange', withCode({ grant_type: 'password' }), 'invalid_grant_type'),
  exchange('that was made up', async () => ({ code: '1.2.3' }), 'invalid_code'),
  exchange('that is missing', async () => ({}), 'invalid_code'),
  exchange(
    'after ten minutes',
    async (raw) => {
      const code = await newCode(raw)
      raw.clock.advance(10 * 60_000)
      return { code }
    },
    'invalid_code',
  ),
  exchange(
    'that was exchanged',
    async (raw) => {
      const code = await newCode(raw)
      const { clientId: client_id, clientSecret: client_secret } = raw.slack.addresses
      const form = { client_id, client_secret, redirect_uri: redirectUri, code }
      await raw.request('oauth.v2.access', { body: asForm(form) })
      return { code }
    },
    'invalid_code',
  ),
]

const swap = (raw: RawApp, token = raw.slack.addresses.botToken) => {
  const { clientId: client_id, clientSecret: client_secret } = raw.slack.addresses
  const headers = { authorization: `Bearer ${token}` }
  return sendRaw(raw, 'oauth.v2.exchange', { headers, body: asForm({ client_id, client_secret }) })
}

const swapping = (
  what: string,
  no: Code,
  provoke: Refusal['provoke'],
  options: NonNullable<Refusal['app']> = rotating,
): Refusal => ({
  what: `a token that lasts ${what}`,
  no,
  app: options,
  provoke,
  answer: noAnswer('oauth.v2.exchange', no),
  wire: [`oauth.v2.exchange: ${no}`],
})

const testWith = (raw: RawApp, token: string) =>
  sendRaw(raw, 'auth.test', { headers: { authorization: `Bearer ${token}` } })

/** https://docs.slack.dev/authentication/using-token-rotation */
export const rotation: readonly Refusal[] = [
  swapping('swapped where nothing rotates', 'token_rotation_not_enabled', (raw) => swap(raw), app),
  swapping('swapped though it is none', 'invalid_token', (raw) => swap(raw, 'xoxb-1-2-nothing')),
  swapping('swapped twice', 'token_already_exchanged', async (raw) => {
    await swap(raw)
    return swap(raw)
  }),
  swapping('swapped after it was revoked', 'authorization_not_found', (raw) => {
    raw.slack.faults.add({ token: 'revoke' })
    return swap(raw)
  }),
  {
    what: 'a call with a token that lasted, once it was swapped',
    no: 'token_revoked',
    app: rotating,
    provoke: async (raw) => {
      await swap(raw)
      return testWith(raw, raw.slack.addresses.botToken)
    },
    answer: noAnswer('auth.test', 'token_revoked'),
    wire: ['auth.test: token_revoked'],
  },
  {
    what: 'a call with a token after its twelve hours',
    no: 'token_expired',
    app: rotating,
    provoke: async (raw) => {
      const { body } = await swap(raw)
      raw.clock.advance(12 * 60 * 60_000)
      return testWith(raw, String((body as { access_token: string }).access_token))
    },
    answer: noAnswer('auth.test', 'token_expired'),
    wire: ['auth.test: token_expired'],
  },
]

/** https://docs.slack.dev/apis/web-api/rate-limits; every rate has tests of its own in ../../rates.test.ts */
export const overRates: readonly Refusal[] = [
  call(
    'a sixth message at once in one channel',
    'chat.postMessage',
    async (raw) => {
      const message = { channel: raw.slack.addresses.channelId, text: 'x' }
      for (const _ of times(5, () => undefined)) await raw.call('chat.postMessage', message)
      return message
    },
    'ratelimited',
    { app: { rates: 'strict' }, status: 429, retryAfter: '1' },
  ),
]
