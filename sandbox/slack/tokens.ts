import { randomDigits, randomText } from './ids.ts'
import { limits } from './limits.ts'
import { Refused } from './refusal.ts'
import type { RefusalCode } from './refusal-codes.ts'
import type { World } from './state.ts'

/**
 * The identity that a token gives its holder: the bot in one workspace, as a person there, or as the app itself.
 */
export type Actor = {
  readonly kind: 'bot' | 'user' | 'app'
  readonly world: World
  readonly userId: string
}

export type Token = Actor & {
  readonly text: string
  /** What a person's token may do; what the bot's may is said by the installation in its workspace. */
  scopes: ReadonlySet<string>
  /** Undefined when it never does. */
  expiresAtMs: number | undefined
  /** The code with which its calls are answered from now on. */
  refusal: RefusalCode | undefined
  /** Whether it was given away for one that expires. */
  isExchanged: boolean
}

/**
 * What an app gets for its code or its refresh token.
 * https://docs.slack.dev/reference/methods/oauth.v2.access
 */
export type Credentials = {
  readonly access_token: string
  readonly token_type: 'bot' | 'user'
  readonly scope: string
  readonly expires_in?: number
  readonly refresh_token?: string
}

/** Keeps a token, so that calls with it are known. */
export const registerToken = (actor: Actor, text: string, expiresAtMs?: number): Token => {
  const token: Token = {
    ...actor,
    text,
    scopes: new Set(),
    expiresAtMs,
    refusal: undefined,
    isExchanged: false,
  }
  actor.world.registration.tokens.set(text, token)
  return token
}

const refusalOf = ({ text, world, refusal, expiresAtMs }: Token): RefusalCode | undefined => {
  const isExpired = expiresAtMs !== undefined && expiresAtMs <= world.clock.now()
  return world.faults.revoked.get(text) ?? refusal ?? (isExpired ? 'token_expired' : undefined)
}

/**
 * The token of that text, as long as it is good. Throws Refused with the code
 * that its calls are answered with.
 * https://docs.slack.dev/authentication/tokens
 */
export const findToken = ({ registration }: World, text: string | undefined): Token => {
  if (text === undefined || text === '') throw new Refused('not_authed')
  const token = registration.tokens.get(text)
  if (!token) throw new Refused('invalid_auth')
  const refusal = refusalOf(token)
  if (refusal !== undefined) throw new Refused(refusal)
  return token
}

const isOf = (actor: Actor, { kind, world, userId }: Actor): boolean =>
  kind === actor.kind && world === actor.world && userId === actor.userId

/** The good tokens that let somebody act so, the oldest first. */
export const goodTokensOf = (actor: Actor): readonly Token[] =>
  [...actor.world.registration.tokens.values()].filter(
    (token) => isOf(actor, token) && refusalOf(token) === undefined,
  )

/** The good tokens of a workspace. */
export const goodTokensIn = (world: World): readonly Token[] =>
  [...world.registration.tokens.values()].filter(
    (token) => token.world === world && token.kind !== 'app' && refusalOf(token) === undefined,
  )

const letters = { bot: 'b', user: 'p', app: 'p' } as const

/** `xoxb-…` and `xoxp-…`. */
const newLastingToken = (actor: Actor): Token => {
  const { random } = actor.world
  const parts = [randomDigits(random, 12), randomDigits(random, 13), randomText(random, 24)]
  return registerToken(actor, `xox${letters[actor.kind]}-${parts.join('-')}`)
}

/** `xoxe.xoxb-1-…` and `xoxe.xoxp-1-…`. */
const newExpiringToken = (actor: Actor): Token => {
  const { random, clock } = actor.world
  const text = `xoxe.xox${letters[actor.kind]}-1-${randomText(random, 165)}`
  return registerToken(actor, text, clock.now() + limits.tokenLifeSeconds * 1000)
}

/** Of the tokens that expire two are good at a time: of more the oldest are revoked. */
const revokeSurplus = (actor: Actor): void => {
  const expiring = goodTokensOf(actor).filter(({ expiresAtMs }) => expiresAtMs !== undefined)
  for (const token of expiring.slice(0, -limits.expiringTokens)) token.refusal = 'token_revoked'
}

const scopeOf = ({ kind, world, scopes }: Token): string =>
  [...(kind === 'bot' ? world.installation.scopes : scopes)].join(',')

/**
 * A token that expires, and what refreshes it once.
 * https://docs.slack.dev/authentication/using-token-rotation
 */
const issueExpiring = (actor: Actor, scopes: ReadonlySet<string>): Credentials => {
  const token = newExpiringToken(actor)
  token.scopes = scopes
  revokeSurplus(actor)
  const refreshToken = `xoxe-1-${randomText(actor.world.random, 146)}`
  actor.world.registration.refreshTokens.set(refreshToken, token)
  return {
    access_token: token.text,
    token_type: actor.kind === 'bot' ? 'bot' : 'user',
    scope: scopeOf(token),
    expires_in: limits.tokenLifeSeconds,
    refresh_token: refreshToken,
  }
}

/**
 * Gives a token to act so: the same as before where tokens last. A person's may do
 * what is asked besides what it could.
 */
export const issueToken = (actor: Actor, asked: readonly string[]): Credentials => {
  const before = goodTokensOf(actor)
  const scopes = new Set([...before.flatMap((token) => [...token.scopes]), ...asked])
  if (actor.world.registration.manifest.rotatesTokens) return issueExpiring(actor, scopes)
  const token = before.find(({ expiresAtMs }) => expiresAtMs === undefined) ?? newLastingToken(actor)
  token.scopes = scopes
  return {
    access_token: token.text,
    token_type: actor.kind === 'bot' ? 'bot' : 'user',
    scope: scopeOf(token),
  }
}

/** Who acts with credentials that were just given. */
export type Renewed = { readonly actor: Actor; readonly credentials: Credentials }

/**
 * Takes a refresh token for a new pair. It is good once; the page speaks of a short time of grace
 * without a number, so there is none here. What it was given out with stays good until it expires,
 * or until there are two newer ones.
 */
export const refresh = ({ registration }: World, text: string | undefined): Renewed => {
  const token = registration.refreshTokens.get(text ?? '')
  if (!token) throw new Refused('invalid_refresh_token')
  registration.refreshTokens.delete(text ?? '')
  return { actor: token, credentials: issueExpiring(token, token.scopes) }
}

/**
 * Takes a token that lasts for a pair that expires.
 * https://docs.slack.dev/reference/methods/oauth.v2.exchange
 */
export const exchange = ({ registration }: World, text: string | undefined): Renewed => {
  if (!registration.manifest.rotatesTokens) throw new Refused('token_rotation_not_enabled')
  const token = registration.tokens.get(text ?? '')
  if (!token || token.kind === 'app' || token.expiresAtMs !== undefined) throw new Refused('invalid_token')
  if (token.isExchanged) throw new Refused('token_already_exchanged')
  if (refusalOf(token) !== undefined) throw new Refused('authorization_not_found')
  token.isExchanged = true
  token.refusal = 'token_revoked'
  return { actor: token, credentials: issueExpiring(token, token.scopes) }
}

/** Ends every token with which somebody acts so, and what would refresh them. */
export const endTokensOf = (actor: Actor, refusal: RefusalCode): void => {
  const { tokens, refreshTokens } = actor.world.registration
  for (const token of tokens.values()) if (isOf(actor, token)) token.refusal ??= refusal
  for (const [text, token] of refreshTokens) if (isOf(actor, token)) refreshTokens.delete(text)
}
