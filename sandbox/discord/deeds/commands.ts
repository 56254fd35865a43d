import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  InteractionType,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import type { Upload } from '../../people.ts'
import { cleanFileName } from '../files.ts'
import { type Started, startInteraction } from '../interactions.ts'
import { permissionsOf } from '../messages.ts'
import { holds } from '../permissions.ts'
import { renderMessage } from '../render.ts'
import { type Channel, type Command, guildOf, type StoredFile, type World } from '../state.ts'
import type { ValueOption } from '../validation/options.ts'
import { renderInteraction, renderResolved } from './event.ts'
import { findMessage, NotAllowed } from './references.ts'
import { commandName, nest, readTyped, type Typed } from './typed.ts'
import { uploadFiles } from './uploads.ts'
import { fillOption, mergeReferences } from './values.ts'

/** Who does it, and where. */
export type Actor = { readonly userId: string; readonly channel: Channel }

const mayUse = (world: World, command: Command, { userId, channel }: Actor): boolean => {
  const held = permissionsOf(world, userId, channel)
  const needed = command.default_member_permissions
  if (channel.guildId === undefined) return true
  if (!holds(held, PermissionFlagsBits.UseApplicationCommands)) return false
  if (needed === null || needed === undefined) return true
  return holds(held, needed === '0' ? PermissionFlagsBits.Administrator : BigInt(needed))
}

const isServedHere = (command: Command, { channel }: Actor): boolean => {
  const here = channel.guildId === undefined ? InteractionContextType.BotDM : InteractionContextType.Guild
  return command.contexts?.includes(here) ?? true
}

/** The command that the client would offer under that name: the server's own before the global one. */
const findCommand = (world: World, actor: Actor, name: string, type: ApplicationCommandType): Command => {
  const scopes = [...(actor.channel.guildId === undefined ? [] : [actor.channel.guildId]), 'global']
  const command = scopes
    .flatMap((scope) => world.commands.get(scope) ?? [])
    .find((candidate) => candidate.name === name && candidate.type === type)
  if (!command || !isServedHere(command, actor) || !mayUse(world, command, actor))
    throw new NotAllowed(`The client offers no command "${name}" here to this person`)
  return command
}

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
  const command = findCommand(world, actor, name, ApplicationCommandType.ChatInput)
  const before = readTyped(command, rest, deed.options)
  const files = await uploadFiles(world, actor.channel.id, deed.files ?? [], true)
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

/** Picks an entry of a message's menu. The bot gets the whole message, whatever it may read otherwise. */
export const runAction = (world: World, actor: Actor, action: { name: string; message: string }): Started => {
  const command = findCommand(world, actor, action.name, ApplicationCommandType.Message)
  const target = findMessage(world, actor.channel, action.message, actor.userId)
  return startInteraction(
    world,
    {
      type: InteractionType.ApplicationCommand,
      commandType: command.type,
      title: action.name,
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
  const command = findCommand(world, actor, name, ApplicationCommandType.ChatInput)
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
    },
    (interaction) =>
      renderInteraction(world, interaction, {
        ...commandData(command),
        options: nest(typed.path, [...options, current]),
      }),
  )
}
