import type {
  AckFn,
  App,
  BlockSuggestion,
  MessageShortcut,
  SlashCommand,
  types,
  ViewResponseAction,
  ViewSubmitAction,
} from '@slack/bolt'
import { fieldsOf } from '../../core/command/command.ts'
import { moreWithClip } from '../../core/command/message-actions.ts'
import { createWorkInHand, type WorkInHand } from '../../core/work-in-hand.ts'
import { handleRequest } from './answering.ts'
import {
  type Belonging,
  belongingOfCommand,
  belongingOfMessage,
  belongingOfUse,
  whyNotServed,
} from './belonging.ts'
import { isDirectMessage, serverIn } from './channels.ts'
import { moreShortcut, readSlashCommand, readUmbrellaText } from './commands.ts'
import { menuOptions } from './form.ts'
import { formId, readFormOrigin } from './form-id.ts'
import { formValues, type SentForm } from './form-values.ts'
import { lossIn } from './loss.ts'
import { textAroundMention } from './markup.ts'
import { type ChannelMessage, pointedByMention, pointedMessage, sightingIn } from './mentions.ts'
import { onPress } from './press.ts'
import { commandReply, formReply, mentionReply, pressReply, type RequestPlace } from './reply.ts'
import { type ListenOptions, plainRequest, type Request } from './requests.ts'
import { createTimedCache } from './timed-cache.ts'

/**
 * Slack shows a failure to whoever waits longer.
 * https://docs.slack.dev/interactivity/handling-user-interaction
 */
const ackMs = 3_000
/**
 * Slack repeats an event that was not acknowledged for up to an hour; most come within minutes.
 * https://docs.slack.dev/apis/events-api#retries
 */
const seenMs = 60 * 60_000
const seenMax = 10_000

/** A trigger id is made for one interaction: a repeated delivery has the same one. */
const onCommand = (
  options: ListenOptions,
  body: SlashCommand,
  ack: Parameters<typeof commandReply>[1]['ack'],
): Promise<void> => {
  const { dispatch, web, formWeb, effect, log, now } = options
  const place: RequestPlace = { channel: body.channel_id, thread: undefined, member: body.user_id }
  const responseUrl = body.response_url
  return handleRequest(options, {
    ...plainRequest,
    belonging: belongingOfCommand(body),
    ...readSlashCommand(dispatch.commands, body.command, body.text ?? ''),
    place,
    responseUrl,
    eventId: body.trigger_id,
    reply: commandReply({ web, formWeb, place, effect, log }, { ack, trigger: body.trigger_id, responseUrl }),
    deadlineMs: now() + ackMs,
  })
}

/** The clip is in the message that was acted on, also where we are not in its channel. */
const onShortcut = async (
  options: ListenOptions,
  body: MessageShortcut,
  ack: () => Promise<void>,
): Promise<void> => {
  const { dispatch, web, formWeb, effect, log } = options
  const command = dispatch.commands.find(({ name }) => name === body.callback_id)
  const { message, channel } = body
  const thread = typeof message.thread_ts === 'string' ? message.thread_ts : undefined
  const place: RequestPlace = { channel: channel.id, thread, member: body.user.id }
  const responseUrl = body.response_url
  const entry = command?.kind === 'feature' ? command.messageAction : undefined
  const more = body.callback_id === moreShortcut ? moreWithClip : undefined
  await handleRequest(options, {
    ...plainRequest,
    belonging: belongingOfUse(body),
    place,
    responseUrl,
    action: undefined,
    values: {},
    eventId: body.trigger_id,
    command: entry ?? more ?? body.callback_id,
    pointedAt: [
      pointedMessage({
        channel: channel.id,
        ts: message.ts,
        thread_ts: thread,
        user: message.user,
        files: message.files,
      }),
    ],
    reply: pressReply(
      { web, formWeb, place, effect, log },
      { ack, trigger: body.trigger_id, responseUrl, isSeenAlone: false },
    ),
  })
}

/**
 * A form's own id stays the same when it is sent again, as after a lost acknowledgement: it is one request.
 */
const onForm = async (
  options: ListenOptions,
  body: ViewSubmitAction,
  ack: AckFn<ViewResponseAction>,
): Promise<void> => {
  const { view, user } = body
  const origin = readFormOrigin(view.private_metadata)
  const command = options.dispatch.commands.find(({ name }) => name === origin?.command)
  if (origin === undefined || command === undefined) return ack()
  const { web, formWeb, effect, log } = options
  const { channel, thread, replyUrl, action } = origin
  const sent: SentForm = { blocks: view.blocks, values: view.state.values }
  const place: RequestPlace = { channel, thread, member: user.id }
  await handleRequest(options, {
    ...plainRequest,
    belonging: belongingOfUse(body),
    place,
    action,
    responseUrl: replyUrl,
    eventId: view.id,
    command: origin.command,
    values: formValues(fieldsOf(command, action), sent, origin.kept),
    form: { draft: origin.draft, sent: true },
    reply: formReply({ web, formWeb, place, effect, log }, { ack, sent, replyUrl }),
  })
}

/** A list that nothing is found in still takes what was typed: the service may know it. */
const onSuggestion = async (
  options: ListenOptions,
  body: BlockSuggestion,
  ack: (response: { options: types.PlainTextOption[] }) => Promise<void>,
): Promise<void> => {
  const origin = readFormOrigin(body.view?.private_metadata ?? '')
  if (origin === undefined) return ack({ options: [] })
  const { dispatch, userGroups, identity } = options
  const { command, action, channel } = origin
  const member = body.user.id
  if ((await whyNotServed(options, belongingOfUse(body), member)) !== undefined) return ack({ options: [] })
  const asker = { platform: 'slack', server: serverIn(identity, channel, member), member } as const
  const typed = body.value.trim()
  const declared = dispatch.commands.find(({ name }) => name === command)
  const fields = declared === undefined ? {} : fieldsOf(declared, action)
  if (fields[body.action_id]?.control.kind === 'group')
    return ack({ options: menuOptions(await userGroups.matching(typed)) })
  const found = menuOptions(await dispatch.suggest({ command, action, field: body.action_id, typed, asker }))
  await ack({ options: found.length > 0 ? found : menuOptions([{ value: typed, label: typed }]) })
}

interface MentionEvent extends ChannelMessage {
  text: string
  user?: string | undefined
  bot_id?: string | undefined
  edited?: unknown
}

/**
 * What names a message for ever. An event's own id does not: Slack has told
 * one message under several of them.
 * https://github.com/slackapi/node-slack-sdk/issues/2141
 */
const messageId = ({ channel, ts }: ChannelMessage): string => `${channel} ${ts}`

/** What Slack says of a delivery besides the event. https://docs.slack.dev/apis/events-api/#callback-field */
interface Delivery {
  belonging: Belonging
  isRepeated: boolean
}

/**
 * One message is one request, however often it is delivered. Edits are no new requests. Resolves as soon as
 * it is known, so that Slack need not send it again; what it is answered with may come later.
 */
const onMention = (
  options: ListenOptions,
  event: MentionEvent,
  { belonging, isRepeated }: Delivery,
  track: WorkInHand['track'],
): Promise<void> => {
  const { dispatch, web, formWeb, effect, log, identity } = options
  const { channel, thread_ts: thread, user, text } = event
  if (user === undefined || event.bot_id !== undefined || event.edited !== undefined) return Promise.resolve()
  const place: RequestPlace = { channel, thread, member: user }
  const said = textAroundMention(text, identity.userId) ?? (isDirectMessage(channel) ? text : '')
  const heard = Promise.withResolvers<void>()
  const request: Request = {
    ...plainRequest,
    ...readUmbrellaText(dispatch.commands, said),
    belonging,
    place,
    isRepeated,
    isAwaited: false,
    eventId: messageId(event),
    pointedAt: pointedByMention(options.facts, log, event),
    reply: mentionReply({ web, formWeb, place, effect, log }, heard.resolve),
    responseUrl: '',
    isMember: true,
  }
  const unheard = () => heard.reject(new Error('a mention could not be answered'))
  void track(handleRequest(options, request).then(unheard, unheard))
  return heard.promise
}

/** https://docs.slack.dev/reference/events/message#subtypes */
const seenSubtypes = new Set([undefined, 'file_share', 'thread_broadcast'])

/** A message that a member wrote, as far as we look at it; undefined for every other. */
const writtenMessage = (event: { channel: string; ts: string; subtype?: string | undefined }) => {
  if (!seenSubtypes.has(event.subtype) || 'bot_id' in event) return undefined
  if (!('user' in event) || typeof event.user !== 'string') return undefined
  const { channel, ts, user } = event
  const files = 'files' in event ? event.files : undefined
  const thread = 'thread_ts' in event && typeof event.thread_ts === 'string' ? event.thread_ts : undefined
  const text = 'text' in event && typeof event.text === 'string' ? event.text : ''
  return { channel, ts, user, text, files, thread_ts: thread }
}

const onSighting = async (
  { dispatch, identity }: ListenOptions,
  message: NonNullable<ReturnType<typeof writtenMessage>>,
): Promise<void> => {
  const sighting = sightingIn(serverIn(identity, message.channel, message.user), message.user, message)
  if (sighting !== undefined) await dispatch.saw(sighting)
}

const deliveryOf = (
  body: Parameters<typeof belongingOfMessage>[0] & { event: object },
  { retryNum = 0 }: { retryNum?: number | undefined },
): Delivery => ({ belonging: belongingOfMessage(body, body.event), isRepeated: retryNum > 0 })

/** Does what a message asks for once, and has whoever brings it again wait until it is known. */
const createOnce = (now: () => number) => {
  const heard = createTimedCache<Promise<void>>({ now, spanMs: seenMs, entriesMax: seenMax })
  return (message: ChannelMessage, hear: () => Promise<void>): Promise<void> => {
    const id = messageId(message)
    const before = heard.recall(id)
    if (before !== undefined) return before
    const hearing = hear()
    heard.remember(id, hearing)
    hearing.catch(() => heard.forget(id))
    return hearing
  }
}

const listenForMessages = (app: App, options: ListenOptions, track: WorkInHand['track']): void => {
  const once = createOnce(options.now)
  app.event('app_mention', ({ event, body, context }) =>
    once(event, () => onMention(options, event, deliveryOf(body, context), track)),
  )
  app.event('message', async ({ event, body, context }) => {
    const loss = lossIn(options.identity, event)
    if (loss !== undefined) return track(options.dispatch.lost(loss))
    const message = writtenMessage(event)
    if (message === undefined) return
    const work = [track(onSighting(options, message))]
    // A direct message is a request by itself, and is told as no mention.
    if (isDirectMessage(message.channel))
      work.push(once(message, () => onMention(options, message, deliveryOf(body, context), track)))
    await Promise.all(work)
  })
}

/** Hands everything that members do to the dispatch. Returns how to wait for what is in hand. */
export const listenForEvents = (app: App, options: ListenOptions): Pick<WorkInHand, 'drained'> => {
  const { track, drained } = createWorkInHand((error) =>
    options.log.error("an event of Slack's failed", { error }),
  )
  app.command(/^\//, ({ body, ack }) => track(onCommand(options, body, ack)))
  app.shortcut({ type: 'message_action' }, ({ shortcut, ack }) => track(onShortcut(options, shortcut, ack)))
  app.action({ type: 'block_actions' }, ({ body, ack }) => track(onPress(options, body, ack)))
  app.view<ViewSubmitAction>({ type: 'view_submission', callback_id: formId }, ({ body, ack }) =>
    track(onForm(options, body, ack)),
  )
  app.options<'block_suggestion'>({ type: 'block_suggestion' }, ({ body, ack }) =>
    track(onSuggestion(options, body, ack)),
  )
  listenForMessages(app, options, track)
  return { drained }
}
