import { ApplicationCommandType, ChannelType, InteractionType } from 'discord-api-types/v10'
import { z } from 'zod'
import type { WireEntry } from '../../../../sandbox/wire.ts'
import { readFormId } from '../../../../src/bots/discord/forms/form-id.ts'
import { aroundMention } from '../../../../src/bots/discord/incoming/mentions.ts'
import type { Command } from '../../../../src/core/command/command.ts'
import { readRequest } from '../../../../src/core/command/command-text.ts'
import { addressedText } from '../../../../src/core/command/mention-text.ts'
import { type Place, pathOf, uses } from './wanted.ts'

// What Discord told the bot that people did, read from the events as Discord documents them:
// https://docs.discord.com/developers/interactions/receiving-and-responding

interface Option {
  name: string
  focused?: boolean | undefined
  options?: Option[] | undefined
}
const option: z.ZodType<Option> = z.lazy(() =>
  z.object({ name: z.string(), focused: z.boolean().optional(), options: z.array(option).optional() }),
)

const interaction = z.object({
  type: z.enum(InteractionType),
  channel: z.object({ type: z.number() }),
  data: z.object({
    name: z.string().default(''),
    type: z.number().optional(),
    custom_id: z.string().default(''),
    options: z.array(option).default([]),
  }),
})
type Interaction = z.output<typeof interaction>

const placeOf = (type: number): Place => {
  if (type === ChannelType.DM) return 'a direct message'
  return type === ChannelType.PublicThread ? 'a thread' : 'a channel'
}

/** A subcommand has its options within; none of our commands takes none and has subcommands anyway. */
const typedIn = ({ name, options }: Interaction['data'], commands: readonly Command[]) => {
  const command = commands.find((candidate) => candidate.name === name)
  const [first] = options
  const hasActions = command?.kind === 'utility' && Array.isArray(command.actions)
  return hasActions && first !== undefined
    ? { path: pathOf(name, first.name), options: first.options ?? [] }
    : { path: pathOf(name, undefined), options }
}

const ofCommand = ({ channel, data }: Interaction, commands: readonly Command[]): string[] => {
  if (data.type === ApplicationCommandType.Message) return [uses.action(data.name)]
  const { path, options } = typedIn(data, commands)
  return [
    uses.command(path),
    uses.slashIn(`/${data.name}`, placeOf(channel.type)),
    // A clip is given as a file or as an address, by two options.
    ...options.map(({ name }) => uses.option(path, name.replace(/_link$/, ''))),
  ]
}

const ofForm = ({ data }: Interaction): string[] => {
  const id = readFormId(data.custom_id)
  if (id === undefined) return []
  return [uses.form(pathOf(id.command, id.action))]
}

const ofInteraction = (told: Interaction, commands: readonly Command[]): string[] => {
  const { type, data } = told
  switch (type) {
    case InteractionType.ApplicationCommand:
      return ofCommand(told, commands)
    case InteractionType.ApplicationCommandAutocomplete: {
      const { path, options } = typedIn(data, commands)
      return options.flatMap(({ name, focused }) => (focused ? [uses.suggestions(path, name)] : []))
    }
    case InteractionType.ModalSubmit:
      return ofForm(told)
    case InteractionType.MessageComponent:
    case InteractionType.Ping:
      return []
  }
}

const written = z.object({
  content: z.string(),
  author: z.object({ bot: z.boolean().optional() }),
  guild_id: z.string().optional(),
  channel_id: z.string(),
})

interface Reader {
  commands: readonly Command[]
  botId: string
  threadIds: readonly string[]
}

const ofMessage = (detail: unknown, { commands, botId, threadIds }: Reader): string[] => {
  const { data } = written.safeParse(detail)
  if (data === undefined || data.author.bot === true) return []
  const isDirect = data.guild_id === undefined
  const around = aroundMention(data.content, botId)
  const text = (around && addressedText(commands, around)) ?? (isDirect ? data.content : undefined)
  if (text === undefined) return []
  const place = isDirect ? 'a direct message' : threadIds.includes(data.channel_id) ? 'a thread' : 'a channel'
  const { command, action } = readRequest(commands, text)
  return [uses.mentionIn(`/${command}`, place), uses.command(pathOf(command, action))]
}

/** What people did on Discord, as `wantedUses` calls it. */
export const discordUses = (wire: readonly WireEntry[], reader: Reader): ReadonlySet<string> =>
  new Set(
    wire
      .filter(({ platform, kind }) => platform === 'discord' && kind === 'event')
      .flatMap(({ summary, detail }) => {
        if (summary === 'INTERACTION_CREATE') return ofInteraction(interaction.parse(detail), reader.commands)
        return summary === 'MESSAGE_CREATE' ? ofMessage(detail, reader) : []
      }),
  )
