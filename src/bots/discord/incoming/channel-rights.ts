import { ChannelType, OverwriteType, PermissionFlagsBits, PermissionsBitField } from 'discord.js'
import { sayDeclared } from '../../../core/text/say.ts'
import { isRecord } from './id.ts'
import { inThreads, lackingRights, readingRights } from './rights.ts'

/** What a bot or a member can do in a server, before channels change it. */
export interface ServerRights {
  id: string
  ownerId: string
  /** The bot or the member. */
  user: string
  /** Their roles, without the one of everyone. */
  roles: readonly string[]
  /** Permissions by role. */
  permissions: ReadonlyMap<string, bigint>
}

/** Something that a channel allows or denies a role or a member. */
interface Overwrite {
  id: string
  type: number
  allow: bigint
  deny: bigint
}

/** A channel with messages or threads of its own. */
export interface ServerChannel {
  id: string
  name: string
  type: unknown
  /** Whether it has only threads, such as a forum. */
  isForum: boolean
  overwrites: readonly Overwrite[]
}

const bigintIn = (value: unknown): bigint =>
  typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : 0n

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

/**
 * Reads a server and a membership in it.
 * https://docs.discord.com/developers/resources/guild#guild-object
 */
export const serverRightsIn = (guild: unknown, member: unknown, user: string): ServerRights => {
  const { id, owner_id: ownerId, roles } = isRecord(guild) ? guild : {}
  const held = isRecord(member) && Array.isArray(member.roles) ? member.roles : []
  return {
    id: textIn(id),
    ownerId: textIn(ownerId),
    user,
    roles: held.filter((role) => typeof role === 'string'),
    permissions: new Map(
      recordsIn(roles).map((role) => [textIn(role.id), bigintIn(role.permissions)] as const),
    ),
  }
}

const forumTypes = new Set<unknown>([ChannelType.GuildForum, ChannelType.GuildMedia])
const messageTypes = new Set<unknown>([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
])

/**
 * The channels of a server in which somebody could use the bot.
 * https://docs.discord.com/developers/resources/channel#channel-object
 */
export const serverChannelsIn = (channels: unknown): readonly ServerChannel[] =>
  recordsIn(channels)
    .filter(({ type }) => messageTypes.has(type) || forumTypes.has(type))
    .map(({ id, name, type, permission_overwrites: overwrites }) => ({
      id: textIn(id),
      name: textIn(name),
      type,
      isForum: forumTypes.has(type),
      overwrites: recordsIn(overwrites).map((overwrite) => ({
        id: textIn(overwrite.id),
        type: Number(overwrite.type),
        allow: bigintIn(overwrite.allow),
        deny: bigintIn(overwrite.deny),
      })),
    }))

const sumOf = (bits: readonly bigint[]): bigint => bits.reduce((sum, each) => sum | each, 0n)

const apply = (permissions: bigint, overwrites: readonly Overwrite[]): bigint =>
  (permissions & ~sumOf(overwrites.map(({ deny }) => deny))) | sumOf(overwrites.map(({ allow }) => allow))

/**
 * Permissions in a channel. https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export const permissionsIn = (
  { id, ownerId, user, roles, permissions }: ServerRights,
  { overwrites }: ServerChannel,
): Readonly<PermissionsBitField> => {
  const base = sumOf([id, ...roles].map((role) => permissions.get(role) ?? 0n))
  if (ownerId === user || (base & PermissionFlagsBits.Administrator) !== 0n)
    return new PermissionsBitField(PermissionsBitField.All)
  const everyone = overwrites.filter((overwrite) => overwrite.id === id)
  const ofRoles = overwrites.filter(
    (overwrite) => overwrite.type === OverwriteType.Role && roles.includes(overwrite.id),
  )
  const own = overwrites.filter(
    (overwrite) => overwrite.type === OverwriteType.Member && overwrite.id === user,
  )
  return new PermissionsBitField([everyone, ofRoles, own].reduce(apply, base))
}

/**
 * What the bot lacks in a channel, by Discord's names; undefined if its admins keep the bot out: it can't see the
 * channel, or can't write there at all.
 */
export const lackingIn = (server: ServerRights, channel: ServerChannel): readonly string[] | undefined => {
  const permissions = permissionsIn(server, channel)
  const threads = inThreads.flag
  const writing = channel.isForum ? threads : PermissionFlagsBits.SendMessages
  if (!permissions.has(readingRights(channel.type) | writing)) return undefined
  const lacking = lackingRights(permissions, channel.type, channel.isForum)
  return channel.isForum || permissions.has(threads) ? lacking : [...lacking, sayDeclared(inThreads.name)]
}
