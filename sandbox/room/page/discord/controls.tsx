import { type APIComponentInMessageActionRow, ButtonStyle, ComponentType } from 'discord-api-types/v10'
import { ChoiceMenu } from '../chat/choice-menu.tsx'
import type { Choice } from '../chat/place-choices.ts'
import type { ChoicesOfPlace, Press } from '../chat/showing.ts'
import { Unknown } from '../chat/unknown.tsx'
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

const Button = ({ button, press }: { button: ButtonControl; press: Press }) => {
  const label = 'label' in button ? button.label : undefined
  if ('url' in button)
    return (
      <WebLink url={button.url} className="press link">
        {label ?? button.url}
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
      {label ?? id}
    </button>
  )
}

/** What stands in a menu: its own options, or who is in the place; undefined of what is not drawn. */
const choicesOf = (
  control: Exclude<APIComponentInMessageActionRow, ButtonControl>,
  choicesOfPlace: ChoicesOfPlace,
): readonly Choice[] | undefined => {
  switch (control.type) {
    case ComponentType.StringSelect:
      return control.options.map(({ label, value }) => ({ name: label, value }))
    case ComponentType.UserSelect:
      return choicesOfPlace('member')
    case ComponentType.RoleSelect:
      return choicesOfPlace('role')
    case ComponentType.MentionableSelect:
      return choicesOfPlace('mentionable')
    case ComponentType.ChannelSelect:
      return undefined
  }
}

/** A button or a menu that answers as soon as something is chosen. */
export const Control = ({ control, choicesOfPlace, press }: ControlProps) => {
  if (control.type === ComponentType.Button) return <Button button={control} press={press} />
  const placeholder = control.placeholder ?? 'Choose'
  const choices = choicesOf(control, choicesOfPlace)
  if (choices === undefined) return <Unknown what={placeholder} />
  return (
    <ChoiceMenu
      label={placeholder}
      choices={choices}
      isDisabled={control.disabled === true}
      choose={(value) => press(control.custom_id, [value])}
    />
  )
}
