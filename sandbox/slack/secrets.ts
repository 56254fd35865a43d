import type { Arguments } from './bodies.ts'

const secretArguments = new Set(['token', 'client_secret', 'refresh_token'])

/** The arguments of a call as the wire may keep them: no secret, and of bytes only how many. */
export const withoutSecrets = (args: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([name]) => !secretArguments.has(name))
      .map(([name, value]) => [name, value instanceof Blob ? `${value.size} bytes` : value]),
  )

const hidden = (answer: object): object => ({
  ...('access_token' in answer && { access_token: '…' }),
  ...('refresh_token' in answer && { refresh_token: '…' }),
})

/**
 * The answer to a call as the wire may keep it: with the places of tokens,
 * the person's too, and without them.
 */
export const withoutTokens = (answer: object): object => ({
  ...answer,
  ...hidden(answer),
  ...('authed_user' in answer &&
    typeof answer.authed_user === 'object' &&
    answer.authed_user !== null && { authed_user: { ...answer.authed_user, ...hidden(answer.authed_user) } }),
})
