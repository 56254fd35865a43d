import { ComponentType, PermissionFlagsBits } from 'discord-api-types/v10'
import type { MessageQuery, SeenMessage } from '../control/people.ts'
import { fileUrl } from './cdn.ts'
import { controlsOf } from './deeds/press.ts'
import { displayName, findChannel, findPerson } from './deeds/references.ts'
import { permissionsOf } from './messages.ts'
import { holds } from './permissions.ts'
import { isComponentsV2, listedFiles, renderMedia, renderMessage } from './render.ts'
import { userOf } from './render-member.ts'
import { type Channel, findRole, type Message, type StoredFile, type World } from './state.ts'
import { allComponents } from './validation/components.ts'
import type { Embed } from './validation/embeds.ts'

const embedTexts = ({
  author,
  title,
  description,
  fields,
  footer,
}: Embed): readonly (string | undefined)[] => [
  author?.name,
  title,
  description,
  ...(fields ?? []).map(({ name, value }) => `${name}: ${value}`),
  footer?.text,
]

const partTexts = (message: Message): readonly string[] =>
  allComponents(message.components).flatMap(({ part }) =>
    part.type === ComponentType.TextDisplay ? [part.content] : [],
  )

/** Mentions as they are read: with names. */
const readable = (world: World, text: string): string =>
  text
    .replaceAll(/<@!?(\d+)>/g, (written, id: string) => {
      const user = world.users.get(id)
      return user ? `@${displayName(user)}` : written
    })
    .replaceAll(/<@&(\d+)>/g, (written, id: string) => `@${findRole(world, id)?.name ?? written}`)
    .replaceAll(/<#(\d+)>/g, (written, id: string) => `#${world.channels.get(id)?.name ?? written}`)

const textOf = (world: World, message: Message): string => {
  if (message.state === 'did not respond') return 'The application did not respond'
  const texts = [message.content, ...message.embeds.flatMap(embedTexts), ...partTexts(message)]
  return readable(world, texts.filter((text) => text !== undefined && text !== '').join('\n'))
}

/** Files stand in a message by themselves, or where a file part names them. */
const filesOf = (message: Message): readonly StoredFile[] => {
  const named = allComponents(message.components).flatMap(({ part }) =>
    part.type === ComponentType.File
      ? message.files.filter(({ name }) => part.file.url === `attachment://${name}`)
      : [],
  )
  return isComponentsV2(message) ? named : listedFiles(message)
}

const seeFile = (world: World, file: StoredFile): SeenMessage['files'][number] => ({
  name: file.name,
  url: fileUrl(world, file),
  contentType: file.contentType,
  bytes: file.bytes.length,
  ...(file.description !== undefined && { description: file.description }),
  ...(file.isSpoiler && { isSpoiler: true as const }),
})

type Picture = { readonly url: string | undefined; readonly description?: string | undefined }

const picturesOf = (message: Message): readonly Picture[] => [
  ...message.embeds
    .flatMap(({ image, thumbnail }) => [image, thumbnail])
    .map((media) => ({ url: media?.url, description: media?.description })),
  ...allComponents(message.components).flatMap(({ part }) => {
    if (part.type === ComponentType.Thumbnail) return [{ url: part.media.url, description: part.description }]
    if (part.type !== ComponentType.MediaGallery) return []
    return part.items.map(({ media, description }) => ({ url: media.url, description }))
  }),
]

/** A picture that was uploaded is described where it was uploaded, unless its place says more. */
const seePicture = (world: World, message: Message, { url, description }: Picture): SeenMessage['images'] => {
  if (url === undefined) return []
  const file = message.files.find(({ name }) => url === `attachment://${name}`)
  const words = description ?? file?.description
  return [{ url: renderMedia(world, message, url).url, ...(words !== undefined && { description: words }) }]
}

const seeControls = (message: Message): Pick<SeenMessage, 'buttons' | 'menus'> => {
  const controls = controlsOf(message)
  return {
    buttons: controls.flatMap((control) =>
      control.type === ComponentType.Button
        ? [
            {
              id: control.custom_id ?? control.url ?? '',
              label: control.label ?? control.emoji?.name ?? '',
              disabled: control.disabled ?? false,
            },
          ]
        : [],
    ),
    menus: controls.flatMap((control) =>
      control.type === ComponentType.Button
        ? []
        : [
            {
              id: control.custom_id,
              placeholder: control.placeholder ?? '',
              disabled: control.disabled ?? false,
              choices:
                control.type === ComponentType.StringSelect
                  ? control.options.map((option) => ({
                      name: option.label,
                      value: option.value,
                      ...(option.default === true && { isChosen: true }),
                    }))
                  : [],
            },
          ],
    ),
  }
}

const nothing = { text: '', files: [], images: [], buttons: [], menus: [] } as const

const showing = (world: World, message: Message) => {
  if (message.state === 'deleted') return nothing
  // Nothing in what was forwarded can be used, and nothing stands beside it.
  const shown = message.forwarded ?? message
  return {
    text: textOf(world, shown),
    files: filesOf(shown).map((file) => seeFile(world, file)),
    images: picturesOf(shown).flatMap((picture) => seePicture(world, shown, picture)),
    ...seeControls(message),
  }
}

const seeMessage = (world: World, message: Message): SeenMessage => ({
  id: message.id,
  channel: message.channelId,
  author: displayName(userOf(world, message.authorId)),
  authorId: message.authorId,
  ...showing(world, message),
  seenBy: message.seenBy,
  edits: message.edits,
  createdAtMs: message.createdAtMs,
  ...(message.editedAtMs !== undefined && { editedAtMs: message.editedAtMs }),
  ...(message.replyToId !== undefined && { replyTo: message.replyToId }),
  state: message.state,
})

const seesChannel = (world: World, userId: string, channel: Channel): boolean =>
  channel.recipientId === undefined
    ? holds(permissionsOf(world, userId, channel), PermissionFlagsBits.ViewChannel)
    : channel.recipientId === userId

/** What is in a channel that is gone, nobody sees. */
const sees = (world: World, userId: string, { channelId, seenBy }: Message): boolean => {
  const channel = world.channels.get(channelId)
  return channel !== undefined && seesChannel(world, userId, channel) && ['all', userId].includes(seenBy)
}

const matches = (world: World, { viewer, channel, since }: MessageQuery, message: Message): boolean =>
  (channel === undefined || message.channelId === channel) &&
  (viewer === undefined || sees(world, viewer, message)) &&
  (since === undefined || BigInt(message.id) > BigInt(since))

/** Names stand for ids here too, and a name that nobody bears is told. */
const withIds = (world: World, { viewer, channel, since }: MessageQuery): MessageQuery => {
  const viewerId = viewer === undefined ? undefined : findPerson(world, viewer, 'viewer').id
  return {
    viewer: viewerId,
    channel: channel === undefined ? undefined : findChannel(world, channel, viewerId).id,
    since,
  }
}

/** The messages as people see them, oldest first. */
export const seenMessages = (world: World, query: MessageQuery): readonly SeenMessage[] => {
  const wanted = withIds(world, query)
  return [...world.messages.values()]
    .filter((message) => matches(world, wanted, message))
    .map((message) => ({
      ...seeMessage(world, message),
      ...(query.original && message.state !== 'deleted' && { original: renderMessage(world, message) }),
    }))
}
