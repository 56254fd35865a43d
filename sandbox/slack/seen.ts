import type { MessageQuery, SeenMessage } from '../control/people.ts'
import { type Chooser, optionsOf } from './deeds/pick.ts'
import { pressable } from './deeds/press.ts'
import { findPerson, findPlace, type Place } from './deeds/references.ts'
import { personalLink } from './file-routes.ts'
import { fileTypeOf } from './file-types.ts'
import { compareTimestamps } from './ids.ts'
import { displayName, readMarkup } from './mentions.ts'
import { readBlock } from './read-blocks.ts'
import { renderMessage } from './render.ts'
import type { Message, StoredFile, World } from './state.ts'
import { type Control, type Picture, picturesIn } from './validation/block-rules.ts'

/** Where there are blocks they are what is seen; the text is for notifications and screen readers then. */
const textOf = (world: World, { text, blocks }: Message): string =>
  (blocks.length > 0 ? blocks.flatMap((block) => readBlock(world, block)) : [readMarkup(world, text)])
    .filter((line) => line !== '')
    .join('\n')

type SeenFile = SeenMessage['files'][number]

/** What a file is called where it is shown, if that is not its name. */
const captionOf = ({ altText, title, name }: StoredFile): Pick<SeenFile, 'description'> => {
  const caption = altText ?? (title === name ? undefined : title)
  return caption === undefined ? {} : { description: caption }
}

const seeFile = (world: World, file: StoredFile): SeenFile => ({
  name: file.name,
  url: personalLink(world, file),
  contentType: fileTypeOf(file.name).mimetype,
  bytes: file.bytes.length,
  ...captionOf(file),
})

const seePicture = (
  world: World,
  { image_url, slack_file, alt_text }: Picture,
): SeenMessage['images'][number] => {
  const file = [...world.files.values()].find(
    ({ id }) => id === slack_file?.id || slack_file?.url?.includes(id),
  )
  return { url: image_url ?? (file ? personalLink(world, file) : ''), description: alt_text }
}

const seeButtons = (control: Control): SeenMessage['buttons'] => {
  switch (control.type) {
    case 'button':
      return [{ id: control.url ?? control.action_id ?? '', label: control.text.text, disabled: false }]
    case 'icon_button':
      return [{ id: control.action_id ?? '', label: control.text.text, disabled: false }]
    case 'feedback_buttons':
      return [control.positive_button, control.negative_button].map(({ text }) => ({
        id: control.action_id ?? '',
        label: text.text,
        disabled: false,
      }))
    default:
      return []
  }
}

const isChooser = (control: Control): control is Chooser =>
  control.type.endsWith('select') || ['overflow', 'radio_buttons', 'checkboxes'].includes(control.type)

const seeMenus = (control: Control): SeenMessage['menus'] => {
  const first = control.type === 'static_select' ? control.initial_option?.value : undefined
  return isChooser(control)
    ? [
        {
          id: control.action_id ?? '',
          placeholder: 'placeholder' in control ? (control.placeholder?.text ?? '') : '',
          disabled: false,
          choices: optionsOf(control).map(({ text, value }) => ({
            name: text.text,
            value,
            ...(value === first && { isChosen: true }),
          })),
        },
      ]
    : []
}

const nothing = { text: '', files: [], images: [], buttons: [], menus: [] } as const

const showing = (world: World, message: Message) => {
  if (message.state === 'deleted') return nothing
  const controls = pressable(message.blocks).map(({ control }) => control)
  // Below a message stands the one that it forwards, in which nothing can be used.
  const { forwarded } = message
  const shown = forwarded ? [message, forwarded] : [message]
  return {
    text: shown
      .map((part) => textOf(world, part))
      .filter((text) => text !== '')
      .join('\n'),
    files: shown
      .flatMap(({ files }) => files)
      .filter(({ isDeleted }) => !isDeleted)
      .map((file) => seeFile(world, file)),
    images: shown
      .flatMap(({ blocks }) => blocks.flatMap(picturesIn))
      .map((picture) => seePicture(world, picture)),
    buttons: controls.flatMap(seeButtons),
    menus: controls.flatMap(seeMenus),
  }
}

const seeMessage = (world: World, message: Message): SeenMessage => ({
  id: message.ts,
  channel: message.channelId,
  author: displayName(world, message.userId),
  authorId: message.userId,
  ...showing(world, message),
  seenBy: message.seenBy,
  edits: message.edits,
  createdAtMs: message.createdAtMs,
  ...(message.editedAtMs !== undefined && { editedAtMs: message.editedAtMs }),
  ...(message.threadTs !== undefined && { replyTo: message.threadTs }),
  state: message.state,
})

const isVisible = (world: World, { seenBy, channelId }: Message, viewerId: string): boolean =>
  seenBy === 'all' ? (world.channels.get(channelId)?.memberIds.has(viewerId) ?? false) : seenBy === viewerId

type Wanted = {
  readonly viewer: string | undefined
  readonly place: Place | undefined
  readonly since: string | undefined
}

const isAt = ({ channel, threadTs }: Place, message: Message): boolean =>
  message.channelId === channel.id &&
  (threadTs === undefined || [message.ts, message.threadTs].includes(threadTs))

const matches = (world: World, { viewer, place, since }: Wanted, message: Message): boolean =>
  (place === undefined || isAt(place, message)) &&
  (viewer === undefined || isVisible(world, message, viewer)) &&
  (since === undefined || compareTimestamps(message.ts, since) > 0)

/** Names stand for ids here too, and a name that nobody bears is told. */
const withIds = (world: World, { viewer, channel, since }: MessageQuery): Wanted => {
  const viewerId = viewer === undefined ? undefined : findPerson(world, viewer, 'viewer').id
  return {
    viewer: viewerId,
    place: channel === undefined ? undefined : findPlace(world, channel, viewerId),
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
