import { ApplicationCommandOptionType, Locale } from 'discord-api-types/v10'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { channelTypes } from './channel-types.ts'
import { fileTypes } from './file-types.ts'
import { between, complain, maybe } from './problems.ts'

/** Words of any script, digits, dashes, apostrophes and underscores. */
const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u

const checkName = (name: string, context: z.RefinementCtx) => {
  if (!namePattern.test(name))
    complain(context, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  else if (name !== name.toLowerCase())
    complain(context, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name must be lower case')
}

/**
 * https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-naming
 */
export const slashName = between(z.string(), 1, limits.commandName).superRefine(checkName)
/** A text per locale. https://docs.discord.com/developers/reference#locales */
export const localized = <T extends z.ZodType>(text: T) => maybe(z.partialRecord(z.enum(Locale), text))

export const slashDescription = between(z.string(), 1, limits.commandDescription)
export const localizedNames = localized(slashName)
export const localizedDescriptions = localized(slashDescription)

const names = {
  name: slashName,
  name_localizations: localizedNames,
  description: slashDescription,
  description_localizations: localizedDescriptions,
}
const valueFields = { ...names, required: maybe(z.boolean()) }
const branchFields = { ...names, required: maybe(z.literal(false)) }
const autocomplete = maybe(z.boolean())

const choiceName = between(z.string(), 1, limits.choiceName)

const choicesOf = <T extends z.ZodType>(value: T) =>
  maybe(
    z
      .array(
        z.strictObject({
          name: choiceName,
          name_localizations: localized(choiceName),
          value,
        }),
      )
      .max(limits.commandChoices)
      .superRefine((list, context) => {
        list.forEach(({ name }, index) => {
          if (list.findIndex((other) => other.name === name) < index)
            complain(
              context,
              'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
              'Choice names must be unique',
              [index, 'name'],
            )
        })
      }),
  )

const checkSuggestions = (
  option: { autocomplete?: boolean | undefined; choices?: readonly unknown[] | undefined },
  context: z.RefinementCtx,
) => {
  if (option.autocomplete && option.choices?.length)
    complain(
      context,
      'APPLICATION_COMMAND_OPTIONS_CHOICES_WITH_AUTOCOMPLETE',
      'Choices and autocomplete exclude each other',
      ['choices'],
    )
}

const checkRange = (
  path: string,
  min: number | undefined,
  max: number | undefined,
  context: z.RefinementCtx,
) => {
  if (min !== undefined && max !== undefined && min > max)
    complain(context, 'BASE_TYPE_MAX', 'The least must not be more than the most', [path])
}

const stringOption = z
  .strictObject({
    ...valueFields,
    type: z.literal(ApplicationCommandOptionType.String),
    autocomplete,
    choices: choicesOf(between(z.string(), 1, limits.choiceValue)),
    min_length: maybe(z.int().min(0).max(limits.optionText)),
    max_length: maybe(z.int().min(1).max(limits.optionText)),
  })
  .superRefine((option, context) => {
    checkSuggestions(option, context)
    checkRange('min_length', option.min_length, option.max_length, context)
  })

const numericOption = <T extends number, V extends z.ZodType<number>>(type: T, value: V) =>
  z
    .strictObject({
      ...valueFields,
      type: z.literal(type),
      autocomplete,
      choices: choicesOf(value),
      min_value: maybe(value),
      max_value: maybe(value),
    })
    .superRefine((option, context) => {
      checkSuggestions(option, context)
      checkRange('min_value', option.min_value, option.max_value, context)
    })

const integer = z.int().min(-limits.integer).max(limits.integer)
const decimal = z.number().min(-limits.integer).max(limits.integer)

const plainOption = <T extends number>(type: T) => z.strictObject({ ...valueFields, type: z.literal(type) })

const channelOption = z.strictObject({
  ...valueFields,
  type: z.literal(ApplicationCommandOptionType.Channel),
  channel_types: channelTypes,
})

const attachmentOption = z.strictObject({
  ...valueFields,
  type: z.literal(ApplicationCommandOptionType.Attachment),
  file_types: fileTypes,
})

const valueOption = z.discriminatedUnion('type', [
  stringOption,
  numericOption(ApplicationCommandOptionType.Integer as const, integer),
  numericOption(ApplicationCommandOptionType.Number as const, decimal),
  plainOption(ApplicationCommandOptionType.Boolean as const),
  plainOption(ApplicationCommandOptionType.User as const),
  plainOption(ApplicationCommandOptionType.Role as const),
  plainOption(ApplicationCommandOptionType.Mentionable as const),
  channelOption,
  attachmentOption,
])

export type ValueOption = z.output<typeof valueOption>

const checkList = (
  list: readonly { name: string; required?: boolean | undefined }[],
  context: z.RefinementCtx,
) => {
  const firstOptional = list.findIndex(({ required }) => !required)
  list.forEach(({ name, required }, index) => {
    if (required && firstOptional >= 0 && index > firstOptional)
      complain(
        context,
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
        [index],
      )
    if (list.findIndex((other) => other.name === name) < index)
      complain(
        context,
        'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
        `Option with name ${name} already exists`,
        [index, 'name'],
      )
  })
}

const valueOptions = maybe(z.array(valueOption).max(limits.commandOptions).superRefine(checkList))

const subcommand = z.strictObject({
  ...branchFields,
  type: z.literal(ApplicationCommandOptionType.Subcommand),
  options: valueOptions,
})

const subcommandGroup = z.strictObject({
  ...branchFields,
  type: z.literal(ApplicationCommandOptionType.SubcommandGroup),
  options: maybe(z.array(subcommand).max(limits.commandOptions).superRefine(checkList)),
})

const commandOption = z.discriminatedUnion('type', [subcommand, subcommandGroup, ...valueOption.options])

export type CommandOption = z.output<typeof commandOption>

/** Whether an option is a branch of the command and not a value. */
export const isBranch = (option: CommandOption): option is Exclude<CommandOption, ValueOption> =>
  option.type === ApplicationCommandOptionType.Subcommand ||
  option.type === ApplicationCommandOptionType.SubcommandGroup

/** The options of a command: values, or subcommands and groups, never both. */
export const commandOptions = z
  .array(commandOption)
  .max(limits.commandOptions)
  .superRefine((list, context) => {
    const branches = list.filter(isBranch)
    if (branches.length > 0 && branches.length < list.length)
      complain(
        context,
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Sub-command and sub-command group option types are mutually exclusive to all other types',
      )
    checkList(
      branches.length > 0
        ? branches.map(({ name }) => ({ name }))
        : list.filter((option) => !isBranch(option)),
      context,
    )
  })
