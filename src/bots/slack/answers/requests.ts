import type { webApi } from '@slack/bolt'
import type {
  Asked,
  Invocation,
  Learned,
  Membership,
  PointedMessage,
} from '../../../core/command/invocation.ts'
import { onlyMe, seenByName } from '../../../core/command/seen-by.ts'
import type { Effect } from '../../../core/effect.ts'
import type { Dispatch } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import { type Channels, isDirectMessage, serverIn } from '../incoming/channels.ts'
import { isOf, type Members } from '../incoming/members.ts'
import type { Once } from '../incoming/once.ts'
import { isKnownToServe, type SourceWorkspaces, whyNotServed } from '../incoming/source-workspaces.ts'
import type { UserGroups } from '../incoming/user-groups.ts'
import type { Visibility } from '../incoming/visibility.ts'
import { typedInWords } from '../incoming/words.ts'
import type { HandOver } from '../outgoing/hand-over.ts'
import type { Identity } from '../setup/access.ts'
import type { Placeholders } from './placeholder.ts'
import type { Reply, RequestPlace } from './reply.ts'

/** Dependencies for answering members. */
export interface RequestOptions {
  dispatch: Dispatch
  identity: Identity
  members: Members
  userGroups: Pick<UserGroups, 'of' | 'matching' | 'nameOf'>
  channels: Channels
  visibility: Pick<Visibility, 'sees'>
  placeholders: Placeholders
  handOver: HandOver
  /** Limits how often a member who gets nothing is told why in messages of their own. */
  mayBeTold: (member: string, atMs: number) => boolean
  log: Log
  now: () => number
}

/** Dependencies for answering everything that members do. */
export interface ListenOptions extends RequestOptions {
  /** For answers in a conversation. */
  web: webApi.WebClient
  /** For forms, which must open soon or not at all. */
  formWeb: webApi.WebClient
  effect: Effect
  /** For facts needed before an answer, soon or not at all. */
  facts: webApi.WebClient
  once: Once
}

/** One request by a member, and how to answer it. */
export interface Request
  extends Pick<Invocation, 'eventId' | 'command' | 'action' | 'values' | 'unread' | 'form' | 'press'> {
  /** Finds the messages that it points at. */
  findPointed?: () => Promise<readonly PointedMessage[]>
  place: RequestPlace
  /** The workspaces that it comes from, as far as Slack says so. */
  sourceWorkspaces: SourceWorkspaces
  reply: Reply
  /** Accepts answers to the member for half an hour; empty if there is no such address. */
  responseUrl: string
  /** Whether its button, or that of its form, is on a message that nobody else sees. */
  isOnOwnMessage?: true
  /** Whether it came through a channel that we are in. */
  isMember: boolean
  /** Slack delivered it before, perhaps to another process. */
  isRepeated: boolean
  /** Whether the member waits for an answer, even if one was given before. */
  isAwaited: boolean
  /** When Slack tells the member that we failed; undefined if nobody waits. */
  deadlineMs: number | undefined
}

/** Defaults for most requests; each kind of event overrides what differs. */
export const plainRequest = {
  form: undefined,
  isMember: false,
  isRepeated: false,
  isAwaited: true,
  deadlineMs: undefined,
} as const

/**
 * Maximum bytes of one uploaded file. Slack takes a gigabyte (https://slack.com/help/articles/201330736); ours
 * are far smaller, and are held in memory while they are sent.
 */
const fileBytesMax = 100 * 1024 * 1024

const membershipOf = async ({ identity, members, userGroups }: RequestOptions, member: string) => {
  const [person, groups] = await Promise.all([members.lookUp(member), userGroups.of(member)])
  // An admin of another workspace that shares a channel with ours has no rights here.
  return {
    isAdmin: person?.isAdmin === true && isOf(identity.server, person),
    ...(person === undefined && { isAdminUnknown: true as const }),
    groups,
  }
}

/** Nobody is known to be an admin or in a group until Slack says so; in a direct message, where a member's own account pays, nobody is. */
const noMembership = { isAdmin: false, groups: [] }

/** What is made on our home tab is for the member: nobody else sees their direct messages. */
const onlyForThem = (
  { dispatch }: RequestOptions,
  name: string,
  values: Invocation['values'],
): Invocation['values'] =>
  dispatch.commands.find((command) => command.name === name)?.kind === 'feature'
    ? { ...values, [seenByName]: onlyMe }
    : values

type Described = Omit<Request, 'reply'>

/** In a direct message the language is looked up for the next time, so that no answer waits for it. */
const nothingButLanguage = ({ members }: RequestOptions, member: string): object => {
  if (members.localeOf(member) === undefined) void members.lookUp(member)
  return {}
}

/** What Slack says of a request's place, its member, and those that it names or points at. */
const learn = async (options: RequestOptions, request: Described): Promise<Learned> => {
  const { members, channels } = options
  const { command, findPointed, isMember, press, sourceWorkspaces } = request
  const { channel, member, isHome } = request.place
  const refused = await whyNotServed(options, sourceWorkspaces, member)
  if (refused !== undefined) return { refused, locale: members.localeOf(member) }
  const isPersonal = isDirectMessage(channel) && !isHome
  const [membership, cannotPost, typed, pointedAt] = await Promise.all([
    isPersonal ? nothingButLanguage(options, member) : membershipOf(options, member),
    isMember ? undefined : channels.whyCannotPost(channel),
    // Values behind a button are already in words.
    press === undefined ? typedInWords(options, request) : request,
    findPointed?.() ?? [],
  ])
  const { unread } = typed
  return {
    ...membership,
    cannotPost,
    values: isHome ? onlyForThem(options, command, typed.values) : typed.values,
    ...(unread !== undefined && { unread }),
    pointedAt,
    locale: members.localeOf(member),
  }
}

/** A request as its event describes it, with what asks Slack for the rest. */
export const askedBy = (options: RequestOptions, request: Described): Asked => {
  const { identity, visibility } = options
  const { eventId, press, command, action, values, unread, form, responseUrl } = request
  const { channel, thread, member, isHome } = request.place
  const membershipIn = async (server: string, at: string): Promise<Membership | undefined> => {
    if (server !== identity.server) return undefined
    const viewer = { platform: 'slack', server, member } as const
    const [rights, seesChannel] = await Promise.all([
      membershipOf(options, member),
      visibility.sees(viewer, at),
    ])
    return { ...rights, channelKinds: [], seesChannel }
  }
  return {
    eventId,
    ...(press !== undefined && { press }),
    command,
    action,
    values,
    ...(unread !== undefined && { unread }),
    form,
    pointedAt: [],
    learn: () => learn(options, request),
    ...(isDirectMessage(channel) && !isHome && { membershipIn }),
    ...(!isKnownToServe(options, request.sourceWorkspaces) && { isUnproven: true }),
    ...noMembership,
    isBot: async (id) => (await options.members.lookUp(id))?.isBot === true,
    cannotPost: undefined,
    fileBytesMax,
    target: {
      platform: 'slack',
      server: isHome ? identity.server : serverIn(identity, channel, member),
      channel,
      ...(thread !== undefined && { thread }),
      member,
    },
    channelKinds: [],
    replyToken: responseUrl,
  }
}
