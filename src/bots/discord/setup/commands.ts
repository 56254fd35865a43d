import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  Locale,
  type LocalizationMap,
  PermissionFlagsBits,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js'
import { type Action, actionsOf, type Command } from '../../../core/command/command.ts'
import { menuOf, moreWithClip } from '../../../core/command/message-actions.ts'
import { creditsMax } from '../../../core/credits.ts'
import { unreachable } from '../../../core/errors.ts'
import type { Choice, Field, Fields } from '../../../core/fields/field.ts'
import { takeExample } from '../../../core/job-id.ts'
import { declared, inEveryLanguage, sayDeclared, type Values } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'
import { timeLengthMax } from '../../../core/time.ts'
import { clipFileTypes } from '../incoming/clips.ts'
import { limits } from '../render/limits.ts'

/** Discord's name for a language: https://docs.discord.com/developers/reference#locales */
const localesOf = (language: string): readonly Locale[] =>
  Object.values(Locale).filter((locale) => locale === language || locale.startsWith(`${language}-`))

interface Base {
  lengthMax: number
  /** The text for every other language. */
  base: string
  values?: Values
}

/**
 * A declared text in every language that both Discord and a catalogue have and that differs; undefined if none.
 */
const localizations = (text: string, { lengthMax, base, values = {} }: Base): LocalizationMap | undefined => {
  const entries = inEveryLanguage(text, values)
    .filter((said) => said.text !== base)
    .flatMap((said) => localesOf(said.language).map((locale) => [locale, shortened(said.text, lengthMax)]))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

type SlashBody = RESTPostAPIChatInputApplicationCommandsJSONBody
type OptionBody = NonNullable<SlashBody['options']>[number]
type ValueOptionBody = Exclude<
  OptionBody,
  { type: ApplicationCommandOptionType.Subcommand | ApplicationCommandOptionType.SubcommandGroup }
>

/** The name of the option for a clip's web address; the option to upload has the clip's own name. */
export const linkName = (name: string): string => `${name}_link`

const linkHelp = declared('A link instead of a file, or a take such as {{take}}')
const linkLengthMax = 2000

/** A description in the installation's language, and in those of other clients. */
const described = (text: string, values: Values = {}) => {
  const base = sayDeclared(text, values)
  const others = localizations(text, { lengthMax: limits.description, base, values })
  return {
    description: shortened(base, limits.description),
    ...(others !== undefined && { description_localizations: others }),
  }
}

/** A clip may also be pointed at, or picked in the form that asks for it, so neither option is required. */
const clipOptions = (name: string, { help }: Field): ValueOptionBody[] => [
  {
    type: ApplicationCommandOptionType.Attachment,
    name,
    ...described(help),
    required: false,
    file_types: [...clipFileTypes],
  },
  {
    type: ApplicationCommandOptionType.String,
    name: linkName(name),
    ...described(linkHelp, { take: takeExample }),
    required: false,
    max_length: linkLengthMax,
  },
]

/** Channels that accept requests; a thread's requests count for its channel, and a category has none. */
export const askedInChannelTypes = [
  ChannelType.GuildText,
  ChannelType.GuildVoice,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
] as const

const choiceBody = ({ value, label }: Choice) => {
  const base = sayDeclared(label)
  const others = localizations(label, { lengthMax: limits.choiceName, base })
  return {
    name: shortened(base, limits.choiceName),
    ...(others !== undefined && { name_localizations: others }),
    value,
  }
}

const optionsFor = (name: string, field: Field): ValueOptionBody[] => {
  const { help, required, control } = field
  const common = { name, ...described(help), required }
  switch (control.kind) {
    case 'text':
      return [
        {
          ...common,
          type: ApplicationCommandOptionType.String,
          max_length: Math.min(control.lengthMax, limits.optionText),
          ...(control.suggestions !== undefined && { autocomplete: true }),
        },
      ]
    case 'choice': {
      const choices = control.choices.map(choiceBody)
      return [{ ...common, type: ApplicationCommandOptionType.String, choices }]
    }
    case 'toggle':
      return [{ ...common, type: ApplicationCommandOptionType.Boolean }]
    case 'credits':
      return [{ ...common, type: ApplicationCommandOptionType.Number, min_value: 0, max_value: creditsMax }]
    case 'time':
      return [{ ...common, type: ApplicationCommandOptionType.String, max_length: timeLengthMax }]
    case 'integer':
      return [
        {
          ...common,
          type: ApplicationCommandOptionType.Integer,
          min_value: control.min,
          max_value: control.max,
        },
      ]
    case 'listed':
      return [
        {
          ...common,
          type: ApplicationCommandOptionType.String,
          autocomplete: true,
          max_length: control.lengthMax,
        },
      ]
    case 'clip':
      return clipOptions(name, field)
    case 'member':
      return [{ ...common, type: ApplicationCommandOptionType.User }]
    case 'channel':
      return [
        { ...common, type: ApplicationCommandOptionType.Channel, channel_types: [...askedInChannelTypes] },
      ]
    case 'group':
      return [{ ...common, type: ApplicationCommandOptionType.Role }]
    // Everyone in the channel can see a command's options.
    case 'secret':
      return []
    default:
      return unreachable(control)
  }
}

/** Discord requires that required options come first. */
const optionBodies = (fields: Fields): ValueOptionBody[] =>
  Object.entries(fields)
    .flatMap(([name, field]) => optionsFor(name, field))
    .sort((left, right) => Number(right.required) - Number(left.required))

const subcommandBody = ({ name, summary, fields }: Action): OptionBody => ({
  type: ApplicationCommandOptionType.Subcommand,
  name,
  ...described(summary),
  options: optionBodies(fields),
})

const optionsOf = (command: Command): OptionBody[] => {
  if (command.kind === 'feature') return optionBodies(command.fields)
  const [only, ...more] = actionsOf(command)
  if (only === undefined) return []
  return more.length === 0 ? optionBodies(only.fields) : actionsOf(command).map(subcommandBody)
}

/** In servers, and in direct messages with the bot. */
const everywhere = {
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
  integration_types: [ApplicationIntegrationType.GuildInstall],
}

/** The slash command that a command is. */
export const slashBody = (command: Command): SlashBody => ({
  type: ApplicationCommandType.ChatInput,
  name: command.name,
  ...described(command.summary),
  options: optionsOf(command),
  ...everywhere,
  ...(command.kind === 'utility' &&
    command.audience === 'admins' && {
      contexts: [InteractionContextType.Guild],
      default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
    }),
})

/**
 * An entry of a message's own menu, under Apps. Discord reports the pick by this name, however it was shown, so
 * it is the same in every language.
 */
const messageActionBody = (name: string): RESTPostAPIContextMenuApplicationCommandsJSONBody => {
  const others = localizations(name, { lengthMax: limits.commandName, base: name })
  return {
    type: ApplicationCommandType.Message,
    name,
    ...(others !== undefined && { name_localizations: others }),
    ...everywhere,
  }
}

/**
 * Commands as Discord's application-command JSON: slash commands, and entries of a message's own menu. Admin
 * commands are offered to members who may manage the server. The number of menu entries is limited:
 * https://docs.discord.com/developers/interactions/application-commands#registering-a-command
 */
export const commandBodies = (
  commands: readonly Command[],
  entriesMax: number = limits.messageCommands,
): (SlashBody | RESTPostAPIContextMenuApplicationCommandsJSONBody)[] => {
  const { features, hasMore } = menuOf(commands, entriesMax)
  const entries = [...features.map(({ messageAction }) => messageAction), ...(hasMore ? [moreWithClip] : [])]
  return [...commands.map(slashBody), ...entries.map(messageActionBody)]
}
