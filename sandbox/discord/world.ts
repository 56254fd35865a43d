import { generateKeyPairSync } from 'node:crypto'
import { type APIUser, ApplicationIntegrationType, ChannelType } from 'discord-api-types/v10'
import type { Clock } from '../../studio/kit/clock.ts'
import { createNetwork } from '../../studio/kit/faults/network.ts'
import type { Wire } from '../wire.ts'
import { noEventFaults } from './faults/events.ts'
import { noStarts, type StartRules } from './gateway/starts.ts'
import { type Cast, createGuild, homePlan, invitedPermissions, otherPlan } from './guilds.ts'
import { newRates } from './rates/store.ts'
import { createSnowflakes, earlier } from './snowflake.ts'
import { type Announcement, type Channel, directMessage, type World } from './state.ts'

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
  readonly rules: StartRules
  readonly invalidRequestsMax: number
  /** More members of the first server. */
  readonly crowd: readonly string[]
}

/** A bot's token: whose it is, and two secrets. */
export const createToken = (random: () => number, botId: string): string =>
  [Buffer.from(botId).toString('base64url'), randomText(random, 6), randomText(random, 38)].join('.')

const emptyStores = () => ({
  messages: new Map(),
  files: new Map(),
  commands: new Map(),
  commandCreates: new Map(),
  commandPermissions: new Map(),
  installers: new Set<string>(),
  locales: new Map<string, string>(),
  closedRecipients: new Set<string>(),
  interactions: new Map(),
  forms: new Map(),
  listeners: new Set<(announcement: Announcement) => void>(),
})

/** A private channel of people, in which no bot can be. */
const createGroup = (id: string, peopleIds: readonly string[]): Channel => ({
  id,
  type: ChannelType.GroupDM,
  name: 'The band',
  guildId: undefined,
  position: 0,
  overwrites: [],
  peopleIds,
})

/** A world with the ids of what is in it. */
export type CreatedWorld = {
  readonly world: World
  readonly home: Cast
  readonly other: Cast
  /** The members of the first server and one of the second among themselves. */
  readonly groupId: string
  /** What the members of the first server have with the bot, in their order. */
  readonly directChannelIds: readonly string[]
}

/**
 * Two servers with an owner who never shows up, an admin who holds Manage Server, Channels, Roles
 * and Messages, and two members without. The bot is in the first. Their ids are a millisecond
 * apart, so that two shards share them.
 */
export const createWorld = (options: WorldOptions): CreatedWorld => {
  const nextId = createSnowflakes(options.clock.now)
  const guildId = nextId()
  const botId = nextId()
  const bot = botUser(botId)
  const { rules, invalidRequestsMax, crowd, ...given } = options
  const making = { botId, nextId, nowMs: options.clock.now() }
  const home = createGuild(homePlan, { ...making, guildId, crowd })
  const other = createGuild(otherPlan, { ...making, guildId: earlier(guildId, 1) })
  const world: World = {
    ...given,
    ...emptyStores(),
    network: createNetwork({
      clock: options.clock,
      record: (summary) => options.wire.record({ platform: 'discord', kind: 'event', summary, detail: {} }),
    }),
    nextId,
    token: createToken(options.random, botId),
    applicationId: botId,
    publicKey: newPublicKey(),
    installationContexts: new Set([ApplicationIntegrationType.GuildInstall]),
    invitedPermissions,
    interactionsUrl: null,
    bot,
    guilds: new Map([home, other].map(({ guild }) => [guild.id, guild])),
    users: new Map([...home.users, ...other.users, bot].map((user) => [user.id, user])),
    channels: new Map([...home.channels, ...other.channels].map((channel) => [channel.id, channel])),
    starts: noStarts(rules),
    cdnKey: randomText(options.random, 32),
    rates: newRates(invalidRequestsMax),
    eventFaults: noEventFaults(),
    answerFaults: [],
    origin: '',
  }
  const group = createGroup(nextId(), [...home.cast.memberIds, other.cast.memberIds[0]])
  world.channels.set(group.id, group)
  return {
    world,
    home: home.cast,
    other: other.cast,
    groupId: group.id,
    directChannelIds: home.cast.memberIds.map((id) => directMessage(world, id).id),
  }
}
