import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10'
import type { SeenCommand, SeenOffers, SeenOption } from '../control/seen-places.ts'
import { offeredCommands } from './deeds/offers.ts'
import { findChannel, findPerson } from './deeds/references.ts'
import type { Command, World } from './state.ts'
import { type CommandOption, isBranch, type ValueOption } from './validation/options.ts'

const kinds = {
  [ApplicationCommandOptionType.String]: 'text',
  [ApplicationCommandOptionType.Integer]: 'whole number',
  [ApplicationCommandOptionType.Number]: 'number',
  [ApplicationCommandOptionType.Boolean]: 'yes or no',
  [ApplicationCommandOptionType.User]: 'member',
  [ApplicationCommandOptionType.Channel]: 'channel',
  [ApplicationCommandOptionType.Role]: 'role',
  [ApplicationCommandOptionType.Mentionable]: 'mentionable',
  [ApplicationCommandOptionType.Attachment]: 'file',
} as const satisfies Record<ValueOption['type'], SeenOption['kind']>

const boundsOf = (option: ValueOption): readonly [min?: number | undefined, max?: number | undefined] => {
  switch (option.type) {
    case ApplicationCommandOptionType.String:
      return [option.min_length, option.max_length]
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number:
      return [option.min_value, option.max_value]
    default:
      return []
  }
}

const rangeOf = (option: ValueOption): Pick<SeenOption, 'min' | 'max'> => {
  const [min, max] = boundsOf(option)
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

const seeOption = (option: ValueOption): SeenOption => ({
  name: option.name,
  description: option.description,
  kind: kinds[option.type],
  required: option.required ?? false,
  ...('choices' in option &&
    option.choices !== undefined && {
      choices: option.choices.map(({ name, value }) => ({ name, value })),
    }),
  hasSuggestions: 'autocomplete' in option && option.autocomplete === true,
  ...rangeOf(option),
})

type Named = { readonly name: string; readonly description: string }

/** A command, or each of its subcommands, however deep. */
const seeCommands = (
  { name, description }: Named,
  options: readonly CommandOption[],
): readonly SeenCommand[] => {
  const branches = options.filter(isBranch)
  if (branches.length === 0)
    return [{ name, description, options: options.flatMap((one) => (isBranch(one) ? [] : [seeOption(one)])) }]
  return branches.flatMap((branch) =>
    seeCommands({ ...branch, name: `${name} ${branch.name}` }, branch.options ?? []),
  )
}

const optionsOf = ({ options = [] }: Command): readonly CommandOption[] => options as readonly CommandOption[]

/** What the client offers somebody in a channel: https://docs.discord.com/developers/interactions/application-commands */
export const seenOffers = (world: World, viewer: string, place: string): SeenOffers => {
  const { id: userId } = findPerson(world, viewer, 'viewer')
  const actor = { userId, channel: findChannel(world, place, userId) }
  return {
    commands: offeredCommands(world, actor, ApplicationCommandType.ChatInput).flatMap((command) =>
      seeCommands(command, optionsOf(command)),
    ),
    entries: offeredCommands(world, actor, ApplicationCommandType.Message).map(({ name }) => name),
  }
}
