import { z } from 'zod'
import { reinstate } from '../faults/faults.ts'
import { type Method, method } from '../method.ts'
import type { Grant } from '../oauth.ts'
import { Refused } from '../refusal.ts'
import type { World } from '../state.ts'

type Exchange = {
  readonly client_id?: string | undefined
  readonly client_secret?: string | undefined
  readonly code?: string | undefined
  readonly redirect_uri?: string | undefined
}

const checkClient = (world: World, { client_id, client_secret }: Exchange): void => {
  if (client_id !== world.app.clientId) throw new Refused('invalid_client_id')
  if (client_secret !== world.app.clientSecret) throw new Refused('bad_client_secret')
}

/** A code is good once and for ten minutes, whatever becomes of the exchange. */
const redeem = (world: World, { code = '', redirect_uri }: Exchange): Grant => {
  const grant = world.registration.grants.get(code)
  world.registration.grants.delete(code)
  if (!grant || world.clock.now() >= grant.diesAtMs) throw new Refused('invalid_code')
  if (redirect_uri !== undefined && redirect_uri !== grant.redirectUri) throw new Refused('bad_redirect_uri')
  return grant
}

/** Exchanges a code for the bot's token. https://docs.slack.dev/reference/methods/oauth.v2.access */
const accessMethod = (world: World): Method =>
  method(
    'oauth.v2.access',
    {
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      code: z.string().optional(),
      grant_type: z.string().optional(),
      redirect_uri: z.string().optional(),
    },
    (args) => {
      checkClient(world, args)
      if (args.grant_type !== undefined && args.grant_type !== 'authorization_code')
        throw new Refused('invalid_grant_type')
      const { scopes, userId } = redeem(world, args)
      reinstate(world)
      return {
        access_token: world.app.botToken,
        token_type: 'bot',
        scope: scopes.join(','),
        bot_user_id: world.app.userId,
        app_id: world.app.id,
        team: { name: world.team.name, id: world.team.id },
        enterprise: null,
        authed_user: { id: userId },
        is_enterprise_install: false,
      }
    },
    { token: 'none' },
  )

/** The methods by which an app comes by its token. */
export const oauthMethods = (world: World): readonly Method[] => [accessMethod(world)]
