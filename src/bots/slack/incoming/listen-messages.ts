import type { App } from '@slack/bolt'
import { addressedText } from '../../../core/command/mention-text.ts'
import type { WorkInHand } from '../../../core/waiting.ts'
import { handleRequest } from '../answers/answering.ts'
import { mentionReply, type RequestPlace } from '../answers/reply.ts'
import { type ListenOptions, plainRequest, type Request } from '../answers/requests.ts'
import { aroundMention } from '../render/markup.ts'
import { readUmbrellaText } from '../setup/commands.ts'
import type { Carrier } from './carried-files.ts'
import { isDirectMessage } from './channels.ts'
import { deletedMessageIn } from './deleted-message.ts'
import { type ChannelMessage, pointedByMention, sightingIn } from './mentions.ts'
import { messageId } from './once.ts'
import { type SourceWorkspaces, whyNotServed, workspacesOfMessage } from './source-workspaces.ts'

interface MentionEvent extends ChannelMessage {
  text: string
  user?: string | undefined
  bot_id?: string | undefined
  edited?: unknown
}

/** What Slack says of a delivery besides the event. https://docs.slack.dev/apis/events-api/#callback-field */
interface Delivery {
  sourceWorkspaces: SourceWorkspaces
  isRepeated: boolean
}

/**
 * The text addressed to us; undefined if the message mentions us in passing. A direct message is addressed to
 * us as a whole.
 */
const textFor = (
  { dispatch, identity }: ListenOptions,
  { channel, text }: MentionEvent,
): string | undefined => {
  const around = aroundMention(text, identity.userId)
  const said = around && addressedText(dispatch.commands, around)
  if (isDirectMessage(channel)) return said ?? text
  return around === undefined ? '' : said
}

/**
 * One message is one request, however often it is delivered. Edits are no new requests. Resolves as soon as the
 * request is known, so that Slack need not resend it; the answer may follow later.
 */
const onMention = (
  options: ListenOptions,
  event: MentionEvent,
  { sourceWorkspaces, isRepeated }: Delivery,
  track: WorkInHand['track'],
): Promise<void> => {
  const { dispatch, web, formWeb, effect, log } = options
  const { channel, thread_ts: thread, user } = event
  if (user === undefined || event.bot_id !== undefined || event.edited !== undefined) return Promise.resolve()
  const place: RequestPlace = { channel, thread, member: user }
  const said = textFor(options, event)
  if (said === undefined) return Promise.resolve()
  const heard = Promise.withResolvers<void>()
  const request: Request = {
    ...plainRequest,
    ...readUmbrellaText(dispatch.commands, said),
    sourceWorkspaces,
    place,
    isRepeated,
    isAwaited: false,
    eventId: messageId(event),
    findPointed: () => pointedByMention({ web: options.facts, log, us: options.identity }, event),
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

/** A message that a member wrote, with the fields that we use; undefined for every other. */
const writtenMessage = (event: { channel: string; ts: string; subtype?: string | undefined }) => {
  if (!seenSubtypes.has(event.subtype) || 'bot_id' in event) return undefined
  if (!('user' in event) || typeof event.user !== 'string') return undefined
  const { channel, ts, user } = event
  const { files, blocks, attachments }: Carrier & Readonly<Record<string, unknown>> = { ...event }
  const thread = 'thread_ts' in event && typeof event.thread_ts === 'string' ? event.thread_ts : undefined
  const text = 'text' in event && typeof event.text === 'string' ? event.text : ''
  return { channel, ts, user, text, files, blocks, attachments, thread_ts: thread }
}

/** Nothing is kept of people who are not served. Slack is asked who they are only if they brought clips, and seldom. */
const onSighting = async (
  options: ListenOptions,
  message: NonNullable<ReturnType<typeof writtenMessage>>,
  sourceWorkspaces: SourceWorkspaces,
): Promise<void> => {
  const { identity, members, dispatch } = options
  const sighting = sightingIn(identity, message.user, message)
  if (sighting === undefined) return
  const served = { identity, members: { lookUp: members.lookUpUnadmitted } }
  if ((await whyNotServed(served, sourceWorkspaces, message.user)) === undefined) await dispatch.saw(sighting)
}

const deliveryOf = (
  body: Parameters<typeof workspacesOfMessage>[0] & { event: object },
  { retryNum = 0 }: { retryNum?: number | undefined },
): Delivery => ({ sourceWorkspaces: workspacesOfMessage(body, body.event), isRepeated: retryNum > 0 })

/** Passes mentions, direct messages and posts in our channels to the dispatch; `track` counts pending work. */
export const listenForMessages = (app: App, options: ListenOptions, track: WorkInHand['track']): void => {
  const { identity, once } = options
  app.event('app_mention', ({ event, body, context }) =>
    once(identity.server, event, () => onMention(options, event, deliveryOf(body, context), track)),
  )
  app.event('message', async ({ event, body, context }) => {
    const loss = deletedMessageIn(identity, event)
    if (loss !== undefined) return track(options.dispatch.lost(loss))
    const message = writtenMessage(event)
    if (message === undefined) return
    const work = [track(onSighting(options, message, workspacesOfMessage(body, event)))]
    // A direct message is a request by itself, and is not also reported as a mention.
    if (isDirectMessage(message.channel))
      work.push(
        once(identity.server, message, () => onMention(options, message, deliveryOf(body, context), track)),
      )
    await Promise.all(work)
  })
}
