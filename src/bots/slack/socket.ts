import { type Logger, SocketModeReceiver } from '@slack/bolt'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { retryAfterMsOf } from './errors.ts'
import { bringNotices } from './lost-events.ts'
import type { Transport } from './transport.ts'

interface SocketOptions {
  appToken: string
  apiUrl: string
  logger: Logger
  log: Log
  wait: (spanMs: number) => Promise<void>
}

const callTimeoutMs = 10_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000
const longestRetryAfterMs = 60_000

const connectError = (cause: unknown): AppError =>
  new AppError('platform_unavailable', 'Slack did not open a socket for us.', { cause, retryable: true })

/**
 * Socket Mode: we dial out, and connect again whenever Slack lets go, which it does every few hours. The library's own
 * way back waits five seconds, and ends the process where Slack cannot be reached at that moment.
 * https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export const createSocketTransport = ({ appToken, apiUrl, logger, log, wait }: SocketOptions): Transport => {
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: {
        slackApiUrl: apiUrl,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        timeout: callTimeoutMs,
      },
    },
  })
  const { client } = receiver
  bringNotices(receiver)
  const state = { isOpen: false, isStopped: false }
  const connect = async (): Promise<void> => {
    await client.start()
    state.isOpen = true
  }
  const connectAgain = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; !state.isStopped && !state.isOpen; ) {
      try {
        await connect()
        log.info('connected to Slack again')
      } catch (error) {
        log.warn('Slack did not open a socket for us', { error: connectError(error) })
        await wait(Math.max(pauseMs, retryAfterMsOf(error) ?? 0))
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      }
    }
  }
  /** Slack gives out about one socket a minute, and a program may be started more often than that. */
  const waitItsTime = async (error: unknown): Promise<void> => {
    const retryAfterMs = retryAfterMsOf(error) ?? Number.POSITIVE_INFINITY
    if (retryAfterMs > longestRetryAfterMs) throw error
    log.info('Slack wants us to wait before it opens a socket')
    await wait(retryAfterMs)
    await connect()
  }
  const onClosed = () => {
    if (!state.isOpen) return
    state.isOpen = false
    void connectAgain()
  }
  client.on('disconnected', onClosed)
  return {
    receiver,
    httpHandler: undefined,
    open: () =>
      connect()
        .catch(waitItsTime)
        .catch((error: unknown) => Promise.reject(connectError(error))),
    isOpen: () => state.isOpen,
    refuse() {
      client.removeAllListeners('slack_event')
    },
    async close() {
      state.isStopped = true
      const wasOpen = state.isOpen
      state.isOpen = false
      if (wasOpen) await client.disconnect()
    },
  }
}
