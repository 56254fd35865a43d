import { z } from 'zod'
import { reinstate } from '../faults/faults.ts'
import { botOf, installIn, revokeFor, uninstallFrom } from '../installations.ts'
import { type Caller, flag, type Method, method } from '../method.ts'
import type { Grant } from '../oauth.ts'
import { Refused } from '../refusal.ts'
import type { World } from '../state.ts'
import { type Credentials, exchange, issueToken, type Renewed, refresh } from '../tokens.ts'

type Client = { readonly client_id?: string | undefined; readonly client_secret?: string | undefined }

type Exchange = Client & {
  readonly code?: string | undefined
  readonly redirect_uri?: string | undefined
}

const clientArguments = { client_id: z.string().optional(), client_secret: z.string().optional() }

const checkClient = (world: World, { client_id, client_secret }: Client): void => {
  if (client_id !== world.app.clientId) throw new Refused('invalid_client_id')
  if (client_secret !== world.app.clientSecret) throw new Refused('bad_client_secret')
}

/** A code is good once and for ten minutes, whatever becomes of the exchange. */
const redeem = ({ registration, clock }: World, { code = '', redirect_uri }: Exchange): Grant => {
  const grant = registration.grants.get(code)
  registration.grants.delete(code)
  if (!grant || clock.now() >= grant.diesAtMs) throw new Refused('invalid_code')
  if (grant.flow === 'v1') throw new Refused('oauth_authorization_url_mismatch')
  if (redirect_uri !== grant.namedRedirectUri) throw new Refused('bad_redirect_uri')
  return grant
}

/** Where and as what the app is, as every answer with a token says it. */
const placeOf = ({ app, team }: World) => ({
  app_id: app.id,
  team: { name: team.name, id: team.id },
  enterprise: null,
  is_enterprise_install: false,
})

const botAnswer = (world: World, credentials: Credentials) => ({
  ...credentials,
  bot_user_id: world.app.userId,
})

/**
 * With scopes for the bot comes the bot's token, and with scopes of the
 * person theirs, which stands by itself.
 */
const settle = ({ world, botScopes, userScopes, userId }: Grant) => {
  reinstate(world)
  if (botScopes.length > 0) installIn(world, botScopes)
  const person = userScopes.length > 0 && issueToken({ kind: 'user', world, userId }, userScopes)
  return {
    ...(botScopes.length > 0 && botAnswer(world, issueToken(botOf(world), []))),
    ...placeOf(world),
    authed_user: { id: userId, ...person },
  }
}

const renewedAnswer = ({ actor, credentials }: Renewed) => ({
  ...(actor.kind === 'bot' ? botAnswer(actor.world, credentials) : { ...credentials, user_id: actor.userId }),
  ...placeOf(actor.world),
})

/**
 * Exchanges a code, or a refresh token, for tokens. https://docs.slack.dev/reference/methods/oauth.v2.access
 */
const accessMethod = (world: World): Method =>
  method(
    'oauth.v2.access',
    {
      ...clientArguments,
      code: z.string().optional(),
      code_verifier: z.string().optional(),
      grant_type: z.string().optional(),
      redirect_uri: z.string().optional(),
      refresh_token: z.string().optional(),
    },
    (args) => {
      checkClient(world, args)
      if (args.code_verifier !== undefined) throw new Refused('pkce_not_allowed')
      switch (args.grant_type) {
        case undefined:
        case 'authorization_code':
          return settle(redeem(world, args))
        case 'refresh_token':
          return renewedAnswer(refresh(world, args.refresh_token))
        default:
          throw new Refused('invalid_grant_type')
      }
    },
    { token: 'none' },
  )

/** https://docs.slack.dev/reference/methods/oauth.v2.exchange */
const exchangeMethod = (world: World): Method =>
  method(
    'oauth.v2.exchange',
    clientArguments,
    (args, { text }) => {
      checkClient(world, args)
      return renewedAnswer(exchange(world, text))
    },
    { token: 'none' },
  )

const tokenOf = ({ token }: Caller) => {
  if (!token) throw new Refused('not_authed')
  return token
}

/** https://docs.slack.dev/reference/methods/auth.revoke */
const revokeMethod = (): Method =>
  method(
    'auth.revoke',
    { test: flag.optional() },
    ({ test = false }, caller) => {
      if (!test) revokeFor(tokenOf(caller))
      return { revoked: !test }
    },
    { token: 'any' },
  )

/** Revokes every token of an installation. https://docs.slack.dev/reference/methods/apps.uninstall */
const uninstallMethod = (world: World): Method =>
  method(
    'apps.uninstall',
    clientArguments,
    (args) => {
      checkClient(world, args)
      uninstallFrom(world)
      return {}
    },
    { token: 'any' },
  )

/** The methods by which an app comes by its tokens, and loses them. */
export const oauthMethods = (world: World): readonly Method[] => [
  accessMethod(world),
  exchangeMethod(world),
  revokeMethod(),
  uninstallMethod(world),
]
