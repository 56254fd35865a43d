import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  PermissionFlagsBits,
  type PermissionsBitField,
} from 'discord.js'
import type { Invocation, Suggestion } from '../../core/command.ts'
import type { RawValues } from '../../core/field.ts'
import { writeReplyToken } from './reply-token.ts'

/** What the bot needs where a result is posted, as Discord's own settings call it. */
const neededRights = [
  { flag: PermissionFlagsBits.ViewChannel, name: 'View Channel' },
  { flag: PermissionFlagsBits.SendMessages, name: 'Send Messages' },
  { flag: PermissionFlagsBits.EmbedLinks, name: 'Embed Links' },
  { flag: PermissionFlagsBits.AttachFiles, name: 'Attach Files' },
] as const

const missingRights = (permissions: Readonly<PermissionsBitField>, isThread: boolean): string[] =>
  neededRights
    .map(({ flag, name }) =>
      isThread && flag === PermissionFlagsBits.SendMessages
        ? { flag: PermissionFlagsBits.SendMessagesInThreads, name: 'Send Messages in Threads' }
        : { flag, name },
    )
    .filter(({ flag }) => !permissions.has(flag))
    .map(({ name }) => name)

const valuesOf = (options: readonly CommandInteractionOption[]): RawValues =>
  Object.fromEntries(
    options.flatMap((option) =>
      option.options === undefined ? [[option.name, option.value]] : Object.entries(valuesOf(option.options)),
    ),
  )

/** A slash command as the rest of the program sees it; undefined outside a server. */
export const invocationFrom = (interaction: ChatInputCommandInteraction): Invocation | undefined => {
  if (interaction.guildId === null || interaction.channelId === null) return undefined
  return {
    eventId: interaction.id,
    command: interaction.commandName,
    action: interaction.options.getSubcommand(false) ?? undefined,
    values: valuesOf(interaction.options.data),
    target: {
      platform: 'discord',
      server: interaction.guildId,
      channel: interaction.channelId,
      member: interaction.user.id,
    },
    isAdmin: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
    missingRights: missingRights(interaction.appPermissions, interaction.channel?.isThread() ?? false),
    fileBytesMax: interaction.attachmentSizeLimit,
    replyToken: writeReplyToken(interaction.applicationId, interaction.token),
  }
}

/** What a member is typing. */
export const suggestionFrom = (interaction: AutocompleteInteraction): Suggestion => {
  const { name, value } = interaction.options.getFocused(true)
  return {
    command: interaction.commandName,
    action: interaction.options.getSubcommand(false) ?? undefined,
    field: name,
    typed: String(value),
  }
}
