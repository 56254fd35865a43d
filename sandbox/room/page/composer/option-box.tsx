import type { SeenOption } from '../../../control/seen-places.ts'
import { placeChoices } from '../chat/place-choices.ts'
import type { ChatState, Suggestion } from '../chat/use-chat.ts'
import { FileInput } from '../inputs/file-input.tsx'
import { Suggested } from '../inputs/suggested.tsx'

interface BoxProps {
  option: SeenOption
  command: string
  chat: ChatState
}

const yesOrNo: readonly Suggestion[] = [
  { name: 'Yes', value: 'true' },
  { name: 'No', value: 'false' },
]

/** What can be chosen, where a box is for choosing. */
const choicesOf = ({ kind, choices }: SeenOption, chat: ChatState) => {
  const known: Readonly<Partial<Record<SeenOption['kind'], readonly Suggestion[]>>> = {
    ...placeChoices(chat),
    'yes or no': yesOrNo,
  }
  return choices ?? known[kind]
}

/** The box of an option, as Discord's client has one for each. */
export const OptionBox = ({ option, command, chat }: BoxProps) => {
  const { name, kind, required, hasSuggestions, min, max } = option
  const choices = choicesOf(option, chat)
  if (choices !== undefined)
    return (
      <select name={name} required={required} aria-label={name}>
        <option value="">–</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    )
  if (kind === 'file') return <FileInput name={name} label={name} required={required} />
  if (hasSuggestions)
    return (
      <Suggested
        {...{ name, required }}
        label={name}
        suggest={(text) => chat.suggest(`/${command}`, name, text)}
      />
    )
  if (kind === 'whole number' || kind === 'number')
    return (
      <input
        type="number"
        {...{ name, required }}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        step={kind === 'number' ? 'any' : 1}
        aria-label={name}
      />
    )
  return (
    <input
      {...{ name, required }}
      {...(max !== undefined && { maxLength: max })}
      aria-label={name}
      autocomplete="off"
    />
  )
}
