import { randomText } from './ids.ts'
import type { InputState, Interaction, Outcome, View, World } from './state.ts'
import { controlsIn } from './validation/block-rules.ts'
import type { Block, InputElement } from './validation/blocks.ts'
import type { HomeView, ModalView } from './validation/view.ts'

/**
 * Gives every block and control that has none an id of Slack's making, in place:
 * what was just read is nobody else's.
 */
export const withIds = <T extends Block>(world: World, blocks: readonly T[]): readonly T[] => {
  for (const block of blocks) {
    block.block_id ??= randomText(world.random, 5)
    for (const { control } of controlsIn(block)) control.action_id ??= randomText(world.random, 5)
  }
  return blocks
}

const selected = (element: InputElement): Record<string, unknown> => {
  switch (element.type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return { value: element.initial_value ?? null }
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      return { selected_option: element.initial_option ?? null }
    case 'multi_static_select':
    case 'multi_external_select':
    case 'checkboxes':
      return { selected_options: element.initial_options ?? [] }
    case 'users_select':
      return { selected_user: element.initial_user ?? null }
    case 'multi_users_select':
      return { selected_users: element.initial_users ?? [] }
    case 'channels_select':
      return { selected_channel: element.initial_channel ?? null }
    case 'multi_channels_select':
      return { selected_channels: element.initial_channels ?? [] }
    case 'conversations_select':
      return { selected_conversation: element.initial_conversation ?? null }
    case 'multi_conversations_select':
      return { selected_conversations: element.initial_conversations ?? [] }
    case 'datepicker':
      return { selected_date: element.initial_date ?? null }
    case 'timepicker':
      return { selected_time: element.initial_time ?? null }
    case 'datetimepicker':
      return { selected_date_time: element.initial_date_time ?? null }
    case 'file_input':
      return { files: [] }
  }
}

type Inputs = View['inputs']

const isInput = (control: { type: string }): control is InputElement =>
  !['button', 'overflow', 'feedback_buttons', 'icon_button'].includes(control.type)

/** What stands in the inputs of blocks before anybody touched them. */
export const initialInputs = (blocks: readonly Block[]): Inputs => {
  const filled = blocks.map((block) => {
    const states = controlsIn(block).flatMap(({ control }): [string, InputState][] =>
      isInput(control) ? [[control.action_id ?? '', { type: control.type, ...selected(control) }]] : [],
    )
    return [block.block_id ?? '', Object.fromEntries(states)] as const
  })
  return Object.fromEntries(filled.filter(([, states]) => Object.keys(states).length > 0))
}

/**
 * An input that is still there under both its ids keeps what was put in.
 * https://docs.slack.dev/surfaces/modals#updating_views
 */
const keepInputs = (before: Inputs, fresh: Inputs): Inputs =>
  Object.fromEntries(
    Object.entries(fresh).map(([blockId, states]) => [
      blockId,
      Object.fromEntries(
        Object.entries(states).map(([actionId, state]) => {
          const kept = before[blockId]?.[actionId]
          return [actionId, kept?.type === state.type ? kept : state]
        }),
      ),
    ]),
  )

const newHash = (world: World): string =>
  `${Math.floor(world.clock.now() / 1000)}.${randomText(world.random, 8)}`

type NewView = {
  readonly userId: string
  readonly channelId: string
  readonly data: ModalView | HomeView
  /** The form on top of which this one goes. */
  readonly previous?: View | undefined
}

/** Shows a view to a person. */
export const openView = (world: World, { userId, channelId, data, previous }: NewView): View => {
  const id = `V0${randomText(world.random, 9).toUpperCase()}`
  const shown = { ...data, blocks: [...withIds(world, data.blocks)] }
  const view: View = {
    id,
    userId,
    channelId,
    rootId: previous?.rootId ?? id,
    previousId: previous?.id,
    data: shown,
    hash: newHash(world),
    errors: {},
    inputs: initialInputs(shown.blocks),
    suggestions: {},
    isOpen: true,
  }
  world.views.set(id, view)
  return view
}

/** The users waiting for the app's answer in that form have one now. */
const answerWaiting = (world: World, view: View): void => {
  for (const interaction of world.interactions.values())
    if (!interaction.isSettled && interaction.view?.id === view.id) interaction.settle({ kind: 'form', view })
}

/** Shows something else in a view that is open. */
export const changeView = (world: World, view: View, data: ModalView | HomeView): void => {
  view.data = { ...data, blocks: [...withIds(world, data.blocks)] }
  view.inputs = keepInputs(view.inputs, initialInputs(data.blocks))
  view.hash = newHash(world)
  view.errors = {}
  answerWaiting(world, view)
}

/** The views of a person's stack that are open, the lowest first. */
export const stackOf = (world: World, { rootId }: View): readonly View[] =>
  [...world.views.values()].filter((view) => view.rootId === rootId && view.isOpen)

/** Closes a view; what was under it is seen again. */
export const closeView = (view: View): void => {
  view.isOpen = false
}

/** Closes a view and all that it stands on. */
export const closeStack = (world: World, view: View): void => {
  for (const each of stackOf(world, view)) closeView(each)
}

/** What a person sees when a form came out of what they started. */
export const showForm = (interaction: Interaction, view: View): void => {
  const outcome: Outcome = { kind: 'form', view }
  interaction.settle(outcome)
}

/** A view as payloads and answers carry it. https://docs.slack.dev/reference/views */
export const renderView = (world: World, view: View): Record<string, unknown> => {
  const { data } = view
  const modal =
    data.type === 'modal'
      ? {
          title: data.title,
          submit: data.submit ?? null,
          close: data.close ?? null,
          clear_on_close: data.clear_on_close ?? false,
          notify_on_close: data.notify_on_close ?? false,
        }
      : {
          title: { type: 'plain_text', text: 'View Title', emoji: true },
          submit: null,
          close: null,
          clear_on_close: false,
          notify_on_close: false,
        }
  return {
    id: view.id,
    team_id: world.team.id,
    type: data.type,
    blocks: data.blocks,
    private_metadata: data.private_metadata ?? '',
    callback_id: data.callback_id ?? '',
    external_id: data.external_id ?? '',
    state: { values: view.inputs },
    hash: view.hash,
    ...modal,
    previous_view_id: view.previousId ?? null,
    root_view_id: view.rootId,
    app_id: world.app.id,
    app_installed_team_id: world.team.id,
    bot_id: world.app.botId,
  }
}
