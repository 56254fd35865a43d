import type { types } from '@slack/bolt'
import type { Form } from '../../core/command/answer.ts'
import { exampleText } from '../../core/command/example-text.ts'
import type { Choice, Field } from '../../core/command/field.ts'
import { timeLengthMax } from '../../core/command/time-text.ts'
import { creditsMax } from '../../core/credits.ts'
import { unreachable } from '../../core/errors.ts'
import { shortened } from '../../core/message/text.ts'
import { say, sayDeclared } from '../../core/texts/say.ts'
import { type FormOrigin, formId, writeFormOrigin } from './form-id.ts'
import { limits } from './limits.ts'
import { amountShape, integerShape, numberElement } from './number-element.ts'

type Element = types.InputBlock['element']

/** One input of a form. `element` has the value in it already, where it has room for it. */
interface Input {
  id: string
  label: string
  hint: string
  element: Element
}

/** The inputs of a field, and whether they show the value that is known. */
interface FieldInputs {
  inputs: readonly Input[]
  isShown: boolean
}

/** Texts that may be longer than this get several lines, but for what is completed from a list. */
const lineLengthMax = 150

const plain = (text: string): types.PlainTextElement => ({ type: 'plain_text', text, emoji: false })

const option = ({ value, label }: Choice): types.PlainTextOption => ({
  text: plain(shortened(label, limits.optionText)),
  value,
})

/** A choice that was declared, as it is shown. */
const said = ({ value, label }: Choice): Choice => ({ value, label: sayDeclared(label) })

/** What a menu can hold: of values that are too long only a part would come back. */
export const menuOptions = (choices: readonly Choice[]): types.PlainTextOption[] =>
  choices
    .filter(({ value }) => value !== '' && value.length <= limits.optionText)
    .slice(0, limits.selectOptions)
    .map(option)

/** The ids of the three ways to give a clip. A field's name has no dot. */
export const clipInputs = (name: string) => ({
  known: `${name}.known`,
  file: `${name}.file`,
  address: `${name}.address`,
})

/**
 * Files that a member may pick. https://docs.slack.dev/reference/block-kit/block-elements/file-input-element
 */
const audioTypes = ['mp3', 'wav', 'm4a', 'flac', 'ogg', 'aac', 'mp4', 'webm']

const textElement = (
  name: string,
  { lengthMax, suggestions }: { lengthMax: number; suggestions?: string },
  value: string | undefined,
): types.PlainTextInput => ({
  type: 'plain_text_input',
  action_id: name,
  multiline: lengthMax > lineLengthMax && suggestions === undefined,
  max_length: Math.min(lengthMax, limits.inputValue),
  ...(value !== undefined && { initial_value: value }),
})

const menuElement = (name: string, choices: readonly Choice[], value: unknown): Element => {
  const options = menuOptions(choices)
  const initial = options.find((candidate) => candidate.value === value)
  return {
    type: 'static_select',
    action_id: name,
    options,
    ...(initial !== undefined && { initial_option: initial }),
  }
}

const textUpTo = (value: unknown, lengthMax: number): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= lengthMax ? value : undefined

const addressElement = (name: string, value: unknown): Element => {
  const address = textUpTo(value, limits.inputValue)
  const isAddress = address !== undefined && /^https?:\/\//i.test(address)
  return { type: 'url_text_input', action_id: name, ...(isAddress && { initial_value: address }) }
}

/** None of the ways to give a clip is needed by itself, and Slack calls each optional. */
const withNeed = ([first, ...rest]: readonly Input[]): Input[] =>
  first === undefined
    ? []
    : [{ ...first, hint: [say('One of these is needed.'), first.hint].join(' ').trim() }, ...rest]

const clipFieldInputs = (name: string, field: Field, value: unknown, { clips }: Form): Input[] => {
  const label = sayDeclared(field.label)
  const { known, file, address } = clipInputs(name)
  const menu: Input = {
    id: known,
    label: say('{{label}}: a clip of this channel', { label }),
    hint: '',
    element: menuElement(known, clips, value),
  }
  const upload: Input = {
    id: file,
    label: say('{{label}}: a file of yours', { label }),
    hint: say(
      "At most 10 MB. Post a larger one in the channel and pick the entry in that message's own menu.",
    ),
    element: { type: 'file_input', action_id: file, filetypes: audioTypes, max_files: 1 },
  }
  const link: Input = {
    id: address,
    label: say('{{label}}: a web address', { label }),
    hint: say('{{help}}. Give it in one of these ways.', { help: sayDeclared(field.help) }),
    element: addressElement(address, value),
  }
  const inputs = menuOptions(clips).length > 0 ? [menu, upload, link] : [upload, link]
  return field.required && value === undefined ? withNeed(inputs) : inputs
}

const tick = () => option({ value: 'yes', label: say('Yes') })

const yesOrNo = (): readonly Choice[] => [
  { value: 'true', label: say('Yes') },
  { value: 'false', label: say('No') },
]

const tickElement = (name: string, value: unknown): Element => ({
  type: 'checkboxes',
  action_id: name,
  options: [tick()],
  ...(value === true && { initial_options: [tick()] }),
})

/** A list that is looked up while its member types; a value without a known label stands for itself. */
const listedElement = (name: string, value: unknown): Element => {
  const [initial] = typeof value === 'string' ? menuOptions([{ value, label: value }]) : []
  return {
    type: 'external_select',
    action_id: name,
    min_query_length: 0,
    ...(initial !== undefined && { initial_option: initial }),
  }
}

/** An id of Slack's, as against a name that was typed. */
const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\w{1,32}$/.test(value) ? value : undefined

/** Budgets are of private channels too, which Slack's menu of channels leaves out. */
const channelElement = (name: string, value: unknown): Element => {
  const channel = idOf(value)
  return {
    type: 'conversations_select',
    action_id: name,
    filter: { include: ['public', 'private'], exclude_bot_users: true },
    ...(channel !== undefined && { initial_conversation: channel }),
  }
}

const elementOf = (name: string, { control }: Field, value: unknown): Element => {
  switch (control.kind) {
    case 'text':
      return textElement(name, control, textUpTo(value, Math.min(control.lengthMax, limits.inputValue)))
    case 'choice':
      return menuElement(name, control.choices.map(said), value)
    case 'toggle':
      return control.asChoice ? menuElement(name, yesOrNo(), String(value)) : tickElement(name, value)
    case 'credits':
      return numberElement(name, value, amountShape, 0, creditsMax)
    case 'integer':
      return {
        ...numberElement(name, value, integerShape, control.min, control.max),
        placeholder: plain(exampleText(control)),
      }
    case 'time':
      return {
        ...textElement(name, { lengthMax: timeLengthMax }, textUpTo(value, timeLengthMax)),
        placeholder: plain(exampleText(control)),
      }
    case 'listed':
    case 'group':
      return listedElement(name, value)
    case 'member': {
      const user = idOf(value)
      return { type: 'users_select', action_id: name, ...(user !== undefined && { initial_user: user }) }
    }
    case 'channel':
      return channelElement(name, value)
    case 'clip':
      throw new Error('a clip has several inputs')
    default:
      return unreachable(control)
  }
}

const hasInitial = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('initial_'))

/** An input takes less than some fields do. */
const hintOf = ({ help, control }: Field): string =>
  control.kind === 'text' && control.lengthMax > limits.inputValue
    ? say('{{help}}. Up to {{characters}} characters fit in here.', {
        help: sayDeclared(help),
        characters: limits.inputValue.toLocaleString('en-US'),
      })
    : `${sayDeclared(help)}.`

const inputsOf = (name: string, field: Field, form: Form): FieldInputs => {
  const value = form.values[name]
  const inputs =
    field.control.kind === 'clip'
      ? clipFieldInputs(name, field, value, form)
      : [
          {
            id: name,
            label: sayDeclared(field.label),
            hint: hintOf(field),
            element: elementOf(name, field, value),
          },
        ]
  const isKnown = value !== undefined && value !== false && value !== ''
  return { inputs, isShown: !isKnown || inputs.some(({ element }) => hasInitial(element)) }
}

const keptNote = () => say('What you gave does not fit in here and is kept; write something to replace it.')

const inputBlock = ({ id, label, hint, element }: Input, isOptional: boolean): types.InputBlock => ({
  type: 'input',
  block_id: id,
  label: plain(shortened(label, limits.inputText)),
  ...(hint !== '' && { hint: plain(shortened(hint, limits.inputText)) }),
  optional: isOptional,
  element,
})

const fieldBlocks = (name: string, field: Field, form: Form): types.InputBlock[] => {
  const { inputs, isShown } = inputsOf(name, field, form)
  const isOptional =
    !field.required || !isShown || field.control.kind === 'toggle' || field.control.kind === 'clip'
  return inputs.map((input, index) =>
    inputBlock(isShown || index > 0 ? input : { ...input, hint: `${keptNote()} ${input.hint}` }, isOptional),
  )
}

/** What has to be given stands first. */
const sortedFields = ({ fields, missing }: Form): [string, Field][] => {
  const rank = (name: string, { required }: Field) => (missing.includes(name) ? 0 : required ? 1 : 2)
  return Object.entries(fields).sort((one, other) => rank(...one) - rank(...other))
}

const priceBlocks = ({ price }: Form): types.ContextBlock[] =>
  price === undefined
    ? []
    : [{ type: 'context', elements: [plain(say('Costs at most {{price}}.', { price: price.whole }))] }]

/**
 * A form as one modal: an input for each field, with what is known in it. A value that is too long for its
 * input stays in the draft, and the hint says so. https://docs.slack.dev/surfaces/modals
 */
export const formView = (
  form: Form,
  place: Pick<FormOrigin, 'channel' | 'thread' | 'replyUrl'>,
): types.ModalView => {
  const { command, action, draft } = form
  const fields = sortedFields(form)
  const kept = fields.filter(([name, field]) => !inputsOf(name, field, form).isShown).map(([name]) => name)
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: writeFormOrigin({ ...place, command, action, draft, kept }),
    title: plain(shortened(form.title, limits.viewTitle)),
    submit: plain(say('Send')),
    close: plain(say('Cancel')),
    blocks: [
      ...priceBlocks(form),
      ...fields.flatMap(([name, field]) => fieldBlocks(name, field, form)),
    ].slice(0, limits.blocksPerView),
  }
}
