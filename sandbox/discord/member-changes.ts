import { GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10'
import { tellGuild } from './guild-changes.ts'
import { botSeesChannel } from './messages.ts'
import { renderMember, renderRole, userOf } from './render-member.ts'
import type { Guild, Member, Message, Role, World } from './state.ts'

/**
 * Has a role hold other rights. https://docs.discord.com/developers/events/gateway-events#guild-role-update
 */
export const changeRole = (world: World, guild: Guild, role: Role, permissions: bigint): void => {
  const changed = { ...role, permissions }
  guild.roles.set(role.id, changed)
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildRoleUpdate,
    intents: GatewayIntentBits.Guilds,
    data: { guild_id: guild.id, role: renderRole(changed) },
  })
}

/**
 * The bot hears of its own changes without any intent.
 * https://docs.discord.com/developers/events/gateway#caveats
 */
const intentsFor = (world: World, userId: string): number =>
  userId === world.bot.id ? 0 : GatewayIntentBits.GuildMembers

/**
 * Has a member hold other roles.
 * https://docs.discord.com/developers/events/gateway-events#guild-member-update
 */
export const changeMember = (
  world: World,
  guild: Guild,
  member: Member,
  roleIds: readonly string[],
): void => {
  const changed = { ...member, roleIds }
  guild.members.set(member.userId, changed)
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildMemberUpdate,
    intents: intentsFor(world, member.userId),
    data: { ...renderMember(world, changed), guild_id: guild.id },
  })
}

/** Lets a person into a server. https://docs.discord.com/developers/events/gateway-events#guild-member-add */
export const addMember = (world: World, guild: Guild, userId: string): void => {
  const member = { userId, roleIds: [], joinedAtMs: world.clock.now() }
  guild.members.set(userId, member)
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildMemberAdd,
    intents: GatewayIntentBits.GuildMembers,
    data: { ...renderMember(world, member), guild_id: guild.id },
  })
}

/**
 * Takes a person out of a server.
 * https://docs.discord.com/developers/events/gateway-events#guild-member-remove
 */
export const removeMember = (world: World, guild: Guild, userId: string): void => {
  guild.members.delete(userId)
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildMemberRemove,
    intents: GatewayIntentBits.GuildMembers,
    data: { guild_id: guild.id, user: userOf(world, userId) },
  })
}

const messagesOf = (world: World, channelId: string, userId: string): readonly Message[] =>
  [...world.messages.values()].filter(
    (message) =>
      message.channelId === channelId && message.authorId === userId && message.state !== 'deleted',
  )

/**
 * What a person wrote lately goes with them:
 * https://docs.discord.com/developers/events/gateway-events#message-delete-bulk
 */
const deleteAllOf = (world: World, guild: Guild, userId: string): void => {
  for (const channel of world.channels.values()) {
    const messages = channel.guildId === guild.id ? messagesOf(world, channel.id, userId) : []
    if (messages.length === 0) continue
    for (const message of messages) message.state = 'deleted'
    if (!botSeesChannel(world, channel)) continue
    tellGuild(world, guild, {
      event: GatewayDispatchEvents.MessageDeleteBulk,
      intents: GatewayIntentBits.GuildMessages,
      data: { ids: messages.map(({ id }) => id), channel_id: channel.id, guild_id: guild.id },
    })
  }
}

/**
 * Takes a person out of a server, with all that they wrote.
 * https://docs.discord.com/developers/events/gateway-events#guild-ban-add
 */
export const banMember = (world: World, guild: Guild, userId: string): void => {
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildBanAdd,
    intents: GatewayIntentBits.GuildModeration,
    data: { guild_id: guild.id, user: userOf(world, userId) },
  })
  removeMember(world, guild, userId)
  deleteAllOf(world, guild, userId)
}
