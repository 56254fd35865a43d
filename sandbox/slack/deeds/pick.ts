import { scopeKindOf } from '../render.ts'
import type { Channel, InputState, World } from '../state.ts'
import type { Control } from '../validation/block-rules.ts'
import type { InputElement } from '../validation/blocks.ts'
import type { Option } from '../validation/objects.ts'
import { findUser, NotAllowed } from './references.ts'

/** A control in which something is chosen: everything but buttons, texts and files. */
export type Chooser = Exclude<
  InputElement | Extract<Control, { type: 'overflow' }>,
  { type: 'plain_text_input' | 'email_text_input' | 'url_text_input' | 'number_input' | 'file_input' }
>

/** What a menu offers by itself; one that asks the app offers what was suggested last, and what stood in it. */
export const optionsOf = (chooser: Chooser, suggested: readonly Option[] = []): readonly Option[] => {
  switch (chooser.type) {
    case 'static_select':
    case 'multi_static_select':
      return chooser.options ?? (chooser.option_groups ?? []).flatMap(({ options }) => options)
    case 'external_select':
      return [...suggested, ...(chooser.initial_option === undefined ? [] : [chooser.initial_option])]
    case 'multi_external_select':
      return [...suggested, ...(chooser.initial_options ?? [])]
    case 'radio_buttons':
    case 'checkboxes':
    case 'overflow':
      return chooser.options
    default:
      return []
  }
}

const findOption = (options: readonly Option[], name: string): Option => {
  const option = options.find(({ value, text }) => value === name || text.text === name)
  if (!option) throw new NotAllowed(`"${name}" is not among the choices`)
  return option
}

const userId = (world: World, name: string): string => {
  const user = findUser(world, name)
  if (!user) throw new NotAllowed(`There is no "${name}" to choose`)
  return user.id
}

const filterKinds = { im: 'im', groups: 'private', channels: 'public' } as const

type ChannelChooser = Extract<
  Chooser,
  { type: `${'' | 'multi_'}channels_select` | `${'' | 'multi_'}conversations_select` }
>

/**
 * Menus of channels have public ones alone, those of conversations what their filter says.
 * https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element
 */
const isListed = (chooser: ChannelChooser, channel: Channel): boolean => {
  if (channel.isDeleted) return false
  const kind = filterKinds[scopeKindOf(channel)]
  if (!('filter' in chooser)) return kind === 'public' || chooser.type.endsWith('conversations_select')
  const kinds = chooser.filter?.include
  return kinds === undefined || kinds.includes(kind)
}

const channelId = (world: World, chooser: ChannelChooser, name: string): string => {
  const plain = name.replace(/^#/, '')
  const channel = [...world.channels.values()].find((each) => each.id === plain || each.name === plain)
  if (!channel || !isListed(chooser, channel)) throw new NotAllowed(`There is no channel "${name}" to choose`)
  return channel.id
}

const matching = (name: string | undefined, pattern: RegExp, form: string): string | null => {
  if (name !== undefined && !pattern.test(name)) throw new NotAllowed(`"${name}" is not in the form ${form}`)
  return name ?? null
}

const checkCount = (chooser: Chooser, names: readonly string[]): void => {
  const takesSeveral = chooser.type.startsWith('multi_') || chooser.type === 'checkboxes'
  const max = 'max_selected_items' in chooser ? chooser.max_selected_items : undefined
  if (!takesSeveral && names.length > 1) throw new NotAllowed('Only one can be chosen here')
  if (max !== undefined && names.length > max) throw new NotAllowed(`At most ${max} can be chosen here`)
}

type Picked = Omit<InputState, 'type'>

const pickFields = (
  world: World,
  chooser: Chooser,
  names: readonly string[],
  options: readonly Option[],
): Picked => {
  const [first] = names
  const chosen = () => names.map((name) => findOption(options, name))
  switch (chooser.type) {
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
    case 'overflow':
      return { selected_option: chosen()[0] ?? null }
    case 'multi_static_select':
    case 'multi_external_select':
    case 'checkboxes':
      return { selected_options: chosen() }
    case 'users_select':
      return { selected_user: first === undefined ? null : userId(world, first) }
    case 'multi_users_select':
      return { selected_users: names.map((name) => userId(world, name)) }
    case 'channels_select':
      return { selected_channel: first === undefined ? null : channelId(world, chooser, first) }
    case 'multi_channels_select':
      return { selected_channels: names.map((name) => channelId(world, chooser, name)) }
    case 'conversations_select':
      return { selected_conversation: first === undefined ? null : channelId(world, chooser, first) }
    case 'multi_conversations_select':
      return { selected_conversations: names.map((name) => channelId(world, chooser, name)) }
    case 'datepicker':
      return { selected_date: matching(first, /^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD') }
    case 'timepicker':
      return { selected_time: matching(first, /^([01]\d|2[0-3]):[0-5]\d$/, 'HH:mm') }
    case 'datetimepicker':
      return {
        selected_date_time: first === undefined ? null : Number(matching(first, /^\d{10}$/, 'of ten digits')),
      }
  }
}

/** What a person chose, as payloads carry it. Choices are named by their value or by what they say. */
export const pick = (
  world: World,
  chooser: Chooser,
  names: readonly string[],
  suggested?: readonly Option[],
): InputState => {
  checkCount(chooser, names)
  return { type: chooser.type, ...pickFields(world, chooser, names, optionsOf(chooser, suggested)) }
}
