import { generateKeyPairSync } from 'node:crypto'
import { type APIUser, ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10'
import type { Clock } from '../clock.ts'
import { createNetwork } from '../network.ts'
import type { Wire } from '../wire.ts'
import type { Overwrite } from './permissions.ts'
import { createSnowflakes } from './snowflake.ts'
import type { Announcement, Channel, Guild, Member, Role, World } from './state.ts'

/** The people of the sandbox's server, and what they are called. */
export type Cast = {
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

const botUser = (id: string): APIUser => ({
  id,
  username: 'tunesmith',
  discriminator: '0001',
  global_name: null,
  avatar: null,
  bot: true,
})

/** A secret of that many characters, from the injected chance. */
export const randomText = (random: () => number, length: number): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
}

const byId = <T extends { readonly id: string }>(item: T): [string, T] => [item.id, item]

const deny = (id: string, type: OverwriteType, bits: bigint): Overwrite => ({
  id,
  type,
  allow: 0n,
  deny: bits,
})

const textChannels = (nextId: () => string, guildId: string, botId: string): [string, Channel][] => {
  const silent = PermissionFlagsBits.SendMessages | PermissionFlagsBits.AttachFiles
  const plan: readonly [string, readonly Overwrite[]][] = [
    ['general', []],
    ['music', []],
    ['no-bots', [deny(botId, OverwriteType.Member, silent)]],
    ['hidden-from-bots', [deny(botId, OverwriteType.Member, PermissionFlagsBits.ViewChannel)]],
  ]
  return plan.map(([name, overwrites], position) => {
    const id = nextId()
    const type = ChannelType.GuildText
    return byId<Channel>({ id, type, name, guildId, position, overwrites, recipientId: undefined })
  })
}

/** The raw half of an Ed25519 key is the last 32 bytes of its DER form. */
const newPublicKey = (): string =>
  generateKeyPairSync('ed25519')
    .publicKey.export({ type: 'spki', format: 'der' })
    .subarray(-32)
    .toString('hex')

type WorldOptions = {
  readonly clock: Clock
  readonly wire: Wire
  readonly random: () => number
  readonly privilegedIntents: number
}

type GuildIds = { readonly guildId: string; readonly botId: string; readonly nextId: () => string }
type People = { readonly owner: APIUser; readonly admin: APIUser; readonly members: readonly APIUser[] }

const createGuild = ({ guildId, botId, nextId }: GuildIds, people: People, joinedAtMs: number): Guild => {
  const managerRoleId = nextId()
  const botRoleId = nextId()
  const member = (userId: string, roleIds: readonly string[]): [string, Member] => [
    userId,
    { userId, roleIds, joinedAtMs },
  ]
  return {
    id: guildId,
    name: 'Sandbox',
    ownerId: people.owner.id,
    roles: new Map([
      byId<Role>({ id: guildId, name: '@everyone', position: 0, permissions: everyonePermissions }),
      byId<Role>({ id: botRoleId, name: 'Tunesmith', position: 1, permissions: invitedPermissions, botId }),
      byId<Role>({ id: managerRoleId, name: 'Managers', position: 2, permissions: managerPermissions }),
    ]),
    members: new Map([
      member(people.owner.id, []),
      member(people.admin.id, [managerRoleId]),
      ...people.members.map(({ id }) => member(id, [])),
      member(botId, [botRoleId]),
    ]),
  }
}

const createToken = (random: () => number, botId: string): string =>
  [Buffer.from(botId).toString('base64url'), randomText(random, 6), randomText(random, 38)].join('.')

const emptyStores = () => ({
  messages: new Map(),
  files: new Map(),
  commands: new Map(),
  commandCreates: new Map(),
  interactions: new Map(),
  forms: new Map(),
  listeners: new Set<(announcement: Announcement) => void>(),
})

/**
 * One server with four text channels (in the third the bot may not write, the fourth it cannot see), an owner who
 * never shows up, an admin who holds Manage Server, Channels, Roles and Messages, two members without, and the bot with the rights its invitation asks for.
 */
export const createWorld = (options: WorldOptions): { world: World; cast: Cast } => {
  const nextId = createSnowflakes(options.clock.now)
  const guildId = nextId()
  const botId = nextId()
  const owner = person(nextId(), 'olga', 'Olga (owner)')
  const admin = person(nextId(), 'ada', 'Ada (admin)')
  const members = [person(nextId(), 'max', 'Max'), person(nextId(), 'mia', 'Mia')] as const
  const bot = botUser(botId)
  const world: World = {
    ...options,
    ...emptyStores(),
    network: createNetwork({ ...options, platform: 'discord' }),
    nextId,
    token: createToken(options.random, botId),
    applicationId: botId,
    publicKey: newPublicKey(),
    bot,
    guild: createGuild({ guildId, botId, nextId }, { owner, admin, members }, options.clock.now()),
    users: new Map([owner, admin, ...members, bot].map((user) => [user.id, user])),
    channels: new Map(textChannels(nextId, guildId, botId)),
    cdnKey: randomText(options.random, 32),
    answerFaults: [],
    origin: '',
  }
  return { world, cast: { adminId: admin.id, memberIds: [members[0].id, members[1].id] } }
}
