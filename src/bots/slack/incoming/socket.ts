import type { App, Logger } from '@slack/bolt'
import { AppError } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import { retryAfterMsOf, translated } from '../outgoing/errors.ts'
import { accessError } from '../setup/access.ts'
import { openConnection, type SocketConnection } from './socket-connection.ts'
import type { Transport } from './transport.ts'

interface SocketOptions {
  appToken: string
  apiUrl: string
  logger: Logger
  log: Log
  wait: (spanMs: number) => Promise<void>
}

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Time to acknowledge deliveries of the old socket once the next one is open. */
const lastAcksMs = 3_000

/** The sockets of one transport: the newest, and older ones that only finish what they received. */
interface Sockets extends SocketOptions {
  app: App | undefined
  newest: SocketConnection | undefined
  readonly all: Set<SocketConnection>
  isReplacing: boolean
  /** Once set, no further socket is opened. */
  isStopped: boolean
}

const connect = async (sockets: Sockets): Promise<void> => {
  if (sockets.app === undefined) throw new Error('nobody listens')
  let connection: SocketConnection | undefined
  const isNewest = () => connection !== undefined && connection === sockets.newest
  const onGoodbye = () => {
    if (isNewest()) void replace(sockets)
  }
  const onClosed = () => {
    if (connection !== undefined) sockets.all.delete(connection)
    onGoodbye()
  }
  connection = await openConnection({ ...sockets, app: sockets.app, onGoodbye, onClosed })
  const before = sockets.newest
  sockets.newest = connection
  sockets.all.add(connection)
  if (sockets.isStopped) await connection.close()
  else if (before !== undefined) void retire(sockets, before)
}

/** Slack eventually closes it by itself, but until then would keep sending to it. */
const retire = async ({ wait, log }: Sockets, connection: SocketConnection): Promise<void> => {
  if (!connection.isOpen()) return
  await wait(lastAcksMs)
  await connection.close().catch((error: unknown) => log.warn('an old socket did not close', { error }))
}

/** Opens the next socket, before the old one is gone if Slack gives notice in time. */
const replace = async (sockets: Sockets): Promise<void> => {
  if (sockets.isReplacing) return
  sockets.isReplacing = true
  const { log, wait } = sockets
  const before = sockets.newest
  for (let pauseMs = firstPauseMs; !sockets.isStopped && sockets.newest === before; ) {
    try {
      await connect(sockets)
      log.info('connected to Slack again')
    } catch (error) {
      log.warn('Slack did not open a socket for us', { error: openError(error) })
      await wait(Math.max(pauseMs, retryAfterMsOf(error) ?? 0))
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
  sockets.isReplacing = false
  if (!sockets.isStopped && sockets.newest?.isOpen() === false) void replace(sockets)
}

/** The library rejects without a reason if a socket closes before its greeting. */
const openError = (cause: unknown): AppError =>
  cause instanceof Error
    ? accessError(cause, 'SLACK_APP_TOKEN')
    : new AppError('platform_unavailable', 'Slack closed the socket before it was open.', {
        cause,
        retryable: true,
      })

/**
 * Socket Mode: we dial out, and reconnect whenever Slack disconnects, which it does every few hours. The
 * library's own reconnect waits five seconds, and ends the process if Slack can't be reached at that moment.
 * https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export const createSocketTransport = (options: SocketOptions): Transport => {
  const sockets: Sockets = {
    ...options,
    app: undefined,
    newest: undefined,
    all: new Set(),
    isReplacing: false,
    isStopped: false,
  }
  return {
    receiver: {
      init(app) {
        sockets.app = app
      },
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
    httpHandler: undefined,
    open: () => translated(connect(sockets), openError),
    isOpen: () => sockets.newest?.isOpen() === true,
    refuse() {
      sockets.isStopped = true
      for (const connection of sockets.all) connection.refuse()
    },
    async close() {
      await Promise.all([...sockets.all].map((connection) => connection.close()))
    },
  }
}
