import {
  type APIGuild,
  type GatewayGuildCreateDispatchData,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildMFALevel,
  GuildNSFWLevel,
  type GuildSystemChannelFlags,
  GuildVerificationLevel,
  Locale,
} from 'discord-api-types/v10'
import { activeThreads, guildChannels } from './render-channel.ts'
import { renderMember, renderRole } from './render-member.ts'
import type { Guild, World } from './state.ts'

/** https://docs.discord.com/developers/resources/guild#guild-object */
export const renderGuild = (guild: Guild): APIGuild => ({
  id: guild.id,
  name: guild.name,
  icon: null,
  splash: null,
  discovery_splash: null,
  owner_id: guild.ownerId,
  afk_channel_id: null,
  afk_timeout: 300,
  verification_level: GuildVerificationLevel.None,
  default_message_notifications: GuildDefaultMessageNotifications.AllMessages,
  explicit_content_filter: GuildExplicitContentFilter.Disabled,
  roles: [...guild.roles.values()].map(renderRole),
  emojis: [],
  stickers: [],
  features: [...guild.features],
  mfa_level: GuildMFALevel.None,
  application_id: null,
  system_channel_id: guild.systemChannelId,
  system_channel_flags: 0 as GuildSystemChannelFlags,
  rules_channel_id: null,
  vanity_url_code: null,
  description: null,
  banner: null,
  premium_tier: guild.premiumTier,
  premium_subscription_count: 0,
  preferred_locale: Locale.EnglishUS,
  public_updates_channel_id: null,
  nsfw_level: GuildNSFWLevel.Default,
  premium_progress_bar_enabled: false,
  hub_type: null,
  safety_alerts_channel_id: null,
  incidents_data: null,
})

/**
 * The server as the gateway first tells it; without the members intent only the bot itself is listed.
 * https://docs.discord.com/developers/events/gateway-events#guild-create
 */
export const renderGuildEvent = (
  world: World,
  guild: Guild,
  listMembers: boolean,
): GatewayGuildCreateDispatchData => {
  const members = [...guild.members.values()]
  const listed = listMembers ? members : members.filter(({ userId }) => userId === world.bot.id)
  return {
    ...renderGuild(guild),
    joined_at: new Date(guild.members.get(world.bot.id)?.joinedAtMs ?? 0).toISOString(),
    large: false,
    unavailable: false,
    member_count: members.length,
    voice_states: [],
    members: listed.map((member) => renderMember(world, member)),
    channels: guildChannels(world, guild),
    threads: activeThreads(world, guild),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  }
}
