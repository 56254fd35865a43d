import { type Answer, asForm, manifest, type RawApp } from './support.ts'

export const redirectUri = 'https://bot.example/slack/oauth_redirect'

const plain = manifest()

/**
 * A manifest that lets people be led back, and lets the app ask for this of them besides what the bot may do.
 */
export const distributed = (
  more: { rotates?: boolean; userScopes?: readonly string[]; scopes?: readonly string[] } = {},
) => ({
  ...plain,
  oauth_config: {
    scopes: { bot: more.scopes ?? plain.oauth_config.scopes.bot, user: more.userScopes ?? [] },
    redirect_urls: [redirectUri],
  },
  settings: {
    ...plain.settings,
    event_subscriptions: {
      bot_events: [...plain.settings.event_subscriptions.bot_events, 'app_uninstalled', 'tokens_revoked'],
    },
    token_rotation_enabled: more.rotates ?? false,
  },
})

type Query = Readonly<Record<string, string | undefined>>

/** The address of the page on which a person agrees. */
export const pageUrl = (app: RawApp, more: Query = {}, path = '/oauth/v2/authorize'): string => {
  const asked = {
    client_id: app.slack.addresses.clientId,
    scope: 'chat:write,commands',
    redirect_uri: redirectUri,
    state: 'a state & more',
  }
  return `${new URL(app.slack.addresses.api).origin}${path}?${asForm({ ...asked, ...more })}`
}

/** Where a person is led back to who presses this button. */
export const decide = async (
  app: RawApp,
  answer: 'allow' | 'cancel',
  { team, ...more }: Query = {},
  path?: string,
): Promise<URL> => {
  const body = new URLSearchParams({ answer, ...(team !== undefined && { team }) })
  const response = await fetch(pageUrl(app, more, path), { method: 'POST', body, redirect: 'manual' })
  return new URL(response.headers.get('location') ?? 'about:blank')
}

/** The code of a person who agreed; `team` is the workspace that they chose. */
export const newCode = async (app: RawApp, more?: Query, path?: string): Promise<string> =>
  (await decide(app, 'allow', more, path)).searchParams.get('code') ?? ''

/** A call with the app's own name and secret. */
export const callAsClient = (
  app: RawApp,
  method: string,
  args: Record<string, unknown>,
  token?: string,
): Promise<Answer> => {
  const { clientId: client_id, clientSecret: client_secret } = app.slack.addresses
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return app.request(method, { headers, body: asForm({ client_id, client_secret, ...args }) })
}

/** Trades a code for tokens. */
export const exchange = (app: RawApp, args: Record<string, unknown>): Promise<Answer> =>
  callAsClient(app, 'oauth.v2.access', { redirect_uri: redirectUri, ...args })

/** Comes into a workspace as an app does: the page, the code, the tokens. */
export const installByOAuth = async (app: RawApp, more?: Query): Promise<Answer> =>
  exchange(app, { code: await newCode(app, more) })

/** A call with any token. */
export const callWith = (
  app: RawApp,
  token: unknown,
  method: string,
  args: Record<string, unknown> = {},
): Promise<Answer> =>
  app.request(method, { headers: { authorization: `Bearer ${token}` }, body: asForm(args) })
