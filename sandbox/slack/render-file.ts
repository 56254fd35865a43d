import { fileTypeOf } from './file-types.ts'
import type { Share, StoredFile, World } from './state.ts'

const inSeconds = (ms: number): number => Math.floor(ms / 1000)

/** The path of a private file, the same for everybody; who may read it is asked with each request. */
export const filePath = (world: World, file: StoredFile): string =>
  `/files-pri/${world.team.id}-${file.id}/${encodeURIComponent(file.name.toLowerCase().replaceAll(' ', '_'))}`

const isPublic = (world: World, { channelId }: Share): boolean => {
  const channel = world.channels.get(channelId)
  return channel?.kind === 'channel' && channel.isPrivate !== true
}

const renderShare = (world: World, { channelId, ts, threadTs }: Share) => ({
  reply_users: [],
  reply_users_count: 0,
  reply_count: 0,
  ts,
  ...(threadTs !== undefined && { thread_ts: threadTs }),
  channel_name: world.channels.get(channelId)?.name ?? '',
  team_id: world.team.id,
})

const renderShares = (world: World, shares: readonly Share[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(shares, ({ channelId }) => channelId)).map(([channelId, list = []]) => [
      channelId,
      list.map((share) => renderShare(world, share)),
    ]),
  )

/** A file that was deleted leaves only this behind. */
const tombstone = ({ id }: StoredFile) => ({ id, mode: 'tombstone' })

/**
 * A file as the API shows it, without where it is shared.
 * https://docs.slack.dev/reference/objects/file-object
 */
export const renderFile = (world: World, file: StoredFile): Record<string, unknown> => {
  if (file.isDeleted) return tombstone(file)
  const { mimetype, filetype, prettyType } = fileTypeOf(file.name)
  const url = `${world.origin}${filePath(world, file)}`
  return {
    id: file.id,
    created: inSeconds(file.createdAtMs),
    timestamp: inSeconds(file.createdAtMs),
    name: file.name,
    title: file.title,
    mimetype,
    filetype,
    pretty_type: prettyType,
    user: file.userId,
    user_team: world.users.get(file.userId)?.teamId ?? world.team.id,
    editable: false,
    size: file.bytes.length,
    mode: 'hosted',
    is_external: false,
    external_type: '',
    is_public: file.shares.some((share) => isPublic(world, share)),
    public_url_shared: false,
    display_as_bot: false,
    username: '',
    url_private: url,
    url_private_download: url.replace('/files-pri/', '/files-pri/download/'),
    media_display_type: mimetype.split('/')[0],
    permalink: `${world.origin}/files/${file.userId}/${file.id}/${encodeURIComponent(file.name)}`,
    has_rich_preview: false,
    file_access: 'visible',
    ...(file.altText !== undefined && { alt_txt: file.altText }),
    ...(file.recordedSeconds !== undefined && {
      subtype: 'slack_audio',
      duration_ms: Math.round(file.recordedSeconds * 1000),
    }),
  }
}

/**
 * A file as a message shows it: of one from another workspace nothing but that it is there, until it is looked
 * up. https://docs.slack.dev/apis/slack-connect
 */
export const renderListedFile = (world: World, file: StoredFile): Record<string, unknown> =>
  world.users.get(file.userId)?.teamId === undefined
    ? renderFile(world, file)
    : { id: file.id, created: 0, timestamp: 0, user: '', mode: 'file_access', file_access: 'check_file_info' }

/** A file with the messages that share it, as files.info shows it. */
export const renderSharedFile = (world: World, file: StoredFile): Record<string, unknown> => {
  const shown = file.hidesShares ? [] : file.shares
  const groups = Object.groupBy(shown, (share) => (isPublic(world, share) ? 'public' : 'private'))
  const channelIds = (shares: readonly Share[] = []) => [...new Set(shares.map(({ channelId }) => channelId))]
  return {
    ...renderFile(world, file),
    shares: Object.fromEntries(
      Object.entries(groups).map(([visibility, shares]) => [visibility, renderShares(world, shares)]),
    ),
    channels: channelIds(groups.public),
    groups: [],
    ims: channelIds(groups.private),
    comments_count: 0,
  }
}
