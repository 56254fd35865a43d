import { ApplicationCommandOptionType } from 'discord-api-types/v10'
import { limits } from '../limits.ts'
import { mentionsIn } from '../mentions.ts'
import type { Guild, StoredFile, World } from '../state.ts'
import { isOffered } from '../validation/file-types.ts'
import type { ValueOption } from '../validation/options.ts'
import { noReferences, type References } from './event.ts'
import { findUser, NotAllowed } from './references.ts'

/** A value as the interaction carries it, and what it refers to. */
export type Filled = { readonly value: string | number | boolean; readonly references: References }

/** Where an option is filled: a direct message is in no server. */
type Place = { readonly world: World; readonly guild: Guild | undefined }

const plain = (value: string | number | boolean): Filled => ({ value, references: noReferences })

type Chooseable = { readonly choices?: readonly { name: string; value: string | number }[] | undefined }

/** Where there are choices, only they can be taken; a person picks them by the name they see. */
const choose = (option: ValueOption & Chooseable, given: unknown): unknown => {
  if (!option.choices?.length) return given
  const text = String(given)
  const choice = option.choices.find(({ name, value }) => name === text || String(value) === text)
  if (!choice)
    throw new NotAllowed(`${option.name}: pick one of ${option.choices.map(({ name }) => name).join(', ')}`)
  return choice.value
}

/**
 * A text, with all that it mentions, which Discord resolves as it does what an option for it picks.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-resolved-data-structure
 * https://github.com/discordjs/discord.js/issues/6728
 */
const fillText = (
  option: ValueOption & { type: ApplicationCommandOptionType.String },
  given: unknown,
): Filled => {
  const value = String(choose(option, given))
  const { min_length: min = 0, max_length: max = limits.optionText } = option
  if (value.length < min || value.length > max)
    throw new NotAllowed(`${option.name}: between ${min} and ${max} characters`)
  const { userIds, roleIds, channelIds } = mentionsIn(value)
  return { value, references: { ...noReferences, userIds, roleIds, channelIds } }
}

type NumericOption = ValueOption & {
  type: ApplicationCommandOptionType.Integer | ApplicationCommandOptionType.Number
}

const fillNumber = (option: NumericOption, given: unknown): Filled => {
  const chosen = choose(option, given)
  const value = typeof chosen === 'string' && chosen.trim() === '' ? Number.NaN : Number(chosen)
  const { min_value: min = -limits.integer, max_value: max = limits.integer } = option
  if (!Number.isFinite(value)) throw new NotAllowed(`${option.name}: must be a number`)
  if (option.type === ApplicationCommandOptionType.Integer && !Number.isInteger(value))
    throw new NotAllowed(`${option.name}: must be a whole number`)
  if (value < min || value > max) throw new NotAllowed(`${option.name}: between ${min} and ${max}`)
  return plain(value)
}

const fillBoolean = (option: ValueOption, given: unknown): Filled => {
  const text = String(given).toLowerCase()
  if (text !== 'true' && text !== 'false') throw new NotAllowed(`${option.name}: True or False`)
  return plain(text === 'true')
}

const fillUser = ({ world }: Place, option: ValueOption, given: unknown): Filled => {
  const user = findUser(world, String(given))
  if (!user) throw new NotAllowed(`${option.name}: there is nobody called "${String(given)}"`)
  return { value: user.id, references: { ...noReferences, userIds: [user.id] } }
}

const fillRole = ({ guild }: Place, option: ValueOption, given: unknown): Filled => {
  const text = String(given)
    .replace(/^<@&(\d+)>$/, '$1')
    .replace(/^@/, '')
  const role = [...(guild?.roles.values() ?? [])].find(
    ({ id, name }) => id === text || name.replace(/^@/, '') === text,
  )
  if (!role) throw new NotAllowed(`${option.name}: there is no role "${text}"`)
  return { value: role.id, references: { ...noReferences, roleIds: [role.id] } }
}

const fillChannel = ({ world, guild }: Place, option: ValueOption, given: unknown): Filled => {
  const text = String(given)
    .replace(/^<#(\d+)>$/, '$1')
    .replace(/^#/, '')
  const channel = [...world.channels.values()].find(
    ({ id, name, guildId }) =>
      guildId !== undefined && guildId === guild?.id && (id === text || name === text),
  )
  if (!channel) throw new NotAllowed(`${option.name}: there is no channel "${text}"`)
  const types = 'channel_types' in option ? option.channel_types : undefined
  if (types?.length && !types.includes(channel.type))
    throw new NotAllowed(`${option.name}: not that kind of channel`)
  return { value: channel.id, references: { ...noReferences, channelIds: [channel.id] } }
}

const fillMentionable = (place: Place, option: ValueOption, given: unknown): Filled =>
  findUser(place.world, String(given)) ? fillUser(place, option, given) : fillRole(place, option, given)

const fillFile = (files: readonly StoredFile[], option: ValueOption, given: unknown): Filled => {
  const file = files.find(({ id }) => id === given)
  if (!file) throw new NotAllowed(`${option.name}: attach a file`)
  if ('file_types' in option && !isOffered(file.name, option.file_types))
    throw new NotAllowed(`${option.name}: "${file.name}" is of a type that is not taken here`)
  return { value: file.id, references: { ...noReferences, files: [file] } }
}

/** Fills one option the way the client would, or says why it would not. */
export const fillOption = (
  place: Place,
  option: ValueOption,
  given: unknown,
  files: readonly StoredFile[],
): Filled => {
  switch (option.type) {
    case ApplicationCommandOptionType.String:
      return fillText(option, given)
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number:
      return fillNumber(option, given)
    case ApplicationCommandOptionType.Boolean:
      return fillBoolean(option, given)
    case ApplicationCommandOptionType.User:
      return fillUser(place, option, given)
    case ApplicationCommandOptionType.Role:
      return fillRole(place, option, given)
    case ApplicationCommandOptionType.Channel:
      return fillChannel(place, option, given)
    case ApplicationCommandOptionType.Mentionable:
      return fillMentionable(place, option, given)
    case ApplicationCommandOptionType.Attachment:
      return fillFile(files, option, given)
  }
}

/** All that several values refer to. */
export const mergeReferences = (list: readonly References[]): References => ({
  userIds: [...new Set(list.flatMap(({ userIds }) => userIds))],
  roleIds: [...new Set(list.flatMap(({ roleIds }) => roleIds))],
  channelIds: [...new Set(list.flatMap(({ channelIds }) => channelIds))],
  files: list.flatMap(({ files }) => files),
})
