import {
  type APIEmbed,
  type APIMessage,
  type APIMessageSnapshotFields,
  type APIMessageTopLevelComponent,
  ApplicationCommandType,
  ChannelType,
  EmbedType,
  GatewayIntentBits,
  type GatewayMessageCreateDispatchData,
  InteractionType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10'
import { fileUrl, renderFile } from './cdn.ts'
import { mentionsIn } from './mentions.ts'
import { renderBareMember, userOf } from './render-member.ts'
import { guildOf, type Interaction, type Message, type StoredFile, type World } from './state.ts'
import { componentMedia } from './validation/components.ts'
import { type Embed, embedMedia } from './validation/embeds.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Whether a message is made of components alone. */
export const isComponentsV2 = ({ flags }: Pick<Message, 'flags'>): boolean =>
  (flags & MessageFlags.IsComponentsV2) !== 0

/** Files that an embed or a component shows are not listed a second time. */
const shownElsewhere = (message: Message): ReadonlySet<string> =>
  new Set(
    [...embedMedia(message.embeds), ...componentMedia(message.components)].flatMap(({ url }) =>
      url.startsWith('attachment://') ? [url.slice('attachment://'.length)] : [],
    ),
  )

/** The files that stand in a message by themselves: with components alone, none. */
export const listedFiles = (message: Message): readonly StoredFile[] => {
  if (isComponentsV2(message)) return []
  const elsewhere = shownElsewhere(message)
  return message.files.filter(({ name }) => !elsewhere.has(name))
}

/** A picture or file as the API shows it: `attachment://` becomes a link to the file. */
export const renderMedia = (world: World, message: Message, url: string) => {
  const file = message.files.find(({ name }) => url === `attachment://${name}`)
  const shownUrl = file ? fileUrl(world, file) : url
  return {
    url: shownUrl,
    proxy_url: shownUrl,
    ...(file && { attachment_id: file.id, content_type: file.contentType, size: file.bytes.length }),
  }
}

const isMedia = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

const pictureOf = (world: World, message: Message, media: Embed['image']) =>
  isMedia(media) ? { ...media, ...renderMedia(world, message, media.url) } : undefined

const withIcon = <T extends { icon_url?: string | undefined }>(
  world: World,
  message: Message,
  part: T | undefined,
) =>
  part?.icon_url === undefined ? part : { ...part, icon_url: renderMedia(world, message, part.icon_url).url }

/** https://docs.discord.com/developers/resources/message#embed-object */
const renderEmbed = (world: World, message: Message, embed: Embed): APIEmbed => {
  const shown = {
    ...embed,
    type: EmbedType.Rich,
    image: pictureOf(world, message, embed.image),
    thumbnail: pictureOf(world, message, embed.thumbnail),
    author: withIcon(world, message, embed.author),
    footer: withIcon(world, message, embed.footer),
  }
  // What is undefined here is absent on the wire, which the exact optional types of APIEmbed cannot know.
  return shown as unknown as APIEmbed
}

/** A file part says what its file is called. https://docs.discord.com/developers/components/reference#file */
const fileFacts = (message: Message, { url }: { url: string }): [string, unknown][] => {
  const file = message.files.find(({ name }) => url === `attachment://${name}`)
  return file ? Object.entries({ name: file.name, size: file.bytes.length }) : []
}

/** Parts as they were sent, with ids counted through and with the links of their files. */
const renderComponents = (world: World, message: Message): APIMessageTopLevelComponent[] => {
  let lastId = 0
  const render = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(render)
    if (typeof value !== 'object' || value === null) return value
    const numbered = 'type' in value && typeof value.type === 'number' ? { id: ++lastId } : {}
    const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] =>
      (key === 'media' || key === 'file') && isMedia(part)
        ? [[key, renderMedia(world, message, part.url)], ...(key === 'file' ? fileFacts(message, part) : [])]
        : [[key, render(part)]],
    )
    // An id that the bot gave itself stays.
    return { ...numbered, ...Object.fromEntries(entries.filter(([, part]) => part !== undefined)) }
  }
  return render(message.components) as APIMessageTopLevelComponent[]
}

const renderMetadata = (world: World, interaction: Interaction): object => ({
  id: interaction.id,
  type: interaction.type,
  user: userOf(world, interaction.userId),
  authorizing_integration_owners: interaction.owners,
  ...(interaction.type === InteractionType.MessageComponent && {
    interacted_message_id: interaction.source?.id,
  }),
  ...(interaction.trigger && { triggering_interaction_metadata: renderMetadata(world, interaction.trigger) }),
})

/**
 * Who used which command, above the answer. Deprecated and still sent, and nothing else names the command:
 * https://docs.discord.com/developers/resources/message#message-object
 */
const usedCommand = (world: World, { id, type, title, userId, commandType }: Interaction) =>
  commandType === undefined
    ? {}
    : { interaction: { id, type, name: title.replace(/^\//, ''), user: userOf(world, userId) } }

const interactionFields = (world: World, interaction: Interaction) => ({
  application_id: world.applicationId,
  webhook_id: world.applicationId,
  interaction_metadata: renderMetadata(world, interaction) as NonNullable<APIMessage['interaction_metadata']>,
  ...usedCommand(world, interaction),
})

const typeOf = ({ replyToId, interaction }: Message): MessageType => {
  if (replyToId !== undefined) return MessageType.Reply
  if (interaction?.commandType === ApplicationCommandType.ChatInput) return MessageType.ChatInputCommand
  return interaction?.commandType === undefined ? MessageType.Default : MessageType.ContextMenuCommand
}

const referenceTo = (
  world: World,
  type: MessageReferenceType,
  { id, channelId }: Pick<Message, 'id' | 'channelId'>,
) => {
  const guildId = guildIdOf(world, { channelId })
  return {
    message_reference: {
      type,
      message_id: id,
      channel_id: channelId,
      ...(guildId !== undefined && { guild_id: guildId }),
    },
  }
}

const replyFields = (world: World, { replyToId, channelId }: Message) => {
  if (replyToId === undefined) return {}
  const target = world.messages.get(replyToId)
  return {
    ...referenceTo(world, MessageReferenceType.Default, { id: replyToId, channelId }),
    referenced_message:
      target && target.state !== 'deleted' ? renderMessage(world, { ...target, replyToId: undefined }) : null,
  }
}

/** https://docs.discord.com/developers/resources/message#message-snapshot-object */
const snapshotOf = (message: APIMessage): APIMessageSnapshotFields => ({
  type: message.type,
  content: message.content,
  embeds: message.embeds,
  attachments: message.attachments,
  ...(message.components && { components: message.components }),
  ...(message.flags !== undefined && { flags: message.flags }),
  timestamp: message.timestamp,
  edited_timestamp: message.edited_timestamp,
  mentions: message.mentions,
  mention_roles: message.mention_roles,
})

/** A forward holds a copy of what was forwarded, without its author. */
const forwardFields = (world: World, { forwarded }: Message) => {
  if (!forwarded) return {}
  return {
    ...referenceTo(world, MessageReferenceType.Forward, forwarded),
    message_snapshots: [{ message: snapshotOf(renderMessage(world, forwarded)) }],
  }
}

const guildIdOf = (world: World, { channelId }: Pick<Message, 'channelId'>) =>
  world.channels.get(channelId)?.guildId

/** A message as the API shows it. https://docs.discord.com/developers/resources/message#message-object */
export const renderMessage = (world: World, message: Message): APIMessage => ({
  id: message.id,
  channel_id: message.channelId,
  author: userOf(world, message.authorId),
  content: message.content,
  timestamp: iso(message.createdAtMs),
  edited_timestamp: message.editedAtMs === undefined ? null : iso(message.editedAtMs),
  tts: message.tts,
  mention_everyone: message.mentionsEveryone,
  mentions: message.mentionedUserIds.flatMap((id) => world.users.get(id) ?? []),
  mention_roles: [...mentionsIn(message.content).roleIds],
  attachments: listedFiles(message).map((file) => renderFile(world, file)),
  embeds: message.embeds.map((embed) => renderEmbed(world, message, embed)),
  components: renderComponents(world, message),
  pinned: false,
  type: typeOf(message),
  flags: message.flags,
  ...(message.nonce !== undefined && { nonce: message.nonce }),
  ...(message.interaction && interactionFields(world, message.interaction)),
  ...replyFields(world, message),
  ...forwardFields(world, message),
})

/**
 * Whether the bot reads a message without the intent: in direct messages, of
 * its own, and where it is mentioned. Its role is another thing to mention: no page counts that.
 */
const isContentFree = (world: World, { channel_id, author, mentions }: APIMessage): boolean =>
  world.channels.get(channel_id)?.guildId === undefined ||
  author.id === world.bot.id ||
  mentions.some(({ id }) => id === world.bot.id)

/** The same with the message replied to as the bot gets it without the message content intent. */
export const guardReply = <T extends APIMessage>(world: World, message: T): T => ({
  ...message,
  ...(message.referenced_message && {
    referenced_message: guardContent(world, message.referenced_message),
  }),
})

const noContent = { content: '', embeds: [], attachments: [], components: [] }

/** No page says what becomes of snapshots, so what they hold is content as any other. */
const withoutContent = ({ message_snapshots: snapshots }: APIMessage) => ({
  ...noContent,
  ...(snapshots && {
    message_snapshots: snapshots.map(({ message }) => ({ message: { ...message, ...noContent } })),
  }),
})

/**
 * A message as the bot gets it without the message content intent; each
 * message replied to is judged by itself.
 * https://docs.discord.com/developers/events/gateway#message-content-intent
 */
export const guardContent = <T extends APIMessage>(world: World, message: T): T => ({
  ...guardReply(world, message),
  ...(!isContentFree(world, message) && withoutContent(message)),
})

/**
 * A message as answered over HTTP, where the application's switch counts and not a gateway session's intents.
 * No page promises the nonce to anybody but the creator, so it is left out here: nobody should rely on it.
 */
export const renderAnswer = (world: World, message: Message): APIMessage => {
  const { nonce: _, ...rendered } = renderMessage(world, message)
  const readsContent = (world.privilegedIntents & GatewayIntentBits.MessageContent) !== 0
  return readsContent ? rendered : guardContent(world, rendered)
}

/** The same to who created it, now or with an earlier try: the nonce validates that it was sent. */
export const renderCreated = (world: World, message: Message): APIMessage => ({
  ...renderAnswer(world, message),
  ...(message.nonce !== undefined && { nonce: message.nonce }),
})

type MessageChannelType = NonNullable<GatewayMessageCreateDispatchData['channel_type']>

/** Of the kinds that hold messages. */
const channelTypeOf = (world: World, { channelId }: Message): MessageChannelType =>
  (world.channels.get(channelId)?.type ?? ChannelType.DM) as MessageChannelType

/**
 * A message as the gateway tells it: with the kind of its channel, the server and the author's membership.
 */
export const renderMessageEvent = (world: World, message: Message): GatewayMessageCreateDispatchData => {
  const guildId = guildIdOf(world, message)
  const member = guildOf(world, { guildId })?.members.get(message.authorId)
  return {
    ...renderMessage(world, message),
    ...(guildId !== undefined && { guild_id: guildId }),
    channel_type: channelTypeOf(world, message),
    ...(member && !message.interaction && { member: renderBareMember(member) }),
    mentions: renderMentions(world, message, guildId),
  }
}

const renderMentions = (world: World, message: Message, guildId: string | undefined) =>
  message.mentionedUserIds.flatMap((id) => {
    const user = world.users.get(id)
    const member = guildOf(world, { guildId })?.members.get(id)
    return user ? [{ ...user, ...(member && { member: renderBareMember(member) }) }] : []
  })
