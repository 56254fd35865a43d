import type { Form, FormField } from '../../control/people.ts'
import { readBlock } from '../read-blocks.ts'
import type { InputState, View, World } from '../state.ts'
import type { InputElement, ViewBlock } from '../validation/blocks.ts'
import type { ModalView } from '../validation/view.ts'
import { type Chooser, optionsOf } from './pick.ts'

type InputBlock = Extract<ViewBlock, { type: 'input' }>

/** The inputs of a form in order, each with its block. */
export const inputBlocks = (view: View): readonly InputBlock[] =>
  view.data.blocks.flatMap((block) => (block.type === 'input' ? [block] : []))

const kindOf = (element: InputElement): FormField['kind'] => {
  switch (element.type) {
    case 'plain_text_input':
      return element.multiline ? 'paragraph' : 'line'
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
      return 'line'
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      return 'choice'
    case 'multi_static_select':
    case 'multi_external_select':
    case 'checkboxes':
      return 'choices'
    case 'file_input':
      return 'file'
    case 'users_select':
    case 'multi_users_select':
      return 'member'
    case 'channels_select':
    case 'multi_channels_select':
    case 'conversations_select':
    case 'multi_conversations_select':
      return 'channel'
  }
}

const namedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(namedValue)
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value
}

/** What stands in an input, in a person's words: texts and the values of what is chosen. */
const shownValue = ({ type: _, ...fields }: InputState): unknown =>
  namedValue(Object.values(fields)[0] ?? undefined)

const isChooser = (element: InputElement): element is Exclude<Chooser, { type: 'overflow' }> =>
  !['plain_text_input', 'email_text_input', 'url_text_input', 'number_input', 'file_input'].includes(
    element.type,
  )

const isLookedUp = ({ type }: InputElement): boolean =>
  type === 'external_select' || type === 'multi_external_select'

const choicesOf = (view: View, element: InputElement) => {
  if (!isChooser(element)) return []
  return optionsOf(element, view.suggestions[element.action_id ?? '']).map(({ text, value }) => ({
    name: text.text,
    value,
  }))
}

const renderField = (view: View, block: InputBlock): FormField => {
  const { element, label, hint } = block
  const state = view.inputs[block.block_id ?? '']?.[element.action_id ?? '']
  const value = state && shownValue(state)
  const choices = choicesOf(view, element)
  const error = view.errors[block.block_id ?? '']
  return {
    name: element.action_id ?? '',
    label: label.text,
    kind: kindOf(element),
    required: !(block.optional ?? false),
    ...(hint && { description: hint.text }),
    ...('placeholder' in element && element.placeholder && { placeholder: element.placeholder.text }),
    ...(value !== undefined && value !== null && { value }),
    ...(choices.length > 0 && { choices }),
    ...(isLookedUp(element) && { hasSuggestions: true }),
    ...(error !== undefined && { error }),
  }
}

/** What the buttons of a form say. https://docs.slack.dev/reference/views/modal-views */
const labelsOf = ({ submit, close }: ModalView): Pick<Form, 'submit' | 'close'> => ({
  ...(submit && { submit: submit.text }),
  ...(close && { close: close.text }),
})

/** A form as a person sees it, with the errors that the app found in it. */
export const renderForm = (world: World, view: View): Form => ({
  id: view.id,
  title: view.data.type === 'modal' ? view.data.title.text : '',
  texts: view.data.blocks
    .filter(({ type }) => type !== 'input')
    .flatMap((block) => readBlock(world, block))
    .filter((line) => line !== ''),
  fields: inputBlocks(view).map((block) => renderField(view, block)),
  ...(view.data.type === 'modal' && labelsOf(view.data)),
})
