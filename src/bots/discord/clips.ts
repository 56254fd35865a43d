import type { Attachment, FileUploadType, Message } from 'discord.js'
import { clipExtensions, mayBeAudio, type UploadedClip } from '../../core/clip/clip.ts'
import type { PointedMessage } from '../../core/command/invocation.ts'
import type { MessageRef } from '../../core/target.ts'

/** What Discord says of a file. */
type DescribedFile = Pick<Attachment, 'url' | 'name' | 'size' | 'contentType'> & {
  title?: string | null
  /** In seconds, of a voice message. https://docs.discord.com/developers/resources/message#attachment-object */
  duration?: number | null
}

/** Extensions that Discord's groups "audio" and "video" already cover. */
const inGroups = ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac', 'mp4', 'webm', 'mov']

/**
 * Files that the client offers where a clip is asked for, by their names.
 * https://docs.discord.com/developers/reference#file-type-filtering
 */
export const clipFileTypes: readonly FileUploadType[] = [
  'audio',
  'video',
  ...clipExtensions.flatMap((extension): FileUploadType[] =>
    inGroups.includes(extension) ? [] : [`.${extension}`],
  ),
]

/**
 * The file name as its sender wrote it. Discord strips most characters from names and keeps the original, without its
 * extension, as the title. https://docs.discord.com/developers/resources/message#attachment-object
 */
const writtenName = ({ name, title }: Pick<DescribedFile, 'name' | 'title'>): string => {
  if (typeof title !== 'string' || title === '') return name
  const extension = /\.\w+$/.exec(name)?.[0] ?? ''
  return title.endsWith(extension) ? title : `${title}${extension}`
}

/**
 * A file of Discord's as a clip; `message` is where it was posted, undefined for
 * what came with a command or a form.
 */
export const uploadedClip = (file: DescribedFile, message: MessageRef | undefined): UploadedClip => ({
  kind: 'upload',
  platform: 'discord',
  url: file.url,
  name: writtenName(file),
  bytes: file.size,
  message,
  ...(typeof file.duration === 'number' && file.duration > 0 && { secondsSaid: file.duration }),
})

/** The message that this is, for somebody else to find again. */
export const refOf = ({ channelId, id }: Pick<Message, 'channelId' | 'id'>): MessageRef => ({
  platform: 'discord',
  channel: channelId,
  message: id,
})

/** The files of a message that may be audio. */
export const clipsOf = (message: Message): readonly UploadedClip[] =>
  [...message.attachments.values()]
    .filter(({ name, contentType }) => mayBeAudio({ name, contentType: contentType ?? undefined }))
    .map((file) => uploadedClip(file, refOf(message)))

/** A message that a member pointed at, with what it brings. */
export const pointedMessage = (message: Message, isVisible: boolean): PointedMessage => ({
  message: message.id,
  by: message.author.id,
  atMs: message.createdTimestamp,
  files: clipsOf(message),
  isVisible,
})
