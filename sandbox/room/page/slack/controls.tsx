import type { ActionsBlockElement, MrkdwnOption, PlainTextOption, SectionBlockAccessory } from '@slack/types'
import { ChoiceMenu, type MenuProps } from '../chat/choice-menu.tsx'
import type { Choice, ChoicesOfPlace } from '../chat/place-choices.ts'
import { SeveralMenu } from '../chat/several-menu.tsx'
import type { Press } from '../chat/showing.ts'
import { Unknown } from '../chat/unknown.tsx'

interface ControlProps {
  control: ActionsBlockElement | Exclude<SectionBlockAccessory, { type: 'image' }>
  choicesOfPlace: ChoicesOfPlace
  press: Press
}

const choice = ({ value = '', text }: PlainTextOption | MrkdwnOption): Choice => ({ name: text.text, value })

/** What stands in a menu, or in the menu behind three dots; undefined of what is neither. */
const choicesOf = (
  control: ControlProps['control'],
  choicesOfPlace: ChoicesOfPlace,
): readonly Choice[] | undefined => {
  switch (control.type) {
    case 'static_select':
    case 'multi_static_select':
      return (control.options ?? (control.option_groups ?? []).flatMap(({ options }) => options)).map(choice)
    case 'overflow':
    case 'radio_buttons':
    case 'checkboxes':
      return control.options.map(choice)
    case 'users_select':
    case 'multi_users_select':
      return choicesOfPlace.member
    case 'channels_select':
    case 'multi_channels_select':
    case 'conversations_select':
    case 'multi_conversations_select':
      return choicesOfPlace.channel
    default:
      return undefined
  }
}

const chosenIn = (control: ControlProps['control']): readonly string[] => {
  switch (control.type) {
    case 'static_select':
    case 'radio_buttons':
      return control.initial_option?.value === undefined ? [] : [control.initial_option.value]
    case 'multi_static_select':
    case 'checkboxes':
      return (control.initial_options ?? []).map(({ value = '' }) => value)
    case 'users_select':
      return control.initial_user === undefined ? [] : [control.initial_user]
    case 'multi_users_select':
      return control.initial_users ?? []
    case 'channels_select':
      return control.initial_channel === undefined ? [] : [control.initial_channel]
    case 'multi_channels_select':
      return control.initial_channels ?? []
    case 'conversations_select':
      return control.initial_conversation === undefined ? [] : [control.initial_conversation]
    case 'multi_conversations_select':
      return control.initial_conversations ?? []
    default:
      return []
  }
}

const takesSeveral = ({ type }: ControlProps['control']): boolean =>
  type === 'checkboxes' || type.startsWith('multi_')

const placeholderOf = (control: ControlProps['control']): string =>
  ('placeholder' in control ? control.placeholder?.text : undefined) ?? 'Choose'

/** A button or a menu that answers as soon as it is chosen from. */
export const Control = ({ control, choicesOfPlace, press }: ControlProps) => {
  if (control.type === 'button')
    return (
      <button
        type="button"
        class={`press ${control.style ?? 'plain'}`}
        aria-label={control.accessibility_label ?? control.text.text}
        onClick={() => press(control.action_id ?? control.text.text)}
      >
        {control.text.text}
      </button>
    )
  const choices = choicesOf(control, choicesOfPlace)
  if (choices === undefined || !('action_id' in control)) return <Unknown what={control.type} />
  const { action_id: id = '' } = control
  const menu: MenuProps = {
    choices,
    label: placeholderOf(control),
    chosen: chosenIn(control),
    isDisabled: false,
    choose: (values) => press(id, values),
  }
  return takesSeveral(control) ? <SeveralMenu {...menu} /> : <ChoiceMenu {...menu} />
}
