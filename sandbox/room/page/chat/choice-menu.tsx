import { useRef, useState } from 'preact/hooks'
import type { Choice } from './place-choices.ts'

interface ChoiceMenuProps {
  label: string
  choices: readonly Choice[]
  isDisabled?: boolean
  choose(value: string): void
}

/**
 * A menu in a message, which answers as soon as something is chosen. By keyboard one looks through it first,
 * and Enter chooses: a closed menu changes with every arrow.
 */
export const ChoiceMenu = ({ label, choices, isDisabled = false, choose }: ChoiceMenuProps) => {
  const [shown, setShown] = useState('')
  const isByKeys = useRef(false)
  const take = (value: string): void => {
    setShown('')
    if (value !== '') choose(value)
  }
  return (
    <select
      class="press plain"
      aria-label={label}
      disabled={isDisabled}
      value={shown}
      onPointerDown={() => {
        isByKeys.current = false
      }}
      onKeyDown={(event) => {
        isByKeys.current = true
        if (event.key !== 'Enter' || shown === '') return
        event.preventDefault()
        take(shown)
      }}
      onChange={({ currentTarget: { value } }) => (isByKeys.current ? setShown(value) : take(value))}
    >
      <option value="">{label}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.name}
        </option>
      ))}
    </select>
  )
}
