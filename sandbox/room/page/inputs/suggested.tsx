import { useId, useRef, useState } from 'preact/hooks'
import type { Suggestion } from '../chat/use-chat.ts'
import type { InputMarks } from './input-marks.ts'

interface SuggestedProps {
  id?: string
  name: string
  label: string
  value?: string
  /** What is known to begin with, such as what the value is called. */
  known?: readonly Suggestion[]
  required: boolean
  marks?: InputMarks
  suggest(text: string): Promise<readonly Suggestion[]>
}

/** A box whose content is completed while somebody types; what is shown is a name, what is sent its value. */
export const Suggested = (props: SuggestedProps) => {
  const { id, name, label, value = '', known = [], required, marks, suggest } = props
  const listId = useId()
  const [typed, setTyped] = useState(known.find((one) => one.value === value)?.name ?? value)
  const [offered, setOffered] = useState(known)
  const latest = useRef(value)
  const chosen = offered.find((one) => one.name === typed)
  const ask = (text: string): void => {
    setTyped(text)
    latest.current = text
    void suggest(text).then((choices) => {
      // Of what is chosen already the bot may offer nothing more; its value stays.
      if (choices.length > 0 && latest.current === text) setOffered(choices)
    })
  }
  return (
    <>
      <input
        {...(id !== undefined && { id })}
        aria-label={label}
        {...marks}
        list={listId}
        value={typed}
        required={required}
        autocomplete="off"
        onFocus={() => ask(typed)}
        onInput={({ currentTarget }) => ask(currentTarget.value)}
      />
      <input type="hidden" name={name} value={chosen?.value ?? typed} />
      <datalist id={listId}>
        {offered.map((one) => (
          <option key={one.value} value={one.name} />
        ))}
      </datalist>
    </>
  )
}
