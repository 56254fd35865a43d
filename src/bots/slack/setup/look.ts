import { AppError } from '../../../core/errors.ts'
import { refusalCode, translated } from '../outgoing/errors.ts'
import { createWeb } from '../outgoing/web.ts'
import { accessError } from './access.ts'
import { missingScopes } from './scopes.ts'

/** A bot as its token shows it to an operator. */
export interface SlackBot {
  workspace: string
  /** Its name in the workspace. */
  name: string
  /** Scopes that Slack did not grant. */
  missing: readonly string[]
}

interface LookOptions {
  token: string
  /** Base of all methods, such as https://slack.com/api. */
  apiUrl: string
}

/** Reads what a bot token belongs to. Throws AppError `configuration` or `platform_unavailable`. */
export const lookAtBot = async (options: LookOptions): Promise<SlackBot> => {
  const us = await translated(createWeb(options).auth.test(), (error) =>
    accessError(error, 'SLACK_BOT_TOKEN'),
  )
  if (us.team === undefined || us.user === undefined)
    throw new AppError('platform_unavailable', 'Something other than Slack answers at SLACK_API_URL.')
  if (us.bot_id === undefined)
    throw new AppError('configuration', 'It is the token of a person, not of a bot.')
  const granted = us.response_metadata?.scopes
  return {
    workspace: us.team,
    name: us.user,
    missing: granted === undefined ? [] : missingScopes(granted),
  }
}

/**
 * Checks an app-level token by asking for the address of a socket, the only way to see its scope
 * `connections:write`. Slack grants about one a minute, so only a token that was just created is worth it. Throws
 * AppError `configuration` or `platform_unavailable`.
 */
export const lookAtApp = async (options: LookOptions): Promise<void> => {
  await translated(createWeb(options).apps.connections.open({}), (error) => {
    if (refusalCode(error) !== 'missing_scope') return accessError(error, 'SLACK_APP_TOKEN')
    const text = 'The token lacks the scope connections:write. Generate another one with it.'
    return new AppError('configuration', text, { cause: error })
  })
}

/**
 * Checks an app's client ID and secret with a made-up code: if they are right, Slack refuses only the code.
 * Throws AppError `configuration` or `platform_unavailable`.
 * https://docs.slack.dev/reference/methods/oauth.v2.access#errors
 */
export const lookAtClient = async ({
  clientId,
  clientSecret,
  apiUrl,
}: {
  clientId: string
  clientSecret: string
  apiUrl: string
}): Promise<void> => {
  const credentials = { client_id: clientId, client_secret: clientSecret }
  try {
    await createWeb({ token: undefined, apiUrl }).oauth.v2.access({ ...credentials, code: 'none' })
  } catch (error) {
    const code = refusalCode(error)
    if (code === 'invalid_code') return
    if (code === 'invalid_client_id' || code === 'bad_client_secret')
      throw new AppError('configuration', `Slack refuses the client ID or its secret (${code}).`, {
        cause: error,
      })
    throw accessError(error, 'SLACK_CLIENT_SECRET')
  }
}

/** Other values of an app's pages by their form, with where each is from. */
const otherKinds: readonly (readonly [RegExp, string])[] = [
  [/^[0-9a-f]{32}$/i, 'the signing secret or the client secret, from Basic Information'],
  [/^\d+\.\d+$/, 'the client ID, from Basic Information'],
  [/^A[0-9A-Z]{8,}$/, 'the app ID, from Basic Information'],
  [/^[A-Za-z0-9]{24}$/, 'the verification token, from Basic Information'],
  [/^https?:\/\//, 'an address'],
  [/^xoxp-/, 'a user token (xoxp-)'],
  [/^xoxe/, 'an app configuration token (xoxe-)'],
]

const kindOf = (value: string): string | undefined => otherKinds.find(([form]) => form.test(value))?.[1]

/** What a value is instead of a bot token; undefined if it may be one. */
export const otherThanBotToken = (value: string): string | undefined =>
  value.startsWith('xapp-') ? 'the app-level token (xapp-), which comes next' : kindOf(value)

/** What a value is instead of a client secret; undefined if it may be one. */
export const otherThanClientSecret = (value: string): string | undefined => {
  if (/^xox|^xapp-/.test(value)) return 'a token'
  return /^[0-9a-f]{32}$/i.test(value) ? undefined : kindOf(value)
}

/** What a value is instead of an app-level token; undefined if it may be one. */
export const otherThanAppToken = (value: string): string | undefined =>
  value.startsWith('xoxb-') ? 'the bot token (xoxb-)' : kindOf(value)
