import { z } from 'zod'
import { compareTimestamps } from '../ids.ts'
import { limits } from '../limits.ts'
import { directMessage } from '../messages.ts'
import { flag, type Method, method, requireScope } from '../method.ts'
import { pageArguments, pageOf } from '../pages.ts'
import { findChannel, findJoined, isHidden, requireChannelScope } from '../places.ts'
import { historyLimit } from '../rates.ts'
import { Refused } from '../refusal.ts'
import { renderChannel, renderMessage, repliesTo, scopeKindOf, sharedMessages } from '../render.ts'
import type { Channel, Message, World } from '../state.ts'

const channelArgument = { channel: z.string() }

/** The page of each method lists one scope per kind of conversation. */
const scopesTo = (right: 'read' | 'history'): readonly string[] =>
  ['channels', 'groups', 'im', 'mpim'].map((kind) => `${kind}:${right}`)

const reading = { accepts: scopesTo('read') }
const remembering = { accepts: scopesTo('history') }

/** Group direct messages are not served. */
const onlyUser = (world: World, users: string): string => {
  const ids = users.split(',')
  if (ids.length > limits.usersInGroupMessage) throw new Refused('too_many_users')
  if (ids.some((id) => !world.users.has(id))) throw new Refused('user_not_found')
  const [id = '', second] = ids
  if (second !== undefined)
    throw new Refused('invalid_arguments', {
      messages: ['[ERROR] the stand-in serves no direct messages of groups [json-pointer:/users]'],
    })
  if (world.users.get(id)?.isBot) throw new Refused('cannot_dm_bot')
  return id
}

const personOf = (world: World, channelId: string): string => {
  const { personId } = findChannel(world, channelId)
  if (personId === undefined) throw new Refused('method_not_supported_for_channel_type')
  return personId
}

/** https://docs.slack.dev/reference/methods/conversations.open */
const openMethod = (world: World): Method =>
  method(
    'conversations.open',
    {
      users: z.string().optional(),
      channel: z.string().optional(),
      return_im: flag.optional(),
    },
    ({ users, channel: id, return_im }) => {
      if ((users === undefined) === (id === undefined)) throw new Refused('users_list_not_supplied')
      const personId = users === undefined ? personOf(world, id ?? '') : onlyUser(world, users)
      const isOpen = [...world.channels.values()].some((channel) => channel.personId === personId)
      const channel = directMessage(world, personId)
      return {
        ...(isOpen && { no_op: true, already_open: true }),
        channel: return_im ? renderChannel(world, channel) : { id: channel.id },
      }
    },
    { scopes: ['im:write'], accepts: ['channels:manage', 'groups:write', 'im:write', 'mpim:write'] },
  )

/** https://docs.slack.dev/reference/methods/conversations.info */
const infoMethod = (world: World): Method =>
  method(
    'conversations.info',
    { ...channelArgument, include_locale: flag.optional(), include_num_members: flag.optional() },
    (args) => {
      const channel = findChannel(world, args.channel)
      requireChannelScope(world, channel, 'read')
      const members = args.include_num_members ? { num_members: channel.memberIds.size } : {}
      return { channel: { ...renderChannel(world, channel), ...members } }
    },
    reading,
  )

const listedTypes = {
  public_channel: 'channels:read',
  private_channel: 'groups:read',
  mpim: 'mpim:read',
  im: 'im:read',
}

const listedType = (channel: Channel): keyof typeof listedTypes => {
  const kind = scopeKindOf(channel)
  if (kind === 'im') return 'im'
  return kind === 'groups' ? 'private_channel' : 'public_channel'
}

const isListedType = (type: string): type is keyof typeof listedTypes => type in listedTypes

type Wanted = { readonly types?: string | undefined; readonly exclude_archived?: boolean | undefined }

/** Which conversations a list is to have. Throws Refused for a type that is none, or without its scope. */
const wantedBy = (world: World, { types: named = 'public_channel', exclude_archived }: Wanted) => {
  const types = named.split(',').map((type) => type.trim())
  for (const type of types) {
    if (!isListedType(type)) throw new Refused('invalid_types')
    requireScope(world, [listedTypes[type]])
  }
  return (channel: Channel): boolean =>
    !isHidden(world, channel) &&
    types.includes(listedType(channel)) &&
    !(channel.isArchived && exclude_archived)
}

/** https://docs.slack.dev/reference/methods/conversations.list */
const listMethod = (world: World): Method =>
  method(
    'conversations.list',
    {
      ...pageArguments,
      types: z.string().optional(),
      exclude_archived: flag.optional(),
    },
    (args) => {
      const { page, nextCursor } = pageOf([...world.channels.values()].filter(wantedBy(world, args)), args)
      return {
        channels: page.map((channel) => ({
          ...renderChannel(world, channel),
          ...(channel.kind === 'channel' && { num_members: channel.memberIds.size }),
        })),
        response_metadata: { next_cursor: nextCursor },
      }
    },
    reading,
  )

/**
 * The conversations that somebody is in, without whether the bot is; by default the bot's own. Of somebody else's, those
 * that are not public are only told where the bot is in them, too.
 * https://docs.slack.dev/reference/methods/users.conversations
 */
const ownMethod = (world: World): Method =>
  method(
    'users.conversations',
    {
      ...pageArguments,
      types: z.string().optional(),
      exclude_archived: flag.optional(),
      user: z.string().optional(),
    },
    (args) => {
      const isWanted = wantedBy(world, args)
      const { user = world.app.userId } = args
      const all = [...world.channels.values()].filter(
        (channel) =>
          channel.memberIds.has(user) &&
          (listedType(channel) === 'public_channel' || channel.memberIds.has(world.app.userId)) &&
          isWanted(channel),
      )
      const { page, nextCursor } = pageOf(all, args)
      return {
        channels: page.map((channel) => {
          const { is_member: _, ...shown } = { is_member: true, ...renderChannel(world, channel) }
          return shown
        }),
        response_metadata: { next_cursor: nextCursor },
      }
    },
    reading,
  )

/** https://docs.slack.dev/reference/methods/conversations.members */
const membersMethod = (world: World): Method =>
  method(
    'conversations.members',
    { ...channelArgument, ...pageArguments },
    (args) => {
      const channel = findChannel(world, args.channel)
      requireChannelScope(world, channel, 'read')
      const { page, nextCursor } = pageOf([...channel.memberIds], args)
      return { members: page, response_metadata: { next_cursor: nextCursor } }
    },
    reading,
  )

const timeArguments = {
  oldest: z.string().optional(),
  latest: z.string().optional(),
  inclusive: flag.optional(),
  include_all_metadata: flag.optional(),
}

type Span = {
  readonly oldest?: string | undefined
  readonly latest?: string | undefined
  readonly inclusive?: boolean | undefined
}

const timestampPattern = /^\d+(\.\d+)?$/

const checkSpan = ({ oldest, latest }: Span): void => {
  if (oldest !== undefined && !timestampPattern.test(oldest)) throw new Refused('invalid_ts_oldest')
  if (latest !== undefined && !timestampPattern.test(latest)) throw new Refused('invalid_ts_latest')
}

const isWithin = ({ oldest, latest, inclusive }: Span, ts: string): boolean => {
  const isInOrder = (earlier: string, later: string): boolean => {
    const distance = compareTimestamps(later, earlier)
    return distance > 0 || (distance === 0 && inclusive === true)
  }
  return (oldest === undefined || isInOrder(oldest, ts)) && (latest === undefined || isInOrder(ts, latest))
}

type HistoryArguments = Span & {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly include_all_metadata?: boolean | undefined
}

const answerHistory = (world: World, messages: readonly Message[], args: HistoryArguments) => {
  const { page, hasMore, nextCursor } = pageOf(messages, {
    ...args,
    limit: historyLimit(world, args.limit),
  })
  const options = { withMetadata: args.include_all_metadata ?? false }
  return {
    messages: page.map((message) => renderMessage(world, message, options)),
    has_more: hasMore,
    response_metadata: { next_cursor: nextCursor },
  }
}

const readable = (world: World, { channel: id, ...span }: Span & { channel: string }): Channel => {
  requireChannelScope(world, findChannel(world, id), 'history')
  checkSpan(span)
  return findJoined(world, id)
}

/**
 * The newest first, without what stands in threads only.
 * https://docs.slack.dev/reference/methods/conversations.history
 */
const historyMethod = (world: World): Method =>
  method(
    'conversations.history',
    { ...channelArgument, ...pageArguments, ...timeArguments },
    (args) => {
      const channel = readable(world, args)
      const messages = sharedMessages(world, channel.id)
        .filter(({ threadTs, isBroadcast }) => threadTs === undefined || isBroadcast)
        .filter(({ ts }) => isWithin(args, ts))
      return { ...answerHistory(world, messages.toReversed(), args), pin_count: 0 }
    },
    remembering,
  )

/**
 * A message and those under it, the oldest first.
 * https://docs.slack.dev/reference/methods/conversations.replies
 */
const repliesMethod = (world: World): Method =>
  method(
    'conversations.replies',
    { ...channelArgument, ts: z.string(), ...pageArguments, ...timeArguments },
    (args) => {
      const channel = readable(world, args)
      const parent = sharedMessages(world, channel.id).find(({ ts }) => ts === args.ts)
      if (!parent) throw new Refused('thread_not_found')
      const replies = repliesTo(world, parent).filter(({ ts }) => isWithin(args, ts))
      return answerHistory(world, [parent, ...replies], { ...args, limit: args.limit ?? limits.pageSizeMax })
    },
    remembering,
  )

/** The methods about conversations and what was said in them. */
export const conversationMethods = (world: World): readonly Method[] => [
  openMethod(world),
  infoMethod(world),
  listMethod(world),
  ownMethod(world),
  membersMethod(world),
  historyMethod(world),
  repliesMethod(world),
]
