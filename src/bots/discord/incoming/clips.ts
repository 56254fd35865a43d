import {
  type APIMessageTopLevelComponent,
  type APIUnfurledMediaItem,
  type Attachment,
  ComponentType,
  type FileUploadType,
  type Message,
  MessageReferenceType,
  MessageType,
} from 'discord.js'
import type { UploadedClip } from '../../../core/clip/clip.ts'
import { clipExtensions, sortFiles, typeOverName } from '../../../core/clip/clip-kind.ts'
import { hasLinkIn } from '../../../core/clip/link.ts'
import type { PointedMessage } from '../../../core/command/invocation.ts'
import { jobOfButtons, readCommandId } from '../../../core/message/command-link.ts'
import type { MessageRef } from '../../../core/target.ts'

/** Discord's description of a file. */
type DescribedFile = Pick<Attachment, 'url' | 'name' | 'contentType'> & {
  size?: number | undefined
  title?: string | null
  /** Seconds, for voice messages only. https://docs.discord.com/developers/resources/message#attachment-object */
  duration?: number | null
}

/** Extensions that Discord's groups "audio" and "video" already cover. */
const inGroups = ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac', 'mp4', 'webm', 'mov']

/**
 * File types that the client offers for a clip.
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
 * The file name as its sender wrote it. Discord strips most characters from names and keeps the original,
 * without its extension, as the title. https://docs.discord.com/developers/resources/message#attachment-object
 */
const writtenName = ({ name, title }: Pick<DescribedFile, 'name' | 'title'>): string => {
  if (typeof title !== 'string' || title === '') return name
  const extension = /\.\w+$/.exec(name)?.[0] ?? ''
  return title.endsWith(extension) ? title : `${title}${extension}`
}

/** A Discord file as a clip; `message` is where it was posted, undefined for files of a command or a form. */
export const uploadedClip = (file: DescribedFile, message: MessageRef | undefined): UploadedClip => ({
  kind: 'upload',
  platform: 'discord',
  url: file.url,
  name: writtenName(file),
  bytes: file.size,
  message,
  ...typeOverName({ name: writtenName(file), contentType: file.contentType ?? undefined }),
  ...(typeof file.duration === 'number' && file.duration > 0 && { secondsSaid: file.duration }),
})

/** A reference to this message, by which others can find it. */
export const refOf = ({ channelId, id }: Pick<Message, 'channelId' | 'id'>): MessageRef => ({
  platform: 'discord',
  channel: channelId,
  message: id,
})

/** The name at the end of an address; a badly encoded one stays as it is. */
const nameIn = (address: string): string => {
  const written = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** The file that a component shows; none if it is hosted elsewhere on the web. */
const shownFile = (
  media: APIUnfurledMediaItem,
  { name, size }: { name?: string; size?: number } = {},
): readonly DescribedFile[] => {
  if (media.attachment_id === undefined || !URL.canParse(media.url)) return []
  return [{ url: media.url, name: name ?? nameIn(media.url), contentType: media.content_type ?? null, size }]
}

/**
 * The files that components show. A message of components only lists no others.
 * https://docs.discord.com/developers/components/reference
 */
const filesShownBy = (part: APIMessageTopLevelComponent): readonly DescribedFile[] => {
  switch (part.type) {
    case ComponentType.Container:
      return part.components.flatMap(filesShownBy)
    case ComponentType.File:
      return shownFile(part.file, part)
    case ComponentType.MediaGallery:
      return part.items.flatMap(({ media }) => shownFile(media))
    default:
      return []
  }
}

/**
 * All files of a message: its attachments, those in its components, and both of what it forwards.
 * https://docs.discord.com/developers/resources/message#message-snapshot-object
 */
const filesOf = (message: Message): readonly DescribedFile[] =>
  [message, ...message.messageSnapshots.values()].flatMap(({ attachments, components }) => [
    ...attachments.values(),
    ...components.flatMap((part) => filesShownBy(part.toJSON())),
  ])

/** The files of a message that can be clips, those of a refused kind, and names of the others. */
const sortedFiles = (message: Message) => {
  const described = filesOf(message).map((file) => ({
    file,
    name: writtenName(file),
    contentType: file.contentType ?? undefined,
  }))
  const { clips, ...rest } = sortFiles(described)
  return { ...rest, clips: clips.map(({ file }) => uploadedClip(file, refOf(message))) }
}

/** The ids of our buttons and menu entries that a part of a message shows. */
const commandIdsIn = (part: APIMessageTopLevelComponent): readonly string[] => {
  switch (part.type) {
    case ComponentType.Container:
      return part.components.flatMap(commandIdsIn)
    case ComponentType.ActionRow:
      return part.components.flatMap((component) => {
        if (component.type === ComponentType.StringSelect) return component.options.map(({ value }) => value)
        return 'custom_id' in component ? [component.custom_id] : []
      })
    default:
      return []
  }
}

/** The job whose result one of our messages shows, or a forward of one. Buttons of another app's message are not ours. */
const jobIn = (message: Message, isOurs: boolean): string | undefined => {
  const ours = isOurs ? [message] : [...message.messageSnapshots.values()]
  const parts = ours.flatMap(({ components }) => components.map((part) => part.toJSON()))
  return jobOfButtons(parts.flatMap(commandIdsIn).flatMap((id) => readCommandId(id) ?? []))
}

const forwardOf = ({ attachments, reference }: Message): PointedMessage['forwardOf'] =>
  reference?.type === MessageReferenceType.Forward &&
  reference.messageId !== undefined &&
  attachments.size === 0
    ? { channel: reference.channelId, message: reference.messageId }
    : undefined

const hasLink = (message: Message): boolean =>
  [message, ...message.messageSnapshots.values()].some(({ content }) => hasLinkIn(content))

/** A message that a member pointed at, with what it brings. */
export const pointedMessage = (message: Message, isVisible: boolean): PointedMessage => {
  const { clips, refused, unknown, others } = sortedFiles(message)
  const forwarded = forwardOf(message)
  const isOurs = message.author.id === message.client.user.id
  const job = jobIn(message, isOurs)
  const isForMember = isOurs || job !== undefined
  const files = isForMember ? clips.map((clip) => ({ ...clip, isOwnerLost: true as const })) : clips
  return {
    message: message.id,
    by: message.author.id,
    atMs: message.createdTimestamp,
    files,
    isVisible: isVisible || files.length > 0,
    ...(refused.length > 0 && { refused }),
    ...(unknown.length > 0 && { unknown }),
    ...(others.length > 0 && { others }),
    ...(hasLink(message) && { hasLink: true }),
    ...(forwarded !== undefined && { forwardOf: forwarded }),
    ...(job !== undefined && { job }),
  }
}

const pointingTypes: readonly MessageType[] = [MessageType.Reply, MessageType.ThreadStarterMessage]

/**
 * What an entry of a message's menu points at: that message, and the one above it that it replies to or starts
 * a thread below. Discord sends both, so nothing is fetched.
 */
export const pointedByMenu = (message: Message): readonly PointedMessage[] => {
  const { reference, type } = message
  const above = pointingTypes.includes(type) ? (reference?.messageId ?? '') : ''
  const there = message.client.channels.cache.get(reference?.channelId ?? '')
  // discord.js caches the message above a thread with the thread's messages.
  const cached =
    message.channel.messages.cache.get(above) ??
    (there?.isTextBased() ? there.messages.cache.get(above) : undefined)
  return [message, ...(cached === undefined || cached.partial ? [] : [cached])].map((pointed) =>
    pointedMessage(pointed, true),
  )
}
