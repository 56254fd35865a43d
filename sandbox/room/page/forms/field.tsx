import type { FormField } from '../../../control/people.ts'
import { type Choice, placeChoices } from '../chat/place-choices.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { FileInput } from '../inputs/file-input.tsx'
import type { InputMarks } from '../inputs/input-marks.ts'
import { Suggested } from '../inputs/suggested.tsx'

export interface FieldProps {
  /** Of the form, by which its lists are looked up. */
  formId: string
  field: FormField
  chat: ChatState
}

/** What can be chosen: what the field lists, or what the place has of its kind. */
const choicesOf = ({ kind, choices = [] }: FormField, chat: ChatState): readonly Choice[] => {
  const known: Readonly<Partial<Record<FormField['kind'], readonly Choice[]>>> = {
    ...placeChoices(chat),
    tick: [{ name: 'Yes', value: 'yes' }],
  }
  return known[kind] ?? choices
}

const chosenIn = ({ value }: FormField): readonly string[] =>
  value === undefined ? [] : [value].flat().map(String)

const titleOf = ({ label, required }: FormField): string => (required ? `${label} *` : label)

const isTicked = ({ kind }: FormField): boolean => kind === 'choices' || kind === 'tick'

interface ChosenProps {
  field: FormField
  choices: readonly Choice[]
  marks: InputMarks
}

const Ticks = ({ field, choices, marks }: ChosenProps) => (
  <fieldset>
    <legend>{titleOf(field)}</legend>
    {choices.map(({ name, value }, index) => (
      <label key={value}>
        <input
          type="checkbox"
          name={field.name}
          value={value}
          {...(index === 0 && marks)}
          defaultChecked={chosenIn(field).includes(value) || field.value === true}
        />{' '}
        {name}
      </label>
    ))}
  </fieldset>
)

const Menu = ({ id, field, choices, marks }: ChosenProps & { id: string }) => (
  <select name={field.name} id={id} {...marks}>
    <option value="">{field.placeholder ?? '–'}</option>
    {choices.map(({ name, value }) => (
      <option key={value} value={value} selected={chosenIn(field)[0] === value}>
        {name}
      </option>
    ))}
  </select>
)

const linesOfParagraph = 4

/** What is filled in. */
const Input = ({ formId, field, chat, id, marks }: FieldProps & { id: string; marks: InputMarks }) => {
  const { kind, name, label, placeholder = '', hasSuggestions } = field
  const [text = ''] = chosenIn(field)
  if (hasSuggestions === true)
    return (
      <Suggested
        {...{ id, name, label, marks }}
        value={text}
        known={field.choices ?? []}
        required={false}
        suggest={(typed) => chat.suggest(formId, name, typed)}
      />
    )
  switch (kind) {
    case 'line':
      return <input {...{ id, name, placeholder, ...marks }} defaultValue={text} />
    case 'paragraph':
      return <textarea {...{ id, name, placeholder, ...marks }} rows={linesOfParagraph} defaultValue={text} />
    case 'file':
      return <FileInput {...{ id, name, label, marks }} required={false} />
    case 'choices':
    case 'tick':
      return <Ticks {...{ field, marks }} choices={choicesOf(field, chat)} />
    case 'choice':
    case 'member':
    case 'role':
    case 'mentionable':
    case 'channel':
      return <Menu {...{ id, field, marks }} choices={choicesOf(field, chat)} />
  }
}

/** A field of a form, with what the bot said of it. */
export const Field = (props: FieldProps) => {
  const { error, description } = props.field
  const id = `field-${props.chat.platform}-${props.field.name}`
  const errorId = `${id}-error`
  const marks = error === undefined ? {} : ({ 'aria-invalid': true, 'aria-describedby': errorId } as const)
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      {isTicked(props.field) ? null : <label for={id}>{titleOf(props.field)}</label>}
      <Input {...props} id={id} marks={marks} />
      {error === undefined ? null : (
        <p id={errorId} class="error" role="alert">
          {error}
        </p>
      )}
      {description === undefined ? null : <p class="small">{description}</p>}
    </div>
  )
}
