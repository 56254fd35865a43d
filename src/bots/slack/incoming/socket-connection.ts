import { type App, type Logger, SocketModeReceiver } from '@slack/bolt'
import { bringNotices } from './lost-events.ts'

interface ConnectionOptions {
  appToken: string
  apiUrl: string
  logger: Logger
  app: App
  /** Slack is about to close it. */
  onGoodbye: () => void
  /** It was open and has closed. */
  onClosed: () => void
}

/** One socket to Slack, from opening to end. */
export interface SocketConnection {
  isOpen(): boolean
  /** Accepts nothing new; pending work can still be acknowledged. */
  refuse(): void
  close(): Promise<void>
}

const callTimeoutMs = 10_000

const isGoodbye = (message: unknown): boolean => {
  if (typeof message !== 'string' || !message.includes('"disconnect"')) return false
  try {
    const parsed: unknown = JSON.parse(message)
    return typeof parsed === 'object' && parsed !== null && 'type' in parsed && parsed.type === 'disconnect'
  } catch {
    return false
  }
}

/**
 * Keeps the library from closing the socket as soon as Slack says goodbye: pending work could not be
 * acknowledged, and a command that comes before the next socket is open would be shown as failed. Slack closes
 * it by itself. https://docs.slack.dev/apis/events-api/using-socket-mode#disconnect
 */
const takeGoodbyes = (
  { client }: SocketModeReceiver,
  take: () => boolean,
  onUnreadable: (error: unknown) => void,
): void => {
  const listeners = client.listeners('ws_message')
  client.removeAllListeners('ws_message')
  client.on('ws_message', (message: unknown, ...rest: unknown[]) => {
    if (isGoodbye(message) && take()) return
    for (const listener of listeners) {
      // The library's own listener is asynchronous, and nothing else would catch what it throws.
      const heard = async () => Reflect.apply(listener, client, [message, ...rest])
      heard().catch(onUnreadable)
    }
  })
}

/** Opens a socket that delivers to the app. Throws what Slack's library throws. */
export const openConnection = async (options: ConnectionOptions): Promise<SocketConnection> => {
  const { appToken, apiUrl, logger, app, onGoodbye, onClosed } = options
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
  const state = { isOpen: false }
  bringNotices(receiver)
  takeGoodbyes(
    receiver,
    () => {
      if (state.isOpen) onGoodbye()
      return state.isOpen
    },
    (error) => logger.warn('a message over the socket could not be read:', error),
  )
  receiver.init(app)
  client.on('disconnected', () => {
    if (!state.isOpen) return
    state.isOpen = false
    onClosed()
  })
  await client.start()
  state.isOpen = true
  return {
    isOpen: () => state.isOpen,
    refuse() {
      client.removeAllListeners('slack_event')
    },
    async close() {
      if (!state.isOpen) return
      state.isOpen = false
      await client.disconnect()
    },
  }
}
