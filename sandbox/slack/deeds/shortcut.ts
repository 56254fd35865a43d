import { type Started, startInteraction } from '../interactions.ts'
import type { Shortcut } from '../manifest.ts'
import { renderMessage } from '../render.ts'
import { newResponseUrl } from '../response-urls.ts'
import type { Interaction, World } from '../state.ts'
import { actionTs, placeField, sharedFields } from './payloads.ts'
import { type Actor, findMessage, NotAllowed, requireOwnPeople } from './references.ts'

type Action = { readonly name: string; readonly message?: string | undefined }

const places = { global: 'everywhere', message: 'on messages' } as const

const findShortcut = (world: World, type: Shortcut['type'], { name: given }: Action): Shortcut => {
  const shortcut = world.installation.shortcuts.find(
    ({ type: kind, name, callback_id }) => kind === type && [name, callback_id].includes(given),
  )
  if (!shortcut) throw new NotAllowed(`The client offers no shortcut "${given}" ${places[type]}`)
  if (!world.installation.isInteractive) throw new NotAllowed('The app takes no interactions')
  return shortcut
}

type Fields = Readonly<Record<string, unknown>>

const start = (
  world: World,
  { userId, channel }: Actor,
  { name, callback_id }: Shortcut,
  payloadOf: (interaction: Interaction) => Fields,
): Started => {
  requireOwnPeople(world, userId)
  return startInteraction(world, {
    title: name,
    userId,
    channelId: channel.id,
    isAnsweredInConversation: true,
    onAck: () => undefined,
    render: (interaction) => ({
      type: 'interactive',
      acceptsResponse: false,
      payload: {
        ...sharedFields(world, interaction),
        callback_id,
        action_ts: actionTs(world),
        ...payloadOf(interaction),
      },
    }),
  })
}

/** The app is told of nothing but the person: there is no conversation, and no response URL. */
const runGlobal = (world: World, actor: Actor, action: Action): Started =>
  start(world, actor, findShortcut(world, 'global', action), () => ({ type: 'shortcut' }))

/** The app gets the whole message, whether it is in that conversation or not. */
const runOnMessage = (world: World, actor: Actor, action: Action, messageTs: string): Started => {
  const shortcut = findShortcut(world, 'message', action)
  const message = findMessage(world, actor, messageTs)
  if (message.seenBy !== 'all') throw new NotAllowed('What only you can see has no shortcuts')
  return start(world, actor, shortcut, (interaction) => ({
    type: 'message_action',
    message_ts: message.ts,
    channel: placeField(world, interaction),
    response_url: newResponseUrl(world, interaction),
    message: renderMessage(world, message),
  }))
}

/**
 * Picks a shortcut: of a message's menu, or of the one that is everywhere.
 * https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload
 */
export const runShortcut = (world: World, actor: Actor, action: Action): Started =>
  action.message === undefined
    ? runGlobal(world, actor, action)
    : runOnMessage(world, actor, action, action.message)
