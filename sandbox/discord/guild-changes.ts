import { GatewayDispatchEvents, GatewayIntentBits, OverwriteType } from 'discord-api-types/v10'
import { renderChannel, renderGuildEvent } from './render-guild.ts'
import { announce, type Channel, type Guild, type Role, type World } from './state.ts'

/** Whether the bot is a member of a server. */
export const hasBot = (world: World, guild: Guild): boolean => guild.members.has(world.bot.id)

/** Whether the bot can be used in a channel: it is in the server, or shares one with the person of a direct message. */
export const isBotIn = (world: World, { guildId, recipientId }: Channel): boolean =>
  [...world.guilds.values()].some(
    (guild) =>
      hasBot(world, guild) &&
      (guild.id === guildId || (recipientId !== undefined && guild.members.has(recipientId))),
  )

const botRoles = (world: World, { roles }: Guild): readonly Role[] =>
  [...roles.values()].filter(({ botId }) => botId === world.bot.id)

/**
 * Takes the bot, and the role that is its own, out of a server.
 * https://docs.discord.com/developers/events/gateway-events#guild-delete
 */
export const removeBot = (world: World, guild: Guild): void => {
  for (const { id } of botRoles(world, guild)) guild.roles.delete(id)
  guild.members.delete(world.bot.id)
  announce(world, {
    event: GatewayDispatchEvents.GuildDelete,
    guildId: guild.id,
    intents: GatewayIntentBits.Guilds,
    data: { id: guild.id },
  })
}

/** Lets the bot into a server, with a new role that holds these rights. */
export const inviteBot = (world: World, guild: Guild, permissions: bigint): void => {
  const role = { id: world.nextId(), name: 'Tunesmith', position: 1, permissions, botId: world.bot.id }
  guild.roles.set(role.id, role)
  guild.members.set(world.bot.id, {
    userId: world.bot.id,
    roleIds: [role.id],
    joinedAtMs: world.clock.now(),
  })
  announce(world, {
    event: GatewayDispatchEvents.GuildCreate,
    guildId: guild.id,
    intents: GatewayIntentBits.Guilds,
    data: renderGuildEvent(world, guild, false),
    withPresences: renderGuildEvent(world, guild, true),
  })
}

const announceChannel = (
  world: World,
  channel: Channel,
  event: GatewayDispatchEvents.ChannelUpdate | GatewayDispatchEvents.ChannelDelete,
): void => {
  if (!isBotIn(world, channel)) return
  announce(world, {
    event,
    guildId: channel.guildId,
    intents: GatewayIntentBits.Guilds,
    data: renderChannel(world, channel),
  })
}

/** Takes a channel away, and what was said in it; no message of it is told to be gone. */
export const deleteChannel = (world: World, channel: Channel): void => {
  world.channels.delete(channel.id)
  for (const message of world.messages.values())
    if (message.channelId === channel.id) message.state = 'deleted'
  announceChannel(world, channel, GatewayDispatchEvents.ChannelDelete)
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
  announceChannel(world, channel, GatewayDispatchEvents.ChannelUpdate)
}
