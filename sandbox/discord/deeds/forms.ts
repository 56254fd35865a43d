import { ComponentType, InteractionType, TextInputStyle } from 'discord-api-types/v10'
import { z } from 'zod'
import { type Form, type FormField, UnknownReference, type Upload } from '../../people.ts'
import { type Started, startInteraction } from '../interactions.ts'
import { limits } from '../limits.ts'
import type { PendingForm, World } from '../state.ts'
import { type LabelledInput, type ModalInput, type ModalPart, modalInputs } from '../validation/modal.ts'
import type { Actor } from './commands.ts'
import { noReferences, type References, renderInteraction, renderResolved } from './event.ts'
import { menuReferences, pickValues } from './menus.ts'
import { NotAllowed } from './references.ts'
import { uploadFiles } from './uploads.ts'
import { mergeReferences } from './values.ts'

const kindOf = (input: ModalInput): FormField['kind'] => {
  switch (input.type) {
    case ComponentType.TextInput:
      return input.style === TextInputStyle.Paragraph ? 'paragraph' : 'line'
    case ComponentType.StringSelect:
      return (input.max_values ?? 1) > 1 ? 'choices' : 'choice'
    case ComponentType.RadioGroup:
      return 'choice'
    case ComponentType.CheckboxGroup:
      return 'choices'
    case ComponentType.Checkbox:
      return 'tick'
    case ComponentType.FileUpload:
      return 'file'
    case ComponentType.UserSelect:
      return 'member'
    case ComponentType.RoleSelect:
      return 'role'
    case ComponentType.MentionableSelect:
      return 'mentionable'
    case ComponentType.ChannelSelect:
      return 'channel'
  }
}

const isRequired = (input: ModalInput): boolean => ('required' in input ? (input.required ?? true) : false)

const preset = (input: ModalInput): unknown => {
  if (input.type === ComponentType.TextInput) return input.value
  if (input.type === ComponentType.Checkbox) return input.default ?? false
  if (!('options' in input)) return undefined
  const chosen = input.options.filter((option) => option.default).map(({ value }) => value)
  return kindOf(input) === 'choice' ? chosen[0] : chosen
}

const renderField = ({ input, label, description }: LabelledInput): FormField => {
  const value = preset(input)
  return {
    name: input.custom_id,
    label,
    kind: kindOf(input),
    required: isRequired(input),
    ...(description !== undefined && { description }),
    ...(value !== undefined && { value }),
    ...('options' in input && {
      choices: input.options.map((option) => ({ name: option.label, value: option.value })),
    }),
  }
}

/** A form as a person sees it. */
export const renderForm = ({ id, data }: PendingForm): Form => ({
  id,
  title: data.title,
  fields: modalInputs(data.components).map(renderField),
})

type Filled = { readonly answer: object; readonly references: References }

const texts = (given: unknown): readonly string[] =>
  given === undefined || given === null ? [] : [given].flat().map(String)

const fillText = (input: ModalInput & { type: ComponentType.TextInput }, given: unknown): Filled => {
  const value = given === undefined || given === null ? '' : String(given)
  const { min_length: min = 0, max_length: max = limits.modalText } = input
  const isLeftOut = value === '' && !isRequired(input)
  if (!isLeftOut && (value.length < min || value.length > max))
    throw new NotAllowed(`${input.custom_id}: between ${min} and ${max} characters`)
  return { answer: { value }, references: noReferences }
}

type Group = ModalInput & { type: ComponentType.RadioGroup | ComponentType.CheckboxGroup }

const pickFrom = (input: Group, given: unknown): readonly string[] =>
  texts(given).map((name) => {
    const option = input.options.find(({ value, label }) => value === name || label === name)
    if (!option) throw new NotAllowed(`${input.custom_id}: "${name}" is not among the choices`)
    return option.value
  })

const upload = z.object({
  name: z.string(),
  contentType: z.string().optional(),
  path: z.string().optional(),
  base64: z.string().optional(),
})

const asUploads = (field: string, given: unknown): readonly Upload[] => {
  const { data, error } = z.array(upload).safeParse(given === undefined ? [] : [given].flat())
  if (error) throw new UnknownReference('values', `"${field}" takes files: { name, path or base64 }`)
  return data
}

const fillFiles = async (
  world: World,
  actor: Actor,
  input: ModalInput & { type: ComponentType.FileUpload },
  given: unknown,
): Promise<Filled> => {
  const uploads = asUploads(input.custom_id, given)
  const max = input.max_values ?? 1
  if (uploads.length > max) throw new NotAllowed(`${input.custom_id}: at most ${max} files`)
  const files = await uploadFiles(world, actor.channel.id, uploads, true)
  return { answer: { values: files.map(({ id }) => id) }, references: { ...noReferences, files } }
}

const fillInput = async (world: World, actor: Actor, input: ModalInput, given: unknown): Promise<Filled> => {
  switch (input.type) {
    case ComponentType.TextInput:
      return fillText(input, given)
    case ComponentType.RadioGroup:
      return { answer: { value: pickFrom(input, given)[0] ?? null }, references: noReferences }
    case ComponentType.CheckboxGroup:
      return { answer: { values: pickFrom(input, given) }, references: noReferences }
    case ComponentType.Checkbox:
      return { answer: { value: given === true || given === 'true' }, references: noReferences }
    case ComponentType.FileUpload:
      return fillFiles(world, actor, input, given)
    default: {
      const names = texts(given)
      const values = names.length === 0 && !isRequired(input) ? [] : pickValues(world, input, names)
      return { answer: { values }, references: menuReferences(world, input, values) }
    }
  }
}

const isEmpty = (given: unknown) =>
  given === undefined || given === null || texts(given).every((text) => text === '')

const valueFor = ({ input, label }: LabelledInput, values: Readonly<Record<string, unknown>>): unknown => {
  const given = values[input.custom_id] ?? values[label] ?? preset(input)
  if (isRequired(input) && isEmpty(given)) throw new NotAllowed(`${label}: this field is required`)
  return given
}

const checkNames = (inputs: readonly LabelledInput[], values: Readonly<Record<string, unknown>>): void => {
  const unknown = Object.keys(values).find(
    (name) => !inputs.some(({ input, label }) => name === input.custom_id || name === label),
  )
  if (unknown !== undefined) throw new UnknownReference('values', `The form has no field "${unknown}"`)
}

type Answers = ReadonlyMap<string, object>

const renderInput = (input: ModalInput, answers: Answers) => ({
  type: input.type,
  custom_id: input.custom_id,
  ...answers.get(input.custom_id),
})

/** A part of a submitted form, nested as the form was. */
const renderPart = (part: ModalPart, index: number, answers: Answers): object => {
  const head = { type: part.type, id: part.id ?? index + 1 }
  switch (part.type) {
    case ComponentType.Label:
      return { ...head, component: renderInput(part.component, answers) }
    case ComponentType.ActionRow:
      return { ...head, components: part.components.map((input) => renderInput(input, answers)) }
    case ComponentType.TextDisplay:
      return head
  }
}

const findForm = (world: World, id: string, actor: Actor): PendingForm => {
  const form = world.forms.get(id)
  if (!form || form.userId !== actor.userId || form.channelId !== actor.channel.id)
    throw new UnknownReference('form', `This person has no form "${id}" open in this channel`)
  return form
}

/** Closes a form unsent, of which the bot hears nothing: there is no event to answer with. */
export const dismissForm = (world: World, actor: Actor, id: string): '' => {
  world.forms.delete(findForm(world, id, actor).id)
  return ''
}

/** Sends a form off; it closes with that. */
export const runSubmit = async (
  world: World,
  actor: Actor,
  submit: { form: string; values: Record<string, unknown> },
): Promise<Started> => {
  const form = findForm(world, submit.form, actor)
  const inputs = modalInputs(form.data.components)
  checkNames(inputs, submit.values)
  const filled = await Promise.all(
    inputs.map(async (labelled) => ({
      name: labelled.input.custom_id,
      ...(await fillInput(world, actor, labelled.input, valueFor(labelled, submit.values))),
    })),
  )
  world.forms.delete(form.id)
  const place = { channelId: actor.channel.id, userId: actor.userId }
  const resolved = renderResolved(world, place, mergeReferences(filled.map(({ references }) => references)))
  const answers = new Map(filled.map(({ name, answer }) => [name, answer]))
  const components = form.data.components.map((part, index) => renderPart(part, index, answers))
  return startInteraction(
    world,
    {
      type: InteractionType.ModalSubmit,
      title: `form ${form.data.title}`,
      source: form.source.source,
      trigger: form.source,
      ...place,
    },
    (interaction) =>
      renderInteraction(world, interaction, {
        custom_id: form.data.custom_id,
        components,
        ...(resolved && { resolved }),
      }),
  )
}
