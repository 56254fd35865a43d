import { type APIUser, ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10'
import type { Overwrite } from './permissions.ts'
import type { Channel, Guild, Member, Role } from './state.ts'

/** A server's people, by id, and its channels in order. */
export type Cast = {
  readonly guildId: string
  readonly channelIds: readonly string[]
  readonly adminId: string
  readonly memberIds: readonly [string, string]
}

const everyonePermissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.UseApplicationCommands

/** What the link that invites the bot asks for. */
export const invitedPermissions = everyonePermissions

const managerPermissions =
  everyonePermissions |
  PermissionFlagsBits.ManageGuild |
  PermissionFlagsBits.ManageChannels |
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.ManageMessages

const person = (id: string, username: string, displayName: string): APIUser => ({
  id,
  username,
  discriminator: '0',
  global_name: displayName,
  avatar: null,
})

const byId = <T extends { readonly id: string }>(item: T): [string, T] => [item.id, item]

const deny = (botId: string, bits: bigint): readonly Overwrite[] => [
  { id: botId, type: OverwriteType.Member, allow: 0n, deny: bits },
]

/** Name in the chat, and shown name. */
type Called = readonly [username: string, displayName: string]

type Plan = {
  readonly name: string
  readonly owner: Called
  readonly admin: Called
  readonly members: readonly [Called, Called]
  readonly channels: readonly (readonly [name: string, denied: bigint])[]
  readonly hasBot: boolean
}
const silent = PermissionFlagsBits.SendMessages | PermissionFlagsBits.AttachFiles

/** In the third channel the bot may not write, the fourth it cannot see. */
export const homePlan: Plan = {
  name: 'Sandbox',
  owner: ['olga', 'Olga (owner)'],
  admin: ['ada', 'Ada (admin)'],
  members: [
    ['max', 'Max'],
    ['mia', 'Mia'],
  ],
  channels: [
    ['general', 0n],
    ['music', 0n],
    ['no-bots', silent],
    ['hidden-from-bots', PermissionFlagsBits.ViewChannel],
  ],
  hasBot: true,
}

/** A server that the bot is in only after somebody invited it. */
export const otherPlan: Plan = {
  name: 'Annex',
  owner: ['oskar', 'Oskar (owner)'],
  admin: ['nora', 'Nora (admin)'],
  members: [
    ['ned', 'Ned'],
    ['nina', 'Nina'],
  ],
  channels: [
    ['lobby', 0n],
    ['songs', 0n],
  ],
  hasBot: false,
}

type Making = {
  readonly guildId: string
  readonly botId: string
  readonly nextId: () => string
  readonly nowMs: number
}

const createChannels = ({ channels }: Plan, { guildId, botId, nextId }: Making): readonly Channel[] =>
  channels.map(([name, denied], position) => ({
    id: nextId(),
    type: ChannelType.GuildText,
    name,
    guildId,
    position,
    overwrites: denied === 0n ? [] : deny(botId, denied),
    recipientId: undefined,
  }))

const createRoles = ({ guildId, botId, nextId }: Making) => ({
  everyone: { id: guildId, name: '@everyone', position: 0, permissions: everyonePermissions },
  bot: { id: nextId(), name: 'Tunesmith', position: 1, permissions: invitedPermissions, botId },
  managers: { id: nextId(), name: 'Managers', position: 2, permissions: managerPermissions },
})

/** A server of that plan: with the bot, if it is in it, by the rights that its invitation asks for. */
export const createGuild = (
  plan: Plan,
  making: Making,
): { guild: Guild; users: readonly APIUser[]; channels: readonly Channel[]; cast: Cast } => {
  const { guildId, botId, nextId, nowMs } = making
  const [owner, admin] = [person(nextId(), ...plan.owner), person(nextId(), ...plan.admin)]
  const [first, second] = [person(nextId(), ...plan.members[0]), person(nextId(), ...plan.members[1])]
  const roles = createRoles(making)
  const member = ({ id: userId }: { id: string }, ...held: readonly Role[]): [string, Member] => [
    userId,
    { userId, roleIds: held.map(({ id }) => id), joinedAtMs: nowMs },
  ]
  const channels = createChannels(plan, making)
  const guild: Guild = {
    id: guildId,
    name: plan.name,
    ownerId: owner.id,
    roles: new Map([roles.everyone, ...(plan.hasBot ? [roles.bot] : []), roles.managers].map(byId<Role>)),
    members: new Map([
      member(owner),
      member(admin, roles.managers),
      ...[first, second].map((user) => member(user)),
      ...(plan.hasBot ? [member({ id: botId }, roles.bot)] : []),
    ]),
  }
  const cast: Cast = {
    guildId,
    channelIds: channels.map(({ id }) => id),
    adminId: admin.id,
    memberIds: [first.id, second.id],
  }
  return { guild, users: [owner, admin, first, second], channels, cast }
}
