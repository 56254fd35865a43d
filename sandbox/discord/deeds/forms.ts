import { ComponentType, InteractionType, TextInputStyle } from 'discord-api-types/v10'
import { z } from 'zod'
import { type Form, type FormField, UnknownReference, type Upload } from '../../control/people.ts'
import { type Started, startInteraction } from '../interactions.ts'
import { limits } from '../limits.ts'
import type { Actor, PendingForm, World } from '../state.ts'
import { isOffered } from '../validation/file-types.ts'
import { type LabelledInput, type ModalInput, type ModalPart, modalInputs } from '../validation/modal.ts'
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

/**
 * What says nothing of it is required, except for a lone tick.
 * https://docs.discord.com/developers/components/reference
 */
const isRequired = (input: ModalInput): boolean =>
  input.type !== ComponentType.Checkbox && (input.required ?? true)

const preset = (input: ModalInput): unknown => {
  if (input.type === ComponentType.TextInput) return input.value
  if (input.type === ComponentType.Checkbox) return input.default ?? false
  if ('default_values' in input) return input.default_values?.map(({ id }) => id)
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
    ...('placeholder' in input && input.placeholder !== undefined && { placeholder: input.placeholder }),
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
  texts: data.components.flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : [])),
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

const spanOf = (input: Group) => {
  if (input.type === ComponentType.RadioGroup) return { min: 0, max: 1 }
  return { min: input.min_values ?? 1, max: input.max_values ?? input.options.length }
}

const pickFrom = (input: Group, given: unknown): readonly string[] => {
  const names = texts(given)
  const { min, max } = spanOf(input)
  if (names.length > max || (names.length > 0 && names.length < min))
    throw new NotAllowed(`${input.custom_id}: pick between ${min} and ${max}`)
  return names.map((name) => {
    const option = input.options.find(({ value, label }) => value === name || label === name)
    if (!option) throw new NotAllowed(`${input.custom_id}: "${name}" is not among the choices`)
    return option.value
  })
}

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

type FileInput = ModalInput & { type: ComponentType.FileUpload }

const checkUploads = (input: FileInput, uploads: readonly Upload[]): void => {
  const { min_values: min = 1, max_values: max = 1 } = input
  if (uploads.length > max) throw new NotAllowed(`${input.custom_id}: at most ${max} files`)
  if (uploads.length > 0 && uploads.length < min)
    throw new NotAllowed(`${input.custom_id}: at least ${min} files`)
  const stranger = uploads.find(({ name }) => !isOffered(name, input.file_types))
  if (stranger)
    throw new NotAllowed(`${input.custom_id}: "${stranger.name}" is of a type that is not taken here`)
}

const fillFiles = async (world: World, actor: Actor, input: FileInput, given: unknown): Promise<Filled> => {
  const uploads = asUploads(input.custom_id, given)
  checkUploads(input, uploads)
  const files = await uploadFiles(world, actor.channel, uploads, { ephemeral: true })
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
      const values =
        names.length === 0 && !isRequired(input) ? [] : pickValues(world, actor.channel, input, names)
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

/**
 * The parts of a submitted form, nested as the form was, with ids counted through where the bot gave none.
 */
const renderParts = (parts: readonly ModalPart[], answers: Answers): readonly object[] => {
  let lastId = 0
  const headOf = ({ type, id }: ModalPart | ModalInput) => {
    lastId += 1
    return { type, id: id ?? lastId }
  }
  const renderInput = (input: ModalInput) => ({
    ...headOf(input),
    custom_id: input.custom_id,
    ...answers.get(input.custom_id),
  })
  const renderPart = (part: ModalPart): object => {
    const head = headOf(part)
    switch (part.type) {
      case ComponentType.Label:
        return { ...head, component: renderInput(part.component) }
      case ComponentType.ActionRow:
        return { ...head, components: part.components.map(renderInput) }
      case ComponentType.TextDisplay:
        return head
    }
  }
  return parts.map(renderPart)
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
  const components = renderParts(form.data.components, answers)
  return startInteraction(
    world,
    {
      type: InteractionType.ModalSubmit,
      title: `form ${form.data.title}`,
      source: form.source.source,
      trigger: form.source,
      owners: form.source.owners,
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
