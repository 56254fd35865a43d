import { App } from '@slack/bolt'
import type { Download } from '../../core/download.ts'
import type { Log } from '../../core/log.ts'
import type { Platform } from '../../core/platform.ts'
import type { SlackTransport } from '../../core/runtime/config.ts'
import { checkAccess, type Identity } from './access.ts'
import { createBoltLog } from './bolt-log.ts'
import { createChannels } from './channels.ts'
import { createDelivery } from './deliver.ts'
import { createHttpTransport } from './http.ts'
import { listenForEvents } from './listen.ts'
import { createMembers } from './members.ts'
import { createOpen } from './open.ts'
import { createPlaceholders } from './placeholder.ts'
import { createSocketTransport } from './socket.ts'
import type { HttpHandler, Transport } from './transport.ts'
import { createWeb } from './web.ts'

interface SlackOptions {
  botToken: string
  transport: SlackTransport
  /** Base of all methods, such as https://slack.com/api/. */
  apiUrl: string
  /** Origins that members' files may be read from, such as https://files.slack.com. */
  fileOrigins: readonly string[]
  download: Download
  log: Log
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** What is asked before an answer; the answer leaves without it rather than late. */
const factsTimeoutMs = 700
/** A form's trigger lives for three seconds. */
const answerTimeoutMs = 2_500
const placeholderTimeoutMs = 5_000

const publishSentence = `Slack takes commands from the app's manifest alone: write it with "npm run --silent publish-commands -- --slack-manifest" and paste it at https://api.slack.com/apps under App Manifest.`

const createTransport = ({ transport, apiUrl, log, wait }: SlackOptions): Transport => {
  const logger = createBoltLog(log)
  return transport.kind === 'socket'
    ? createSocketTransport({ appToken: transport.appToken, apiUrl, logger, log, wait })
    : createHttpTransport({ signingSecret: transport.signingSecret, logger, log })
}

const createApp = ({ botToken, apiUrl, log }: SlackOptions, transport: Transport, us: Identity): App => {
  const { botId, userId: botUserId } = us
  const app = new App({
    receiver: transport.receiver,
    authorize: () => Promise.resolve({ botToken, botUserId, ...(botId !== undefined && { botId }) }),
    clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
    convoStore: false,
    logger: createBoltLog(log),
  })
  app.error((error) => {
    log.error("an event of Slack's failed", { error })
    return Promise.resolve()
  })
  return app
}

const identify = ({ botToken, apiUrl, transport, log, wait }: SlackOptions): Promise<Identity> => {
  const web = createWeb({ token: botToken, apiUrl })
  const appWeb = transport.kind === 'socket' ? createWeb({ token: transport.appToken, apiUrl }) : undefined
  return checkAccess({ web, appWeb, log, wait })
}

/** Slack: events by Socket Mode or signed requests, everything that goes out by the Web API. */
export const createSlack = (options: SlackOptions): Platform & { httpHandler: HttpHandler | undefined } => {
  const { botToken, apiUrl, fileOrigins, log, now, wait } = options
  const webFor = (timeoutMs: number) => createWeb({ token: botToken, apiUrl, timeoutMs })
  const transport = createTransport(options)
  let events: ReturnType<typeof listenForEvents> | undefined
  return {
    name: 'slack',
    httpHandler: transport.httpHandler,
    async checkAccess() {
      await identify(options)
    },
    async listen(dispatch) {
      const identity = await identify(options)
      const facts = webFor(factsTimeoutMs)
      events = listenForEvents(createApp(options, transport, identity), {
        dispatch,
        identity,
        log,
        now,
        web: webFor(answerTimeoutMs),
        members: createMembers({ web: facts, server: identity.server, now, log }),
        channels: createChannels(facts, now, log),
        placeholders: createPlaceholders({ web: webFor(placeholderTimeoutMs), log, now, wait }),
      })
      await transport.open()
    },
    isListening: () => transport.isOpen(),
    async stop() {
      transport.refuse()
      await events?.drained()
      await transport.close()
    },
    publish: () => Promise.resolve(publishSentence),
    open: createOpen({ token: botToken, fileOrigins }),
    ...createDelivery({ ...options, web: createWeb({ token: botToken, apiUrl }) }),
  }
}
