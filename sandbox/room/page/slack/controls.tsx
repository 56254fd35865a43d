import type { ActionsBlockElement, SectionBlockAccessory } from '@slack/types'
import { ChoiceMenu } from '../chat/choice-menu.tsx'
import type { Choice } from '../chat/place-choices.ts'
import type { ChoicesOfPlace, Press } from '../chat/showing.ts'
import { Unknown } from '../chat/unknown.tsx'

interface ControlProps {
  control: ActionsBlockElement | Exclude<SectionBlockAccessory, { type: 'image' }>
  choicesOfPlace: ChoicesOfPlace
  press: Press
}

/** What stands in a menu, or in the menu behind three dots; undefined of what is neither. */
const choicesOf = (
  control: ControlProps['control'],
  choicesOfPlace: ChoicesOfPlace,
): readonly Choice[] | undefined => {
  switch (control.type) {
    case 'static_select':
    case 'overflow':
    case 'radio_buttons':
      return (control.options ?? []).map(({ value = '', text }) => ({ name: text.text, value }))
    case 'users_select':
      return choicesOfPlace('member')
    default:
      return undefined
  }
}

const placeholderOf = (control: ControlProps['control']): string =>
  ('placeholder' in control ? control.placeholder?.text : undefined) ?? 'Choose'

/** A button or a menu that answers as soon as something is chosen. */
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
  return (
    <ChoiceMenu label={placeholderOf(control)} choices={choices} choose={(value) => press(id, [value])} />
  )
}
