import type { Clock } from '../../studio/kit/clock.ts'
import type { Network } from '../../studio/kit/faults/network.ts'
import type { Wire } from '../wire.ts'
import type { EventRate } from './event-rate.ts'
import type { FaultStore } from './faults/store.ts'
import type { Installation } from './manifest.ts'
import type { Grant } from './oauth.ts'
import type { Rates } from './rates.ts'
import type { Token } from './tokens.ts'
import type { Block } from './validation/blocks.ts'
import type { Option } from './validation/objects.ts'
import type { HomeView, ModalView } from './validation/view.ts'

export type User = {
  readonly id: string
  /** The workspace of somebody who is here by a shared channel alone; undefined for people of this one. */
  readonly teamId?: string
  /** Without spaces, unique in the workspace. */
  readonly name: string
  readonly displayName: string
  readonly isAdmin: boolean
  readonly isOwner: boolean
  readonly isBot: boolean
}

export type Channel = {
  readonly id: string
  readonly name: string
  readonly kind: 'channel' | 'im'
  readonly isArchived: boolean
  readonly isDeleted?: boolean
  /** Open to its members alone. */
  readonly isPrivate?: boolean
  readonly createdAtMs: number
  readonly memberIds: ReadonlySet<string>
  /** The other workspace with which it is shared by Slack Connect. */
  readonly sharedWith?: string
  /** The person of a direct message. */
  readonly personId: string | undefined
}

export type UserGroup = {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly userIds: readonly string[]
}

/** Where a file stands: the message that shares it. */
export type Share = { readonly channelId: string; readonly ts: string; readonly threadTs: string | undefined }

export type StoredFile = {
  readonly id: string
  readonly userId: string
  readonly name: string
  title: string
  readonly altText: string | undefined
  readonly bytes: Uint8Array
  readonly createdAtMs: number
  /** How long a recording is that was made in the client. */
  readonly recordedSeconds: number | undefined
  /** Handed to the app by a form, which lets the app read it unshared. */
  readonly isForApp: boolean
  readonly shares: Share[]
  /** Whether a look-up of the file keeps quiet on where it is shared. */
  hidesShares: boolean
  isDeleted: boolean
}

/** An upload that has an address and is not complete. */
export type UploadTicket = {
  readonly fileId: string
  readonly secret: string
  readonly name: string
  readonly length: number
  readonly altText: string | undefined
  /** After this no bytes are taken any more. */
  readonly diesAtMs: number
  bytes: Uint8Array | undefined
}

/** Application-specific data of a message. https://docs.slack.dev/messaging/message-metadata */
export type Metadata = {
  readonly event_type: string
  readonly event_payload: Readonly<Record<string, unknown>>
}

export type Message = {
  readonly ts: string
  readonly channelId: string
  readonly userId: string
  readonly createdAtMs: number
  /** The message under which this one stands; of a thread's first message undefined. */
  readonly threadTs: string | undefined
  readonly isBroadcast: boolean
  /** What was forwarded with it, as it was at that moment. */
  readonly forwarded?: Message | undefined
  readonly seenBy: string
  text: string
  blocks: readonly Block[]
  files: readonly StoredFile[]
  metadata: Metadata | undefined
  reactions: readonly { readonly name: string; readonly userId: string }[]
  state: 'shown' | 'did not respond' | 'deleted'
  edits: number
  editedAtMs: number | undefined
}

/** What has been put into an input of a form, as payloads carry it. */
export type InputState = { readonly type: string; readonly [field: string]: unknown }

export type View = {
  readonly id: string
  readonly userId: string
  /** The conversation over which the form opened. */
  readonly channelId: string
  readonly rootId: string
  readonly previousId: string | undefined
  data: ModalView | HomeView
  hash: string
  errors: Readonly<Record<string, string>>
  /** By block id, then action id. */
  inputs: Readonly<Record<string, Readonly<Record<string, InputState>>>>
  /** What the app suggested last, by action id: what a person can choose in a menu that it fills. */
  suggestions: Readonly<Record<string, readonly Option[]>>
  isOpen: boolean
}

/** What the person who started something gets to see first. */
export type Outcome =
  | { readonly kind: 'message' | 'closed' | 'nothing' }
  | { readonly kind: 'choices'; readonly choices: readonly Option[] }
  | { readonly kind: 'form'; readonly view: View }
  | { readonly kind: 'failed'; readonly error: string }

/** Something that a person started and that the app answers. */
export type Interaction = {
  readonly id: string
  /** "/music", "press of Again": for the wire and for what the person reads. */
  readonly title: string
  readonly userId: string
  readonly channelId: string
  readonly createdAtMs: number
  readonly triggerId: string
  /** The message whose control was used, or on which a shortcut was run. */
  readonly source: Message | undefined
  /** The form that was used. */
  readonly view: View | undefined
  /** Whether what is posted in the conversation can be the answer. */
  readonly isAnsweredInConversation: boolean
  readonly settle: (outcome: Outcome) => void
  isSettled: boolean
  triggerState: 'fresh' | 'exchanged'
}

/** An address under which an interaction can be answered for half an hour. */
export type ResponseUrl = {
  readonly id: string
  readonly interaction: Interaction
  uses: number
}

/** What goes to the app. */
export type Envelope = {
  readonly type: 'slash_commands' | 'interactive' | 'events_api'
  readonly title: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Whether the acknowledgement may say more than "received". */
  readonly acceptsResponse: boolean
}

/** How the app took an envelope; an acknowledgement that says nothing has no body. */
export type Reception =
  | { readonly kind: 'acknowledged'; readonly body: unknown }
  | {
      readonly kind: 'failed'
      readonly error: 'operation_timeout' | 'dispatch_failed'
      readonly reason: RetryReason
      /** Whether the app declined retries, or can't be reached. */
      readonly isFinal?: boolean
    }

/** https://docs.slack.dev/apis/events-api/#retries */
export type RetryReason = 'http_timeout' | 'http_error' | 'connection_failed'

/** The how-manieth retry of an event, from 1, and why. */
export type Retry = { readonly number: number; readonly reason: RetryReason }

/** How connections end: as Slack ends them with a word before, after a warning, or as networks do. */
export type SocketEnding = 'disconnect' | 'refresh' | 'warning' | 'drop'

/** Socket Mode: hands an envelope to one of the connections, or says that there is none. */
export type Sockets = {
  send(envelope: Envelope, retry?: Retry): Promise<Reception>
  /** Makes the single-use address of one connection. */
  open(): string
  /** Ends all connections or the oldest, and says how many. */
  end(how: SocketEnding, which: 'all' | 'oldest'): number
  close(): void
}

/** What was handed to the app, in all workspaces, and is neither acknowledged nor given up. */
export type Deliveries = {
  readonly underWay: Set<Promise<unknown>>
  /** Hand over at once the events that wait for their next retry. */
  readonly retries: Set<() => void>
  /** How many wait until all is heard; while anybody does, no retry waits for its time. */
  hurrying: number
}

/** The app as it is registered with Slack: what all the workspaces share of it. */
export type Registration = {
  /** What its manifest declares; what of it counts in a workspace depends on the installation there. */
  manifest: Installation
  /** Where signed requests go; undefined is Socket Mode. */
  requestUrl: string | undefined
  /** The address that has answered Slack's challenge. */
  verifiedUrl: string | undefined
  /** By code. */
  readonly grants: Map<string, Grant>
  /** Every token that was ever issued, by itself. */
  readonly tokens: Map<string, Token>
  /** By itself, the expiring token that it came with. Each is good once. */
  readonly refreshTokens: Map<string, Token>
  /** Those into which the app can be installed; the first one is where it was made. */
  readonly workspaces: readonly World[]
}

/**
 * One workspace with all that Slack would keep of it, in memory; what it shares
 * with others is the same in each.
 */
export type World = {
  readonly registration: Registration
  readonly clock: Clock
  readonly wire: Wire
  readonly network: Network
  readonly random: () => number
  readonly nextTs: () => string
  readonly team: { readonly id: string; readonly name: string; readonly domain: string }
  readonly app: {
    readonly id: string
    readonly botId: string
    readonly userId: string
    readonly appToken: string
    readonly signingSecret: string
    readonly verificationToken: string
    readonly clientId: string
    readonly clientSecret: string
  }
  /** What opens private files to a person who is logged in. */
  readonly personSession: string
  readonly users: Map<string, User>
  /** The languages of people's clients, unless they are English. */
  readonly locales: Map<string, string>
  readonly groups: ReadonlyMap<string, UserGroup>
  readonly channels: Map<string, Channel>
  /** By time stamp, which no two messages share here. */
  readonly messages: Map<string, Message>
  readonly files: Map<string, StoredFile>
  readonly uploads: Map<string, UploadTicket>
  readonly views: Map<string, View>
  /** The home tab of each person, as the app published it. */
  readonly homes: Map<string, View>
  /** By trigger id. */
  readonly interactions: Map<string, Interaction>
  readonly responseUrls: Map<string, ResponseUrl>
  /** Texts as people wrote them: what of it comes back unescaped was not meant by the app. */
  readonly written: string[]
  /** What of the manifest counts here, with the scopes that were granted here. */
  installation: Installation
  sockets: Sockets
  readonly rates: Rates
  readonly eventRate: EventRate
  readonly deliveries: Deliveries
  /** The requested failures. */
  faults: FaultStore
  /** Known once the stand-in listens. */
  origin: string
}

/**
 * Puts a refusal on the wire: every one of them fails the run that caused it,
 * whatever the bot made of the answer.
 */
export const recordRefusal = (world: World, summary: string, detail: unknown): void => {
  world.wire.record({ platform: 'slack', kind: 'refusal', summary, detail })
}
