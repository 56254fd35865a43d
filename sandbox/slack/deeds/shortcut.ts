import { type Started, startInteraction } from '../interactions.ts'
import { renderMessage } from '../render.ts'
import { newResponseUrl } from '../response-urls.ts'
import type { World } from '../state.ts'
import { actionTs, placeField, sharedFields } from './payloads.ts'
import { type Actor, findMessage, NotAllowed } from './references.ts'

/**
 * Picks an entry of a message's menu. The app gets the whole message, whether it is in that conversation or not.
 * https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload
 */
export const runShortcut = (
  world: World,
  actor: Actor,
  action: { name: string; message: string },
): Started => {
  const shortcut = world.installation.shortcuts.find(
    ({ type, name, callback_id }) => type === 'message' && [name, callback_id].includes(action.name),
  )
  if (!shortcut) throw new NotAllowed(`The client offers no shortcut "${action.name}" on messages`)
  if (!world.installation.isInteractive) throw new NotAllowed('The app takes no interactions')
  const message = findMessage(world, actor, action.message)
  if (message.seenBy !== 'all') throw new NotAllowed('What only you can see has no shortcuts')
  return startInteraction(world, {
    title: shortcut.name,
    userId: actor.userId,
    channelId: actor.channel.id,
    isFailureShown: true,
    onAck: () => undefined,
    render: (interaction) => ({
      type: 'interactive',
      acceptsResponse: false,
      payload: {
        ...sharedFields(world, interaction),
        type: 'message_action',
        callback_id: shortcut.callback_id,
        action_ts: actionTs(world),
        message_ts: message.ts,
        channel: placeField(world, interaction),
        response_url: newResponseUrl(world, interaction),
        message: renderMessage(world, message),
      },
    }),
  })
}
