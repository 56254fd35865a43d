import { type APIComponentInMessageActionRow, ButtonStyle, ComponentType } from 'discord-api-types/v10'
import type { Press, Showing } from '../chat/showing.ts'

interface ControlProps {
  control: APIComponentInMessageActionRow
  people: Showing['people']
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
      <a class="press link" href={button.url} target="_blank" rel="noreferrer">
        {label ?? button.url}
      </a>
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

/** What stands in a menu: its own options, or the people of the place. */
const choicesOf = (
  control: Exclude<APIComponentInMessageActionRow, ButtonControl>,
  people: Showing['people'],
): readonly { value: string; label: string }[] =>
  control.type === ComponentType.StringSelect
    ? control.options
    : control.type === ComponentType.UserSelect
      ? people.map(({ id, name }) => ({ value: id, label: name }))
      : []

/** A button or a menu that answers as soon as something is chosen. */
export const Control = ({ control, people, press }: ControlProps) => {
  if (control.type === ComponentType.Button) return <Button button={control} press={press} />
  const placeholder = control.placeholder ?? 'Choose'
  return (
    <select
      class="press plain"
      aria-label={placeholder}
      disabled={control.disabled === true}
      value=""
      onChange={({ currentTarget }) => press(control.custom_id, [currentTarget.value])}
    >
      <option value="">{placeholder}</option>
      {choicesOf(control, people).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
