import { UnknownReference } from '../../control/people.ts'
import { type Started, startInteraction } from '../interactions.ts'
import { renderMessage } from '../render.ts'
import { newResponseUrl } from '../response-urls.ts'
import type { InputState, Interaction, Message, View, World } from '../state.ts'
import { type Control, controlsIn } from '../validation/block-rules.ts'
import type { Block } from '../validation/blocks.ts'
import { initialInputs, renderView } from '../views.ts'
import { actionTs, placeField, sharedFields } from './payloads.ts'
import { type Chooser, pick } from './pick.ts'
import { type Actor, findMessage, NotAllowed } from './references.ts'

/** A control, and the block in which it stands. */
export type BlockControl = { readonly control: Control; readonly blockId: string }

/** What can be used in blocks at once; inputs wait for the form to be sent, unless they say otherwise. */
export const pressable = (blocks: readonly Block[]): readonly BlockControl[] =>
  blocks
    .filter((block) => block.type !== 'input' || block.dispatch_action === true)
    .flatMap((block) => controlsIn(block).map(({ control }) => ({ control, blockId: block.block_id ?? '' })))

const labelsOf = (control: Control): readonly (string | undefined)[] => {
  switch (control.type) {
    case 'button':
      return [control.text.text, control.accessibility_label, control.url]
    case 'icon_button':
      return [control.text.text, control.accessibility_label]
    case 'feedback_buttons':
      return [control.positive_button.text.text, control.negative_button.text.text]
    default:
      return 'placeholder' in control ? [control.placeholder?.text] : []
  }
}

const findControl = (blocks: readonly Block[], name: string): BlockControl => {
  const found = pressable(blocks).find(
    ({ control }) => control.action_id === name || labelsOf(control).includes(name),
  )
  if (!found) throw new UnknownReference('button', `There is no "${name}" here`)
  return found
}

const typedInput = (control: Control, [value = null]: readonly (string | null)[]): InputState => ({
  type: control.type,
  value,
})

/**
 * What a control says of its use. https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
const useControl = (world: World, control: Control, name: string, values: readonly string[]): InputState => {
  switch (control.type) {
    case 'button':
    case 'icon_button':
      return {
        type: control.type,
        text: control.text,
        ...(control.value !== undefined && { value: control.value }),
      }
    case 'feedback_buttons': {
      const { positive_button: yes, negative_button: no } = control
      const { text, value } = [yes, no].find((button) => button.text.text === name) ?? yes
      return { type: control.type, text, value }
    }
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return typedInput(control, values)
    case 'file_input':
      throw new NotAllowed('Files are sent with the form')
    default:
      return pick(world, control satisfies Chooser, values)
  }
}

type Inputs = View['inputs']

const isButton = (control: Control) =>
  ['button', 'icon_button', 'feedback_buttons', 'overflow'].includes(control.type)

const withInput = (inputs: Inputs, { control, blockId }: BlockControl, used: InputState): Inputs =>
  isButton(control)
    ? inputs
    : { ...inputs, [blockId]: { ...inputs[blockId], [control.action_id ?? '']: used } }

const renderAction = (world: World, { control, blockId }: BlockControl, used: InputState) => ({
  ...used,
  action_id: control.action_id,
  block_id: blockId,
  action_ts: actionTs(world),
})

type Surface = { readonly message: Message } | { readonly view: View }

const surfaceFields = (world: World, surface: Surface, interaction: Interaction, inputs: Inputs) => {
  if ('view' in surface)
    return {
      container: { type: 'view', view_id: surface.view.id },
      view: renderView(world, surface.view),
      ...(surface.view.data.type === 'modal' && { response_urls: [] }),
    }
  const { message } = surface
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channelId,
      is_ephemeral: message.seenBy !== 'all',
      ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
    },
    channel: placeField(world, interaction),
    // The app is not shown again what only one person sees.
    ...(message.seenBy === 'all' && { message: renderMessage(world, message) }),
    state: { values: inputs },
    response_url: newResponseUrl(world, interaction),
  }
}

const findSurface = (world: World, actor: Actor, id: string): Surface => {
  const view = world.views.get(id)
  return view?.isOpen && view.userId === actor.userId ? { view } : { message: findMessage(world, actor, id) }
}

type Press = { message: string; button: string; values?: readonly string[] }

/** An entry of a menu is found by its label, too, and picking it is a use of the menu. */
const withMenu = (blocks: readonly Block[], press: Press): Press => {
  const controls = pressable(blocks).map(({ control }) => control)
  const isThere = controls.some(
    (control) => control.action_id === press.button || labelsOf(control).includes(press.button),
  )
  if (isThere) return press
  for (const control of controls) {
    if (control.type !== 'static_select') continue
    const option = control.options?.find(({ text }) => text.text === press.button)
    if (option !== undefined) return { ...press, button: control.action_id ?? '', values: [option.value] }
  }
  return press
}

/** Presses a button or picks from a menu: of a message, or of a view by the view's id. */
export const runPress = (world: World, actor: Actor, pressed: Press): Started => {
  if (!world.installation.isInteractive) throw new NotAllowed('The app takes no interactions')
  const surface = findSurface(world, actor, pressed.message)
  const blocks = 'view' in surface ? surface.view.data.blocks : surface.message.blocks
  const press = withMenu(blocks, pressed)
  const found = findControl(blocks, press.button)
  const used = useControl(world, found.control, press.button, press.values ?? [])
  const before = 'view' in surface ? surface.view.inputs : initialInputs(blocks)
  const inputs = withInput(before, found, used)
  if ('view' in surface) surface.view.inputs = inputs
  return startInteraction(world, {
    title: `press of ${pressed.button}`,
    userId: actor.userId,
    channelId: actor.channel.id,
    source: 'message' in surface ? surface.message : undefined,
    view: 'view' in surface ? surface.view : undefined,
    isAnsweredInConversation: true,
    onAck: () => undefined,
    render: (interaction) => ({
      type: 'interactive',
      acceptsResponse: false,
      payload: {
        ...sharedFields(world, interaction),
        type: 'block_actions',
        ...surfaceFields(world, surface, interaction, inputs),
        actions: [renderAction(world, found, used)],
      },
    }),
  })
}
