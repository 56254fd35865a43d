import {
  type APIUser,
  ChannelType,
  GuildFeature,
  GuildPremiumTier,
  OverwriteType,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import { directMessagePermissions, type Overwrite } from './permissions.ts'
import type { Channel, Guild, Member, Role } from './state.ts'

/** A server's people, by id, and its channels in order. */
export type Cast = {
  readonly guildId: string
  /** Those of text that are not age-restricted. */
  readonly channelIds: readonly string[]
  readonly voiceChannelIds: readonly string[]
  readonly forumChannelIds: readonly string[]
  readonly ageRestrictedChannelIds: readonly string[]
  readonly announcementChannelIds: readonly string[]
  /** Those in channels of text. */
  readonly threadIds: readonly string[]
  readonly announcementThreadIds: readonly string[]
  readonly adminId: string
  readonly memberIds: readonly [string, string, ...string[]]
  /** The role by which the admin is one. */
  readonly managerRoleId: string
}

const everyonePermissions =
  directMessagePermissions |
  PermissionFlagsBits.UseExternalApps |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.Connect |
  PermissionFlagsBits.Speak

/** What the link that invites the bot asks for. */
export const invitedPermissions = everyonePermissions

const managerPermissions =
  everyonePermissions |
  PermissionFlagsBits.ManageGuild |
  PermissionFlagsBits.ManageChannels |
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.ManageMessages |
  PermissionFlagsBits.ManageThreads |
  PermissionFlagsBits.CreatePrivateThreads |
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.KickMembers |
  PermissionFlagsBits.BanMembers

const person = (id: string, username: string, displayName: string): APIUser => ({
  id,
  username,
  discriminator: '0',
  global_name: displayName,
  avatar: null,
})

const byId = <T extends { readonly id: string }>(item: T): [string, T] => [item.id, item]

const deny = (id: string, type: OverwriteType, bits: bigint): readonly Overwrite[] =>
  bits === 0n ? [] : [{ id, type, allow: 0n, deny: bits }]

/** Name in the chat, and shown name. */
type Called = readonly [username: string, displayName: string]

type PlannedChannel = {
  readonly name: string
  /** One of text without a word. */
  readonly type?: Exclude<
    Channel['type'],
    ChannelType.PublicThread | ChannelType.PrivateThread | ChannelType.AnnouncementThread
  >
  readonly isAgeRestricted?: true
  readonly deniedToBot?: bigint
  readonly deniedToAll?: bigint
}

type PlannedThread = {
  readonly name: string
  /** The channel's name. */
  readonly in: string
  readonly isArchived: boolean
  readonly isLocked: boolean
}

type Plan = {
  readonly name: string
  readonly owner: Called
  readonly admin: Called
  readonly members: readonly [Called, Called]
  readonly channels: readonly PlannedChannel[]
  readonly threads: readonly PlannedThread[]
  readonly features: readonly GuildFeature[]
  readonly hasBot: boolean
  /** The name of the channel for system messages, if there is one. */
  readonly systemChannel?: string
}
const silent = PermissionFlagsBits.SendMessages | PermissionFlagsBits.AttachFiles

/**
 * In the third channel the bot may not write, the fourth it cannot see. One thread runs,
 * one was archived, one was closed, and one is below the announcements.
 */
export const homePlan: Plan = {
  name: 'Sandbox',
  owner: ['olga', 'Olga (owner)'],
  admin: ['ada', 'Ada (admin)'],
  members: [
    ['max', 'Max'],
    ['mia', 'Mia'],
  ],
  channels: [
    { name: 'general' },
    { name: 'music' },
    { name: 'no-bots', deniedToBot: silent },
    { name: 'hidden-from-bots', deniedToBot: PermissionFlagsBits.ViewChannel },
    { name: 'Stage door', type: ChannelType.GuildVoice },
    { name: 'ideas', type: ChannelType.GuildForum },
    { name: 'after-dark', isAgeRestricted: true },
    { name: 'news', type: ChannelType.GuildAnnouncement },
  ],
  threads: [
    { name: 'jam', in: 'music', isArchived: false, isLocked: false },
    { name: 'old jam', in: 'music', isArchived: true, isLocked: false },
    { name: 'closed jam', in: 'music', isArchived: true, isLocked: true },
    { name: 'about the news', in: 'news', isArchived: false, isLocked: false },
  ],
  features: [GuildFeature.News],
  hasBot: true,
}

/**
 * A server that the bot is in only after somebody invited it. In its third channel nobody may show others an
 * app of their own, and in its fourth only those write who hold a right to.
 */
export const otherPlan: Plan = {
  name: 'Annex',
  owner: ['oskar', 'Oskar (owner)'],
  admin: ['nora', 'Nora (admin)'],
  members: [
    ['ned', 'Ned'],
    ['nina', 'Nina'],
  ],
  channels: [
    { name: 'lobby' },
    { name: 'songs' },
    { name: 'no-external-apps', deniedToAll: PermissionFlagsBits.UseExternalApps },
    { name: 'read-only', deniedToAll: PermissionFlagsBits.SendMessages },
  ],
  threads: [],
  features: [],
  hasBot: false,
  systemChannel: 'lobby',
}

type Making = {
  readonly guildId: string
  readonly botId: string
  readonly nextId: () => string
  readonly nowMs: number
  /** More members. */
  readonly crowd?: readonly string[]
}

const createChannels = ({ channels }: Plan, { guildId, botId, nextId }: Making): readonly Channel[] =>
  channels.map(({ name, type, isAgeRestricted = false, deniedToBot = 0n, deniedToAll = 0n }, position) => ({
    id: nextId(),
    type: type ?? ChannelType.GuildText,
    name,
    guildId,
    position,
    isAgeRestricted,
    overwrites: [
      ...deny(guildId, OverwriteType.Role, deniedToAll),
      ...deny(botId, OverwriteType.Member, deniedToBot),
    ],
  }))

const createThreads = (
  { threads }: Plan,
  { guildId, nextId, nowMs }: Making,
  channels: readonly Channel[],
  ownerId: string,
): readonly Channel[] =>
  threads.map(({ name, in: parentName, isArchived, isLocked }) => {
    const parent = channels.find((channel) => channel.name === parentName)
    const parentId = parent?.id ?? ''
    return {
      id: nextId(),
      type:
        parent?.type === ChannelType.GuildAnnouncement
          ? ChannelType.AnnouncementThread
          : ChannelType.PublicThread,
      name,
      guildId,
      position: 0,
      overwrites: [],
      thread: { parentId, ownerId, isArchived, isLocked, archivedAtMs: nowMs },
    }
  })

const idsOf = (channels: readonly Channel[], type: Channel['type']): readonly string[] =>
  channels.filter((channel) => channel.type === type).map(({ id }) => id)

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
  const { guildId, botId, nextId, nowMs, crowd: names = [] } = making
  const [owner, admin] = [person(nextId(), ...plan.owner), person(nextId(), ...plan.admin)]
  const [first, second] = [person(nextId(), ...plan.members[0]), person(nextId(), ...plan.members[1])]
  const crowd = names.map((name) => person(nextId(), name.toLowerCase(), name))
  const roles = createRoles(making)
  const member = ({ id: userId }: { id: string }, ...held: readonly Role[]): [string, Member] => [
    userId,
    { userId, roleIds: held.map(({ id }) => id), joinedAtMs: nowMs },
  ]
  const ownChannels = createChannels(plan, making)
  const channels = [...ownChannels, ...createThreads(plan, making, ownChannels, first.id)]
  const guild: Guild = {
    id: guildId,
    name: plan.name,
    ownerId: owner.id,
    systemChannelId: ownChannels.find(({ name }) => name === plan.systemChannel)?.id ?? null,
    features: plan.features,
    premiumTier: GuildPremiumTier.None,
    isOut: false,
    roles: new Map([roles.everyone, ...(plan.hasBot ? [roles.bot] : []), roles.managers].map(byId<Role>)),
    members: new Map([
      member(owner),
      member(admin, roles.managers),
      ...[first, second, ...crowd].map((user) => member(user)),
      ...(plan.hasBot ? [member({ id: botId }, roles.bot)] : []),
    ]),
  }
  const cast: Cast = {
    guildId,
    channelIds: idsOf(
      channels.filter(({ isAgeRestricted }) => isAgeRestricted !== true),
      ChannelType.GuildText,
    ),
    voiceChannelIds: idsOf(channels, ChannelType.GuildVoice),
    forumChannelIds: idsOf(channels, ChannelType.GuildForum),
    ageRestrictedChannelIds: channels.filter(({ isAgeRestricted }) => isAgeRestricted).map(({ id }) => id),
    announcementChannelIds: idsOf(channels, ChannelType.GuildAnnouncement),
    threadIds: idsOf(channels, ChannelType.PublicThread),
    announcementThreadIds: idsOf(channels, ChannelType.AnnouncementThread),
    adminId: admin.id,
    memberIds: [first.id, second.id, ...crowd.map(({ id }) => id)],
    managerRoleId: roles.managers.id,
  }
  return { guild, users: [owner, admin, first, second, ...crowd], channels, cast }
}
