import { type APIComponentInMessageActionRow, ButtonStyle, ComponentType } from 'discord-api-types/v10'
import { ChoiceMenu, type MenuProps } from '../chat/choice-menu.tsx'
import type { Choice, ChoicesOfPlace } from '../chat/place-choices.ts'
import { SeveralMenu } from '../chat/several-menu.tsx'
import type { Press } from '../chat/showing.ts'
import { WebLink } from '../chat/web-link.tsx'

interface ControlProps {
  control: APIComponentInMessageActionRow
  choicesOfPlace: ChoicesOfPlace
  press: Press
}

const buttonStyles = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Secondary]: 'plain',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
  [ButtonStyle.Link]: 'link',
  [ButtonStyle.Premium]: 'primary',
} as const satisfies Record<ButtonStyle, string>

type ButtonControl = Extract<APIComponentInMessageActionRow, { type: ComponentType.Button }>

const wordsOf = (button: ButtonControl): string => {
  if (!('custom_id' in button || 'url' in button)) return ''
  const { emoji, label } = button
  return [emoji?.name, label].filter((part) => part !== undefined).join(' ')
}

const Button = ({ button, press }: { button: ButtonControl; press: Press }) => {
  const words = wordsOf(button)
  if ('url' in button)
    return (
      <WebLink url={button.url} className="press link">
        {words || button.url}
      </WebLink>
    )
  const id = 'custom_id' in button ? button.custom_id : undefined
  return (
    <button
      type="button"
      class={`press ${buttonStyles[button.style]}`}
      disabled={button.disabled === true || id === undefined}
      onClick={() => id !== undefined && press(id)}
    >
      {words || id}
    </button>
  )
}

type MenuControl = Exclude<APIComponentInMessageActionRow, ButtonControl>

/** What stands in a menu: its own options, or who or what is in the place. */
const choicesOf = (control: MenuControl, choicesOfPlace: ChoicesOfPlace): readonly Choice[] => {
  switch (control.type) {
    case ComponentType.StringSelect:
      return control.options.map(({ label, value }) => ({ name: label, value }))
    case ComponentType.UserSelect:
      return choicesOfPlace.member
    case ComponentType.RoleSelect:
      return choicesOfPlace.role
    case ComponentType.MentionableSelect:
      return choicesOfPlace.mentionable
    case ComponentType.ChannelSelect:
      return choicesOfPlace.channel
  }
}

const chosenIn = (control: MenuControl): readonly string[] =>
  control.type === ComponentType.StringSelect
    ? control.options.filter((option) => option.default === true).map(({ value }) => value)
    : (control.default_values ?? []).map(({ id }) => id)

/** A button or a menu that answers as soon as it is chosen from. */
export const Control = ({ control, choicesOfPlace, press }: ControlProps) => {
  if (control.type === ComponentType.Button) return <Button button={control} press={press} />
  const menu: MenuProps = {
    label: control.placeholder ?? 'Choose',
    choices: choicesOf(control, choicesOfPlace),
    chosen: chosenIn(control),
    isDisabled: control.disabled === true,
    choose: (values) => press(control.custom_id, values),
  }
  return (control.max_values ?? 1) > 1 ? <SeveralMenu {...menu} /> : <ChoiceMenu {...menu} />
}
