import type { HTTPReceiver, Receiver } from '@slack/bolt'

/** How Slack reaches us: over a socket that we open, or by signed requests. */
export type SlackTransport = { kind: 'socket'; appToken: string } | { kind: 'http'; signingSecret: string }

/** Answers one HTTP request of Slack's; its body must not have been read. */
export type HttpHandler = (...exchange: Parameters<HTTPReceiver['requestListener']>) => void

/** How events reach us. */
export interface Transport {
  receiver: Receiver
  /** For the server that receives Slack's requests; undefined if we dial out. */
  httpHandler: HttpHandler | undefined
  /** Throws AppError `configuration` with the name of the setting, or `platform_unavailable`. */
  open(): Promise<void>
  isOpen(): boolean
  /** See `Platform.doubt`. */
  doubt?(): string | undefined
  /** Accepts nothing new; pending work can still be answered. Slack redelivers events. */
  refuse(): void
  close(): Promise<void>
}
