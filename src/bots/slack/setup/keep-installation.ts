import type { Installation as BoltInstallation } from '@slack/oauth'
import type { Effect } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import type { Installation, Installations } from '../../../core/installation.ts'
import { notAllowedText } from '../../../core/ledger/credits-text.ts'
import type { Log } from '../../../core/log.ts'
import type { AccountId } from '../../../core/target.ts'
import { say } from '../../../core/text/say.ts'
import { createWeb } from '../outgoing/web.ts'
import { missingScopes } from './scopes.ts'

/** Whether the operator allows a workspace to install the app. */
export type Admission = (account: AccountId) => Promise<'admitted' | 'blocked' | 'not_allowed'>

interface KeepOptions {
  clientId: string
  clientSecret: string
  /** Base of all methods. */
  apiUrl: string
  installations: Pick<Installations, 'find' | 'keep'>
  admission: Admission
  effect: Effect
  log: Log
  now: () => number
}

const refusal = (memberText: string): AppError =>
  new AppError('configuration', 'the app may not stay in this workspace', { memberText })

/** What Slack granted our bot in a workspace; undefined for a whole organization, or without a bot. */
const readInstallation = ({ team, bot }: BoltInstallation, nowMs: number): Installation | undefined =>
  team === undefined || bot?.id === undefined
    ? undefined
    : {
        workspace: team.id,
        name: team.name ?? team.id,
        userId: bot.userId,
        botId: bot.id,
        scopes: bot.scopes,
        token: bot.token,
        ...(bot.refreshToken !== undefined && { refreshToken: bot.refreshToken }),
        ...(bot.expiresAt !== undefined && { expiresAtMs: bot.expiresAt * 1000 }),
        installedAtMs: nowMs,
      }

/** Why the app can't stay, for the admin who installed it; undefined if it can. */
const whyRefused = async (
  { admission }: KeepOptions,
  installation: Installation | undefined,
): Promise<string | undefined> => {
  if (installation === undefined)
    return say("Tunesmith can't be installed in a whole organization. Try again, and choose one workspace.")
  if (missingScopes(installation.scopes).length > 0)
    return say("Slack didn't grant everything that Tunesmith needs. Start again.")
  const account = `slack:${installation.workspace}` as const
  const answer = await admission(account)
  if (answer === 'admitted') return undefined
  return answer === 'blocked'
    ? say('Your bot operator has blocked this server from using Tunesmith.')
    : notAllowedText(account)
}

/** We keep no token, so the app shouldn't stay installed. https://docs.slack.dev/reference/methods/apps.uninstall */
const uninstall = async (
  { clientId, clientSecret, apiUrl, effect, log }: KeepOptions,
  token: string,
): Promise<void> => {
  const web = createWeb({ token, apiUrl })
  const credentials = { client_id: clientId, client_secret: clientSecret }
  try {
    await effect('slack.apps.uninstall', () => web.apps.uninstall(credentials))
  } catch (error) {
    log.warn('an app that is not used could not be uninstalled', { error })
  }
}

/**
 * Stores what Slack granted. If the app can't stay, throws AppError `configuration` with a `memberText`, and uninstalls
 * the app unless it was installed before. Also throws `store_unavailable`.
 */
export const createKeepInstallation =
  (options: KeepOptions) =>
  async (given: BoltInstallation): Promise<void> => {
    const { installations, now } = options
    const installation = readInstallation(given, now())
    const reason = await whyRefused(options, installation)
    if (installation !== undefined && reason === undefined) return installations.keep(installation)
    const before = installation && (await installations.find(installation.workspace))
    if (before === undefined && given.bot !== undefined) await uninstall(options, given.bot.token)
    throw refusal(reason ?? '')
  }
