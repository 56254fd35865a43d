import { webApi } from '@slack/bolt'
import { type Check, check, type Finding, ok, problemIn } from '../../../core/doctor-check.ts'
import { AppError } from '../../../core/errors.ts'
import { once } from '../../../core/waiting.ts'
import type { SlackTransport } from '../incoming/transport.ts'
import { refusalCode, tokenCodes } from '../outgoing/errors.ts'
import { createWeb } from '../outgoing/web.ts'
import { accessError, checkAccess, type Identity } from './access.ts'
import { lookAtClient } from './look.ts'
import { scopes } from './scopes.ts'

/** Dependencies of the doctor's look at Slack. */
export interface SlackDoctorOptions {
  botToken: string
  transport: SlackTransport
  /** Base of all methods. */
  apiUrl: string
}

const timeoutMs = 8_000
const what = 'Slack'
const apps = 'https://api.slack.com/apps'

const accessFinding = (error: unknown): Finding => {
  const { code, message } = error instanceof AppError ? error : accessError(error, 'SLACK_BOT_TOKEN')
  const mend = code === 'configuration' ? 'See docs/slack.md.' : 'Wait, or check the network.'
  return { verdict: 'failed', what, ...problemIn(message, mend) }
}

/** Without one of these, nothing can be requested or shown. */
const vital: readonly string[] = ['chat:write', 'commands', 'files:write']

const scopesFinding = ({ missing }: Identity): Finding =>
  missing.length === 0
    ? ok(`Slack granted all ${Object.keys(scopes).length} scopes that we need`)
    : {
        verdict: missing.some((scope) => vital.includes(scope)) ? 'failed' : 'warning',
        what: "Slack's scopes",
        why: `Slack did not grant ${missing.join(' ')}.`,
        mend: 'Install the app again with the current manifest.',
      }

/** The app's id is a part of its own tokens: xapp-1-A012345-678-abc. */
const appOf = (appToken: string): string | undefined => /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken)?.[1]

const signingSecretPattern = /^[0-9a-f]{32}$/

/** The id of the app that a bot token belongs to. */
const appBehind = async ({
  us,
  web,
}: {
  us: Identity
  web: webApi.WebClient
}): Promise<string | undefined> => {
  const { bot } = await web.bots.info(us.botId === undefined ? {} : { bot: us.botId })
  return bot?.app_id
}

/**
 * A token for sockets can only be tried by opening one, and Slack grants about one a minute, which the next start
 * may need. So it is compared with the app of the bot token.
 */
const transportFinding = async (
  transport: SlackTransport,
  bot?: { us: Identity; web: webApi.WebClient },
): Promise<Finding> => {
  if (transport.kind === 'http')
    return signingSecretPattern.test(transport.signingSecret)
      ? ok('SLACK_SIGNING_SECRET looks right; only a request from Slack can prove it')
      : {
          verdict: 'warning',
          what: 'SLACK_SIGNING_SECRET',
          why: 'It does not look like one: 32 digits and letters from a to f.',
          mend: `Copy Signing Secret from Basic Information at ${apps}.`,
        }
  const app = appOf(transport.appToken)
  if (app === undefined)
    return {
      verdict: 'warning',
      what: 'SLACK_APP_TOKEN',
      why: 'It does not look like an app-level token: xapp-1-A…',
      mend: `Generate one with the scope connections:write at ${apps} under Basic Information.`,
    }
  const ours = bot === undefined ? undefined : await appBehind(bot)
  if (ours === undefined || ours === app)
    return ok('SLACK_APP_TOKEN belongs to our app; only a running bot can tell whether Slack accepts it')
  return {
    verdict: 'failed',
    what: 'SLACK_APP_TOKEN',
    why: `It belongs to the app ${app}, and SLACK_BOT_TOKEN to ${ours}, so the bot would answer the events of one app as the other.`,
    mend: `Take both from the same app at ${apps}.`,
  }
}

/** https://docs.slack.dev/reference/methods/users.conversations */
const channelsFinding = async (web: webApi.WebClient): Promise<Finding> => {
  const { channels = [] } = await web.users.conversations({
    types: 'public_channel,private_channel',
    exclude_archived: true,
    limit: 200,
  })
  if (channels.length > 0) return ok(`channels that the app is in: ${channels.length}`)
  return {
    verdict: 'warning',
    what: "Slack's channels",
    why: 'The app is in none, so it can only answer in direct messages.',
    mend: 'Invite it where it should post: /invite @Tunesmith',
  }
}

/** Everything that a bot's token can learn of its own state, without a ticket for a socket. */
export const slackChecks = ({ botToken, transport, apiUrl }: SlackDoctorOptions): readonly Check[] => {
  const web = createWeb({ token: botToken, apiUrl, timeoutMs })
  const identity = once(() => checkAccess(web))
  /** With a wrong token, one line is enough. */
  const ifKnown = (id: Check['id'], look: (us: Identity) => Promise<Finding>): Check => ({
    id,
    async run() {
      const us = await identity().catch(() => undefined)
      if (us === undefined) return []
      try {
        return [await look(us)]
      } catch (error) {
        // A scope that is lacking has its own line.
        if (error instanceof webApi.WebAPIPlatformError && error.data.error === 'missing_scope') return []
        return [accessFinding(error)]
      }
    },
  })
  return [
    check('slack.token', () =>
      identity().then(
        ({ server }) => ok(`Slack accepts our bot token in the workspace ${server}`),
        accessFinding,
      ),
    ),
    ifKnown('slack.app_token', (us) => transportFinding(transport, { us, web })),
    ifKnown('slack.scopes', async (us) => scopesFinding(us)),
    ifKnown('slack.channels', () => channelsFinding(web)),
  ]
}

const clientFinding = async (client: Parameters<typeof lookAtClient>[0]): Promise<Finding> => {
  try {
    await lookAtClient(client)
    return ok('Slack knows our client ID and its secret')
  } catch (error) {
    const { code, message } = error instanceof AppError ? error : accessError(error, 'SLACK_CLIENT_SECRET')
    const mend =
      code === 'configuration'
        ? `Copy Client ID and Client Secret from Basic Information at ${apps}.`
        : 'Wait, or check the network.'
    return { verdict: 'failed', what: "Slack's app", ...problemIn(message, mend) }
  }
}

/** Checks of an app for many workspaces that need no workspace's token. */
export const slackAppChecks = ({
  transport,
  apiUrl,
  app: { clientId, clientSecret },
}: Pick<SlackDoctorOptions, 'transport' | 'apiUrl'> & {
  app: { clientId: string; clientSecret: string }
}): readonly Check[] => [
  check('slack.client', () => clientFinding({ clientId, clientSecret, apiUrl })),
  check('slack.app_token', () => transportFinding(transport)),
]

/** Whether Slack refuses a workspace's token; undefined if it doesn't say. One that expired may still be refreshed. */
export const isTokenRefused = async (token: string, apiUrl: string): Promise<boolean | undefined> => {
  try {
    await createWeb({ token, apiUrl, timeoutMs }).auth.test()
    return false
  } catch (error) {
    const code = refusalCode(error) ?? ''
    return tokenCodes.has(code) && code !== 'token_expired' ? true : undefined
  }
}
