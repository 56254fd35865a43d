import type { FormField } from '../../../people.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { FileInput } from '../composer/file-input.tsx'
import { Suggested } from '../composer/suggested.tsx'

export interface FieldProps {
  /** Of the form, by which its lists are looked up. */
  formId: string
  field: FormField
  chat: ChatState
}

type Choice = { readonly name: string; readonly value: string }

/** What can be chosen: what the field lists, or the people and channels of the place. */
const choicesOf = ({ kind, choices }: FormField, { people, channels }: ChatState): readonly Choice[] => {
  switch (kind) {
    case 'tick':
      return choices ?? [{ name: 'Yes', value: 'yes' }]
    case 'member':
    case 'mentionable':
      return people.map(({ id: value, name }) => ({ name, value }))
    case 'channel':
      return channels.map(({ id: value, name }) => ({ name: `# ${name}`, value }))
    default:
      return choices ?? []
  }
}

const chosenIn = ({ value }: FormField): readonly string[] =>
  value === undefined ? [] : [value].flat().map(String)

const Ticks = ({ field, choices }: { field: FormField; choices: readonly Choice[] }) => (
  <fieldset>
    <legend class="hidden">{field.label}</legend>
    {choices.map(({ name, value }) => (
      <label key={value}>
        <input
          type="checkbox"
          name={field.name}
          value={value}
          defaultChecked={chosenIn(field).includes(value) || field.value === true}
        />{' '}
        {name}
      </label>
    ))}
  </fieldset>
)

const Menu = ({ id, field, choices }: { id: string; field: FormField; choices: readonly Choice[] }) => (
  <select name={field.name} id={id}>
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
const Input = ({ formId, field, chat, id }: FieldProps & { id: string }) => {
  const { kind, name, label, placeholder = '', hasSuggestions } = field
  const [text = ''] = chosenIn(field)
  if (hasSuggestions === true)
    return (
      <Suggested
        {...{ id, name, label }}
        value={text}
        required={false}
        suggest={(typed) => chat.suggest(formId, name, typed)}
      />
    )
  switch (kind) {
    case 'line':
    case 'role':
      return <input {...{ id, name, placeholder }} defaultValue={text} />
    case 'paragraph':
      return <textarea {...{ id, name, placeholder }} rows={linesOfParagraph} defaultValue={text} />
    case 'file':
      return <FileInput {...{ id, name, label }} required={false} />
    case 'choices':
    case 'tick':
      return <Ticks field={field} choices={choicesOf(field, chat)} />
    case 'choice':
    case 'member':
    case 'mentionable':
    case 'channel':
      return <Menu id={id} field={field} choices={choicesOf(field, chat)} />
  }
}

/** A field of a form, with what the bot said of it. */
export const Field = (props: FieldProps) => {
  const { label, required, error, description } = props.field
  const id = `field-${props.chat.platform}-${props.field.name}`
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>
        {label}
        {required ? ' *' : ''}
      </label>
      <Input {...props} id={id} />
      {error === undefined ? null : (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {description === undefined ? null : <p class="small">{description}</p>}
    </div>
  )
}
