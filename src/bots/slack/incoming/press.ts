import type { BlockAction } from '@slack/bolt'
import { requestOfCommandLink } from '../../../core/command/command-text.ts'
import { type CommandLink, readCommandId } from '../../../core/message/command-link.ts'
import { handleRequest } from '../answers/answering.ts'
import { pressReply, type RequestPlace } from '../answers/reply.ts'
import { type ListenOptions, plainRequest } from '../answers/requests.ts'
import { type FormOrigin, formId, readFormOrigin, sendPrefix } from '../forms/form-id.ts'
import { readPressValue } from '../render/buttons.ts'
import { isDirectMessage } from './channels.ts'
import { workspacesOfUse } from './source-workspaces.ts'

type PressAck = () => Promise<void>

/** Whether the pressed message is seen by nobody else: https://docs.slack.dev/messaging#ephemeral */
const isSeenAlone = ({ channel, container }: BlockAction): boolean =>
  container.is_ephemeral === true || (channel !== undefined && isDirectMessage(channel.id))

/**
 * The pressed button and its member:
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
const pressOf = ({ container, user }: BlockAction, value: string): string =>
  [container.channel_id ?? container.view_id, container.message_ts, user.id, value].join(' ')

/** Slack does not resend an ephemeral message, but says where it is. Our home tab knows where its answers belong. */
const pressedAt = ({ channel, container, user, view }: BlockAction): RequestPlace | undefined => {
  if (view?.type === 'home')
    return { channel: view.private_metadata, thread: undefined, member: user.id, isHome: true }
  if (channel === undefined) return undefined
  const thread = typeof container.thread_ts === 'string' ? container.thread_ts : undefined
  return { channel: channel.id, thread, member: user.id }
}

/** The place of a form's button. Slack says where it was pressed, which counts: what a button holds is not trusted. */
const placeOfForm = (body: BlockAction, { channel, thread, isHome }: FormOrigin): RequestPlace => {
  const pressed = pressedAt(body)
  return pressed !== undefined && pressed.channel !== channel
    ? pressed
    : { channel, thread, member: body.user.id, ...(isHome && { isHome }) }
}

/** A button that opens a form, or sends a draft as it is: however often it is pressed, that is one request. */
const onFormPress = async (
  options: ListenOptions,
  body: BlockAction,
  { origin, isSent }: { origin: FormOrigin; isSent: boolean },
  ack: PressAck,
): Promise<void> => {
  const { web, formWeb, effect, log } = options
  const place = placeOfForm(body, origin)
  await handleRequest(options, {
    ...plainRequest,
    sourceWorkspaces: workspacesOfUse(body),
    place,
    command: origin.command,
    action: origin.action,
    values: {},
    eventId: isSent ? `send ${origin.draft}` : body.trigger_id,
    ...(isSent && { press: pressOf(body, origin.draft) }),
    form: { draft: origin.draft, sent: isSent },
    reply: pressReply(
      { web, formWeb, place, effect, log },
      { ack, trigger: body.trigger_id, responseUrl: body.response_url ?? '', isSeenAlone: isSeenAlone(body) },
    ),
    responseUrl: body.response_url ?? '',
    ...(isSeenAlone(body) && { isOnOwnMessage: true }),
  })
}

/** A button that runs a command, perhaps from another version. */
const onAskingPress = async (
  options: ListenOptions,
  body: BlockAction,
  { value, asked }: { value: string; asked: CommandLink | undefined },
  ack: PressAck,
): Promise<void> => {
  const { web, formWeb, effect, log } = options
  const place = pressedAt(body)
  if (place === undefined) return ack()
  const commandLink = asked ?? { command: '', action: undefined, values: {} }
  const responseUrl = body.response_url ?? ''
  await handleRequest(options, {
    ...plainRequest,
    sourceWorkspaces: workspacesOfUse(body),
    ...requestOfCommandLink(options.dispatch.commands, commandLink),
    place,
    responseUrl,
    ...(isSeenAlone(body) && { isOnOwnMessage: true }),
    eventId: body.trigger_id,
    press: pressOf(body, value),
    reply: pressReply(
      { web, formWeb, place, effect, log },
      { ack, trigger: body.trigger_id, responseUrl, isSeenAlone: isSeenAlone(body) },
    ),
  })
}

/**
 * Answers any press of a button or entry of a menu, even of a button that only another version knows. A link must be
 * acknowledged too.
 */
export const onPress = (options: ListenOptions, body: BlockAction, ack: PressAck): Promise<void> => {
  const [pressed] = body.actions
  if (pressed?.type === 'static_select') {
    const { value } = pressed.selected_option
    return onAskingPress(options, body, { value, asked: readCommandId(value) }, ack)
  }
  if (pressed?.type !== 'button' || pressed.url !== undefined) return ack()
  const { action_id: id, value = '' } = pressed
  const isSent = id.startsWith(sendPrefix)
  const origin = isSent || id === formId ? readFormOrigin(value) : undefined
  return origin === undefined
    ? onAskingPress(options, body, { value, asked: readPressValue(value) }, ack)
    : onFormPress(options, body, { origin, isSent }, ack)
}
