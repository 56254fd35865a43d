import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js'
import { type Action, actionsOf, type Command } from '../../core/command.ts'
import { creditsMax } from '../../core/credits.ts'
import { unreachable } from '../../core/errors.ts'
import type { Field, Fields } from '../../core/field.ts'
import { clip, limits } from './limits.ts'

type CommandBody = RESTPostAPIChatInputApplicationCommandsJSONBody
type OptionBody = NonNullable<CommandBody['options']>[number]
type ValueOptionBody = Exclude<
  OptionBody,
  { type: ApplicationCommandOptionType.Subcommand | ApplicationCommandOptionType.SubcommandGroup }
>

const optionBody = (name: string, { help, required, control }: Field): ValueOptionBody => {
  const common = { name, description: clip(help, limits.description), required }
  switch (control.kind) {
    case 'text':
      return {
        ...common,
        type: ApplicationCommandOptionType.String,
        max_length: Math.min(control.lengthMax, limits.optionText),
      }
    case 'choice':
      return {
        ...common,
        type: ApplicationCommandOptionType.String,
        choices: control.choices.map(({ value, label }) => ({ name: clip(label, limits.choiceName), value })),
      }
    case 'url':
      return { ...common, type: ApplicationCommandOptionType.String, max_length: control.lengthMax }
    case 'toggle':
      return { ...common, type: ApplicationCommandOptionType.Boolean }
    case 'credits':
      return { ...common, type: ApplicationCommandOptionType.Number, min_value: 0, max_value: creditsMax }
    case 'listed':
      return {
        ...common,
        type: ApplicationCommandOptionType.String,
        autocomplete: true,
        max_length: control.lengthMax,
      }
    default:
      return unreachable(control)
  }
}

/** Discord wants required options first. */
const optionBodies = (fields: Fields): ValueOptionBody[] =>
  Object.entries(fields)
    .sort(([, left], [, right]) => Number(right.required) - Number(left.required))
    .map(([name, field]) => optionBody(name, field))

const subcommandBody = ({ name, summary, fields }: Action): OptionBody => ({
  type: ApplicationCommandOptionType.Subcommand,
  name,
  description: clip(summary, limits.description),
  options: optionBodies(fields),
})

const optionsOf = (command: Command): OptionBody[] => {
  if (command.kind === 'feature') return optionBodies(command.fields)
  const [only, ...more] = actionsOf(command)
  if (only === undefined) return []
  return more.length === 0 ? optionBodies(only.fields) : actionsOf(command).map(subcommandBody)
}

/** A command as Discord's application-command JSON; admins' commands are offered to those who may manage the server. */
export const commandBody = (command: Command): CommandBody => ({
  type: ApplicationCommandType.ChatInput,
  name: command.name,
  description: clip(command.summary, limits.description),
  options: optionsOf(command),
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
  ...(command.kind === 'utility' &&
    command.audience === 'admins' && {
      default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
    }),
})
