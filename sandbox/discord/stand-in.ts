import { ApplicationIntegrationType, GatewayIntentBits } from 'discord-api-types/v10'
import type { Clock } from '../../studio/kit/clock.ts'
import type { Faults } from '../../studio/kit/faults/faults.ts'
import type { People } from '../control/people.ts'
import type { Wire } from '../wire.ts'
import { clearEventFaults } from './faults/events.ts'
import { readFault } from './faults/schema.ts'
import { type GatewayServer, serveGateway } from './gateway/server.ts'
import { changeRules, ordinaryRules, type RuleChanges, type StartRules } from './gateway/starts.ts'
import type { Cast } from './guilds.ts'
import { createHttp } from './http.ts'
import { limits, rateLimits } from './limits.ts'
import type { BodyCheck } from './open-api/body-check.ts'
import { checkedByFile } from './open-api/checked-route.ts'
import { endOutages } from './outages.ts'
import { createPeople } from './people.ts'
import { nameOf, type Route } from './route.ts'
import { applicationRoutes } from './routes/application.ts'
import { channelRoutes } from './routes/channels.ts'
import { commandPermissionRoutes } from './routes/command-permissions.ts'
import { interactionRoutes } from './routes/interactions.ts'
import { messageRoutes } from './routes/messages.ts'
import { ownGuildRoutes } from './routes/own-guilds.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import type { World } from './state.ts'
import { type CreatedWorld, createWorld } from './world.ts'

/**
 * An intent that the application's page switches on.
 * https://docs.discord.com/developers/events/gateway#privileged-intents
 */
export type PrivilegedIntent = 'messageContent' | 'guildMembers' | 'presences'

export type DiscordOptions = {
  readonly clock: Clock
  readonly wire: Wire
  /** Between 0 and 1, for tokens and session ids. */
  readonly random?: () => number
  /** Privileged intents that are switched on for the application; the rest is refused with 4014. */
  readonly privilegedIntents?: readonly PrivilegedIntent[]
  /** In real time. */
  readonly heartbeatIntervalMs?: number
  /** What sessions are started by; as for a bot in few servers unless told. */
  readonly gatewayRules?: Partial<StartRules>
  /** How many invalid requests in ten minutes ban an address (default: Discord's own limit). */
  readonly invalidRequestsMax?: number
  /** More members of the first server, by their names. */
  readonly crowd?: readonly string[]
  /** What Discord's OpenAPI file refuses besides, where it is at hand. */
  readonly checkBody?: BodyCheck
}

export type DiscordAddresses = GuildAddresses & {
  /** Without a version: http://127.0.0.1:PORT/api */
  readonly api: string
  readonly gateway: string
  /** The origin of every link to a file. */
  readonly cdn: string
  /** The one that counts now: Discord resets a token by which too many sessions were started. */
  readonly token: string
  readonly applicationId: string
  /** Ed25519, in hex. */
  readonly publicKey: string
  /** Two channels for all; one in which the bot may not write; one that the bot cannot see. */
  readonly channelIds: readonly string[]
  /** Has messages beside the talk. */
  readonly voiceChannelId: string
  /** Has no messages but in its posts. */
  readonly forumChannelId: string
  /** A channel of text that is age-restricted. */
  readonly ageRestrictedChannelId: string
  readonly announcementChannelId: string
  /** Runs in the announcement channel. */
  readonly announcementThreadId: string
  /** In the second channel: one that runs, one that was archived, one that was closed. */
  readonly threadIds: readonly string[]
  /** The direct messages of the members with the bot, in their order. */
  readonly directChannelIds: readonly string[]
  /** The members and the first one of the other server among themselves: the bot is not there. */
  readonly groupId: string
  /**
   * A server with two channels for all, one without the right to Use External Apps and one in which nobody
   * but those who may write; the bot is in it once somebody invited it there.
   */
  readonly otherGuild: GuildAddresses
}

export type GuildAddresses = {
  readonly guildId: string
  readonly channelId: string
  readonly channelIds: readonly string[]
  /** Holds Manage Server. */
  readonly adminId: string
  readonly memberId: string
  readonly memberIds: readonly string[]
  /** The admin's. */
  readonly managerRoleId: string
}

export interface DiscordStandIn {
  readonly addresses: DiscordAddresses
  /** Acts and looks as the people of the server. */
  readonly people: People
  /**
   * Lets the stand-in fail as Discord and the way to it can, such as `{ gateway: 'drop' }`, which
   * happens at once, or `{ respond: { route: 'POST /channels/:channelId/messages', status: 503 } }`,
   * which waits for the next such request.
   */
  readonly faults: Faults
  /**
   * Switches these privileged intents on and all others off: who identifies with one that is off is closed
   * with 4014. Sessions that run stay, and get no content any more when that is switched off.
   */
  setPrivilegedIntents(names: readonly PrivilegedIntent[]): void
  /**
   * Sets where the app may be installed: in servers, by people for themselves, or
   * both. In servers alone at the start.
   */
  setInstallationContexts(names: readonly InstallationContext[]): void
  /** Sets what the link that invites the bot asks for. */
  setInvitedPermissions(permissions: bigint): void
  /** Sets the application's Interactions Endpoint URL, or clears it. It is told, and nothing is sent there. */
  setInteractionsUrl(url: string | null): void
  /** Changes what sessions are started by from now on; what is left out stays. */
  setGatewayRules(rules: RuleChanges): void
  close(): Promise<void>
}

/** https://docs.discord.com/developers/resources/application#setting-supported-installation-contexts */
export type InstallationContext = 'guild' | 'user'

const integrationTypes = {
  guild: ApplicationIntegrationType.GuildInstall,
  user: ApplicationIntegrationType.UserInstall,
} as const

const intentBits = {
  messageContent: GatewayIntentBits.MessageContent,
  guildMembers: GatewayIntentBits.GuildMembers,
  presences: GatewayIntentBits.GuildPresences,
} as const

const intentBitsOf = (names: readonly PrivilegedIntent[]): number =>
  names.reduce((bits, name) => bits | intentBits[name], 0)

const placesOf = ({ guildId, channelIds, adminId, memberIds, managerRoleId }: Cast): GuildAddresses => ({
  guildId,
  channelId: channelIds[0] ?? '',
  channelIds,
  adminId,
  memberId: memberIds[0],
  memberIds,
  managerRoleId,
})

const addressesOf = ({ world, home, other, groupId, directChannelIds }: CreatedWorld): DiscordAddresses => ({
  api: `${world.origin}/api`,
  gateway: world.origin.replace('http', 'ws'),
  cdn: world.origin,
  get token() {
    return world.token
  },
  applicationId: world.applicationId,
  publicKey: world.publicKey,
  ...placesOf(home),
  voiceChannelId: home.voiceChannelIds[0] ?? '',
  forumChannelId: home.forumChannelIds[0] ?? '',
  ageRestrictedChannelId: home.ageRestrictedChannelIds[0] ?? '',
  announcementChannelId: home.announcementChannelIds[0] ?? '',
  announcementThreadId: home.announcementThreadIds[0] ?? '',
  threadIds: home.threadIds,
  directChannelIds,
  groupId,
  otherGuild: placesOf(other),
})

const routesOf = (world: World) => [
  ...applicationRoutes(world),
  ...ownGuildRoutes(world),
  ...commandPermissionRoutes(world),
  ...channelRoutes(world),
  ...messageRoutes(world),
  ...interactionRoutes(world),
  ...webhookRoutes(world),
]

const createFaults = (world: World, gateway: GatewayServer, routes: ReadonlyMap<string, Route>): Faults => ({
  add: (value) => {
    const { kind, fault } = readFault(value, routes)
    switch (kind) {
      case 'gateway':
        gateway.fail(fault)
        return
      case 'network':
        world.network.fail(fault)
        return
      case 'respond':
        world.answerFaults.push(fault)
        return
      case 'rateLimit':
        world.rates.faults.push(fault)
        return
      case 'events':
        world.eventFaults.waiting.push(fault)
    }
  },
  clear: () => {
    world.answerFaults.length = 0
    world.rates.faults.length = 0
    world.rates.blocks.clear()
    world.network.mend()
    clearEventFaults(world)
    endOutages(world)
  },
})

/**
 * Starts a Discord of its own on a free port of this machine: gateway, API, interactions and CDN.
 * It refuses what Discord refuses, and every refusal is on the wire.
 */
export const startDiscord = async (options: DiscordOptions): Promise<DiscordStandIn> => {
  const { clock, wire, random = Math.random, privilegedIntents = ['messageContent'] } = options
  const created = createWorld({
    clock,
    wire,
    random,
    privilegedIntents: intentBitsOf(privilegedIntents),
    rules: { ...ordinaryRules, ...options.gatewayRules },
    crowd: options.crowd ?? [],
    invalidRequestsMax: options.invalidRequestsMax ?? rateLimits.invalidRequests,
  })
  const { world } = created
  const served = routesOf(world)
  const routes = options.checkBody ? served.map(checkedByFile(options.checkBody)) : served
  const routesByName = new Map(routes.map((route) => [nameOf(route), route]))
  const app = createHttp(world, routes)
  world.network.carry(app.server)
  const gateway = serveGateway(app.server, world, options.heartbeatIntervalMs ?? limits.heartbeatIntervalMs)
  world.origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    addresses: addressesOf(created),
    people: createPeople(world),
    faults: createFaults(world, gateway, routesByName),
    setPrivilegedIntents: (names) => {
      world.privilegedIntents = intentBitsOf(names)
    },
    setInstallationContexts: (names) => {
      world.installationContexts = new Set(names.map((name) => integrationTypes[name]))
    },
    setInvitedPermissions: (permissions) => {
      world.invitedPermissions = permissions
    },
    setInteractionsUrl: (url) => {
      world.interactionsUrl = url
    },
    setGatewayRules: (rules) => changeRules(world.starts, rules),
    close: async () => {
      gateway.close()
      await app.close()
    },
  }
}
