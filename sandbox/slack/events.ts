import type { FileSharedEvent } from '@slack/types'
import { deliverEvent } from './delivery/deliver.ts'
import { rateLimitedPayload, spendEvent } from './event-rate.ts'
import { passEvent } from './faults/events.ts'
import { newId } from './ids.ts'
import { channelOf, renderMessage, scopeKindOf } from './render.ts'
import type { Message, World } from './state.ts'

/** Whether the app hears what happens in a conversation. */
const appHears = (world: World, channelId: string): boolean =>
  channelOf(world, channelId).memberIds.has(world.app.userId)

/** https://docs.slack.dev/apis/events-api/#callback-field */
const renderCallback = (world: World, event: Readonly<Record<string, unknown>>) => ({
  token: world.app.verificationToken,
  team_id: world.team.id,
  context_team_id: world.team.id,
  context_enterprise_id: null,
  api_app_id: world.app.id,
  event,
  type: 'event_callback',
  event_id: newId(world.random, 'Ev'),
  event_time: Math.floor(world.clock.now() / 1000),
  authorizations: [
    {
      enterprise_id: null,
      team_id: world.team.id,
      user_id: world.app.userId,
      is_bot: true,
      is_enterprise_install: false,
    },
  ],
  is_ext_shared_channel:
    typeof event.channel === 'string' && world.channels.get(event.channel)?.sharedWith !== undefined,
})

/** Events over the hour's number are lost; the app hears that there were some. */
const tellRateLimited = (world: World): void => {
  const payload = rateLimitedPayload(world)
  if (payload)
    deliverEvent(world, {
      type: 'events_api',
      title: 'event app_rate_limited',
      payload: { ...payload },
      acceptsResponse: false,
    })
}

/** Tells the app of an event that its manifest asks for, and of no other. Nobody waits for it. */
export const tellEvent = (
  world: World,
  subscription: string,
  event: Readonly<Record<string, unknown>> & { readonly type: string },
): void => {
  if (!world.installation.events.has(subscription)) return
  if (!spendEvent(world)) {
    tellRateLimited(world)
    return
  }
  const envelope = {
    type: 'events_api',
    title: `event ${subscription}`,
    payload: renderCallback(world, event),
    acceptsResponse: false,
  } as const
  passEvent(world, envelope, (passed) => deliverEvent(world, passed))
}

const isIm = (world: World, channelId: string) => channelOf(world, channelId).kind === 'im'

const kinds = { im: 'im', groups: 'group', channels: 'channel' } as const

/** Where an event happened, as each event of a message says it. */
const placeOf = (world: World, { channelId, ts }: Message) => ({
  channel: channelId,
  channel_type: kinds[scopeKindOf(channelOf(world, channelId))],
  event_ts: ts,
})

const subscriptionOf = (world: World, { channelId }: Message): string =>
  `message.${scopeKindOf(channelOf(world, channelId))}`

const subtypeOf = (message: Message) => {
  if (message.files.length > 0) return { subtype: 'file_share' }
  return message.isBroadcast ? { subtype: 'thread_broadcast' } : {}
}

const isHidden = (world: World, message: Message): boolean =>
  message.seenBy !== 'all' || !appHears(world, message.channelId)

const tellMention = (world: World, message: Message): void => {
  const isMention = message.text.includes(`<@${world.app.userId}>`) && message.userId !== world.app.userId
  if (!isMention || isIm(world, message.channelId)) return
  tellEvent(world, 'app_mention', {
    ...renderMessage(world, message),
    type: 'app_mention',
    channel: message.channelId,
    event_ts: message.ts,
  })
}

const tellFiles = (world: World, message: Message): void => {
  for (const { id, userId } of message.files)
    tellEvent(world, 'file_shared', {
      type: 'file_shared',
      file_id: id,
      user_id: userId,
      file: { id },
      channel_id: message.channelId,
      event_ts: message.ts,
    } satisfies FileSharedEvent)
}

/**
 * Tells of a new message: as a message, as a mention where it is one, and of its files.
 * https://docs.slack.dev/reference/events/message
 */
export const tellPosted = (world: World, message: Message): void => {
  if (isHidden(world, message)) return
  tellEvent(world, subscriptionOf(world, message), {
    ...renderMessage(world, message),
    ...subtypeOf(message),
    ...placeOf(world, message),
    type: 'message',
  })
  tellMention(world, message)
  tellFiles(world, message)
}

/** Tells of an edit. https://docs.slack.dev/reference/events/message/message_changed */
export const tellChanged = (world: World, message: Message, before: Record<string, unknown>): void => {
  if (isHidden(world, message)) return
  const ts = world.nextTs()
  tellEvent(world, subscriptionOf(world, message), {
    ...placeOf(world, message),
    type: 'message',
    subtype: 'message_changed',
    hidden: true,
    ts,
    event_ts: ts,
    message: renderMessage(world, message),
    previous_message: before,
  })
}

/** Tells that a message is gone. https://docs.slack.dev/reference/events/message/message_deleted */
export const tellDeleted = (world: World, message: Message, before: Record<string, unknown>): void => {
  if (isHidden(world, message)) return
  const ts = world.nextTs()
  tellEvent(world, subscriptionOf(world, message), {
    ...placeOf(world, message),
    type: 'message',
    subtype: 'message_deleted',
    hidden: true,
    ts,
    event_ts: ts,
    deleted_ts: message.ts,
    previous_message: before,
  })
}
