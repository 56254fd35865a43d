import type { ChatPlatform } from '../../../../sandbox/world/addresses.ts'
import { limits as discordLimits } from '../../../../src/bots/discord/render/limits.ts'
import { limits as slackLimits } from '../../../../src/bots/slack/render/limits.ts'
import { actionsOf, type Command } from '../../../../src/core/command/command.ts'
import { menuOf, moreWithClip } from '../../../../src/core/command/message-actions.ts'
import type { Control, Fields } from '../../../../src/core/fields/field.ts'

/** Where something was asked for. */
export type Place = 'a channel' | 'a thread' | 'a direct message'
const places: readonly Place[] = ['a channel', 'a thread', 'a direct message']

/** What members call a command with its action. */
export const pathOf = (command: string, action: string | undefined): string =>
  action === undefined ? `/${command}` : `/${command} ${action}`

/** How each thing that somebody can do is called in the lists of what was done and of what has to be. */
export const uses = {
  command: (path: string): string => `command ${path}`,
  slashIn: (command: string, place: Place): string => `${command} as a slash command in ${place}`,
  mentionIn: (command: string, place: Place): string => `${command} by naming the bot in ${place}`,
  option: (path: string, name: string): string => `option ${name} of ${path}`,
  form: (path: string): string => `form of ${path}`,
  suggestions: (path: string, name: string): string => `suggestions for ${name} of ${path}`,
  action: (name: string): string => `message action ${name}`,
} as const

interface Ask {
  path: string
  command: Command
  fields: Fields
  /** What its form asks for first, though none of it need be given; of utilities alone. */
  asksFirst?: readonly string[]
}

/** Fields without secrets, which only a form takes. */
const typed = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { control }]) => control.kind !== 'secret'))

/** Everything that can be asked for: each feature, and each action of each utility. */
export const asksOf = (commands: readonly Command[]): readonly Ask[] =>
  commands.flatMap((command): Ask[] => {
    if (command.kind === 'feature')
      return [{ path: pathOf(command.name, undefined), command, fields: command.fields }]
    const actions = actionsOf(command)
    return actions.map(({ name, fields, asksFirst = [] }) => ({
      path: pathOf(command.name, actions.length === 1 ? undefined : name),
      command,
      fields: typed(fields),
      asksFirst,
    }))
  })

/** Whether its form opens by itself: something has to be given, be it one thing or another. */
export const hasForm = ({ fields, asksFirst = [] }: Pick<Ask, 'fields' | 'asksFirst'>): boolean =>
  asksFirst.length > 0 || Object.values(fields).some(({ required }) => required)

const isSuggested = (platform: ChatPlatform, control: Control): boolean => {
  if (control.kind === 'listed') return true
  return platform === 'discord'
    ? control.kind === 'text' && control.suggestions !== undefined
    : control.kind === 'group'
}

const ofAsk = (platform: ChatPlatform, ask: Ask): string[] => {
  const { path, fields } = ask
  const entries = Object.entries(fields)
  const suggested = entries.filter(([, { control }]) => isSuggested(platform, control))
  return [
    uses.command(path),
    ...entries.map(([name]) => uses.option(path, name)),
    ...(hasForm(ask) ? [uses.form(path)] : []),
    // Slack completes nothing that is typed after a slash command; there it is the form that looks things up.
    ...(platform === 'discord' || hasForm(ask)
      ? suggested.map(([name]) => uses.suggestions(path, name))
      : []),
  ]
}

/** Where a platform's clients take slash commands. */
export const slashPlaces: Readonly<Record<ChatPlatform, readonly Place[]>> = {
  discord: places,
  slack: ['a channel', 'a direct message'], // Slack's clients take no slash command in a thread
}

const menuEntriesMax: Readonly<Record<ChatPlatform, number>> = {
  discord: discordLimits.messageCommands,
  slack: slackLimits.shortcuts,
}

const menuNames = (platform: ChatPlatform, commands: readonly Command[]): readonly string[] => {
  const { features, hasMore } = menuOf(commands, menuEntriesMax[platform])
  return [...features.map(({ messageAction }) => messageAction), ...(hasMore ? [moreWithClip] : [])]
}

/** Whether Discord offers a command in servers alone. */
const isServersOnly = (command: Command): boolean =>
  command.kind === 'utility' && command.audience === 'admins'

/**
 * Whether a command is offered with a slash in a place: Discord does not show what is for servers alone in a
 * direct message.
 */
export const takesSlash = (platform: ChatPlatform, command: Command, place: Place): boolean =>
  slashPlaces[platform].includes(place) &&
  (platform === 'slack' || !isServersOnly(command) || place !== 'a direct message')

const ofCommand = (platform: ChatPlatform, command: Command): string[] => [
  ...places
    .filter((place) => takesSlash(platform, command, place))
    .map((place) => uses.slashIn(`/${command.name}`, place)),
  ...places.map((place) => uses.mentionIn(`/${command.name}`, place)),
]

/**
 * All that people can do on a platform by what the commands declare, besides pressing buttons, and every
 * command in every kind of place.
 */
export const wantedUses = (platform: ChatPlatform, commands: readonly Command[]): readonly string[] => [
  ...asksOf(commands).flatMap((ask) => ofAsk(platform, ask)),
  ...commands.flatMap((command) => ofCommand(platform, command)),
  ...menuNames(platform, commands).map(uses.action),
]
