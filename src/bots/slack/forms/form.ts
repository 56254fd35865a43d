import type { types } from '@slack/bolt'
import { clipExtensions } from '../../../core/clip/clip-kind.ts'
import type { Form, Remedy } from '../../../core/command/answer.ts'
import { starterName } from '../../../core/command/starters.ts'
import { type Field, hasSeveralLines, switchesAmong, switchesName } from '../../../core/fields/field.ts'
import { secretHelp } from '../../../core/fields/field-faults.ts'
import { say, sayDeclared } from '../../../core/text/say.ts'
import { grouped, shortened } from '../../../core/text/text.ts'
import { limits } from '../render/limits.ts'
import {
  addressElement,
  type Element,
  elementOf,
  menuElement,
  menuOptions,
  plain,
  switchesElement,
} from './form-elements.ts'
import { type FormOrigin, formId, writeFormOrigin } from './form-id.ts'

/** One input of a form. `element` already has the value if it can show it. */
interface Input {
  id: string
  label: string
  hint: string
  element: Element
}

/** The inputs of a field, and what happens to its value if they come back unchanged. */
interface FieldInputs {
  inputs: readonly Input[]
  fate: 'shown' | 'kept' | 'dropped'
}

/** The ids of the three ways to give a clip. A field's name has no dot. */
export const clipInputs = (name: string) => ({
  known: `${name}.known`,
  file: `${name}.file`,
  address: `${name}.address`,
})

/** No single way to give a clip is required, so Slack labels each as optional. */
const withNeed = ([first, ...rest]: readonly Input[]): Input[] =>
  first === undefined
    ? []
    : [{ ...first, hint: [say('Fill in one of these.'), first.hint].join(' ').trim() }, ...rest]

const hasInitial = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('initial_'))

/** Whether the field accepts a value. */
const isRight = ({ schema }: Field, value: unknown, { clips }: Form): boolean =>
  clips.some((choice) => choice.value === value) || schema.safeParse(value).success

const clipFieldInputs = (name: string, field: Field, value: unknown, form: Form): Input[] => {
  const { clips } = form
  const label = sayDeclared(field.label)
  const { known, file, address } = clipInputs(name)
  const menu: Input = {
    id: known,
    label: say('{{label}}: a clip from this channel', { label }),
    hint: '',
    element: menuElement(known, clips, value),
  }
  const upload: Input = {
    id: file,
    label: say('{{label}}: your own file', { label }),
    hint: say("Max 10 MB. For a larger file, post it in the channel and use that message's menu."),
    // https://docs.slack.dev/reference/block-kit/block-elements/file-input-element
    element: { type: 'file_input', action_id: file, filetypes: [...clipExtensions], max_files: 1 },
  }
  const link: Input = {
    id: address,
    label: say('{{label}}: a link', { label }),
    hint: say('{{help}}. Fill in only one of these.', { help: sayDeclared(field.help) }),
    element: addressElement(address, value),
  }
  const inputs = menuOptions(clips).length > 0 ? [menu, upload, link] : [upload, link]
  const isGiven = inputs.some(({ element }) => hasInitial(element)) || isRight(field, value, form)
  return field.required && !isGiven ? withNeed(inputs) : inputs
}

/**
 * A value that the form shows counts as returned. One that it can't show is kept if it is right or a long text,
 * otherwise dropped.
 */
const fateOf = (field: Field, value: unknown, form: Form, inputs: readonly Input[]): FieldInputs['fate'] => {
  const isKnown = value !== undefined && value !== false && value !== ''
  if (!isKnown || inputs.some(({ element }) => hasInitial(element))) return 'shown'
  const isLongText = 'lengthMax' in field.control && typeof value === 'string'
  return isLongText || isRight(field, value, form) ? 'kept' : 'dropped'
}

/** An input accepts less than some fields do, which matters where somebody writes that much. */
const hintOf = ({ help, control }: Field): string => {
  if (control.kind === 'secret') return secretHelp({ help })
  return control.kind === 'text' && control.lengthMax > limits.inputValue && hasSeveralLines(control)
    ? say('{{help}}. Up to {{characters}} characters here.', {
        help: sayDeclared(help),
        characters: grouped(limits.inputValue),
      })
    : say('{{help}}.', { help: sayDeclared(help) })
}

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
  return { inputs, fate: fateOf(field, value, form, inputs) }
}

const keptNote = () =>
  say("Your entry can't be shown here, but it's saved. Enter something new to replace it.")

const inputBlock = ({ id, label, hint, element }: Input, isOptional: boolean): types.InputBlock => ({
  type: 'input',
  block_id: id,
  label: plain(shortened(label, limits.inputText)),
  ...(hint !== '' && { hint: plain(shortened(hint, limits.inputText)) }),
  optional: isOptional,
  element,
})

/** Offers presets: what is picked fills in fields that are left empty. */
const starterBlock = ({ choices }: NonNullable<Form['starters']>): types.InputBlock =>
  inputBlock(
    {
      id: starterName,
      label: say('Preset'),
      hint: say('Fills in the prompt and style if you leave them empty.'),
      element: {
        type: 'static_select',
        action_id: starterName,
        placeholder: plain(say('Pick a style or a surprise')),
        options: choices.slice(0, limits.selectOptions).map(({ value, label, help }) => ({
          text: plain(shortened(label, limits.optionText)),
          description: plain(shortened(help, limits.optionText)),
          value,
        })),
      },
    },
    true,
  )

const fieldBlocks = (name: string, field: Field, form: Form): types.InputBlock[] => {
  const { inputs, fate } = inputsOf(name, field, form)
  const isKept = fate === 'kept'
  const isOptional =
    !field.required ||
    isKept ||
    name === form.starters?.field ||
    field.control.kind === 'toggle' ||
    field.control.kind === 'clip'
  const blocks = inputs.map((input, index) =>
    inputBlock(isKept && index === 0 ? { ...input, hint: `${keptNote()} ${input.hint}` } : input, isOptional),
  )
  return name === form.starters?.field ? [...blocks, starterBlock(form.starters)] : blocks
}

/** Several switches share one input, in the place of the first. */
const blocksOf = (fields: readonly [string, Field][], form: Form): types.InputBlock[] => {
  const asked = fields.map(([name, field]) => ({ name, field }))
  const switches = switchesAmong(asked, limits.groupOptions)
  return asked.flatMap((one) => {
    if (!switches.includes(one)) return fieldBlocks(one.name, one.field, form)
    if (one !== switches[0]) return []
    const element = switchesElement(switches, form.values)
    return [inputBlock({ id: switchesName, label: say('Options'), hint: '', element }, true)]
  })
}

/** Required fields come first. */
const sortedFields = ({ fields, missing }: Form): [string, Field][] => {
  const rank = (name: string, { required }: Field) => (missing.includes(name) ? 0 : required ? 1 : 2)
  return Object.entries(fields).sort((one, other) => rank(...one) - rank(...other))
}

const priceBlocks = (price: string | undefined): types.ContextBlock[] =>
  price === undefined
    ? []
    : [{ type: 'context', elements: [plain(say('Costs up to {{price}}.', { price }))] }]

/**
 * A form as one modal: an input for each field, with what is known in it. A text too long for its input stays
 * in the draft, and the hint says so; a wrong value that no input shows is left out unless replaced.
 * https://docs.slack.dev/surfaces/modals
 */
export const formView = (
  form: Form,
  place: Pick<FormOrigin, 'channel' | 'thread' | 'replyUrl'>,
): types.ModalView => {
  const { command, action, draft } = form
  const fields = sortedFields(form)
  const namesOf = (fate: FieldInputs['fate']) =>
    fields.filter(([name, field]) => inputsOf(name, field, form).fate === fate).map(([name]) => name)
  const [kept, dropped] = [namesOf('kept'), namesOf('dropped')]
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: writeFormOrigin({ ...place, command, action, draft, kept, dropped }),
    title: plain(shortened(form.title, limits.viewTitle)),
    submit: plain(say('Send')),
    close: plain(say('Cancel')),
    blocks: [...priceBlocks(form.price?.whole), ...blocksOf(fields, form)].slice(0, limits.blocksPerView),
  }
}

/**
 * A refusal on top of the form that was sent: its Submit sends the request as the remedy changes it, and Back leads to
 * the form with everything in it.
 * https://docs.slack.dev/surfaces/modals#pushing_a_new_view
 */
export const remedyView = (
  { command, action, draft, label, price }: Remedy,
  place: Pick<FormOrigin, 'channel' | 'thread' | 'replyUrl'>,
  { title, blocks }: Pick<types.ModalView, 'blocks'> & { title: string },
): types.ModalView => {
  const origin = { command, action, draft, kept: [], dropped: [] }
  const { channel, thread, replyUrl } = place
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: writeFormOrigin({ ...origin, channel, thread, replyUrl }),
    title: plain(shortened(title, limits.viewTitle)),
    submit: plain(shortened(label, limits.viewTitle)),
    close: plain(say('Back')),
    blocks: [...blocks, ...priceBlocks(price)].slice(0, limits.blocksPerView),
  }
}
