import {
  ChannelType,
  GatewayDispatchEvents,
  GatewayIntentBits,
  type GuildPremiumTier,
  OverwriteType,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import { renderChannel } from './render-channel.ts'
import { renderGuild, renderGuildEvent } from './render-guild.ts'
import {
  type Announcement,
  announce,
  type Channel,
  type Guild,
  guildOf,
  type Role,
  type World,
} from './state.ts'

/** Whether the bot is a member of a server. */
export const hasBot = (world: World, guild: Guild): boolean => guild.members.has(world.bot.id)

const botRoles = (world: World, { roles }: Guild): readonly Role[] =>
  [...roles.values()].filter(({ botId }) => botId === world.bot.id)

/** Tells of a server, where the bot is in it. */
export const tellGuild = (world: World, guild: Guild, announcement: Omit<Announcement, 'guildId'>): void => {
  if (hasBot(world, guild)) announce(world, { ...announcement, guildId: guild.id })
}

/** Tells everything about a server. https://docs.discord.com/developers/events/gateway-events#guild-create */
export const tellOfGuild = (world: World, guild: Guild): void =>
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildCreate,
    intents: GatewayIntentBits.Guilds,
    data: renderGuildEvent(world, guild, false),
    withPresences: renderGuildEvent(world, guild, true),
  })

/**
 * Takes the bot, and the role that is its own, out of a server.
 * https://docs.discord.com/developers/events/gateway-events#guild-delete
 */
export const removeBot = (world: World, guild: Guild): void => {
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildDelete,
    intents: GatewayIntentBits.Guilds,
    data: { id: guild.id },
  })
  for (const { id } of botRoles(world, guild)) guild.roles.delete(id)
  guild.members.delete(world.bot.id)
}

/** Lets the bot into a server, with a new role that holds these rights; the audit log says who did. */
export const inviteBot = (
  world: World,
  guild: Guild,
  { permissions, inviterId }: { readonly permissions: bigint; readonly inviterId: string },
): void => {
  const role = { id: world.nextId(), name: 'Tunesmith', position: 1, permissions, botId: world.bot.id }
  guild.roles.set(role.id, role)
  guild.members.set(world.bot.id, {
    userId: world.bot.id,
    roleIds: [role.id],
    joinedAtMs: world.clock.now(),
  })
  guild.botAddedBy = inviterId
  tellOfGuild(world, guild)
}

type ChannelEvent =
  | GatewayDispatchEvents.ChannelCreate
  | GatewayDispatchEvents.ChannelUpdate
  | GatewayDispatchEvents.ChannelDelete
  | GatewayDispatchEvents.ThreadCreate

const tellChannel = (world: World, channel: Channel, event: ChannelEvent): void => {
  const guild = guildOf(world, channel)
  if (guild)
    tellGuild(world, guild, {
      event,
      intents: GatewayIntentBits.Guilds,
      data: renderChannel(world, channel),
    })
}

/** Opens a channel for all in a server, after its others. */
export const createChannel = (world: World, guild: Guild, name: string): Channel => {
  const channel: Channel = {
    id: world.nextId(),
    type: ChannelType.GuildText,
    name,
    guildId: guild.id,
    position: [...world.channels.values()].filter(({ guildId }) => guildId === guild.id).length,
    overwrites: [],
  }
  world.channels.set(channel.id, channel)
  tellChannel(world, channel, GatewayDispatchEvents.ChannelCreate)
  return channel
}

/**
 * Starts a thread for its members, the bot among them: with the intents that it has, it hears of no others.
 * https://docs.discord.com/developers/events/gateway-events#thread-members-update
 */
export const startPrivateThread = (world: World, parent: Channel, ownerId: string, name: string): Channel => {
  const thread = {
    parentId: parent.id,
    ownerId,
    memberIds: new Set([ownerId, world.bot.id]),
    isArchived: false,
    isLocked: false,
    archivedAtMs: world.clock.now(),
  }
  const { guildId, position } = parent
  const type = ChannelType.PrivateThread
  const channel: Channel = { id: world.nextId(), type, name, guildId, position, overwrites: [], thread }
  world.channels.set(channel.id, channel)
  tellChannel(world, channel, GatewayDispatchEvents.ThreadCreate)
  return channel
}

/** Calls a channel something else. */
export const renameChannel = (world: World, channel: Channel, name: string): void => {
  channel.name = name
  tellChannel(world, channel, GatewayDispatchEvents.ChannelUpdate)
}

const forgetChannel = (world: World, channel: Channel): void => {
  world.channels.delete(channel.id)
  for (const message of world.messages.values())
    if (message.channelId === channel.id) message.state = 'deleted'
}

/** Takes a channel away with its threads, and what was said there; no message of it is told to be gone. */
export const deleteChannel = (world: World, channel: Channel): void => {
  for (const other of world.channels.values())
    if (other === channel || other.thread?.parentId === channel.id) forgetChannel(world, other)
  tellChannel(world, channel, GatewayDispatchEvents.ChannelDelete)
}

/** Has a channel deny or allow the bot these rights, over what its roles say. */
export const setBotRights = (
  world: World,
  channel: Channel,
  { how, permissions }: { readonly how: 'deny' | 'allow'; readonly permissions: bigint },
): void => {
  const { id } = world.bot
  const before = channel.overwrites.find((overwrite) => overwrite.id === id) ?? { allow: 0n, deny: 0n }
  const [allow, deny] =
    how === 'allow'
      ? [before.allow | permissions, before.deny & ~permissions]
      : [before.allow & ~permissions, before.deny | permissions]
  const others = channel.overwrites.filter((overwrite) => overwrite.id !== id)
  channel.overwrites = [...others, { id, type: OverwriteType.Member, allow, deny }]
  tellChannel(world, channel, GatewayDispatchEvents.ChannelUpdate)
}

/**
 * Closes a channel to everybody but the bot and the user who closes it, as the switch "Private Channel" does.
 * https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export const makePrivate = (world: World, channel: Channel, closerId: string): void => {
  const seen = PermissionFlagsBits.ViewChannel
  const open = [world.bot.id, closerId].map((id) => ({
    id,
    type: OverwriteType.Member,
    allow: seen,
    deny: 0n,
  }))
  const closed = [channel.guildId ?? ''].map((id) => ({
    id,
    type: OverwriteType.Role,
    allow: 0n,
    deny: seen,
  }))
  const ids = [...open, ...closed].map(({ id }) => id)
  channel.overwrites = [...channel.overwrites.filter(({ id }) => !ids.includes(id)), ...open, ...closed]
  tellChannel(world, channel, GatewayDispatchEvents.ChannelUpdate)
}

/**
 * Marks a channel as one for adults.
 * https://docs.discord.com/developers/interactions/application-commands#agerestricted-commands
 */
export const ageRestrict = (world: World, channel: Channel): void => {
  channel.isAgeRestricted = true
  tellChannel(world, channel, GatewayDispatchEvents.ChannelUpdate)
}

/** Brings a server to a tier. https://docs.discord.com/developers/events/gateway-events#guild-update */
export const boost = (world: World, guild: Guild, tier: GuildPremiumTier): void => {
  guild.premiumTier = tier
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildUpdate,
    intents: GatewayIntentBits.Guilds,
    data: renderGuild(guild),
  })
}
