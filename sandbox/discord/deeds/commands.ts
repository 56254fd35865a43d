import { ApplicationCommandOptionType, ApplicationCommandType, InteractionType } from 'discord-api-types/v10'
import type { Upload } from '../../control/people.ts'
import { cleanFileName } from '../files.ts'
import { type Started, startInteraction } from '../interactions.ts'
import { renderMessage } from '../render.ts'
import { type Actor, type Command, guildOf, type StoredFile, type World } from '../state.ts'
import type { ValueOption } from '../validation/options.ts'
import { renderInteraction, renderResolved } from './event.ts'
import { offeredCommand } from './offers.ts'
import { findMessage, NotAllowed } from './references.ts'
import { commandName, nest, readTyped, type Typed } from './typed.ts'
import { uploadFiles } from './uploads.ts'
import { fillOption, mergeReferences } from './values.ts'

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Files go to the file options in order, unless an option names one. */
const assignFiles = (typed: Typed, files: readonly StoredFile[]): Typed => {
  const wanting = typed.options.filter(({ type }) => type === ApplicationCommandOptionType.Attachment)
  const named = (value: unknown) =>
    files.find(
      ({ name }, index) => value === index || (typeof value === 'string' && cleanFileName(value) === name),
    )
  const taken = new Map(
    wanting.flatMap(({ name }) => {
      const file = named(typed.values.get(name))
      return file ? [[name, file.id] as const] : []
    }),
  )
  const left = files.filter(({ id }) => ![...taken.values()].includes(id))
  const open = wanting.filter(({ name }) => !taken.has(name) && !isGiven(typed.values.get(name)))
  const surplus = left[open.length]
  if (surplus) throw new NotAllowed(`There is no option for the file "${surplus.name}"`)
  const dealt = left.map((file, index) => [open[index]?.name ?? '', file.id] as const)
  return { ...typed, values: new Map([...typed.values, ...taken, ...dealt]) }
}

const requireAll = ({ options, values }: Typed): void => {
  const missing = options.find(({ name, required }) => required && !isGiven(values.get(name)))
  if (missing) throw new NotAllowed(`${missing.name}: this option is required`)
}

const fill = (world: World, { channel }: Actor, typed: Typed, files: readonly StoredFile[]) => {
  const given = typed.options.filter(({ name }) => isGiven(typed.values.get(name)))
  const filled = given.map((option) => ({
    option,
    ...fillOption({ world, guild: guildOf(world, channel) }, option, typed.values.get(option.name), files),
  }))
  return {
    options: filled.map(({ option, value }) => ({ name: option.name, type: option.type, value })),
    references: mergeReferences(filled.map(({ references }) => references)),
  }
}

const commandData = (command: Command) => ({
  id: command.id,
  name: command.name,
  type: command.type,
  ...(command.guild_id !== undefined && { guild_id: command.guild_id }),
})

type CommandDeed = { command: string; options?: Record<string, unknown>; files?: readonly Upload[] }

/** Runs a slash command. */
export const runCommand = async (world: World, actor: Actor, deed: CommandDeed): Promise<Started> => {
  const { name, rest } = commandName(deed.command)
  const { command, owners } = offeredCommand(world, actor, name, ApplicationCommandType.ChatInput)
  const before = readTyped(command, rest, deed.options)
  const files = await uploadFiles(world, actor.channel, deed.files ?? [], { ephemeral: true })
  const typed = assignFiles(before, files)
  requireAll(typed)
  const { options, references } = fill(world, actor, typed, files)
  const nested = nest(typed.path, options)
  const place = { channelId: actor.channel.id, userId: actor.userId }
  const resolved = renderResolved(world, place, references)
  return startInteraction(
    world,
    {
      type: InteractionType.ApplicationCommand,
      commandType: command.type,
      title: `/${[name, ...typed.path.map((step) => step.name)].join(' ')}`,
      owners,
      ...place,
    },
    (interaction) =>
      renderInteraction(world, interaction, {
        ...commandData(command),
        ...(nested.length > 0 && { options: nested }),
        ...(resolved && { resolved }),
      }),
  )
}

type Action = { readonly name: string; readonly message?: string | undefined }

/** Picks an entry of a message's menu. The bot gets the whole message, whatever it may read otherwise. */
export const runAction = (world: World, actor: Actor, action: Action): Started => {
  if (action.message === undefined) throw new NotAllowed('Discord has such entries only on messages')
  const { command, owners } = offeredCommand(world, actor, action.name, ApplicationCommandType.Message)
  const target = findMessage(world, actor.channel, action.message, actor.userId)
  return startInteraction(
    world,
    {
      type: InteractionType.ApplicationCommand,
      commandType: command.type,
      title: action.name,
      owners,
      channelId: actor.channel.id,
      userId: actor.userId,
    },
    (interaction) =>
      renderInteraction(world, interaction, {
        ...commandData(command),
        target_id: target.id,
        resolved: { messages: { [target.id]: renderMessage(world, target) } },
      }),
  )
}

const focusedOption = (options: readonly ValueOption[], name: string): ValueOption => {
  const option = options.find((candidate) => candidate.name === name)
  if (!option) throw new NotAllowed(`"${name}" is no option of this command`)
  if (!('autocomplete' in option) || !option.autocomplete)
    throw new NotAllowed(`${name}: no suggestions here`)
  return option
}

/** Types into an option that suggests. What else is typed goes along, required or not. */
export const runAutocomplete = (
  world: World,
  actor: Actor,
  asked: { command: string; option: string; text: string },
): Started => {
  const { name, rest } = commandName(asked.command)
  const { command, owners } = offeredCommand(world, actor, name, ApplicationCommandType.ChatInput)
  const typed = readTyped(command, rest)
  const focused = focusedOption(typed.options, asked.option)
  const others = new Map([...typed.values].filter(([other]) => other !== asked.option))
  const { options } = fill(world, actor, { ...typed, values: others }, [])
  const current = { name: focused.name, type: focused.type, value: asked.text, focused: true }
  return startInteraction(
    world,
    {
      type: InteractionType.ApplicationCommandAutocomplete,
      title: `/${name}, suggestions for ${focused.name}`,
      channelId: actor.channel.id,
      userId: actor.userId,
      focused: { type: focused.type },
      owners,
    },
    (interaction) =>
      renderInteraction(world, interaction, {
        ...commandData(command),
        options: nest(typed.path, [...options, current]),
      }),
  )
}
