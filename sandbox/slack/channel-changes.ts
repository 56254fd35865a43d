import type {
  ChannelArchiveEvent,
  ChannelDeletedEvent,
  ChannelLeftEvent,
  FileDeletedEvent,
  MemberJoinedChannelEvent,
} from '@slack/types'
import { tellEvent } from './events.ts'
import { deleteFile } from './files.ts'
import type { Channel, StoredFile, World } from './state.ts'

const change = (world: World, channel: Channel, to: Partial<Channel>): void => {
  world.channels.set(channel.id, { ...channel, ...to })
}

/** An event that an app hears of a channel by its right to know of channels. */
const tell = (world: World, event: Readonly<Record<string, unknown>> & { readonly type: string }): void => {
  if (world.installation.scopes.has('channels:read')) tellEvent(world, event.type, event)
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
    channel_type: 'C',
    team: world.team.id,
    inviter: inviterId,
    event_ts: world.nextTs(),
  } satisfies MemberJoinedChannelEvent)
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
