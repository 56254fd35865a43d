import { extname } from 'node:path'
import { z } from 'zod'
import { UnknownReference, type Upload } from '../../control/people.ts'
import { fileTypeOf } from '../file-types.ts'
import { limits } from '../limits.ts'
import { renderFile } from '../render-file.ts'
import type { InputState, View, World } from '../state.ts'
import type { InputElement } from '../validation/blocks.ts'
import { webUrl } from '../validation/problems.ts'
import { inputBlocks } from './form-fields.ts'
import { pick } from './pick.ts'
import { NotAllowed } from './references.ts'
import { uploadFiles } from './uploads.ts'

type InputBlock = ReturnType<typeof inputBlocks>[number]
type ElementOf<T extends InputElement['type']> = Extract<InputElement, { type: T }>

const namesIn = (given: unknown): readonly string[] =>
  [given]
    .flat()
    .map(String)
    .filter((name) => name !== '')

const checkText = (
  { min_length = 0, max_length = limits.inputValue }: ElementOf<'plain_text_input'>,
  value: string,
) => {
  if (value.length < min_length || value.length > max_length)
    throw new NotAllowed(`Between ${min_length} and ${max_length} characters`)
}

const checkNumber = (
  { is_decimal_allowed, min_value, max_value }: ElementOf<'number_input'>,
  value: string,
) => {
  const pattern = is_decimal_allowed ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/
  const number = Number(value)
  const isBelow = min_value !== undefined && number < Number(min_value)
  const isAbove = max_value !== undefined && number > Number(max_value)
  if (!pattern.test(value) || isBelow || isAbove)
    throw new NotAllowed(`"${value}" is no number that fits here`)
}

type TypedInput = ElementOf<'plain_text_input' | 'email_text_input' | 'url_text_input' | 'number_input'>

/** What the client holds a typed value to. https://docs.slack.dev/reference/block-kit/block-elements */
const checkTyped = (element: TypedInput, value: string): void => {
  switch (element.type) {
    case 'plain_text_input':
      checkText(element, value)
      return
    case 'number_input':
      checkNumber(element, value)
      return
    case 'url_text_input':
      if (!webUrl(limits.linkUrl).safeParse(value).success) throw new NotAllowed(`"${value}" is no link`)
      return
    case 'email_text_input':
      if (!z.email().safeParse(value).success) throw new NotAllowed(`"${value}" is no mail address`)
  }
}

const upload = z.object({
  name: z.string(),
  contentType: z.string().optional(),
  path: z.string().optional(),
  base64: z.string().optional(),
})

const asUploads = (given: unknown): readonly Upload[] => {
  const { data, error } = z.array(upload).safeParse([given].flat())
  if (error) throw new UnknownReference('values', 'Files are given as { name, path or base64 }')
  return data
}

const checkFiles = (
  { filetypes, max_files = limits.fileInputFiles }: ElementOf<'file_input'>,
  uploads: readonly Upload[],
) => {
  if (uploads.length > max_files) throw new NotAllowed(`At most ${max_files} files`)
  const stranger = uploads.find(
    ({ name }) =>
      filetypes &&
      ![fileTypeOf(name).filetype, extname(name).slice(1)].some((type) => filetypes.includes(type)),
  )
  if (stranger) throw new NotAllowed(`"${stranger.name}" is of a type that is not taken here`)
}

const fillFiles = async (
  world: World,
  view: View,
  element: ElementOf<'file_input'>,
  given: unknown,
): Promise<InputState> => {
  const uploads = asUploads(given)
  checkFiles(element, uploads)
  const files = await uploadFiles(world, {
    userId: view.userId,
    uploads,
    isForApp: true,
    bytesMax: limits.fileInputBytes,
  })
  return { type: element.type, files: files.map((file) => renderFile(world, file)) }
}

const fillElement = async (
  world: World,
  view: View,
  element: InputElement,
  given: unknown,
): Promise<InputState> => {
  switch (element.type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input': {
      const value = String(given)
      checkTyped(element, value)
      world.written.push(value)
      return { type: element.type, value }
    }
    case 'file_input':
      return fillFiles(world, view, element, given)
    default:
      return pick(world, element, namesIn(given), view.suggestions[element.action_id ?? ''])
  }
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isUnfilled = ({ type: _, ...fields }: InputState): boolean => Object.values(fields).every(isNothing)

/** What is left when somebody empties an input. */
const emptied = (state: InputState | undefined): InputState | undefined => {
  if (!state) return undefined
  const fields = Object.entries(state).filter(([name]) => name !== 'type')
  const empty = fields.map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? [] : null])
  return { type: state.type, ...Object.fromEntries(empty) }
}

/**
 * What is given wins over what stands there, also when it is nothing; an input that has
 * to be filled may not stay empty.
 */
const fillBlock = async (
  world: World,
  view: View,
  { element, label, block_id = '', optional }: InputBlock,
  values: Readonly<Record<string, unknown>>,
): Promise<InputState | undefined> => {
  const given = values[element.action_id ?? ''] ?? values[label.text]
  const before = view.inputs[block_id]?.[element.action_id ?? '']
  const untouched = given === undefined ? before : emptied(before)
  const state = isNothing(given) ? untouched : await fillElement(world, view, element, given)
  if (!optional && (!state || isUnfilled(state)))
    throw new NotAllowed(`${label.text}: this field is required`)
  return state
}

const checkNames = (blocks: readonly InputBlock[], values: Readonly<Record<string, unknown>>): void => {
  const unknown = Object.keys(values).find(
    (name) => !blocks.some(({ element, label }) => name === element.action_id || name === label.text),
  )
  if (unknown !== undefined) throw new UnknownReference('values', `The form has no field "${unknown}"`)
}

/** Fills in a form as a person would: by action id or label, with the client's own checks. */
export const fillForm = async (
  world: World,
  view: View,
  values: Readonly<Record<string, unknown>>,
): Promise<View['inputs']> => {
  const blocks = inputBlocks(view)
  checkNames(blocks, values)
  const filled = { ...view.inputs }
  for (const block of blocks) {
    const { block_id = '', element } = block
    const state = await fillBlock(world, view, block, values)
    if (state) filled[block_id] = { ...filled[block_id], [element.action_id ?? '']: state }
  }
  return filled
}
