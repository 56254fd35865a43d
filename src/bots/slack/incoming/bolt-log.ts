import { type Logger, LogLevel } from '@slack/bolt'
import type { Log } from '../../../core/log.ts'

/** Tokens and socket tickets. https://docs.slack.dev/authentication/tokens */
const secrets = /\bx(?:ox[a-z](?:\.x[a-z]+)?|app)-[\w-]+|(?<=[?&]ticket=)[\w-]+/g

const said = (parts: readonly unknown[]): string =>
  parts
    .map((part) => (part instanceof Error ? part.message : typeof part === 'string' ? part : ''))
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll(secrets, '[secret]')

/** Drops everything that Slack's libraries log: their messages may contain secrets, and we log the errors ourselves. */
export const silentBoltLog: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
}

/** Bolt's own log entries in our log: warnings and failures, without tokens and bodies. */
export const createBoltLog = (log: Log): Logger => ({
  debug: () => undefined,
  info: () => undefined,
  warn: (...parts) => log.warn(`Slack: ${said(parts)}`),
  error: (...parts) => log.warn(`Slack: ${said(parts)}`),
  setLevel: () => undefined,
  getLevel: () => LogLevel.WARN,
  setName: () => undefined,
})
