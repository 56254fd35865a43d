import {
  type APIAnnouncementThreadChannel,
  type APIDMChannel,
  type APIGroupDMChannel,
  type APIGuildForumChannel,
  type APIGuildVoiceChannel,
  type APINewsChannel,
  type APIPrivateThreadChannel,
  type APIPublicThreadChannel,
  type APITextChannel,
  type ChannelFlags,
  ChannelType,
  ForumLayoutType,
  ThreadAutoArchiveDuration,
} from 'discord-api-types/v10'
import { userOf } from './render-member.ts'
import type { Channel, Guild, World } from './state.ts'

export type RenderedGuildChannel =
  | APITextChannel
  | APINewsChannel
  | APIGuildVoiceChannel
  | APIGuildForumChannel
type RenderedThread = APIPublicThreadChannel | APIPrivateThreadChannel | APIAnnouncementThreadChannel
export type RenderedChannel = RenderedGuildChannel | RenderedThread | APIDMChannel | APIGroupDMChannel

const noFlags = 0 as ChannelFlags

const renderDirectMessage = (world: World, channel: Channel): APIDMChannel => ({
  id: channel.id,
  type: ChannelType.DM,
  name: null,
  flags: noFlags,
  last_message_id: null,
  recipients: channel.recipientId === undefined ? [] : [userOf(world, channel.recipientId)],
})

const renderGroup = (world: World, channel: Channel): APIGroupDMChannel => {
  const people = channel.peopleIds ?? []
  return {
    id: channel.id,
    type: ChannelType.GroupDM,
    name: channel.name,
    icon: null,
    flags: noFlags,
    last_message_id: null,
    recipients: people.map((id) => userOf(world, id)),
    ...(people[0] !== undefined && { owner_id: people[0] }),
  }
}

const guildFields = (channel: Channel, guildId: string) => ({
  id: channel.id,
  guild_id: guildId,
  name: channel.name,
  position: channel.position,
  permission_overwrites: channel.overwrites.map(({ id, type, allow, deny }) => ({
    id,
    type,
    allow: String(allow),
    deny: String(deny),
  })),
  flags: noFlags,
  parent_id: null,
  last_message_id: null,
  rate_limit_per_user: 0,
})

const renderText = (channel: Channel, guildId: string): APITextChannel => ({
  ...guildFields(channel, guildId),
  type: ChannelType.GuildText,
  topic: null,
  nsfw: channel.isAgeRestricted ?? false,
})

/** https://docs.discord.com/developers/resources/channel#channel-object-example-guild-announcement-channel */
const renderAnnouncements = (channel: Channel, guildId: string): APINewsChannel => {
  const { rate_limit_per_user: _slowMode, ...fields } = guildFields(channel, guildId)
  return {
    ...fields,
    type: ChannelType.GuildAnnouncement,
    topic: null,
    nsfw: channel.isAgeRestricted ?? false,
  }
}

const renderVoice = (channel: Channel, guildId: string): APIGuildVoiceChannel => ({
  ...guildFields(channel, guildId),
  type: ChannelType.GuildVoice,
  nsfw: channel.isAgeRestricted ?? false,
  bitrate: 64_000,
  user_limit: 0,
  rtc_region: null,
})

const renderForum = (channel: Channel, guildId: string): APIGuildForumChannel => ({
  ...guildFields(channel, guildId),
  type: ChannelType.GuildForum,
  topic: null,
  nsfw: channel.isAgeRestricted ?? false,
  available_tags: [],
  default_reaction_emoji: null,
  default_sort_order: null,
  default_forum_layout: ForumLayoutType.NotSet,
})

/** https://docs.discord.com/developers/topics/threads#thread-fields */
const renderThread = (
  world: World,
  channel: Channel,
  thread: NonNullable<Channel['thread']>,
): RenderedThread => {
  const count = [...world.messages.values()].filter(({ channelId }) => channelId === channel.id).length
  return {
    id: channel.id,
    type:
      channel.type === ChannelType.AnnouncementThread || channel.type === ChannelType.PrivateThread
        ? channel.type
        : ChannelType.PublicThread,
    ...(channel.guildId !== undefined && { guild_id: channel.guildId }),
    parent_id: thread.parentId,
    owner_id: thread.ownerId,
    name: channel.name,
    flags: noFlags,
    last_message_id: null,
    rate_limit_per_user: 0,
    message_count: count,
    total_message_sent: count,
    member_count: thread.memberIds?.size ?? 1,
    thread_metadata: {
      archived: thread.isArchived,
      locked: thread.isLocked,
      auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
      archive_timestamp: new Date(thread.archivedAtMs).toISOString(),
    },
  }
}

const renderGuildChannel = (channel: Channel, guildId: string): RenderedGuildChannel => {
  switch (channel.type) {
    case ChannelType.GuildVoice:
      return renderVoice(channel, guildId)
    case ChannelType.GuildForum:
      return renderForum(channel, guildId)
    case ChannelType.GuildAnnouncement:
      return renderAnnouncements(channel, guildId)
    default:
      return renderText(channel, guildId)
  }
}

/** https://docs.discord.com/developers/resources/channel#channel-object */
export const renderChannel = (world: World, channel: Channel): RenderedChannel => {
  if (channel.thread) return renderThread(world, channel, channel.thread)
  if (channel.guildId !== undefined) return renderGuildChannel(channel, channel.guildId)
  return channel.type === ChannelType.GroupDM
    ? renderGroup(world, channel)
    : renderDirectMessage(world, channel)
}

const channelsIn = (world: World, guildId: string) =>
  [...world.channels.values()].filter((channel) => channel.guildId === guildId)

/** The channels of a server, without its threads. */
export const guildChannels = (world: World, { id }: Guild): RenderedGuildChannel[] =>
  channelsIn(world, id)
    .filter(({ thread }) => !thread)
    .map((channel) => renderGuildChannel(channel, id))

/** The threads of a server that are not archived. */
export const activeThreads = (world: World, { id }: Guild): RenderedThread[] =>
  channelsIn(world, id).flatMap((channel) =>
    channel.thread && !channel.thread.isArchived ? [renderThread(world, channel, channel.thread)] : [],
  )
