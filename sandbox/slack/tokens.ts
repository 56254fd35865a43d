import { Refused } from './refusal.ts'
import type { World } from './state.ts'

/** What lets its holder act: as the bot in one workspace, as a person there, or as the app itself. */
export type Token = {
  readonly text: string
  readonly kind: 'bot' | 'user' | 'app'
  readonly world: World
  /** As whom it acts. */
  readonly userId: string
}

/** Keeps a token, so that calls with it are known. */
export const registerToken = (token: Token): void => {
  token.world.registration.tokens.set(token.text, token)
}

/**
 * The token of that text, as long as it is good. Throws Refused with the code that its calls are answered with.
 * https://docs.slack.dev/authentication/tokens
 */
export const findToken = ({ registration, faults }: World, text: string | undefined): Token => {
  if (text === undefined || text === '') throw new Refused('not_authed')
  const token = registration.tokens.get(text)
  if (!token) throw new Refused('invalid_auth')
  const revocation = faults.revoked.get(text)
  if (revocation !== undefined) throw new Refused(revocation)
  return token
}
