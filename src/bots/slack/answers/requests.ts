import type { webApi } from '@slack/bolt'
import type { Invocation } from '../../../core/command/invocation.ts'
import type { Effect } from '../../../core/effect.ts'
import type { Dispatch } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import { type Channels, isDirectMessage, serverIn } from '../incoming/channels.ts'
import { isOf, type Members } from '../incoming/members.ts'
import type { SourceWorkspaces } from '../incoming/source-workspaces.ts'
import type { UserGroups } from '../incoming/user-groups.ts'
import { typedInWords } from '../incoming/words.ts'
import type { HandOver } from '../outgoing/hand-over.ts'
import type { Identity } from '../setup/access.ts'
import type { Placeholders } from './placeholder.ts'
import type { Reply, RequestPlace } from './reply.ts'

/** What it takes to answer members. */
export interface RequestOptions {
  dispatch: Dispatch
  identity: Identity
  members: Members
  userGroups: Pick<UserGroups, 'of' | 'matching' | 'nameOf'>
  channels: Channels
  placeholders: Placeholders
  handOver: HandOver
  log: Log
  now: () => number
}

/** What it takes to answer everything that members do. */
export interface ListenOptions extends RequestOptions {
  /** For answers in a conversation. */
  web: webApi.WebClient
  /** For forms, which have to open soon or not at all. */
  formWeb: webApi.WebClient
  effect: Effect
  /** For what has to be known before an answer, and soon or not at all. */
  facts: webApi.WebClient
}

/** One thing that a member asked for, and how to answer. */
export interface Request
  extends Pick<Invocation, 'eventId' | 'command' | 'action' | 'values' | 'unread' | 'form' | 'press'> {
  pointedAt: Invocation['pointedAt'] | Promise<Invocation['pointedAt']>
  place: RequestPlace
  /** The workspaces that it comes from, as far as Slack says so. */
  sourceWorkspaces: SourceWorkspaces
  reply: Reply
  /** Where the member can be answered for half an hour; empty where there is no such address. */
  responseUrl: string
  /** Whether it came by way of a channel that we are in. */
  isMember: boolean
  /** Slack delivered it before, perhaps to another process. */
  isRepeated: boolean
  /** Whether somebody waits for an answer, also where one was given before. */
  isAwaited: boolean
  /** After this moment the member was told that we failed; undefined where nobody waits. */
  deadlineMs: number | undefined
}

/** What most requests have in common; each kind of event says what is different. */
export const plainRequest = {
  form: undefined,
  pointedAt: [],
  isMember: false,
  isRepeated: false,
  isAwaited: true,
  deadlineMs: undefined,
} as const

/**
 * Bytes that one uploaded file may have. Slack takes a gigabyte (https://slack.com/help/articles/201330736);
 * ours are far smaller, and are held in memory while they are sent.
 */
const fileBytesMax = 100 * 1024 * 1024

const membershipOf = async ({ identity, members, userGroups }: RequestOptions, member: string) => {
  const [person, groups] = await Promise.all([members.lookUp(member), userGroups.of(member)])
  // An admin of another workspace, who shares a channel with ours, has no say here.
  return { isAdmin: person?.isAdmin === true && isOf(identity.server, person), groups }
}

/** In a direct message nobody is an admin or in a group: a member's own account pays. */
const noMembership = { isAdmin: false, groups: [] }

/** A request with everything that Slack says of its place and its member. */
export const invocationOf = async (options: RequestOptions, request: Request): Promise<Invocation> => {
  const { identity, channels } = options
  const { channel, thread, member } = request.place
  const [membership, cannotPost, pointedAt, typed] = await Promise.all([
    isDirectMessage(channel) ? noMembership : membershipOf(options, member),
    request.isMember ? undefined : channels.whyCannotPost(channel),
    request.pointedAt,
    // Values behind a button are in words already.
    request.press === undefined ? typedInWords(options, request) : request,
  ])
  const membershipIn = async (server: string) => {
    if (server !== identity.server) return undefined
    return membershipOf(options, member)
  }
  const { eventId, press, command, action, form, responseUrl } = request
  const { values, unread } = typed
  return {
    eventId,
    ...(press !== undefined && { press }),
    command,
    action,
    values,
    ...(unread !== undefined && { unread }),
    form,
    pointedAt,
    ...(isDirectMessage(channel) && { membershipIn }),
    ...membership,
    cannotPost,
    fileBytesMax,
    target: {
      platform: 'slack',
      server: serverIn(identity, channel, member),
      channel,
      ...(thread !== undefined && { thread }),
      member,
    },
    replyToken: responseUrl,
  }
}
