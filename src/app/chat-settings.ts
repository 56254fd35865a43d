import type { z } from 'zod'
import type { ShardRange } from '../bots/discord/incoming/gateway.ts'
import type { SlackTransport } from '../bots/slack/incoming/transport.ts'
import type { ConfigProblem } from './setting-names.ts'
import type { settings } from './settings.ts'

/** A chat platform without a token is undefined; at least one is present. */
export interface ChatConfig {
  discord:
    | {
        token: string
        apiUrl: string
        fileOrigins: readonly string[]
        messageContent: boolean
        shards: ShardRange | undefined
      }
    | undefined
  slack:
    | {
        botToken: string
        transport: SlackTransport
        apiUrl: string
        fileOrigins: readonly string[]
      }
    | undefined
}

/** The settings of the chats. */
export const chatNames = {
  DISCORD_TOKEN: true,
  DISCORD_API_URL: true,
  DISCORD_FILE_HOSTS: true,
  DISCORD_MESSAGE_CONTENT: true,
  DISCORD_SHARDS: true,
  SLACK_BOT_TOKEN: true,
  SLACK_APP_TOKEN: true,
  SLACK_SIGNING_SECRET: true,
  SLACK_API_URL: true,
  SLACK_FILE_HOSTS: true,
} as const

type ChatSettings = Pick<z.output<typeof settings>, keyof typeof chatNames>

const toDiscord = (read: ChatSettings): ChatConfig['discord'] =>
  read.DISCORD_TOKEN === undefined
    ? undefined
    : {
        token: read.DISCORD_TOKEN,
        apiUrl: read.DISCORD_API_URL,
        fileOrigins: read.DISCORD_FILE_HOSTS,
        messageContent: read.DISCORD_MESSAGE_CONTENT,
        shards: read.DISCORD_SHARDS === 'all' ? undefined : read.DISCORD_SHARDS,
      }

/** With both, the socket is used: it needs no public address. */
const slackTransport = ({
  SLACK_APP_TOKEN,
  SLACK_SIGNING_SECRET,
}: ChatSettings): SlackTransport | undefined => {
  if (SLACK_APP_TOKEN !== undefined) return { kind: 'socket', appToken: SLACK_APP_TOKEN }
  if (SLACK_SIGNING_SECRET === undefined) return undefined
  return { kind: 'http', signingSecret: SLACK_SIGNING_SECRET }
}

const toSlack = (read: ChatSettings): ChatConfig['slack'] => {
  const transport = slackTransport(read)
  if (read.SLACK_BOT_TOKEN === undefined || transport === undefined) return undefined
  return {
    botToken: read.SLACK_BOT_TOKEN,
    transport,
    apiUrl: read.SLACK_API_URL,
    fileOrigins: read.SLACK_FILE_HOSTS,
  }
}

/** What is wrong with their combination. */
export const chatProblems = (values: Readonly<Record<string, string>>): ConfigProblem[] => {
  const has = (name: keyof ChatSettings) => values[name] !== undefined
  const hasTransport = has('SLACK_APP_TOKEN') || has('SLACK_SIGNING_SECRET')
  if (has('SLACK_BOT_TOKEN') && !hasTransport)
    return [
      { name: 'SLACK_APP_TOKEN', text: 'is missing (for Socket Mode), or SLACK_SIGNING_SECRET (for HTTP)' },
    ]
  if (!has('SLACK_BOT_TOKEN') && hasTransport) return [{ name: 'SLACK_BOT_TOKEN', text: 'is missing' }]
  return has('DISCORD_TOKEN') || has('SLACK_BOT_TOKEN')
    ? []
    : [{ name: 'DISCORD_TOKEN', text: 'is missing, and so is SLACK_BOT_TOKEN: set one of them, or both' }]
}

/** The chats that have a token, from the settings. */
export const toChats = (read: ChatSettings): ChatConfig => ({
  discord: toDiscord(read),
  slack: toSlack(read),
})
