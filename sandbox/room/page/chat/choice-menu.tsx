import { useRef, useState } from 'preact/hooks'
import type { Choice } from './place-choices.ts'

/** What a menu in a message is drawn from. */
export interface MenuProps {
  label: string
  choices: readonly Choice[]
  /** The values that are chosen from the beginning. */
  chosen: readonly string[]
  isDisabled: boolean
  choose(values: readonly string[]): void
}

/** A menu resets whenever the message says that something else is chosen. */
const useChosen = (first: string) => {
  const beginning = { first, chosen: first, looked: first }
  const [kept, setKept] = useState(beginning)
  const isOfBefore = kept.first !== first
  if (isOfBefore) setKept(beginning)
  const { chosen, looked } = isOfBefore ? beginning : kept
  return {
    chosen,
    looked,
    look: (value: string): void => setKept({ first, chosen, looked: value }),
    /** Without a choice to begin with it goes back to none, so that the same can be chosen once more. */
    settle(value: string): void {
      const now = first === '' ? '' : value
      setKept({ first, chosen: now, looked: now })
    },
  }
}

/**
 * A menu in a message, which answers as soon as something is chosen. By keyboard one looks through it first,
 * and Enter chooses: a closed menu changes with every arrow.
 */
export const ChoiceMenu = ({ label, choices, chosen: [first = ''], isDisabled, choose }: MenuProps) => {
  const { chosen, looked, look, settle } = useChosen(first)
  const isByKeys = useRef(false)
  const take = (value: string): void => {
    settle(value)
    if (value !== chosen) choose([value])
  }
  return (
    <select
      class="press plain"
      aria-label={label}
      disabled={isDisabled}
      value={looked}
      onPointerDown={() => {
        isByKeys.current = false
      }}
      onKeyDown={(event) => {
        isByKeys.current = true
        if (event.key !== 'Enter' || looked === chosen) return
        event.preventDefault()
        take(looked)
      }}
      onChange={({ currentTarget: { value } }) => (isByKeys.current ? look(value) : take(value))}
    >
      {first === '' ? <option value="">{label}</option> : null}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.name}
        </option>
      ))}
    </select>
  )
}
