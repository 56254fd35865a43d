import { compareTimestamps } from './ids.ts'
import { renderListedFile } from './render-file.ts'
import { renderForward } from './render-forward.ts'
import type { Channel, Message, User, UserGroup, World } from './state.ts'

const inSeconds = (ms: number): number => Math.floor(ms / 1000)

/** Somebody who is known to be there. */
export const userOf = (world: World, id: string): User => {
  const user = world.users.get(id)
  if (!user) throw new Error(`There is no user ${id}`)
  return user
}

/** A conversation that is known to be there. */
export const channelOf = (world: World, id: string): Channel => {
  const channel = world.channels.get(id)
  if (!channel) throw new Error(`There is no channel ${id}`)
  return channel
}

/** What scopes call a conversation of this kind. */
export const scopeKindOf = ({ kind, isPrivate }: Channel): 'im' | 'groups' | 'channels' => {
  if (kind === 'im') return 'im'
  return isPrivate === true ? 'groups' : 'channels'
}

/** The workspace to which somebody belongs, wherever they are. */
export const teamIdOf = (world: World, userId: string): string =>
  world.users.get(userId)?.teamId ?? world.team.id

/**
 * Somebody of another workspace is a stranger where the app shares no channel with them; for everybody else
 * the field may be left out.
 */
const strangerField = (world: World, { id, teamId }: User) => {
  if (teamId === undefined) return {}
  const isMet = [...world.channels.values()].some(
    ({ memberIds }) => memberIds.has(id) && memberIds.has(world.app.userId),
  )
  return { is_stranger: !isMet }
}

/** https://docs.slack.dev/reference/objects/user-object */
export const renderUser = (world: World, user: User) => ({
  id: user.id,
  team_id: teamIdOf(world, user.id),
  name: user.name,
  deleted: false,
  real_name: user.displayName,
  tz: 'Etc/UTC',
  tz_label: 'Coordinated Universal Time',
  tz_offset: 0,
  profile: {
    title: '',
    phone: '',
    skype: '',
    real_name: user.displayName,
    real_name_normalized: user.displayName,
    display_name: user.displayName,
    display_name_normalized: user.displayName,
    status_text: '',
    status_emoji: '',
    status_emoji_display_info: [],
    status_expiration: 0,
    team: teamIdOf(world, user.id),
    ...(user.isBot && { bot_id: world.app.botId, api_app_id: world.app.id }),
  },
  is_admin: user.isAdmin,
  is_owner: user.isOwner,
  is_primary_owner: user.isOwner,
  is_restricted: false,
  is_ultra_restricted: false,
  is_bot: user.isBot,
  is_app_user: false,
  ...strangerField(world, user),
  updated: 0,
})

/** https://docs.slack.dev/reference/objects/usergroup-object */
export const renderGroup = (world: World, { id, handle, name, userIds }: UserGroup) => ({
  id,
  team_id: world.team.id,
  is_usergroup: true,
  name,
  description: '',
  handle,
  is_external: false,
  date_delete: 0,
  auto_type: null,
  users: userIds,
  user_count: userIds.length,
})

/** https://docs.slack.dev/reference/objects/conversation-object */
export const renderChannel = (world: World, channel: Channel) => {
  const shared = {
    id: channel.id,
    created: inSeconds(channel.createdAtMs),
    is_archived: channel.isArchived,
    is_im: channel.kind === 'im',
    is_org_shared: false,
    context_team_id: world.team.id,
  }
  if (channel.kind === 'im') return { ...shared, user: channel.personId, is_user_deleted: false, priority: 0 }
  return {
    ...shared,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.isPrivate !== true,
    is_group: channel.isPrivate === true,
    is_mpim: false,
    is_private: channel.isPrivate === true,
    is_shared: channel.sharedWith !== undefined,
    is_ext_shared: channel.sharedWith !== undefined,
    ...(channel.sharedWith !== undefined && {
      shared_team_ids: [world.team.id, channel.sharedWith],
      connected_team_ids: [channel.sharedWith],
    }),
    is_general: channel.name === 'general',
    is_member: channel.memberIds.has(world.app.userId),
    creator: [...channel.memberIds][0],
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
  }
}

const appFields = (world: World) => ({
  bot_id: world.app.botId,
  app_id: world.app.id,
  bot_profile: {
    id: world.app.botId,
    name: world.installation.botName,
    app_id: world.app.id,
    team_id: world.team.id,
    icons: {},
    updated: 0,
    deleted: false,
  },
})

/** The messages under a message, oldest first. */
export const repliesTo = (world: World, parent: Message): readonly Message[] =>
  [...world.messages.values()].filter(
    (message) => message.threadTs === parent.ts && message.seenBy === 'all' && message.state === 'shown',
  )

/** https://docs.slack.dev/reference/events/message/thread_broadcast */
const broadcastFields = (world: World, { isBroadcast, threadTs = '' }: Message) => {
  const root = world.messages.get(threadTs)
  return isBroadcast && root ? { subtype: 'thread_broadcast', root: renderMessage(world, root) } : {}
}

const threadFields = (world: World, message: Message) => {
  if (message.threadTs !== undefined)
    return {
      thread_ts: message.threadTs,
      parent_user_id: world.messages.get(message.threadTs)?.userId,
      ...broadcastFields(world, message),
    }
  const replies = repliesTo(world, message)
  const latest = replies.at(-1)
  if (!latest) return {}
  const users = [...new Set(replies.map(({ userId }) => userId))]
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    latest_reply: latest.ts,
    reply_users: users,
    is_locked: false,
    subscribed: false,
  }
}

const renderReactions = ({ reactions }: Message) =>
  Object.entries(Object.groupBy(reactions, ({ name }) => name)).map(([name, list = []]) => ({
    name,
    users: list.map(({ userId }) => userId),
    count: list.length,
  }))

const editedTs = (editedAtMs: number) => `${inSeconds(editedAtMs)}.000000`

/**
 * Which workspace somebody writes from. With files it is not named:
 * https://github.com/slackapi/slack-api-specs/issues/62
 */
const teamFields = (world: World, { files, userId }: Message) => {
  if (files.length > 0) return {}
  const team = teamIdOf(world, userId)
  return { team, ...(team !== world.team.id && { user_team: team, source_team: team }) }
}

/** A message as the API shows it. https://docs.slack.dev/reference/events/message */
export const renderMessage = (
  world: World,
  message: Message,
  { withMetadata = false }: { withMetadata?: boolean } = {},
): Record<string, unknown> => ({
  type: 'message',
  user: message.userId,
  ts: message.ts,
  ...teamFields(world, message),
  text: message.text,
  ...(message.userId === world.app.userId && appFields(world)),
  ...(message.blocks.length > 0 && { blocks: message.blocks }),
  ...(message.files.length > 0 && {
    files: message.files.map((file) => renderListedFile(world, file)),
    upload: false,
    display_as_bot: false,
  }),
  ...(message.forwarded && { attachments: [renderForward(world, message.forwarded)] }),
  ...threadFields(world, message),
  ...(message.editedAtMs !== undefined && {
    edited: { user: message.userId, ts: editedTs(message.editedAtMs) },
  }),
  ...(message.reactions.length > 0 && { reactions: renderReactions(message) }),
  ...(withMetadata && message.metadata && { metadata: message.metadata }),
})

/** What the API shows of a conversation, oldest first: no ephemeral messages and none that are gone. */
export const sharedMessages = (world: World, channelId: string): readonly Message[] =>
  [...world.messages.values()]
    .filter(
      (message) => message.channelId === channelId && message.seenBy === 'all' && message.state === 'shown',
    )
    .sort((a, b) => compareTimestamps(a.ts, b.ts))
