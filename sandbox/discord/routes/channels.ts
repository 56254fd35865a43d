import { AuditLogEvent, PermissionFlagsBits } from 'discord-api-types/v10'
import { z } from 'zod'
import { hasBot } from '../guild-changes.ts'
import { permissionsOf } from '../messages.ts'
import { holds } from '../permissions.ts'
import { sendingRight } from '../places.ts'
import { refused } from '../refusal.ts'
import { guildChannels, renderChannel } from '../render-channel.ts'
import { renderGuild } from '../render-guild.ts'
import { renderMember, renderRole } from '../render-member.ts'
import { route } from '../route.ts'
import { type Channel, directMessage, type Guild, type World } from '../state.ts'
import { maybe, queryFlag, readBody, snowflake } from '../validation/problems.ts'

/** A channel that the bot may see, or Discord's "no". */
export const visibleChannel = (world: World, channelId: string): Channel => {
  const channel = world.channels.get(channelId)
  if (!channel) throw refused('unknownChannel')
  if (!holds(permissionsOf(world, world.bot.id, channel), PermissionFlagsBits.ViewChannel))
    throw refused('missingAccess')
  return channel
}

const openDirectMessageBody = z.strictObject({
  recipient_id: snowflake,
  access_tokens: maybe(z.never()),
  nicks: maybe(z.never()),
})

const guildQuery = z.object({ with_counts: queryFlag })

/** How many are in the server, and how many of them show that they are: nobody, since nobody tells here. */
const countMembers = (guild: Guild) => ({
  approximate_member_count: guild.members.size,
  approximate_presence_count: 0,
})

/**
 * A server that the bot left is unknown by itself, but known to be out of reach in the routes below it.
 * https://github.com/discord/discord-api-docs/issues/5840 and
 * https://github.com/discord/discord-api-docs/issues/1716
 */
const ownGuild = (world: World, guildId: string, left: 'unknownGuild' | 'missingAccess'): Guild => {
  const guild = world.guilds.get(guildId)
  if (!guild) throw refused('unknownGuild')
  if (!hasBot(world, guild)) throw refused(left)
  return guild
}

const auditLogQuery = z.object({
  action_type: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  user_id: snowflake.optional(),
  before: snowflake.optional(),
  after: snowflake.optional(),
})

/** The roles of the bot in a server together; channels have no say in what concerns all of it. */
const holdsInGuild = (world: World, guild: Guild, right: bigint): boolean => {
  const held = guild.members.get(world.bot.id)?.roleIds ?? []
  const roles = [...guild.roles.values()].filter(({ id }) => id === guild.id || held.includes(id))
  return roles.some(({ permissions }) => holds(permissions, right))
}

/** Of all that an audit log has, who added the bot. */
const auditLog = (world: World, guild: Guild, query: unknown) => {
  if (!holdsInGuild(world, guild, PermissionFlagsBits.ViewAuditLog)) throw refused('missingPermissions')
  const { action_type: type = AuditLogEvent.BotAdd } = readBody(auditLogQuery, query)
  const { botAddedBy } = guild
  const adder = botAddedBy === undefined ? undefined : world.users.get(botAddedBy)
  const isListed = adder !== undefined && type === AuditLogEvent.BotAdd
  const entry = {
    id: guild.id,
    user_id: botAddedBy,
    target_id: world.bot.id,
    action_type: AuditLogEvent.BotAdd,
  }
  return {
    audit_log_entries: isListed ? [entry] : [],
    users: isListed ? [adder, world.bot] : [],
    application_commands: [],
    auto_moderation_rules: [],
    guild_scheduled_events: [],
    integrations: [],
    threads: [],
    webhooks: [],
  }
}

/** Channels, the server and its members. */
export const channelRoutes = (world: World) => [
  route('GET', '/channels/:channelId', ({ params }) =>
    renderChannel(world, visibleChannel(world, params.channelId)),
  ),
  route(
    'POST',
    '/channels/:channelId/typing',
    ({ params }) => {
      const channel = visibleChannel(world, params.channelId)
      if (!holds(permissionsOf(world, world.bot.id, channel), sendingRight(channel)))
        throw refused('missingPermissions')
      return undefined
    },
    { body: 'none' },
  ),
  /** https://docs.discord.com/developers/resources/channel#get-thread-member */
  route('GET', '/channels/:channelId/thread-members/:userId', ({ params: { channelId, userId } }) => {
    const { id, guildId, thread } = visibleChannel(world, channelId)
    const isIn = thread?.memberIds?.has(userId) ?? thread?.ownerId === userId
    const joinedAtMs = world.guilds.get(guildId ?? '')?.members.get(userId)?.joinedAtMs
    if (!isIn || joinedAtMs === undefined) throw refused('unknownMember')
    return { id, user_id: userId, join_timestamp: new Date(joinedAtMs).toISOString(), flags: 0 }
  }),
  route('POST', '/users/@me/channels', ({ payload }) => {
    const { recipient_id: recipientId } = readBody(openDirectMessageBody, payload)
    const user = world.users.get(recipientId)
    if (!user || user.bot) throw refused('unknownUser')
    return renderChannel(world, directMessage(world, recipientId))
  }),
  route('GET', '/users/:userId', ({ params }) => {
    const user = world.users.get(params.userId)
    if (!user) throw refused('unknownUser')
    return user
  }),
  route(
    'GET',
    '/guilds/:guildId',
    ({ params, query }) => {
      const guild = ownGuild(world, params.guildId, 'unknownGuild')
      return readBody(guildQuery, query).with_counts
        ? { ...renderGuild(guild), ...countMembers(guild) }
        : renderGuild(guild)
    },
    { query: ['with_counts'] },
  ),
  route('GET', '/guilds/:guildId/channels', ({ params }) =>
    guildChannels(world, ownGuild(world, params.guildId, 'missingAccess')),
  ),
  /** https://docs.discord.com/developers/resources/audit-log#get-guild-audit-log */
  route(
    'GET',
    '/guilds/:guildId/audit-logs',
    ({ params, query }) => auditLog(world, ownGuild(world, params.guildId, 'missingAccess'), query),
    { query: ['action_type', 'limit', 'user_id', 'before', 'after'] },
  ),
  route('GET', '/guilds/:guildId/roles', ({ params }) => {
    const guild = ownGuild(world, params.guildId, 'missingAccess')
    return [...guild.roles.values()].map(renderRole)
  }),
  route('GET', '/guilds/:guildId/members/:userId', ({ params }) => {
    const guild = ownGuild(world, params.guildId, 'missingAccess')
    const member = guild.members.get(params.userId)
    if (!member) throw refused('unknownMember')
    return renderMember(world, member)
  }),
]
