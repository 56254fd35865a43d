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
import { fieldsOf } from '../../../core/command/command.ts'
import { moreWithClip } from '../../../core/command/message-actions.ts'
import { inLanguage } from '../../../core/text/say.ts'
import type { WorkInHand } from '../../../core/waiting.ts'
import { handleRequest } from '../answers/answering.ts'
import { commandReply, formReply, pressReply, type RequestPlace } from '../answers/reply.ts'
import { type ListenOptions, plainRequest } from '../answers/requests.ts'
import { menuOptions } from '../forms/form-elements.ts'
import { formId, readFormOrigin } from '../forms/form-id.ts'
import { formValues, type SentForm } from '../forms/form-values.ts'
import { moreShortcut, readSlashCommand } from '../setup/commands.ts'
import { serverIn } from './channels.ts'
import { onHomeOpened, publishHome } from './home.ts'
import { listenForMessages } from './listen-messages.ts'
import { pointedByMenu } from './mentions.ts'
import { onPress } from './press.ts'
import {
  whyNotServed,
  workspacesOfCommand,
  workspacesOfMessage,
  workspacesOfUse,
} from './source-workspaces.ts'

/**
 * Slack shows a failure to a member who waits longer.
 * https://docs.slack.dev/interactivity/handling-user-interaction
 */
const ackMs = 3_000
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
    sourceWorkspaces: workspacesOfCommand(body),
    ...readSlashCommand(dispatch.commands, body.command, body.text ?? ''),
    place,
    responseUrl,
    eventId: body.trigger_id,
    reply: commandReply({ web, formWeb, place, effect, log }, { ack, trigger: body.trigger_id, responseUrl }),
    deadlineMs: now() + ackMs,
  })
}

/** The clip is in the message that was acted on, even if we are not in its channel. */
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
    sourceWorkspaces: workspacesOfUse(body),
    place,
    responseUrl,
    action: undefined,
    values: {},
    eventId: body.trigger_id,
    command: entry ?? more ?? body.callback_id,
    findPointed: () =>
      pointedByMenu(
        { web: options.facts, log, us: options.identity },
        { ...message, channel: channel.id, thread_ts: thread },
      ),
    reply: pressReply(
      { web, formWeb, place, effect, log },
      { ack, trigger: body.trigger_id, responseUrl, isSeenAlone: false },
    ),
  })
}

/** A form keeps its id when it is resent, as after a lost acknowledgement: it is one request. */
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
  const { channel, thread, replyUrl, action, isHome, isOnOwnMessage } = origin
  const sender = { member: user.id, botUser: options.identity.userId }
  const sent: SentForm = { blocks: view.blocks, values: view.state.values, sender }
  const place: RequestPlace = { channel, thread, member: user.id, ...(isHome && { isHome }) }
  const sourceWorkspaces = workspacesOfUse(body)
  await handleRequest(options, {
    ...plainRequest,
    sourceWorkspaces,
    place,
    action,
    responseUrl: replyUrl,
    eventId: view.id,
    command: origin.command,
    values: formValues(fieldsOf(command, action), sent, origin),
    ...(isOnOwnMessage && { isOnOwnMessage }),
    form: { draft: origin.draft, sent: true, ...(isOnOwnMessage && { isOnOwnMessage }) },
    reply: formReply(
      { web, formWeb, place, effect, log },
      {
        ack,
        sent,
        replyUrl,
        isOnTop: view.previous_view_id !== null,
        isOnOwnMessage: isOnOwnMessage === true,
      },
    ),
  })
  if (isHome) await publishHome(options, place, { eventId: ['home', view.id].join(' '), sourceWorkspaces })
}

/** A list without matches still accepts the typed text: the service may know it. */
const onSuggestion = async (
  options: ListenOptions,
  body: BlockSuggestion,
  ack: (response: { options: types.PlainTextOption[] }) => Promise<void>,
): Promise<void> => {
  const origin = readFormOrigin(body.view?.private_metadata ?? '')
  if (origin === undefined) return ack({ options: [] })
  const { dispatch, userGroups, identity } = options
  const { command, action, channel, isHome } = origin
  const member = body.user.id
  const served = { identity, members: { lookUp: options.members.lookUpUnadmitted } }
  if ((await whyNotServed(served, workspacesOfUse(body), member)) !== undefined) return ack({ options: [] })
  const asker = {
    platform: 'slack',
    server: isHome ? identity.server : serverIn(identity, channel, member),
    member,
  } as const
  const typed = body.value.trim()
  const declared = dispatch.commands.find(({ name }) => name === command)
  const fields = declared === undefined ? {} : fieldsOf(declared, action)
  if (fields[body.action_id]?.control.kind === 'group')
    return ack({ options: menuOptions(await userGroups.matching(typed)) })
  const found = await inLanguage(options.members.localeOf(member), async () =>
    menuOptions(await dispatch.suggest({ command, action, field: body.action_id, typed, asker })),
  )
  await ack({ options: found.length > 0 ? found : menuOptions([{ value: typed, label: typed }]) })
}

/**
 * The app is in a channel, the first place where it can say something. Its token is for one workspace. Slack is told once the welcome is posted, and
 * otherwise tells us again. https://docs.slack.dev/reference/events/member_joined_channel
 */
const onJoined = async (
  { dispatch, identity }: ListenOptions,
  { user, channel, inviter = '' }: types.MemberJoinedChannelEvent,
): Promise<void> => {
  if (user !== identity.userId) return
  const target = { platform: 'slack', server: identity.server, channel, member: inviter } as const
  await dispatch.joined({
    account: `slack:${identity.server}`,
    joinedAtMs: undefined,
    isAlone: true,
    isToldAgain: true,
    findPlace: async () => ({ target, how: 'channel' }),
  })
}

/** Passes everything that members do to the dispatch. `track` tracks pending answers. */
export const listenForEvents = (app: App, options: ListenOptions, track: WorkInHand['track']): void => {
  app.command(/^\//, ({ body, ack }) => track(onCommand(options, body, ack)))
  app.shortcut({ type: 'message_action' }, ({ shortcut, ack }) => track(onShortcut(options, shortcut, ack)))
  app.action({ type: 'block_actions' }, ({ body, ack }) => track(onPress(options, body, ack)))
  app.view<ViewSubmitAction>({ type: 'view_submission', callback_id: formId }, ({ body, ack }) =>
    track(onForm(options, body, ack)),
  )
  app.options<'block_suggestion'>({ type: 'block_suggestion' }, ({ body, ack }) =>
    track(onSuggestion(options, body, ack)),
  )
  // Acknowledged at once: if it is lost, the next visit shows the tab.
  app.event('app_home_opened', async ({ event, body }) => {
    void track(onHomeOpened(options, event, workspacesOfMessage(body, event)))
  })
  app.event('member_joined_channel', ({ event }) => onJoined(options, event))
  listenForMessages(app, options, track)
}
