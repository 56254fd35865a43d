import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  InteractionContextType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  PermissionFlagsBits,
  type StringSelectMenuInteraction,
} from 'discord.js'
import { type Command, fieldsOf } from '../../../core/command/command.ts'
import { requestOfCommandLink } from '../../../core/command/command-text.ts'
import { requestInWords } from '../../../core/command/in-words.ts'
import type { Asked, Invocation, Suggestion } from '../../../core/command/invocation.ts'
import type { Fields, RawValues } from '../../../core/fields/field.ts'
import type { CommandLink } from '../../../core/message/command-link.ts'
import { personalServer } from '../../../core/target.ts'
import type { FormId } from '../forms/form-id.ts'
import { formValues, wantsMore } from '../forms/form-values.ts'
import { writeReplyToken } from '../outgoing/reply-right.ts'
import { linkName } from '../setup/commands.ts'
import { pointedByMenu, uploadedClip } from './clips.ts'
import { membershipIn } from './membership.ts'
import { cannotPostText, placeIn, rolesApart } from './rights.ts'
import { inWords, namesKnownTo } from './words.ts'

/** Every interaction that requests something. */
export type Asking =
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | ButtonInteraction
  | StringSelectMenuInteraction
  | ModalSubmitInteraction

type Request = Pick<Invocation, 'command' | 'action' | 'values' | 'form' | 'pointedAt' | 'press'>

/** The server that pays; undefined in a conversation that is neither a server's nor one with the bot. */
const serverOf = ({
  guildId,
  context,
  user,
}: Pick<Asking, 'guildId' | 'context' | 'user'>): string | undefined =>
  guildId ?? (context === InteractionContextType.BotDM ? personalServer(user.id) : undefined)

/** The roles of the requesting member; none in a direct message. */
const groupsIn = ({ member, guildId }: Asking): readonly string[] | undefined => {
  if (guildId === null) return []
  if (member === null) return undefined
  return rolesApart(Array.isArray(member.roles) ? member.roles : [...member.roles.cache.keys()], guildId)
}

/** A request with everything that its interaction says of its place; undefined if nobody would pay. */
const invocationAt = (interaction: Asking, request: Request): Asked | undefined => {
  const { guildId, channel } = interaction
  const server = serverOf(interaction)
  if (server === undefined || interaction.channelId === null) return undefined
  const place = placeIn(channel)
  return {
    ...request,
    eventId: interaction.id,
    target: {
      platform: 'discord',
      server,
      channel: interaction.channelId,
      ...place.thread,
      member: interaction.user.id,
    },
    channelKinds: place.kinds,
    ...(guildId === null && {
      membershipIn: membershipIn(interaction.client, interaction.user.id),
    }),
    // The users that an interaction names are in the cache.
    isBot: async (id) => interaction.client.users.cache.get(id)?.bot === true,
    groups: groupsIn(interaction),
    isAdmin: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
    // In a direct message the bot may post whatever its permissions say.
    cannotPost: guildId === null ? undefined : cannotPostText(interaction.appPermissions, channel?.type),
    fileBytesMax: interaction.attachmentSizeLimit,
    replyToken: writeReplyToken({
      applicationId: interaction.applicationId,
      token: interaction.token,
      sinceMs: interaction.createdTimestamp,
    }),
  }
}

/** The values of all options, of a subcommand's too, by their names. */
const optionValues = (options: readonly CommandInteractionOption[]): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const { name, type, value, attachment, options: inner } of options) {
    const isFile = type === ApplicationCommandOptionType.Attachment && attachment !== undefined
    if (inner !== undefined) Object.assign(values, optionValues(inner))
    else values[name] = isFile ? uploadedClip(attachment, undefined) : value
  }
  return values
}

/** A clip has two options: given in both ways it is both, and the field asks to leave one out. */
const withClips = (fields: Fields, given: Readonly<Record<string, unknown>>): RawValues => {
  const values = { ...given }
  for (const [name, { control }] of Object.entries(fields)) {
    const link = control.kind === 'clip' ? values[linkName(name)] : undefined
    if (link === undefined) continue
    delete values[linkName(name)]
    values[name] = values[name] === undefined ? link : [values[name], link]
  }
  return values
}

/** What a member typed into options or a form, in the words that readers see. */
const typedInvocation = (
  interaction: ChatInputCommandInteraction | ModalSubmitInteraction,
  commands: readonly Command[],
  request: Request,
): Asked | undefined => {
  const viewer = {
    platform: 'discord',
    server: serverOf(interaction) ?? '',
    member: interaction.user.id,
  } as const
  // Every mark of Discord's begins with this sign, and most texts have none.
  const typed = (text: string): string =>
    text.includes('<') ? inWords(text, namesKnownTo(interaction.client, viewer)) : text
  return invocationAt(interaction, requestInWords(commands, request, typed))
}

const commandNamed = (commands: readonly Command[], name: string): Command | undefined =>
  commands.find((command) => command.name === name)

/**
 * A slash command. Discord limits those for admins to members who can manage the server, and those its admins allowed
 * under Server Settings → Integrations.
 * https://docs.discord.com/developers/interactions/application-commands#permissions
 */
export const slashInvocation = (
  interaction: ChatInputCommandInteraction,
  commands: readonly Command[],
): Asked | undefined => {
  const command = commandNamed(commands, interaction.commandName)
  const action = interaction.options.getSubcommand(false) ?? undefined
  const fields = command === undefined ? {} : fieldsOf(command, action)
  const invocation = typedInvocation(interaction, commands, {
    command: interaction.commandName,
    action,
    values: withClips(fields, optionValues(interaction.options.data)),
    form: undefined,
    pointedAt: [],
  })
  const isForAdmins = command?.kind === 'utility' && command.audience === 'admins'
  return invocation === undefined || invocation.isAdmin || !isForAdmins
    ? invocation
    : { ...invocation, isAdmin: true, isAdminByCommand: true }
}

/** An entry of a message's own menu, which sends the whole message. */
export const messageActionInvocation = (
  interaction: MessageContextMenuCommandInteraction,
): Asked | undefined =>
  invocationAt(interaction, {
    command: interaction.commandName,
    action: undefined,
    values: {},
    form: undefined,
    pointedAt: pointedByMenu(interaction.targetMessage),
  })

/** A press of a button that opens a form. */
export const formButtonInvocation = (
  interaction: ButtonInteraction,
  { command, action, draft }: FormId,
): Asked | undefined =>
  invocationAt(interaction, { command, action, values: {}, form: { draft, sent: false }, pointedAt: [] })

const pressedId = (interaction: ButtonInteraction | StringSelectMenuInteraction): string =>
  interaction.isButton() ? interaction.customId : interaction.values.join(' ')

const pressOf = (interaction: ButtonInteraction | StringSelectMenuInteraction): string =>
  `${interaction.message.id} ${pressedId(interaction)} ${interaction.user.id}`

/** A press of a button that sends a draft as it is: however often it is pressed, that is one request. */
export const sendButtonInvocation = (
  interaction: ButtonInteraction,
  { command, action, draft }: FormId,
): Asked | undefined => {
  const form = { draft, sent: true }
  const press = pressOf(interaction)
  const invocation = invocationAt(interaction, { command, action, values: {}, form, pointedAt: [], press })
  return invocation && { ...invocation, eventId: `send ${draft}` }
}

/** A press of a button that runs a command, or a menu's entry that does. */
export const pressInvocation = (
  interaction: ButtonInteraction | StringSelectMenuInteraction,
  asked: CommandLink,
  commands: readonly Command[],
): Asked | undefined =>
  invocationAt(interaction, {
    ...requestOfCommandLink(commands, asked),
    form: undefined,
    pointedAt: [],
    press: pressOf(interaction),
  })

/** Whether only one member sees the message: it is ephemeral, or in their direct messages with us. */
export const isSeenAlone = ({ message, guildId }: Pick<ButtonInteraction, 'message' | 'guildId'>): boolean =>
  guildId === null || message.flags.has(MessageFlags.Ephemeral)

/** A submitted form. */
export const sentFormInvocation = (
  interaction: ModalSubmitInteraction,
  { command: name, action, draft }: FormId,
  commands: readonly Command[],
): Asked | undefined => {
  const command = commandNamed(commands, name)
  const fields = command === undefined ? {} : fieldsOf(command, action)
  const parts = interaction.fields.fields
  const isPart = wantsMore(parts)
  return typedInvocation(interaction, commands, {
    command: name,
    action,
    values: formValues(fields, parts),
    form: {
      draft,
      ...(isPart ? { sent: false, isPart } : { sent: true }),
      ...(interaction.isFromMessage() && isSeenAlone(interaction) && { isOnOwnMessage: true }),
    },
    pointedAt: [],
  })
}

/** What a member is typing; undefined where nothing can be requested. */
export const suggestionFrom = (interaction: AutocompleteInteraction): Suggestion | undefined => {
  const { name, value } = interaction.options.getFocused(true)
  const server = serverOf(interaction)
  return server === undefined
    ? undefined
    : {
        asker: { platform: 'discord', server, member: interaction.user.id },
        command: interaction.commandName,
        action: interaction.options.getSubcommand(false) ?? undefined,
        field: name,
        typed: String(value),
      }
}
