import { readMarkup } from './mentions.ts'
import { renderListedFile } from './render-file.ts'
import type { Message, World } from './state.ts'

const footerOf = (world: World, { channelId, threadTs }: Message): string => {
  const channel = world.channels.get(channelId)
  if (channel?.kind === 'im') return 'Direct message'
  return channel?.isPrivate === true
    ? 'From a private channel'
    : `${threadTs === undefined ? 'Posted' : 'From a thread'} in #${channel?.name ?? ''}`
}

/**
 * The link to a message; that of a reply names its thread.
 * https://docs.slack.dev/reference/methods/chat.getPermalink#examples
 */
export const permalink = (world: World, { channelId, ts, threadTs }: Message): string => {
  const url = `https://${world.team.domain}.slack.com/archives/${channelId}/p${ts.replace('.', '')}`
  return threadTs === undefined || threadTs === ts ? url : `${url}?thread_ts=${threadTs}&cid=${channelId}`
}

/**
 * A message as another shows it that forwards it. No page of Slack's describes it; these are the fields of
 * `Attachment` in the official client's answers (@slack/web-api, ConversationsHistoryResponse), as seen in
 * https://github.com/ColeMurray/background-agents/pull/1143.
 */
export const renderForward = (world: World, message: Message): Record<string, unknown> => {
  const { ts, channelId, userId, text, blocks, files } = message
  const author = world.users.get(userId)
  const name = author?.displayName ?? ''
  const url = permalink(world, message)
  return {
    id: 1,
    ts,
    author_id: userId,
    author_name: name,
    author_subname: name,
    author_link: `https://${world.team.domain}.slack.com/team/${userId}`,
    channel_id: channelId,
    channel_team: world.team.id,
    is_msg_unfurl: true,
    is_share: true,
    color: 'D0D0D0',
    from_url: url,
    fallback: `[${new Date(message.createdAtMs).toUTCString()}] ${name}: ${readMarkup(world, text)}`,
    text,
    mrkdwn_in: ['text'],
    footer: footerOf(world, message),
    message_blocks: [{ team: world.team.id, channel: channelId, ts, message: { blocks } }],
    ...(files.length > 0 && { files: files.map((file) => renderListedFile(world, file)) }),
  }
}
