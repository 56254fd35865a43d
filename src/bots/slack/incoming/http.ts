import { HTTPReceiver, HTTPReceiverDeferredRequestError, type Logger } from '@slack/bolt'
import type { Log } from '../../../core/log.ts'
import type { HttpHandler, Transport } from './transport.ts'

interface HttpOptions {
  signingSecret: string
  logger: Logger
  log: Log
  now: () => number
}

/** Where Slack sends everything: the request URL of events, commands and interactivity. */
const eventsPath = '/slack/events'

const clockToleranceMs = 5 * 60_000
const warnEveryMs = 60_000

/**
 * Whether a request claims to be signed later than now. Bolt only refuses requests that are too old.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
const isFromTheFuture = (request: Parameters<HttpHandler>[0], nowMs: number): boolean => {
  const signedAt = request.headers['x-slack-request-timestamp']
  if (signedAt === undefined) return false
  return !/^\d{1,12}$/.test(String(signedAt)) || Number(signedAt) * 1000 > nowMs + clockToleranceMs
}

const end = ([, response]: Parameters<HttpHandler>, status: number): void => {
  response.writeHead(status).end()
}

/**
 * Signed requests of Slack's, handed over by a server that somebody else runs: nothing listens here.
 * https://docs.slack.dev/apis/events-api/using-http-request-urls
 */
export const createHttpTransport = ({ signingSecret, logger, log, now }: HttpOptions): Transport => {
  const receiver = new HTTPReceiver({ signingSecret, logger, endpoints: [eventsPath] })
  const state = { isOpen: false, warnedAtMs: Number.NEGATIVE_INFINITY }
  const warnOfClock = (): void => {
    if (now() - state.warnedAtMs < warnEveryMs) return
    state.warnedAtMs = now()
    log.warn(
      "requests that claim to be Slack's are signed for the future and refused; is the clock of this machine right?",
    )
  }
  return {
    receiver,
    httpHandler(...exchange) {
      if (!state.isOpen) return end(exchange, 503)
      if (isFromTheFuture(exchange[0], now())) {
        warnOfClock()
        return end(exchange, 401)
      }
      try {
        receiver.requestListener(...exchange)
      } catch (error) {
        if (!(error instanceof HTTPReceiverDeferredRequestError)) {
          log.warn("a request of Slack's could not be read", { error })
        }
        end(exchange, 404)
      }
    },
    open() {
      state.isOpen = true
      return Promise.resolve()
    },
    isOpen: () => state.isOpen,
    refuse() {
      state.isOpen = false
    },
    close: () => Promise.resolve(),
  }
}
