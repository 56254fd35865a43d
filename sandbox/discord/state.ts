import {
  type APIApplicationCommand,
  type APIApplicationCommandPermission,
  type APIAuthorizingIntegrationOwnersMap,
  type APIUser,
  type ApplicationCommandType,
  type ApplicationIntegrationType,
  ChannelType,
  type GatewayDispatchEvents,
  type GuildFeature,
  type GuildPremiumTier,
  type InteractionType,
} from 'discord-api-types/v10'
import type { Clock } from '../../studio/kit/clock.ts'
import type { Network } from '../../studio/kit/faults/network.ts'
import type { Wire } from '../wire.ts'
import type { AnswerFault } from './faults/answers.ts'
import type { EventFaults } from './faults/events.ts'
import type { Starts } from './gateway/starts.ts'
import type { Overwrite, RoleRights } from './permissions.ts'
import type { Rates } from './rates/store.ts'
import type { MessageComponent } from './validation/components.ts'
import type { Embed } from './validation/embeds.ts'
import type { Modal } from './validation/modal.ts'

export type Role = RoleRights & {
  readonly name: string
  readonly position: number
  /** The bot whose role this is: it comes and goes with the bot. */
  readonly botId?: string
}

export type Member = {
  readonly userId: string
  readonly roleIds: readonly string[]
  readonly joinedAtMs: number
}

/** Archived threads are out of the way; locked ones are also closed to all but moderators. */
export type Thread = {
  readonly parentId: string
  readonly ownerId: string
  /** Those who are in a private thread. */
  memberIds?: ReadonlySet<string>
  isArchived: boolean
  isLocked: boolean
  archivedAtMs: number
}

export type Channel = {
  readonly id: string
  readonly type:
    | ChannelType.GuildText
    | ChannelType.GuildAnnouncement
    | ChannelType.GuildVoice
    | ChannelType.GuildForum
    | ChannelType.PublicThread
    | ChannelType.PrivateThread
    | ChannelType.AnnouncementThread
    | ChannelType.DM
    | ChannelType.GroupDM
  name: string
  /** Undefined in a direct message and among friends. */
  readonly guildId: string | undefined
  readonly position: number
  overwrites: readonly Overwrite[]
  /** The person of a direct message with the bot. */
  readonly recipientId?: string
  /** Those of a private channel, in which the bot is not. */
  readonly peopleIds?: readonly string[]
  readonly thread?: Thread
  isAgeRestricted?: boolean
}

/** Who does something, and where. */
export type Actor = { readonly userId: string; readonly channel: Channel }

export type Guild = {
  readonly id: string
  readonly name: string
  readonly ownerId: string
  /** Where Discord itself greets; null for nowhere. */
  systemChannelId: string | null
  /** Who added the bot, as the audit log says. */
  botAddedBy?: string
  /** https://docs.discord.com/developers/resources/guild#guild-object-guild-features */
  readonly features: readonly GuildFeature[]
  /** What its boosts brought it to. */
  premiumTier: GuildPremiumTier
  readonly roles: Map<string, Role>
  readonly members: Map<string, Member>
  /** Out of service: nobody does anything there, and nothing is told. */
  isOut: boolean
}

/** A file that somebody uploaded, with the bytes the CDN serves. */
export type StoredFile = {
  readonly id: string
  readonly channelId: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
  readonly description: string | undefined
  readonly title: string | undefined
  readonly isSpoiler: boolean
  readonly voice: { readonly durationSeconds: number; readonly waveform: string } | undefined
  /** Uploaded with a command or a form, not with a message. */
  readonly ephemeral: boolean
}

export type MessageState = 'shown' | 'thinking' | 'did not respond' | 'deleted'

export type Message = {
  readonly id: string
  readonly channelId: string
  readonly authorId: string
  readonly createdAtMs: number
  readonly replyToId: string | undefined
  /** What was forwarded, as it was at that moment. */
  readonly forwarded?: Message | undefined
  readonly nonce: string | number | undefined
  readonly tts: boolean
  /** The interaction that this message answers or follows up. */
  readonly interaction: Interaction | undefined
  readonly seenBy: string
  content: string
  embeds: readonly Embed[]
  components: readonly MessageComponent[]
  files: readonly StoredFile[]
  flags: number
  mentionedUserIds: readonly string[]
  mentionsEveryone: boolean
  state: MessageState
  edits: number
  editedAtMs: number | undefined
}

/** What the person who started an interaction gets to see first. */
export type Outcome =
  | { readonly kind: 'message' | 'update' | 'nothing' }
  | { readonly kind: 'choices'; readonly choices: readonly { name: string; value: string | number }[] }
  | { readonly kind: 'form'; readonly form: PendingForm }

export type PendingForm = {
  readonly id: string
  readonly userId: string
  readonly channelId: string
  readonly source: Interaction
  readonly data: Modal
}

export type Interaction = {
  readonly id: string
  readonly token: string
  readonly type: InteractionType
  readonly userId: string
  readonly channelId: string
  readonly createdAtMs: number
  /** "/music", "button again": for the wire and for the message's header. */
  readonly title: string
  /** The message whose button was pressed, or under which the form was opened. */
  readonly source: Message | undefined
  /** Which kind of command was run. */
  readonly commandType: ApplicationCommandType | undefined
  /** The interaction whose answer was the form that this one submits. */
  readonly trigger: Interaction | undefined
  /** By which installations of the app it came about. */
  readonly owners: APIAuthorizingIntegrationOwnersMap
  /** The option being typed, for autocomplete. */
  readonly focused: { readonly type: number } | undefined
  readonly settle: (outcome: Outcome) => void
  state: 'waiting' | 'answered' | 'expired'
  /** Whether a requested fault kept an answer from being given or heard. */
  isExcused: boolean
  /** The message that `@original` means, once there is one. */
  original: Message | undefined
  followUps: number
}

export type Command = APIApplicationCommand & { readonly createdAtMs: number }

/** Something that the gateway tells the bot. */
export type Announcement = {
  readonly event: GatewayDispatchEvents
  readonly guildId: string | undefined
  /** Bits of which one must be held; 0 reaches every session. */
  readonly intents: number
  readonly data: unknown
  /** What a session without the message content intent gets instead. */
  readonly withoutContent?: unknown
  /** What a session with the presences intent gets instead. */
  readonly withPresences?: unknown
}

/** The whole state of the stand-in: everything that Discord would keep, in memory. */
export type World = {
  readonly clock: Clock
  readonly wire: Wire
  readonly network: Network
  readonly random: () => number
  readonly nextId: () => string
  /** Reset when too many sessions were started. */
  token: string
  readonly applicationId: string
  readonly publicKey: string
  /** Privileged intents that are switched on for the application. */
  privilegedIntents: number
  readonly bot: APIUser
  readonly guilds: ReadonlyMap<string, Guild>
  /** Where the app may be installed. */
  installationContexts: ReadonlySet<ApplicationIntegrationType>
  /** What the link that invites the bot asks for. */
  invitedPermissions: bigint
  /** Where interactions are sent instead of to the gateway; null as long as nobody set that. */
  interactionsUrl: string | null
  /** People who installed the app for themselves. */
  readonly installers: Set<string>
  /** The languages of people's clients, unless they are English. */
  readonly locales: Map<string, string>
  /** People who let nobody of their servers write to them directly. */
  readonly closedRecipients: Set<string>
  /**
   * Who may use commands in a server, and where: by the ids of the server and of a command or, for all, the
   * application.
   */
  readonly commandPermissions: Map<string, readonly APIApplicationCommandPermission[]>
  readonly users: ReadonlyMap<string, APIUser>
  readonly channels: Map<string, Channel>
  readonly messages: Map<string, Message>
  readonly files: Map<string, StoredFile>
  /** By scope: 'global' or the id of a server. */
  readonly commands: Map<string, readonly Command[]>
  /** By scope: when commands were created lately. */
  readonly commandCreates: Map<string, readonly number[]>
  /** By token. */
  readonly interactions: Map<string, Interaction>
  readonly forms: Map<string, PendingForm>
  readonly listeners: Set<(announcement: Announcement) => void>
  readonly rates: Rates
  readonly starts: Starts
  readonly eventFaults: EventFaults
  /** Answers that are to fail. */
  readonly answerFaults: AnswerFault[]
  /** Signs the links of the CDN. */
  readonly cdnKey: string
  /** Known once the stand-in listens. */
  origin: string
}

/** Tells every gateway session that may hear it; of a server that is out of service, nobody hears. */
export const announce = (world: World, announcement: Announcement): void => {
  if (guildOf(world, announcement)?.isOut) return
  for (const listener of world.listeners) listener(announcement)
}

/**
 * Puts a refusal on the wire: every one of them fails the run that caused it,
 * whatever the bot made of the answer.
 */
export const recordRefusal = (world: World, summary: string, detail: unknown): void => {
  world.wire.record({ platform: 'discord', kind: 'refusal', summary, detail })
}

/** The server of a channel; a direct message is in none. */
export const guildOf = (world: World, { guildId }: Pick<Channel, 'guildId'>): Guild | undefined =>
  guildId === undefined ? undefined : world.guilds.get(guildId)

/** A role of any server. */
export const findRole = (world: World, id: string): Role | undefined =>
  [...world.guilds.values()].flatMap(({ roles }) => roles.get(id) ?? [])[0]

/** The direct message with a person, opened if need be. */
export const directMessage = (world: World, recipientId: string): Channel => {
  const open = [...world.channels.values()].find((channel) => channel.recipientId === recipientId)
  if (open) return open
  const channel: Channel = {
    id: world.nextId(),
    type: ChannelType.DM,
    name: '',
    guildId: undefined,
    position: 0,
    overwrites: [],
    recipientId,
  }
  world.channels.set(channel.id, channel)
  return channel
}
