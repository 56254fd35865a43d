import type {
  ChannelArchiveEvent,
  ChannelDeletedEvent,
  ChannelLeftEvent,
  ChannelSharedEvent,
  FileDeletedEvent,
  MemberJoinedChannelEvent,
  MemberLeftChannelEvent,
} from '@slack/types'
import { tellEvent } from './events.ts'
import { deleteFile } from './files.ts'
import type { Channel, StoredFile, World } from './state.ts'

const change = (world: World, channel: Channel, to: Partial<Channel>): void => {
  world.channels.set(channel.id, { ...channel, ...to })
}

type ChannelEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly channel: string }

/**
 * An event that an app hears of a channel by its right to know of channels; of a private one `group_left` and
 * so on, by its right to know of those. https://docs.slack.dev/reference/events/group_left
 */
const tell = (world: World, event: ChannelEvent): void => {
  const channel = world.channels.get(event.channel)
  const isPrivate = channel?.isPrivate === true
  const type = isPrivate ? event.type.replace(/^channel_/, 'group_') : event.type
  if (world.installation.scopes.has(isPrivate ? 'groups:read' : 'channels:read'))
    tellEvent(world, type, { ...event, type })
}

const letterOf = ({ isPrivate }: Channel) => (isPrivate === true ? 'G' : 'C')

/** From now on only those who are in it see it, and what was said there before. */
export const makePrivate = (world: World, channel: Channel): void => {
  change(world, channel, { isPrivate: true })
}

/** Puts a person out of a channel. https://docs.slack.dev/reference/events/member_left_channel */
export const removePerson = (world: World, channel: Channel, userId: string): void => {
  change(world, channel, { memberIds: new Set([...channel.memberIds].filter((id) => id !== userId)) })
  tell(world, {
    type: 'member_left_channel',
    user: userId,
    channel: channel.id,
    channel_type: letterOf(channel),
    team: world.team.id,
    event_ts: world.nextTs(),
  } satisfies MemberLeftChannelEvent)
}

/**
 * Puts the app out of a channel. It hears that it left; how others leave is not its own case.
 * https://docs.slack.dev/reference/events/channel_left
 */
export const removeApp = (world: World, channel: Channel, actorId: string): void => {
  const others = [...channel.memberIds].filter((id) => id !== world.app.userId)
  change(world, channel, { memberIds: new Set(others) })
  tell(world, {
    type: 'channel_left',
    channel: channel.id,
    actor_id: actorId,
    event_ts: world.nextTs(),
  } satisfies ChannelLeftEvent)
}

/** Lets the app into a channel. https://docs.slack.dev/reference/events/member_joined_channel */
export const inviteApp = (world: World, channel: Channel, inviterId: string): void => {
  change(world, channel, { memberIds: new Set([...channel.memberIds, world.app.userId]) })
  tell(world, {
    type: 'member_joined_channel',
    user: world.app.userId,
    channel: channel.id,
    channel_type: letterOf(channel),
    team: world.team.id,
    inviter: inviterId,
    event_ts: world.nextTs(),
  } satisfies MemberJoinedChannelEvent)
}

/**
 * Lets the people of another workspace into a channel. The app hears of it by its right to know of channels.
 * https://docs.slack.dev/apis/slack-connect, https://docs.slack.dev/reference/events/channel_shared
 */
export const shareChannel = (world: World, channel: Channel, other: World): void => {
  const guests = [...other.users.values()].filter(({ isBot, teamId }) => !isBot && teamId === undefined)
  for (const guest of guests) world.users.set(guest.id, { ...guest, teamId: other.team.id })
  const memberIds = new Set([...channel.memberIds, ...guests.map(({ id }) => id)])
  change(world, channel, { memberIds, sharedWith: other.team.id })
  tell(world, {
    type: 'channel_shared',
    connected_team_id: other.team.id,
    channel: channel.id,
    event_ts: world.nextTs(),
  } satisfies ChannelSharedEvent)
}

/** From now on it can only be read. https://docs.slack.dev/reference/events/channel_archive */
export const archiveChannel = (world: World, channel: Channel, actorId: string): void => {
  change(world, channel, { isArchived: true })
  tell(world, {
    type: 'channel_archive',
    channel: channel.id,
    user: actorId,
    event_ts: world.nextTs(),
  } satisfies ChannelArchiveEvent)
}

/** Nobody is in it and nobody finds it any more. https://docs.slack.dev/reference/events/channel_deleted */
export const deleteChannel = (world: World, channel: Channel): void => {
  change(world, channel, { isDeleted: true, memberIds: new Set() })
  tell(world, { type: 'channel_deleted', channel: channel.id } satisfies ChannelDeletedEvent)
}

/**
 * Takes a file away from where it is shared; the app hears of those it could see.
 * https://docs.slack.dev/reference/events/file_deleted
 */
export const deleteSharedFile = (world: World, file: StoredFile): void => {
  deleteFile(file)
  const channelIds = file.shares.map(({ channelId }) => channelId)
  const isSeen = channelIds.some((id) => world.channels.get(id)?.memberIds.has(world.app.userId))
  if (!isSeen || !world.installation.scopes.has('files:read')) return
  tellEvent(world, 'file_deleted', {
    type: 'file_deleted',
    file_id: file.id,
    channel_ids: channelIds,
    event_ts: world.nextTs(),
  } satisfies FileDeletedEvent)
}
