import { ComponentType } from 'discord-api-types/v10'
import type { z } from 'zod'
import { type Channel, findRole, guildOf, type World } from '../state.ts'
import type {
  channelSelect,
  mentionableSelect,
  roleSelect,
  stringSelect,
  userSelect,
} from '../validation/controls.ts'
import { noReferences, type References } from './event.ts'
import { findUser, NotAllowed } from './references.ts'

/** A menu, in a message or in a form. */
export type Menu = z.output<
  | typeof stringSelect
  | typeof userSelect
  | typeof roleSelect
  | typeof mentionableSelect
  | typeof channelSelect
>

const findRoleId = (world: World, channel: Channel, name: string) =>
  [...(guildOf(world, channel)?.roles.values() ?? [])].find((role) => role.id === name || role.name === name)
    ?.id

const findChannelId = (world: World, { guildId }: Channel, name: string) =>
  [...world.channels.values()].find(
    (channel) => channel.guildId === guildId && (channel.id === name || channel.name === name),
  )?.id

const pickOne = (world: World, channel: Channel, menu: Menu, name: string): string | undefined => {
  switch (menu.type) {
    case ComponentType.StringSelect:
      return menu.options.find(({ value, label }) => value === name || label === name)?.value
    case ComponentType.UserSelect:
      return findUser(world, name)?.id
    case ComponentType.RoleSelect:
      return findRoleId(world, channel, name)
    case ComponentType.MentionableSelect:
      return findUser(world, name)?.id ?? findRoleId(world, channel, name)
    case ComponentType.ChannelSelect:
      return findChannelId(world, channel, name)
  }
}

/** What a person picks from a menu, by value or by the name they see, within the menu's own counts. */
export const pickValues = (
  world: World,
  channel: Channel,
  menu: Menu,
  names: readonly string[],
): readonly string[] => {
  const min = menu.min_values ?? 1
  const max = menu.max_values ?? 1
  if (names.length < min || names.length > max) throw new NotAllowed(`Pick between ${min} and ${max}`)
  return names.map((name) => {
    const value = pickOne(world, channel, menu, name)
    if (value === undefined) throw new NotAllowed(`"${name}" is not in the menu`)
    return value
  })
}

/** What picked values refer to. */
export const menuReferences = (world: World, menu: Menu, values: readonly string[]): References =>
  menu.type === ComponentType.StringSelect
    ? noReferences
    : {
        files: [],
        userIds: values.filter((id) => world.users.has(id)),
        roleIds: values.filter((id) => findRole(world, id)),
        channelIds: values.filter((id) => world.channels.has(id)),
      }
