import { ApplicationCommandType } from 'discord-api-types/v10'
import { z } from 'zod'
import { limits } from '../limits.ts'
import {
  type CommandOption,
  commandOptions,
  localized,
  localizedDescriptions,
  localizedNames,
  slashDescription,
  slashName,
} from './options.ts'
import { between, checkUnique, complain, maybe, snowflake } from './problems.ts'

const permissionBits = z.string().superRefine((value, context) => {
  if (!/^\d{1,20}$/.test(value)) complain(context, 'NUMBER_TYPE_COERCE', `Value "${value}" is not int.`)
})

const distinct = (values: readonly number[]) =>
  between(z.array(z.literal([...values])), 1, values.length).superRefine(checkUnique)

const sharedFields = {
  id: maybe(snowflake),
  name_localizations: localized(between(z.string(), 1, limits.commandName)),
  description_localizations: localized(z.string()),
  default_member_permissions: permissionBits.nullish(),
  dm_permission: maybe(z.boolean()),
  contexts: distinct([0, 1, 2]).nullish(),
  integration_types: maybe(distinct([0, 1])),
  nsfw: maybe(z.boolean()),
  handler: maybe(z.literal([1, 2])),
}

const chatInput = z.strictObject({
  ...sharedFields,
  type: z.literal(ApplicationCommandType.ChatInput),
  name: slashName,
  name_localizations: localizedNames,
  description: slashDescription,
  description_localizations: localizedDescriptions,
  options: maybe(commandOptions),
})

/** Entries of the menus of messages and members: a plain name, and nothing to fill in. */
const menuEntry = <T extends number>(type: T) =>
  z
    .strictObject({
      ...sharedFields,
      type: z.literal(type),
      name: between(z.string(), 1, limits.commandName),
      description: maybe(z.string()),
      options: maybe(z.array(z.never()).max(0)),
    })
    .superRefine(({ description }, context) => {
      if (description)
        complain(
          context,
          'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION',
          'Context menu commands cannot have description',
          ['description'],
        )
    })

const textsOf = (item: {
  name: string
  description?: string | undefined
  name_localizations?: Partial<Record<string, string>> | undefined
  description_localizations?: Partial<Record<string, string>> | undefined
}): number => {
  const longest = (text: string, others: Partial<Record<string, string>> = {}) =>
    Math.max(text.length, ...Object.values(others).map((other = '') => other.length))
  return (
    longest(item.name, item.name_localizations) +
    longest(item.description ?? '', item.description_localizations)
  )
}

const optionText = (option: CommandOption): number => {
  const choices = 'choices' in option ? (option.choices ?? []) : []
  const nested: readonly CommandOption[] = 'options' in option ? (option.options ?? []) : []
  return (
    textsOf(option) +
    choices.reduce((sum, choice) => sum + textsOf(choice) + String(choice.value).length, 0) +
    nested.reduce((sum, inner) => sum + optionText(inner), 0)
  )
}

/** A command without a type is a slash command. */
const withType = (value: unknown): unknown =>
  typeof value === 'object' &&
  value !== null &&
  (!('type' in value) || value.type === null || value.type === undefined)
    ? { ...value, type: ApplicationCommandType.ChatInput }
    : value

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object */
export const command = z.preprocess(
  withType,
  z
    .discriminatedUnion('type', [
      chatInput,
      menuEntry(ApplicationCommandType.User as const),
      menuEntry(ApplicationCommandType.Message as const),
    ])
    .superRefine((value, context) => {
      if (value.handler !== undefined)
        complain(context, 'BASE_TYPE_FORBIDDEN', 'Only an entry point has a handler.', ['handler'])
      const options: readonly CommandOption[] = value.options ?? []
      const length = options.reduce((sum, option) => sum + optionText(option), textsOf(value))
      if (length > limits.commandText)
        complain(
          context,
          'APPLICATION_COMMAND_TOO_LARGE',
          `Command exceeds maximum size (${limits.commandText})`,
        )
    }),
)

export type CommandBody = z.output<typeof command>

/** The whole list of a scope; a name may be used once per type. */
export const commandList = z.array(command).superRefine((list, context) => {
  list.forEach(({ name, type }, index) => {
    if (list.findIndex((other) => other.name === name && other.type === type) < index)
      complain(context, 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique', [
        index,
        'name',
      ])
  })
})
