import { hkdfSync } from 'node:crypto'
import type { z } from 'zod'
import type { ShardRange } from '../bots/discord/incoming/gateway.ts'
import type { SlackTransport } from '../bots/slack/incoming/transport.ts'
import type { SlackAppOptions } from '../bots/slack/installed.ts'
import { isLocal } from './local-host.ts'
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
    | ((OneWorkspace | ManyWorkspaces) & {
        transport: SlackTransport
        apiUrl: string
        fileOrigins: readonly string[]
      })
    | undefined
}

/** The bot of one workspace. */
interface OneWorkspace {
  botToken: string
}

/** An app that any workspace can install. */
interface ManyWorkspaces {
  app: Omit<SlackAppOptions, 'transport'>
}

/** The settings of the chats. */
export const chatNames = {
  DISCORD_TOKEN: true,
  DISCORD_API_URL: true,
  DISCORD_FILE_HOSTS: true,
  DISCORD_MESSAGE_CONTENT: true,
  DISCORD_SHARDS: true,
  SLACK_BOT_TOKEN: true,
  SLACK_CLIENT_ID: true,
  SLACK_CLIENT_SECRET: true,
  SLACK_AUTHORIZE_URL: true,
  SLACK_APP_TOKEN: true,
  SLACK_SIGNING_SECRET: true,
  SLACK_API_URL: true,
  SLACK_FILE_HOSTS: true,
  PUBLIC_URL: true,
  ENCRYPTION_KEY: true,
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

const stateSecretBytes = 32

/** A key for this purpose alone. After a change of ENCRYPTION_KEY, admins in the middle of installing start again. */
const stateSecretFrom = (encryptionKey: string): string => {
  const key = Buffer.from(encryptionKey, 'base64')
  const purpose = 'tunesmith: state of installations at Slack, 1'
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(), purpose, stateSecretBytes)).toString(
    'base64url',
  )
}

const toSlackAccess = (read: ChatSettings): OneWorkspace | ManyWorkspaces | undefined => {
  if (read.SLACK_BOT_TOKEN !== undefined) return { botToken: read.SLACK_BOT_TOKEN }
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, PUBLIC_URL: publicUrl } = read
  const [encryptionKey] = read.ENCRYPTION_KEY ?? []
  if (clientId === undefined || clientSecret === undefined) return undefined
  if (publicUrl === undefined || encryptionKey === undefined) return undefined
  const stateSecret = stateSecretFrom(encryptionKey)
  return { app: { clientId, clientSecret, stateSecret, authorizeUrl: read.SLACK_AUTHORIZE_URL, publicUrl } }
}

const toSlack = (read: ChatSettings): ChatConfig['slack'] => {
  const transport = slackTransport(read)
  const access = toSlackAccess(read)
  if (access === undefined || transport === undefined) return undefined
  return { ...access, transport, apiUrl: read.SLACK_API_URL, fileOrigins: read.SLACK_FILE_HOSTS }
}

/** Over plain http, browsers send the cookie back only to their own machine. */
const isExposed = (publicUrl = ''): boolean =>
  URL.canParse(publicUrl) && publicUrl.startsWith('http:') && !isLocal(new URL(publicUrl).hostname)

/** What is wrong with the settings of an app for many workspaces. */
const appProblems = (values: Readonly<Record<string, string>>): ConfigProblem[] => {
  const has = (name: keyof ChatSettings) => values[name] !== undefined
  const problems: ConfigProblem[] = []
  if (has('SLACK_BOT_TOKEN'))
    problems.push({
      name: 'SLACK_BOT_TOKEN',
      text: 'is for one workspace, and SLACK_CLIENT_ID for many: remove one of them',
    })
  if (!has('SLACK_CLIENT_ID')) problems.push({ name: 'SLACK_CLIENT_ID', text: 'is missing' })
  if (!has('SLACK_CLIENT_SECRET')) problems.push({ name: 'SLACK_CLIENT_SECRET', text: 'is missing' })
  if (!has('PUBLIC_URL'))
    problems.push({
      name: 'PUBLIC_URL',
      text: 'is missing: workspaces install the app at an address below it',
    })
  if (isExposed(values.PUBLIC_URL))
    problems.push({ name: 'PUBLIC_URL', text: 'must begin with https://: Slack leads browsers nowhere else' })
  if (!has('ENCRYPTION_KEY'))
    problems.push({
      name: 'ENCRYPTION_KEY',
      text: 'is missing: it encrypts the tokens of workspaces ("openssl rand -base64 32" makes one)',
    })
  return problems
}

/** Whether these settings are for an app that many workspaces install. */
export const isForManyWorkspaces = (values: Readonly<Record<string, string>>): boolean =>
  values.SLACK_CLIENT_ID !== undefined || values.SLACK_CLIENT_SECRET !== undefined

/** What is wrong with their combination. */
export const chatProblems = (values: Readonly<Record<string, string>>): ConfigProblem[] => {
  const has = (name: keyof ChatSettings) => values[name] !== undefined
  const hasTransport = has('SLACK_APP_TOKEN') || has('SLACK_SIGNING_SECRET')
  const isApp = isForManyWorkspaces(values)
  const problems = isApp ? appProblems(values) : []
  if (problems.length > 0) return problems
  if ((isApp || has('SLACK_BOT_TOKEN')) && !hasTransport)
    return [
      { name: 'SLACK_APP_TOKEN', text: 'is missing (for Socket Mode), or SLACK_SIGNING_SECRET (for HTTP)' },
    ]
  if (isApp) return []
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
