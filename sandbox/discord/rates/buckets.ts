import { createHash } from 'node:crypto'
import { rateLimits } from '../limits.ts'
import type { World } from '../state.ts'
import { openWindow, type Size, type Window } from './windows.ts'

type Params = Readonly<Record<string, string>>

/** What a request counts against, besides the global limit. */
export type Bucket = Size & {
  /** As it is called in the header, whatever the request is about. */
  readonly id: string
  /** With the resource that it is about, for each of which it is counted apart. */
  readonly key: string
}

const messagePath = '/channels/:channelId/messages/:messageId'
const webhookPath = '/webhooks/:applicationId/:token'
const commandsPath = '/applications/:applicationId/commands'
const guildCommandsPath = '/applications/:applicationId/guilds/:guildId/commands'

/** By the name of a route. Of the others no bucket was ever seen: only the global limit holds them. */
const bucketNames: Readonly<Record<string, keyof typeof rateLimits.buckets>> = {
  'POST /channels/:channelId/messages': 'messageCreate',
  'GET /channels/:channelId/messages': 'messageList',
  [`GET ${messagePath}`]: 'messageGet',
  [`PATCH ${messagePath}`]: 'messageEdit',
  [`DELETE ${messagePath}`]: 'messageDelete',
  'POST /channels/:channelId/typing': 'typing',
  [`POST ${webhookPath}`]: 'interactionToken',
  [`GET ${webhookPath}/messages/:messageId`]: 'interactionToken',
  [`PATCH ${webhookPath}/messages/:messageId`]: 'interactionToken',
  [`DELETE ${webhookPath}/messages/:messageId`]: 'interactionToken',
  ...Object.fromEntries(
    [commandsPath, guildCommandsPath].flatMap((path) => [
      [`PUT ${path}`, 'commandsReplace'],
      [`POST ${path}`, 'commandWrite'],
      [`PATCH ${path}/:commandId`, 'commandWrite'],
      [`DELETE ${path}/:commandId`, 'commandWrite'],
    ]),
  ),
  'GET /gateway/bot': 'gateway',
  'GET /guilds/:guildId/members/:userId': 'member',
  'GET /users/:userId': 'user',
}

/** Messages are deleted at a rate of their age. https://github.com/discord/discord-api-docs/issues/8330 */
const deleteBucketName = ({ messages, clock }: World, { messageId = '' }: Params) => {
  const message = messages.get(messageId)
  const ageMs = message ? clock.now() - message.createdAtMs : 0
  if (ageMs <= rateLimits.youngMessageMs) return 'youngMessageDelete'
  return ageMs > rateLimits.oldMessageMs ? 'oldMessageDelete' : 'messageDelete'
}

/** The resource of the path that is counted apart. https://docs.discord.com/developers/topics/rate-limits */
export const majorOf = ({ channelId, guildId, applicationId, token }: Params): string =>
  channelId ?? guildId ?? (token === undefined ? '' : `${applicationId}/${token}`)

/** The bucket of a request to the route of that name, if it has one. */
export const bucketOf = (world: World, routeName: string, params: Params): Bucket | undefined => {
  const named = bucketNames[routeName]
  if (named === undefined) return undefined
  const name = named === 'messageDelete' ? deleteBucketName(world, params) : named
  const id = createHash('sha256').update(name).digest('hex').slice(0, 32)
  return { ...rateLimits.buckets[name], id, key: `${name} ${majorOf(params)}` }
}

export type RateHeaders = Readonly<Record<string, string>>

const inSeconds = (ms: number): string => (ms / 1000).toFixed(3)

/** https://docs.discord.com/developers/topics/rate-limits#header-format */
export const headersOf = ({ id, requests }: Bucket, window: Window, nowMs: number): RateHeaders => ({
  'x-ratelimit-limit': String(requests),
  'x-ratelimit-remaining': String(requests - window.used),
  'x-ratelimit-reset': inSeconds(window.endsAtMs),
  'x-ratelimit-reset-after': inSeconds(window.endsAtMs - nowMs),
  'x-ratelimit-bucket': id,
})

/** What the headers say of a bucket of which nothing is taken just now. */
export const standing = (world: World, bucket: Bucket | undefined): RateHeaders => {
  if (!bucket) return {}
  const nowMs = world.clock.now()
  return headersOf(bucket, openWindow(world.rates.windows, bucket.key, bucket, nowMs), nowMs)
}
