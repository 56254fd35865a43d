import type { App, Receiver } from '@slack/bolt'
import type { Effect } from '../../core/effect.ts'
import type { Log } from '../../core/log.ts'
import type { WorkInHand } from '../../core/waiting.ts'
import { ActingApp } from './incoming/acting-app.ts'
import { createBoltLog } from './incoming/bolt-log.ts'
import { createHttpTransport } from './incoming/http.ts'
import { hearNotices } from './incoming/lost-events.ts'
import { createSocketTransport } from './incoming/socket.ts'
import type { SlackTransport, Transport } from './incoming/transport.ts'
import type { Identity } from './setup/access.ts'

interface ReceivingOptions {
  transport: SlackTransport
  /** Base of all methods, such as https://slack.com/api/. */
  apiUrl: string
  effect: Effect
  log: Log
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** How Slack's events reach this process. */
export const createTransport = ({ transport, apiUrl, log, now, wait }: ReceivingOptions): Transport => {
  const logger = createBoltLog(log)
  return transport.kind === 'socket'
    ? createSocketTransport({ appToken: transport.appToken, apiUrl, logger, log, wait })
    : createHttpTransport({ signingSecret: transport.signingSecret, logger, log, now })
}

/** The Bolt app for one workspace's events. `token` is undefined if no listener calls Slack through Bolt. */
export const createApp = (
  { apiUrl, effect, log, now }: ReceivingOptions,
  receiver: Receiver,
  { botId, userId: botUserId, token }: Pick<Identity, 'botId' | 'userId'> & { token: string | undefined },
  track: WorkInHand['track'],
): App => {
  const us = { botUserId, ...(botId !== undefined && { botId }), ...(token && { botToken: token }) }
  const app = new ActingApp({
    effect,
    track,
    now,
    app: {
      receiver,
      authorize: () => Promise.resolve(us),
      clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
      convoStore: false,
      logger: createBoltLog(log),
    },
  })
  app.error((error) => {
    log.error('an event from Slack failed', { error })
    return Promise.reject(error) // so that Slack is not told of success
  })
  hearNotices(app, log)
  return app
}
