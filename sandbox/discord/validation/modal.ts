import { ComponentType, TextInputStyle } from 'discord-api-types/v10'
import { z } from 'zod'
import { limits } from '../limits.ts'
import {
  channelSelect,
  checkSpan,
  choices,
  componentId,
  customId,
  mentionableSelect,
  roleSelect,
  stringSelect,
  userSelect,
} from './controls.ts'
import { fileTypes } from './file-types.ts'
import { between, complain, maybe } from './problems.ts'

const textInputFields = {
  type: z.literal(ComponentType.TextInput),
  id: componentId,
  custom_id: customId,
  style: z.literal([TextInputStyle.Short, TextInputStyle.Paragraph]),
  value: maybe(z.string().max(limits.modalText)),
  placeholder: maybe(z.string().max(limits.modalPlaceholder)),
  required: maybe(z.boolean()),
  min_length: maybe(z.int().min(0).max(limits.modalText)),
  max_length: maybe(z.int().min(1).max(limits.modalText)),
}

type TextInputValue = {
  value?: string | undefined
  min_length?: number | undefined
  max_length?: number | undefined
}

const checkText = (
  { value, min_length: min = 0, max_length: max = limits.modalText }: TextInputValue,
  context: z.RefinementCtx,
) => {
  if (min > max)
    complain(context, 'BASE_TYPE_MAX', 'min_length must be less than or equal to max_length', ['min_length'])
  if (value !== undefined && (value.length < min || value.length > max))
    complain(context, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`, ['value'])
}

const textInput = z.strictObject({ ...textInputFields, label: maybe(z.never()) }).superRefine(checkText)

const labelledTextInput = z
  .strictObject({ ...textInputFields, label: between(z.string(), 1, limits.modalLabel) })
  .superRefine(checkText)

type Choosing = Parameters<typeof checkSpan>[0] & { readonly required?: boolean | undefined }

/** Who must choose, must choose one at least. */
const checkChoosing = (value: Choosing, context: z.RefinementCtx): void => {
  if (value.min_values === 0 && value.required !== false)
    complain(context, 'NUMBER_TYPE_MIN', 'Value should be greater than or equal to 1.', ['min_values'])
}

/** Lines of a group, which have no emoji. */
const groupChoices = (min: number, max: number) =>
  choices(min, max).superRefine((list, context) => {
    list.forEach(({ emoji }, index) => {
      if (emoji) complain(context, 'BASE_TYPE_FORBIDDEN', 'This field is not allowed here.', [index, 'emoji'])
    })
  })

const fileUpload = z
  .strictObject({
    type: z.literal(ComponentType.FileUpload),
    id: componentId,
    custom_id: customId,
    min_values: maybe(z.int().min(0).max(limits.modalFiles)),
    max_values: maybe(z.int().min(1).max(limits.modalFiles)),
    file_types: fileTypes,
    required: maybe(z.boolean()),
  })
  .superRefine(checkSpan)

const radioGroup = z
  .strictObject({
    type: z.literal(ComponentType.RadioGroup),
    id: componentId,
    custom_id: customId,
    options: groupChoices(limits.radioOptionsMin, limits.radioOptions),
    required: maybe(z.boolean()),
  })
  .superRefine(({ options }, context) => {
    if (options.filter((option) => option.default).length > 1)
      complain(context, 'BASE_TYPE_BAD_LENGTH', 'Must be between 0 and 1 in length.', ['options'])
  })

const checkboxGroup = z
  .strictObject({
    type: z.literal(ComponentType.CheckboxGroup),
    id: componentId,
    custom_id: customId,
    options: groupChoices(1, limits.checkboxOptions),
    min_values: maybe(z.int().min(0).max(limits.checkboxOptions)),
    max_values: maybe(z.int().min(1).max(limits.checkboxOptions)),
    required: maybe(z.boolean()),
  })
  .superRefine(({ options, ...span }, context) => {
    const max = span.max_values ?? options.length
    checkSpan({ ...span, max_values: max }, context)
    if (max > options.length)
      complain(context, 'NUMBER_TYPE_MAX', `Value should be less than or equal to ${options.length}.`, [
        'max_values',
      ])
  })

const checkbox = z.strictObject({
  type: z.literal(ComponentType.Checkbox),
  id: componentId,
  custom_id: customId,
  default: maybe(z.boolean()),
})

const labelled = z
  .discriminatedUnion('type', [
    textInput,
    stringSelect,
    userSelect,
    roleSelect,
    mentionableSelect,
    channelSelect,
    fileUpload,
    radioGroup,
    checkboxGroup,
    checkbox,
  ])
  .superRefine((input, context) => {
    if ('disabled' in input && input.disabled)
      complain(context, 'BASE_TYPE_FORBIDDEN', 'A menu in a modal cannot be disabled', ['disabled'])
    if ('min_values' in input) checkChoosing(input, context)
  })

const label = z.strictObject({
  type: z.literal(ComponentType.Label),
  id: componentId,
  label: between(z.string(), 1, limits.modalLabel),
  description: maybe(between(z.string(), 1, limits.modalDescription)),
  component: labelled,
})

const textRow = z.strictObject({
  type: z.literal(ComponentType.ActionRow),
  id: componentId,
  components: between(z.array(labelledTextInput), 1, 1),
})

const textDisplay = z.strictObject({
  type: z.literal(ComponentType.TextDisplay),
  id: componentId,
  content: between(z.string(), 1, limits.textDisplay),
})

const part = z.discriminatedUnion('type', [label, textRow, textDisplay])

export type ModalPart = z.output<typeof part>
export type ModalInput = z.output<typeof labelled> | z.output<typeof labelledTextInput>

export type LabelledInput = {
  readonly input: ModalInput
  readonly label: string
  readonly description: string | undefined
}

const inputsOf = (top: ModalPart): readonly LabelledInput[] => {
  switch (top.type) {
    case ComponentType.Label:
      return [{ input: top.component, label: top.label, description: top.description }]
    case ComponentType.ActionRow:
      return top.components.map((input) => ({ input, label: input.label, description: undefined }))
    case ComponentType.TextDisplay:
      return []
  }
}

/** A form's inputs in order, with the label each is shown under. */
export const modalInputs = (parts: readonly ModalPart[]): readonly LabelledInput[] => parts.flatMap(inputsOf)

/**
 * A form.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal
 */
export const modal = z.strictObject({
  custom_id: customId,
  title: between(z.string(), 1, limits.modalTitle),
  components: between(z.array(part), 1, limits.modalParts).superRefine((parts, context) => {
    const ids = modalInputs(parts).map(({ input }) => input.custom_id)
    if (new Set(ids).size < ids.length)
      complain(context, 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
  }),
})

export type Modal = z.output<typeof modal>
