import { HTTPReceiver, HTTPReceiverDeferredRequestError, type Logger } from '@slack/bolt'
import type { Log } from '../../core/log.ts'
import type { HttpHandler, Transport } from './transport.ts'

interface HttpOptions {
  signingSecret: string
  logger: Logger
  log: Log
}

/** Where Slack sends everything: the request URL of events, commands and interactivity. */
const eventsPath = '/slack/events'

const end = ([, response]: Parameters<HttpHandler>, status: number): void => {
  response.writeHead(status).end()
}

/**
 * Signed requests of Slack's, handed over by a server that somebody else runs: nothing listens here.
 * https://docs.slack.dev/apis/events-api/using-http-request-urls
 */
export const createHttpTransport = ({ signingSecret, logger, log }: HttpOptions): Transport => {
  const receiver = new HTTPReceiver({ signingSecret, logger, endpoints: [eventsPath] })
  const state = { isOpen: false }
  return {
    receiver,
    httpHandler(...exchange) {
      if (!state.isOpen) return end(exchange, 503)
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
