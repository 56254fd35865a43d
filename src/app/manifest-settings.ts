import type { slackManifest } from '../bots/slack/setup/manifest.ts'
import { AppError } from '../core/errors.ts'
import { isForManyWorkspaces } from './chat-settings.ts'
import type { Environment } from './setting-names.ts'
import { readFiles } from './setting-values.ts'
import { settings } from './settings.ts'

const readPublicUrl = ({ PUBLIC_URL: value }: Readonly<Record<string, string>>): string | undefined => {
  const read = settings.shape.PUBLIC_URL.safeParse(value)
  if (read.success) return read.data
  throw new AppError('configuration', `PUBLIC_URL ${read.error.issues[0]?.message}.`)
}

/**
 * The address at which Slack sends its signed requests; undefined if the bot opens a socket instead. Needs no
 * other setting, since it is required before there is any token. Throws AppError `configuration`.
 */
export const readSlackAddress = (environment: Environment): string | undefined => {
  const values = readFiles(environment, [])
  return values.SLACK_APP_TOKEN === undefined ? readPublicUrl(values) : undefined
}

/** The manifest's part about installing; undefined for an app of one workspace. Throws AppError `configuration`. */
export const readSlackInstalls = (
  environment: Environment,
): Parameters<typeof slackManifest>[1]['installs'] => {
  const values = readFiles(environment, [])
  const publicUrl = isForManyWorkspaces(values) ? readPublicUrl(values) : undefined
  if (publicUrl === undefined) return undefined
  const rotation = settings.shape.SLACK_TOKEN_ROTATION.safeParse(values.SLACK_TOKEN_ROTATION)
  if (!rotation.success)
    throw new AppError('configuration', `SLACK_TOKEN_ROTATION ${rotation.error.issues[0]?.message}.`)
  return { redirectUrl: `${publicUrl}/slack/oauth_redirect`, rotatesTokens: rotation.data }
}
